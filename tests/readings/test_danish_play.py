"""What each reading of the three Danish games does: play, mistakes, table, session."""

import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.money.session import deals
from lhombre_core.engine.phase.stop import First, Split, is_fixed
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import Announce, Concede
from lhombre_core.engine.state.seating import next_dealer, seat_players
from lhombre_core.errors import IllegalAction
from lhombre_core.rules.acting.idleness import reason
from tests.readings.point import (
    FIVE,
    B,
    F,
    Table,
    act,
    actor,
    cards,
    declared,
    game_under,
    may,
    paid,
    pay,
    pays,
    readings,
    told,
)

TARIFF = "danish-tariff"
BARE = ("DA06=none", "DA07=none", "DA09=paid-as-bid", "DA45=free")
"""Every contract is bid by its name and played as bid."""
POINTS = ("DA01=T", "DA03=declarer-only")
ALONE = POINTS[1:]
"""The ombre's score alone changes."""


# --- the play ----------------------------------------------------------------------------------


@readings(
    "DA24",
    {
        "set-model": ("CA D4", "SA CA"),
        "only-matadors-lower-lead": ("CA D4", "SA CA D4"),
        "no-privilege": ("CA", "SA CA"),
    },
)
def test_a_matador_is_kept_back_by_one_of_three_rules(game, expected):
    assert (cards(game, "H", "HK", "CA D4"), cards(game, "H", "H7", "SA CA D4")) == expected
    assert cards(game, "H", "HK", "CA H5 D4") == "CA H5"
    assert cards(game, "H", "SA", "H7 CA D4") == "H7 CA"


def test_the_letter_of_the_club_differs_from_the_rule_only_by_spadille_and_basta():
    letter = game_under("danish-club", ("DA24=only-matadors-lower-lead", "DA25=one-of-two"))
    rule = game_under("danish-club", ())
    for suit in Suit:
        differ = letter.follow(suit).free ^ rule.follow(suit).free
        assert all(held >> led & 1 for led, held in differ)  # who leads a card does not hold it


@readings("DA25", {"one-of-two": "SA CA", "free": "SA CA D4"})
def test_the_manille_takes_one_of_the_other_two_or_none(game, expected):
    assert cards(game, "H", "H7", "SA CA D4") == expected
    assert cards(game, "H", "H7", "CA D4") == "CA"


@readings("DA26", {"no-force": "H7 D4", "forces": "H7"})
def test_a_matador_put_on_second_forces_the_third_or_not(game, expected):
    assert cards(game, "H", "H4 SA", "H7 D4") == expected
    assert cards(game, "H", "H4 CA", "H7 D4") == "H7 D4"


@readings("DA20", {"before-first-lead": (True, True), "after-declarers-first-card": (False, True)})
def test_the_open_nolo_lies_open_before_the_lead_or_after_the_ombres_card(game, expected):
    script = told(game, "F pass; M nolo-ouvert; B pass", hands={"F": "D2", "M": "D3"})
    script.run(["F plays D2"])
    seen = [script._visible("B", "the hand of M")]
    script.run(["M plays D3"])
    assert (*seen, script._visible("F", "the hand of M")) == expected


@readings("DA23", {"when-fixed": ("-", 6), "play-out": ("F", 9)}, under=[*BARE, "DA38=first-five"])
def test_play_stops_when_nothing_can_change_or_after_nine_tricks(game, expected):
    script = told(game, *LOSES_FIRST, "F wins 4", hands=WITH_A_LOSER)
    who, tricks = actor(script), None
    script.run(["play ends"])
    tricks = len(script.state.play.winners)
    assert (who, tricks) == expected


LOSES_FIRST = (
    "F solo; M pass; B pass; F names H; M discards 0; B discards 0",
    "F plays D7; M plays DK; B plays DJ; M plays DQ; B plays D2; F plays H2",
)
WITH_A_LOSER = {"F": FIVE, "M": "DK DQ", "B": "DJ D2"}


@pytest.mark.parametrize(
    ("chosen", "cap", "tricks"),
    [
        ("flat", "none", 2),
        ("from-second", "none", 9),
        ("from-first", "3", 2),
        ("from-second", "4", 3),
    ],
)
def test_a_nolo_that_costs_by_the_trick_is_played_out_or_to_its_limit(chosen, cap, tricks):
    settings = () if cap == "none" else (f"kobe_nolo_cap={cap}",)
    game = game_under(TARIFF, (f"DA22={chosen}",), settings)
    # From the lead on the ombre takes trick after trick; where does the deal end?
    split = Split(
        "kobe-nolo",
        colour=0,
        ombre=0,
        surrenderer=None,
        vole_undertaken=False,
        four=False,
        tricks=(0, 0, 0, 0),
        first=First.OMBRE,
    )
    while sum(split.tricks) < 9 and not is_fixed(game, split):
        split = split.after(0)
    assert split.tricks[0] == tricks


