"""What each reading of the three Danish games does: values, auction, exchange."""

import pytest

from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.money.settlement import pay_auction
from lhombre_core.engine.money.stake import money_from_pools
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load
from lhombre_core.rules.acting.idleness import reason
from tests.readings.point import (
    F,
    Table,
    actor,
    game_under,
    heard,
    legal,
    may,
    paid,
    pay,
    pays,
    readings,
    sizes,
    told,
    variants_with,
)

TARIFF = "danish-tariff"
BARE = ("DA06=none", "DA07=none", "DA09=paid-as-bid", "DA45=free")
"""Every contract is bid by its name and played as bid."""
POINTS = ("DA01=T", "DA03=declarer-only")
ALONE = POINTS[1:]
"""The ombre's score alone changes."""
EXCHANGE = ("spil", "bedre-spil", "kobe-nolo", "tourne", "tourne-respekt")


# --- what is paid ------------------------------------------------------------------------------


@readings("DA01", {"T": (2, -2, -3, -3, -7), "P": (1, -1, -2, -5, -8)}, under=ALONE)
def test_the_value_schedule_prices_won_bet_and_codille(game, expected):
    turned = tuple(pay(game, "tourne", tricks) for tricks in ("5-2-2", "4-4-1", "2-4-3"))
    nolos = (pay(game, "kobe-nolo", "4-3-2"), pay(game, "nolo-ouvert", "2-4-3"))
    assert (*turned, *nolos) == expected