@readings("DA38", {"first-five": "-", "any-five": "F"}, under=[*BARE, "DA18=sixth-card", *POINTS])
def test_the_first_five_tricks_open_the_tout_or_any_five(game, expected):
    script = told(game, *LOSES_FIRST, "F wins 4", hands=WITH_A_LOSER)
    assert actor(script) == expected
    if expected == "-":
        return
    assert may(script, "stop") == (True,)
    stopped = told(game, *LOSES_FIRST, "F wins 4; F stops", hands=WITH_A_LOSER).state
    assert not facts_of(stopped).vole_undertaken
    script.run(["F wins 1; expect over; expect vole undertaken; expect result is win"])
    assert pay(game, "solo", "6-1-0", vole=True) == 3 - 1


@readings(
    "DA18",
    {
        "announce": (False, True, True),
        "sixth-card": (True, False, True),
        "announce-or-lead": (True, True, True),
    },
    under=BARE,
)
def test_the_tout_is_announced_or_undertaken_by_a_sixth_card(game, expected):
    script = told(game, LOSES_FIRST[0], "F wins 5", hands={"F": FIVE})
    assert may(script, "play HJ", "announce", "stop") == expected
    if expected[0]:
        script.run(["F plays HJ; expect vole undertaken"])
    else:
        script.run(["F announces; expect vole undertaken; expect F may play HJ"])


@readings(
    "DA19",
    {"after-trick-5": (False, False, False), "any-time-before-lead-6": (True, True, False)},
    under=[*BARE, "DA18=announce", *POINTS],
)
def test_the_tout_can_be_announced_after_five_tricks_or_at_any_turn_before(game, expected):
    at_once = told(game, LOSES_FIRST[0], hands={"F": FIVE})
    later = told(game, LOSES_FIRST[0], "F wins 2", hands={"F": FIVE})
    lost = told(game, *LOSES_FIRST, hands=WITH_A_LOSER)
    assert tuple(may(one, "announce")[0] for one in (at_once, later, lost)) == expected
    assert may(told(game, LOSES_FIRST[0], "F wins 5", hands={"F": FIVE}), "announce") == (True,)
    if expected[0]:
        at_once.run(["F announces; expect vole undertaken"])
        assert Concede() not in legal_actions(at_once.state)
        assert Announce() not in legal_actions(at_once.state)
        losses = [pay(game, "spil", tricks, vole=True) for tricks in ("4-4-1", "3-5-1")]
        assert losses == [-2, -3]


def test_a_follower_may_announce_tout_at_his_turn():
    game = game_under("danish-club", ("DA19=any-time-before-lead-6", *BARE), ())
    script = told(
        game,
        "F pass; M solo; B pass; M names H; B discards 0; F discards 0",
        hands={"M": FIVE, "F": "D2"},
    )
    script.run(["F plays D2; expect M may announce; expect M may play D7"])


def test_a_tout_by_the_sixth_card_cannot_be_announced_early():
    game = game_under("danish-tournament", ("DA19=any-time-before-lead-6",), ())
    assert reason(game.rules, "vole.earliest") is not None


# --- throwing the deal up, and mistakes ----------------------------------------------------------


@readings("DA15", {"yes": (True, True), "no": (False, True)}, under=BARE)
def test_the_nolo_with_exchange_may_be_thrown_up_or_not(game, expected):
    nolo = told(game, "F kobe-nolo; M pass; B pass; F discards 2")
    spil = told(game, "F spil; M pass; B pass; F names H; F discards 2; M discards 0; B discards 0")
    assert (may(nolo, "concede")[0], may(spil, "concede")[0]) == expected


@readings("DA16", {"own-first-card": ("F", True), "before-play": ("B", False)}, under=BARE)
def test_a_deal_is_thrown_up_before_the_lead_or_before_the_ombres_own_card(game, expected):
    lines = "F pass; M pass; B spil; B names H; B discards 1; F discards 0; M discards 0"
    script = told(game, lines, hands={"F": "D2", "M": "D3"})
    asked = actor(script)
    if asked == "B":
        assert may(script, "concede", "play on") == (True, True)
        thrown = told(game, lines, "B concedes; expect conceded; expect result is remise")
        assert actor(thrown) == "-"
        script.run(["B play on"])
    script.run(["F plays D2; M plays D3"])
    assert (asked, may(script, "concede")[0]) == expected