@readings("DA02", {"flat-1": (1, 1, 1, 1), "graded": (1, 2, 2, 3)})
def test_a_codille_costs_one_more_or_more_by_the_height_of_the_contract(game, expected):
    extras = []
    for contract in ("solo", "solo-spar", "ren-nolo", "nolo-ouvert"):
        bet = pay(game, contract, "1-4-4" if "nolo" in contract else "4-4-1")
        extras.append(bet - pay(game, contract, "2-4-3"))
    opponents = 2 if "each" in str(game.rules.settlement["win"].from_) else 1
    assert tuple(extra // opponents for extra in extras) == expected


@readings(
    "DA03",
    {
        "declarer-only": ((3, 0, 0), (-3, 0, 0), (-4, 0, 0), (2, 0, 0), "highest-total"),
        "each-defender": ((6, -3, -3), (-6, 3, 3), (-8, 4, 4), (4, -2, -2), "balances"),
    },
    under=["DA01=T"],
)
def test_the_opponents_pay_and_are_paid_or_nobody_is_but_the_ombre(game, expected):
    found = [pays(game, contract="solo", tricks=t) for t in ("5-2-2", "4-4-1", "2-4-3")]
    found.append(pays(game, contract="solo", tricks="8-1-0", vole=True))
    assert (*found, str(game.rules.session.standing)) == expected
    thrown = pays(game, contract="spil", conceded=True)
    assert thrown == ((-1, 0, 0) if found[0][1] == 0 else (-2, 1, 1))


@readings(
    "DA22",
    {"from-second": (-2, -3, -5), "from-first": (-2, -4, -6), "flat": (-2, -3, -3)},
    under=ALONE,
)
def test_the_nolo_with_exchange_may_cost_more_for_every_trick(game, expected):
    assert tuple(pay(game, "kobe-nolo", t) for t in ("1-4-4", "2-4-3", "4-3-2")) == expected


@readings("DA39", {"3,2": (3, 3, -3), "4,2": (4, 4, -4)}, under=ALONE)
def test_the_lost_pair_of_the_tariff_is_three_or_four(game, expected):
    found = (pay(game, "solo-spar", "5-2-2"), pay(game, "ren-nolo", "0-5-4"))
    assert (*found, pay(game, "ren-nolo", "1-4-4")) == expected


@readings("DA44", {"6": 6, "5": 5}, under=ALONE)
def test_the_open_nolo_is_worth_six_or_five(game, expected):
    assert pay(game, "nolo-ouvert", "0-5-4") == expected
    assert pay(game, "nolo-ouvert", "1-4-4") == -expected


@readings("DA34", {"codille": "codille", "bet": "remise"})
def test_four_each_against_one_is_a_codille_or_a_bet(game, expected):
    assert paid(game, contract="spil", tricks="1-4-4").outcome == expected
    assert paid(game, contract="spil", tricks="0-5-4").outcome == "codille"


@readings("DA21", {"bet-codille": ("codille", False), "any-trick-single-loss": ("remise", True)})
def test_a_second_trick_in_a_nolo_is_a_codille_or_no_worse_than_one(game, expected):
    script = told(
        game, "F ren-nolo; M pass; B pass", "F plays SK; M plays S2; B plays S3", hands=NOLO
    )
    assert (
        paid(game, contract="ren-nolo", tricks="2-4-3").outcome,
        actor(script) == "-",
    ) == expected
    assert paid(game, contract="ren-nolo", tricks="1-4-4").outcome == "remise"


NOLO = {"F": "SK", "M": "S2", "B": "S3"}


@readings("DA43", {"won-value-minus-1": 2, "contract-lost": -3}, under=POINTS)
def test_a_missed_tout_costs_one_of_the_win_or_the_deal(game, expected):
    assert pay(game, "solo", "8-1-0", vole=True) == expected
    assert pay(game, "solo", "9-0-0", vole=True) == 4


# --- the auction -------------------------------------------------------------------------------


@readings("DA04", {"equal": (False, False, True), "nolo-above": (True, False, False)}, under=BARE)
def test_the_nolo_with_exchange_is_level_with_the_turned_contract_or_above_it(game, expected):
    assert (
        legal(
            game,
            "F tourne; M kobe-nolo",
            "F kobe-nolo; M tourne",
            "F spil; M kobe-nolo; F tourne",
        )
        == expected
    )


@readings("DA05", {"equal": (False, False, True), "nolo-above": (True, False, False)}, under=BARE)
def test_the_nolo_without_exchange_is_level_with_solo_in_spades_or_above_it(game, expected):
    assert (
        legal(
            game,
            "F solo-spar; M ren-nolo",
            "F ren-nolo; M solo-spar",
            "F solo; M ren-nolo; F solo-spar",
        )
        == expected
    )


@readings(
    "DA06",
    {
        "allowed": ("spil", "bedre-spil", "tourne", "kobe-nolo", "tourne-respekt"),
        "forbidden": ("spil", "bedre-spil", "tourne", "kobe-nolo"),
        "none": ("spil",),
    },
)
def test_a_winner_with_spil_may_turn_it_into_other_contracts_with_exchange(game, expected):
    auction = "F spil; M pass; B pass"
    assert heard(game, auction).may_declare == expected
    aces = told(game, auction, hands={"F": "SA CA"}).state
    one = told(game, auction, hands={"F": "SA", "M": "CA"}).state
    may_be = [name for name in expected if name != "tourne-respekt"]
    assert len(legal_actions(aces)) == (len(expected) if len(expected) > 1 else 4)
    assert len(legal_actions(one)) == (len(may_be) if len(expected) > 1 else 4)


@readings(
    "DA07", {"required": "refused", "penalised": -3, "none": 0}, settings=["needless_naming=3"]
)
def test_a_contract_that_spil_would_cover_is_refused_or_charged_when_it_is_named(game, expected):
    if expected == "refused":
        assert legal(game, "F tourne", "F spil; M tourne", "F ren-nolo") == (False, True, True)
        return
    state = told(game, "F tourne; M pass; B pass", talon="D4").state
    assert charged(state) == (expected, 0, 0)
    over = told(game, "F spil; M tourne; F pass; B pass", talon="D4").state
    assert charged(over) == (0, 0, 0)
    again = told(game, "F bedre-spil; M tourne; F kobe-nolo").state
    assert again.auction.needless == ((F,) if expected else ())


def charged(state):
    """Return what the auction cost forehand, middlehand and backhand."""
    seating = seat_players(state.game.rules.table, 3, 0)
    facts = facts_of(state._replace(actor=None))
    money, _ = pay_auction(state.game, money_from_pools(state.game, 3, {}), facts, seating)
    return tuple(money.balances[player] for player in seating.active)


@readings(
    "DA08",
    {
        "none": (("tourne",), ("ren-nolo",), ("spil",)),
        "within-family-upwards": (
            ("tourne", "kobe-nolo", "tourne-respekt"),
            ("solo-spar", "ren-nolo", "nolo-ouvert"),
            ("spil",),
        ),
    },
    under=["DA04=equal", "DA05=equal", *BARE],
)
def test_a_winner_with_another_bid_may_raise_it_within_its_family(game, expected):
    found = [heard(game, f"F {bid}; M pass; B pass").may_declare for bid in ("tourne", "ren-nolo")]
    assert (*found, heard(game, "F spil; M pass; B pass").may_declare) == expected
    without = told(game, "F tourne; M pass; B pass", hands={"M": "SA"}, talon="D4").state
    assert Bid("tourne-respekt") not in legal_actions(without)
    declarable = [one.contract for one in legal_actions(without) if hasattr(one, "contract")]
    assert "tourne-respekt" not in declarable


@readings(
    "DA09",
    {
        "counts-as-solo-spar": ("names", "solo-spar", 4),
        "choose-and-exclude": ("declares", "solo-spar", 4),
        "paid-as-bid": ("names", "solo", 3),
    },
    under=POINTS,
)
def test_solo_in_spades_is_another_contract_or_stays_a_solo(game, expected):
    how, contract, value = expected
    script = told(game, "F solo; M pass; B pass")
    if how == "declares":
        assert may(script, "declare solo", "declare solo-spar") == (True, True)
        plain = told(game, "F solo; M pass; B pass; F declares solo")
        assert may(plain, "name S", "name H") == (False, True)
        script.run(["F declares solo-spar"])
    else:
        assert may(script, "name S", "name H") == (True, True)
        script.run(["F names S"])
    it = script.state.undertaking
    assert (it.name, it.trump.name, pay(game, it.name, "5-2-2")) == (contract, "S", value)


@readings(
    "DA10", {"same-or-equal-rank": (True, True), "same-only": (True, False)}, under=["DA05=equal"]
)
def test_a_bid_is_held_with_the_same_contract_or_with_its_equal(game, expected):
    assert (
        legal(game, "F solo; M ren-nolo; F ren-nolo", "F solo; M ren-nolo; F solo-spar") == expected
    )


@readings("DA11", {"seat-order": (True, True), "forehand-only": (True, False)})
def test_in_a_duel_the_earlier_seat_holds_or_the_forehand_alone(game, expected):
    assert legal(game, "F spil; M solo; F solo", "F pass; M spil; B solo; M solo") == expected
    assert legal(game, "F pass; M spil; B solo; M ren-nolo") == (True,)


@readings("DA12", {"hold": (True, True), "beat": (False, True)})
def test_the_earlier_seat_may_hold_or_must_beat(game, expected):
    assert legal(game, "F spil; M solo; F solo", "F spil; M solo; F ren-nolo") == expected


@readings("DA28", {"void-next-dealer": (1, 1), "redeal-same-dealer": (0, 0)})
def test_after_three_passes_the_next_dealer_deals_or_the_same_again(game, expected):
    table = Table(game)
    table.pass_out()
    assert (table.session.dealer, table.session.counted) == expected
    assert table.session.money.balances == (0, 0, 0)


@readings("DA31", {"never": "none"})
def test_a_bid_cannot_be_altered(game, expected):
    assert game.rules.auction.correction == expected
    assert legal(game, "F spil; F solo") == (False,)


@pytest.mark.parametrize("variant", variants_with("DA31"))
def test_altering_a_bid_is_documented_only(variant):
    with pytest.raises(UsageError, match="printed, not run"):
        load(variant, ["DA31=until-next-bid"])


@readings("DA41", {"free": (True, False), "must-say-spil": (False, False)}, under=["DA07=required"])
def test_the_backhand_after_two_passes_may_name_any_contract_or_must_disguise_it(game, expected):
    assert legal(game, "F pass; M pass; B tourne", "F pass; M tourne") == expected
    assert legal(game, "F pass; M pass; B pass", "F pass; M pass; B spil") == (True, True)


@readings(
    "DA45",
    {"only-when-needed": (False, True), "never": (False, False), "free": (True, True)},
)
def test_solo_in_spades_is_named_at_any_time_or_when_needed_or_never(game, expected):
    assert legal(game, "F solo-spar", "F solo; M ren-nolo; F solo-spar") == expected


# --- the exchange ------------------------------------------------------------------------------


def least(game, contract):
    """Return the fewest cards that the ombre may discard."""
    script = told(game, f"F {contract}; M pass; B pass", hands={"F": "SA CA"}, talon="D4")
    if may(script, "name H") == (True,):
        script.run(["F names H"])
    return sizes(script)[0]


@readings("DA13", {"1-and-2": (1, 1, 1, 2, 2), "0": (0, 0, 0, 0, 0)}, under=BARE)
def test_the_ombre_exchanges_one_card_at_least_or_none(game, expected):
    assert tuple(least(game, contract) for contract in EXCHANGE) == expected


@readings(
    "DA40",
    {"allowed": (0, 0, 0), "turned-card-obligatory": (1, 1, 0), "turned-plus-one": (2, 2, 0)},
)
def test_a_turned_contract_needs_no_card_or_the_turned_one_or_one_more(game, expected):
    assert (least(game, "tourne"), least(game, "tourne-respekt"), least(game, "spil")) == expected
    script = told(game, "F tourne; M pass; B pass", talon="D4")
    if not expected[0]:
        script.run(["F discards 0"])
        assert script.state.talon[0] == script.state.undertaking.turned
        return
    script.run([f"F discards {expected[0]}"])
    assert script.state.hands[F] >> script.state.undertaking.turned & 1


@readings("DA14", {"right-then-left": ("B", "M"), "left-then-right": ("F", "B")}, under=BARE)
def test_the_opponent_at_the_ombres_right_or_at_his_left_exchanges_first(game, expected):
    middle = told(game, "F pass; M solo; B pass; M names H")
    fore = told(game, "F solo; M pass; B pass; F names H")
    assert (actor(middle), actor(fore)) == expected


@readings("DA27", {"after-auction": (False, True), "with-bid": (True, True)}, under=BARE)
def test_the_black_aces_are_shown_with_the_bid_or_after_the_auction(game, expected):
    script = told(game, "F spil; M tourne-respekt", hands={"M": "SA CA"}, talon="D4")
    seen = [script._visible("F", "SA CA")]
    script.run(["F pass; B pass"])
    assert (*seen, script._visible("B", "SA CA")) == expected


@pytest.mark.parametrize("reading", ["after-auction", "with-bid"])
def test_aces_of_a_contract_that_is_declared_later_are_shown_then(reading):
    game = game_under("danish-club", (f"DA27={reading}",), ())
    script = told(game, "F spil; M pass; B pass", hands={"F": "SA CA"}, talon="D4")
    script.run(["expect M does not see SA CA; F declares tourne-respekt; expect M sees SA CA"])


@readings("DA37", {"printed-suit": ("C", None), "declarer-chooses": (None, "H")}, under=BARE)
def test_a_black_ace_turned_makes_its_suit_trumps_or_the_ombre_names_one(game, expected):
    script = told(game, "F tourne; M pass; B pass", talon="CA")
    trump = script.state.undertaking.trump
    if trump is None:
        script.run(["F names H; expect trump is H; expect F may discard 9"])
        assert expected == (None, "H")
    else:
        assert expected == (trump.name, None)


# --- what the sheet says besides -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "chosen", "path"),
    [
        ("danish-club", ["DA12=beat"], "auction.hold.who"),
        ("danish-club", ["DA12=beat"], "auction.hold.what"),
        ("danish-tariff", ["DA21=any-trick-single-loss"], "contracts.kobe-nolo.codille"),
        ("danish-tournament", ["DA19=any-time-before-lead-6"], "vole.earliest"),
        ("danish-tournament", ["DA41=must-say-spil"], "auction.last_speaker_bound"),
    ],
)
def test_what_the_sheet_calls_idle_cannot_act(variant, chosen, path):
    assert reason(load(variant, chosen).rules, path) is not None


@pytest.mark.parametrize(("cap", "loss"), [("none", -10), ("6", -6), ("3", -3)])
def test_the_loss_in_the_nolo_with_exchange_may_have_a_limit(cap, loss):
    game = game_under(TARIFF, tuple(ALONE), () if cap == "none" else (f"kobe_nolo_cap={cap}",))
    assert pay(game, "kobe-nolo", "9-0-0") == loss