@readings(
    "DA17",
    {
        "concession": (True, "refused", "refused", True),
        "bad-hand-size": (False, "remise", "win", False),
    },
    under=ALONE,
)
def test_who_spoils_the_game_may_throw_it_up_or_has_a_wrong_number_of_cards(game, expected):
    lines = "F spil; M pass; B pass; F names H; F discards 3; M discards 0; B discards 0"
    script = told(game, lines)
    found = [judged(game, act("wrong-draw", seat)) for seat in (F, B)]
    assert (may(script, "concede")[0], *found, "conceded" in game.rules.settlement) == expected
    if found[0] != "refused":
        assert declared(script, act("wrong-draw", F)) == "decided"
        assert pay(game, "solo", "9-0-0", vole=True, irregular=[WRONG | {"seat": "forehand"}]) == -2
        assert pay(game, "solo", "9-0-0", vole=True, irregular=[WRONG | {"seat": "backhand"}]) == 2
        both = game_under(TARIFF, ("DA17=bad-hand-size", "DA15=yes", "DA16=before-play"), ())
        assert not any(one.concession.allowed for one in both.contracts.values())
    else:
        assert pays(game, contract="spil", conceded=True) == (-1, 0, 0)


WRONG = {"offence": "wrong-draw"}


def judged(game, irregular):
    """Return the result of a deal with a mistake, `refused` where the variant has no remedy."""
    case = {"offence": str(irregular.offence), "seat": irregular.seat.name.lower()}
    try:
        return paid(game, contract="solo", tricks="5-2-2", irregular=[case]).outcome
    except IllegalAction:
        return "refused"


@readings(
    "DA32",
    {
        "correct-before-looking": ("win", "win", 4),
        "contract-lost": ("remise", "win", 3),
        "engine-forbids": ("refused", "refused", None),
    },
    under=POINTS,
)
def test_a_wrong_number_drawn_is_put_right_or_decides_the_deal_or_is_refused(game, expected):
    found = (judged(game, act("wrong-draw", F)), judged(game, act("wrong-draw", B)))
    made = None
    if found[0] != "refused":
        opponent = [WRONG | {"seat": "backhand"}]
        made = pay(game, "solo", "9-0-0", vole=True, irregular=opponent)
    assert (*found, made) == expected


@readings(
    "DA33",
    {"engine-forbids": ("refused", "refused"), "penalty": ("remise", "win")},
    under=POINTS,
)
def test_a_revoke_is_refused_or_decides_the_deal(game, expected):
    assert (judged(game, act("revoke", F)), judged(game, act("revoke", B))) == expected
    if expected[0] == "remise":
        revoke = [{"offence": "revoke", "seat": "backhand"}]
        assert pay(game, "solo", "0-9-0", irregular=revoke) == 3


# --- table and session -------------------------------------------------------------------------


def seats(game, players, dealer=0):
    """Return who is forehand, middlehand and backhand, who rests, who deals next."""
    seating = seat_players(game.rules.table, players, dealer)
    return seating.active, seating.resting, next_dealer(game.rules.table, players, dealer)


@readings(
    "DA29.turn",
    {
        "anticlockwise": (((1, 2, 0), (), 1), ((1, 3, 0), (2,), 1)),
        "clockwise": (((2, 1, 0), (), 2), ((3, 1, 0), (2,), 3)),
    },
)
def test_everything_goes_round_to_the_right_or_mirrored_to_the_left(game, expected):
    assert (seats(game, 3), seats(game, 4)) == expected


@readings(
    "DA29.deal",
    {
        "right-forehand-first": (1, "forehand"),
        "left-dealer-first": (2, "dealer"),
    },
)
def test_the_deal_passes_to_the_right_or_to_the_left_and_serves_another_first(game, expected):
    active, _, following = seats(game, 3)
    assert active == (1, 2, 0)
    assert (following, str(game.rules.deal.first_served)) == expected


@readings("DA30", {"opposite-dealer": ((1, 3, 0), (2,)), "dealer": ((1, 2, 3), (0,))})
def test_at_four_the_player_opposite_the_dealer_rests_or_the_dealer(game, expected):
    assert seats(game, 4)[:2] == expected


@readings(
    "DA35", {"30-40": (30, 40), "agreed": (33, 44)}, settings=["deals_three=33", "deals_four=44"]
)
def test_a_session_has_thirty_or_forty_deals_or_as_many_as_agreed(game, expected):
    assert (deals(game, 3), deals(game, 4)) == expected


@readings(
    "DA42.length",
    {"30-40": (30, 40), "agreed": (27, 48)},
    settings=["deals_three=27", "deals_four=48"],
)
def test_a_session_by_tariff_has_thirty_or_forty_deals_or_as_many_as_agreed(game, expected):
    assert (deals(game, 3), deals(game, 4)) == expected


@readings("DA42.void", {"count": (1, 1), "do-not-count": (0, 1)})
def test_wash_outs_count_as_deals_or_do_not(game, expected):
    table = Table(game)
    table.pass_out()
    assert (table.session.counted, table.session.dealer) == expected


@readings("DA36", {"king": ("king-queen-jack", "king"), "random": ("by-lot", "by-lot")})
def test_the_drawer_of_the_king_deals_first_or_one_found_by_lot(game, expected):
    assert (game.rules.table.seats, game.rules.table.first_dealer) == expected
