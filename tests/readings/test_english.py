"""What each reading of a disputed point of the English game does."""

import pytest

from lhombre_core.cards import Card, Suit
from lhombre_core.engine.money.session import finish
from lhombre_core.engine.state.runs import runs
from lhombre_core.language.catalog import load
from lhombre_core.rules.acting.idleness import reason
from tests.readings.point import (
    B,
    F,
    M,
    Table,
    actor,
    also,
    cards,
    game_under,
    heard,
    legal,
    may,
    paid,
    pays,
    readings,
    sizes,
    told,
)

POT = {"pot": 5}
ENTRADA = "F entrada; M pass; B pass; F names H"
SOLO = "F solo; M pass; B pass; F names H"
KEPT = "F discards 0; M discards 0; B discards 0"


def settled(game, **case):
    """Return what is paid and what the pot holds after, of a deal for a pot of 5."""
    found = paid(game, **({"pools": POT, "contract": "entrada", "run": 1} | case))
    return (*found.pays, found.pools["pot"])


# --- estuches ----------------------------------------------------------------------------------


@readings("EN01", {"as-dealt": 2, "at-first-lead": 5})
def test_estuches_are_counted_on_the_hand_dealt_or_on_the_one_that_plays(game, expected):
    hand = {"F": "CA HA HK H2 D2 D3 C7 C6 C5"}
    script = told(game, ENTRADA, hands=hand, talon="SA H7")
    script.run(["F discards D2 D3; M discards 0; B discards 0"])
    assert runs(script.state).ombre == expected


def counted(game, hand):
    """Return for how many estuches each opponent pays an entrada."""
    return -5 - settled(game, run=None, hand=hand, trump="H", tricks="5-2-2")[1]


@readings("EN02.minimum", {"none": (2, 2, 3, 4), "three": (0, 0, 3, 4)})
def test_every_run_counts_or_those_of_three_and_more(game, expected):
    hands = (
        "SA H7 HA H2 D2 D3 C7 C6 C5",
        "CA HA HK H2 D2 D3 C7 C6 C5",
        "HA HK HQ H2 D2 D3 C7 C6 C5",
        "SA H7 CA HA D2 D3 C7 C6 C5",
    )
    assert tuple(counted(game, hand) for hand in hands) == expected


@readings("EN02.lacking", {"counts": (12, 1, 3), "held-only": (0, 0, 3)})
def test_a_run_of_trumps_lacked_counts_like_one_held_or_nothing(game, expected):
    hands = (
        "SK SQ SJ CK CQ CJ DK DQ DJ",
        "H7 CA HA H2 D2 D3 C7 C6 C5",
        "SA H7 CA HK D2 D3 C7 C6 C5",
    )
    assert tuple(counted(game, hand) for hand in hands) == expected


@readings("EN16", {"punto-4th": (3, 3), "stays-below-jack": (4, 6)})
def test_the_red_ace_is_the_fourth_trump_or_stays_below_the_jack(game, expected):
    place = game.ranking(Suit.H).trumps.index(Card.HA)
    assert (counted(game, "SA H7 CA HK D2 D3 C7 C6 C5"), place) == expected


# --- what is paid ------------------------------------------------------------------------------


@readings(
    "EN03",
    {
        "fixed-5": ((-17, 0, 0, 22), (-17, 17, 0, 5), (-17, 0, 0, 22)),
        "contract-value": ((-37, 0, 0, 42), (-37, 37, 0, 5), (-21, 0, 0, 26)),
    },
)
def test_a_puesta_costs_five_for_each_opponent_or_the_value_of_the_contract(game, expected):
    puesta = settled(game, contract="solo", tricks="4-4-1")
    codille = settled(game, contract="solo", tricks="3-4-2")
    surrender = settled(game, contract="vuelta", conceded=True)
    assert (puesta, codille, surrender) == expected


@readings(
    "EN04",
    {
        "with-the-loss": ((-21, 0, 0, 26), (-21, 21, 0, 5), (-19, 0, 0, 24)),
        "each-opponent": ((-21, 3, 3, 20), (-21, 18, 3, 5), (-19, 2, 2, 20)),
    },
)
def test_bonuses_of_a_loss_go_where_the_loss_goes_or_to_each_opponent(game, expected):
    lost = {"run": 2, "first_five": "opponents"}
    puesta = settled(game, tricks="4-4-1", **lost)
    codille = settled(game, tricks="4-5-0", **lost)
    assert (puesta, codille, settled(game, run=2, conceded=True)) == expected


@readings("EN05", {"stays": (0, 17), "drawn-and-replaced": (5, 12)})
def test_after_a_codille_the_pot_stays_or_is_drawn_and_laid_anew(game, expected):
    found = paid(game, pools=POT, contract="entrada", run=1, tricks="3-4-2")
    assert (*found.pays, found.pools["pot"]) == (-17, 17, 0, 5)
    ombre, winner = 1, 2  # the dealer is player 0
    drawn = sum(line.amount for line in found.lines if (line.payer, line.payee) == ("pot", winner))
    own = sum(line.amount for line in found.lines if (line.payer, line.payee) == (ombre, winner))
    laid = sum(line.amount for line in found.lines if (line.payer, line.payee) == (ombre, "pot"))
    assert (drawn, own) == expected
    assert laid == drawn


@readings(
    "EN06",
    {"stays": (-54, 27, 27, 5), "ombre-takes": (-49, 27, 27, 0), "as-puesta": (-69, 27, 27, 20)},
)
def test_after_a_missed_vole_the_pot_stays_or_is_the_ombres_or_grows(game, expected):
    case = {"contract": "vuelta", "tricks": "8-1-0", "first_five": "ombre", "vole": True}
    assert settled(game, **case) == expected


@readings("EN07", {"net": ((-58, 29), (-18, 9)), "gross": ((-48, 24), (12, -6))})
def test_a_missed_vole_costs_the_price_less_estuches_or_less_the_value_too(game, expected):
    case = {"tricks": "8-1-0", "first_five": "ombre", "vole": True}
    entrada = settled(game, **case)
    solo = settled(game, contract="solo", **case | {"run": 11})
    assert (entrada[:2], solo[:2]) == expected


@readings("EN08", {"puesta": (-17, 0, 0, 22), "codille-split": (-17, 9, 8, 5)})
def test_four_each_against_one_is_a_puesta_or_a_codille_of_both(game, expected):
    assert settled(game, tricks="1-4-4") == expected
    assert settled(game, tricks="1-5-3") == (-17, 17, 0, 5)


@readings("EN19", {"exclusive": (67, -31, -31, 0), "both": (69, -32, -32, 0)})
def test_a_vole_brings_no_primera_or_primera_too(game, expected):
    assert settled(game, tricks="9-0-0", first_five="ombre", vole=True) == expected


@readings("EN21", {"never": (37, -16, -16, 0), "also": (35, -15, -15, 0)})
def test_a_winner_who_lost_the_first_five_tricks_pays_nothing_or_primera(game, expected):
    case = {"contract": "solo", "tricks": "4-3-2"}
    assert settled(game, first_five="opponents", **case) == expected
    assert settled(game, **case) == (37, -16, -16, 0)


# --- the auction -------------------------------------------------------------------------------


@readings(
    "EN09",
    {"void": ("-", 5, (1, 1)), "pass-fee": ("-", 11, (1, 1)), "forced-spadille": ("M", 5, None)},
    settings=["pass_fee=2"],
)
def test_after_three_passes_nothing_is_paid_or_a_fee_or_spadille_plays(game, expected):
    script = told(game, "F pass; M pass; B pass", hands={"M": "SA"})
    table, after = Table(game), None
    pot = table.open().held("pot")
    if actor(script) == "-":
        pot = table.close(passers="BCA").held("pot")
        after = (table.session.dealer, table.session.counted)
    assert (actor(script), pot, after) == expected
    told(game, "F pass; M pass; B pass", talon="SA").run(["expect over; expect all pass"])


@readings("EN10", {"continues": (True, True), "hold-ends-it": (False, True)})
def test_a_bid_that_was_held_may_be_raised_again_or_its_bidder_is_out(game, expected):
    raised = legal(game, "F entrada; M vuelta; B pass; F vuelta; M solo")
    held = heard(also(game, "EN11=duel"), "F entrada; M vuelta; F vuelta")
    passed = "" if held.speaker is B else "; M pass"
    other = legal(also(game, "EN11=duel"), f"F entrada; M vuelta; F vuelta{passed}; B solo")
    assert (*raised, *other) == expected


@readings("EN11", {"round": (True, False), "duel": (False, True)})
def test_the_turn_to_bid_goes_round_or_to_and_fro(game, expected):
    assert legal(game, "F entrada; M vuelta; B solo", "F entrada; M vuelta; F solo") == expected


# --- the exchange ------------------------------------------------------------------------------


@readings("EN12.ombre", {"0-9": ((0, 9), (0, 9)), "1-9": ((1, 9), (1, 9)), "0-8": ((0, 8), (0, 8))})
def test_the_ombre_exchanges_any_number_or_one_at_least_or_eight_at_most(game, expected):
    vuelta = told(game, "F vuelta; M pass; B pass", talon="H4")
    assert (sizes(told(game, ENTRADA)), sizes(vuelta)) == expected


@readings("EN12.first-opponent", {"all-left": ((0, 9), (0, 7)), "eight": ((0, 8), (0, 7))})
def test_the_first_opponent_takes_as_many_as_he_likes_or_eight(game, expected):
    script = told(game, SOLO)
    entrada = told(game, ENTRADA, "F discards 6")
    assert (sizes(script), sizes(entrada)) == expected
    assert sizes(script.run(["M discards 0"])) == (0, 9)


@readings(
    "EN13",
    {"first-drawn": (0, True, 0), "obligatory": (1, True, None), "excluded": (0, False, 12)},
)
def test_the_turned_card_may_or_must_be_drawn_or_goes_under_the_stock(game, expected):
    vuelta = "F vuelta; M pass; B pass"
    script = told(game, vuelta, talon="H4")
    fewest, _ = sizes(script)
    turned = script.state.undertaking.turned
    place = script.state.talon.index(turned) if not fewest else None
    script.run(["F discards 1"])
    assert (fewest, bool(script.state.hands[F] >> turned & 1), place) == expected
    both = also(game, "EN12.ombre=1-9")
    assert sizes(told(both, vuelta, talon="H4"))[0] == 1
    if place == 12:
        under = told(game, vuelta, "F discards 9; M discards 4", talon="H4").state
        assert under.hands[M] >> turned & 1


@readings(
    "EN14",
    {
        "right-of-ombre": ("M", False, "B"),
        "better-placed": ("M", True, "B"),
        "left-of-ombre": ("B", False, "M"),
    },
)
def test_the_opponent_at_the_ombres_right_goes_first_or_may_cede_or_goes_last(game, expected):
    script = told(game, SOLO)
    first, cedes = actor(script), may(script, "cede")[0]
    last = actor(script.run([f"{first} discards 0"]))
    assert (first, cedes, last) == expected
    if cedes:
        ceded = told(game, SOLO, "M cedes; expect B to act", "B discards 0; expect M to act")
        assert may(ceded, "cede") == (False,)


@readings("EN18", {"unseen": False, "turned-up": True})
def test_what_is_left_of_the_stock_stays_unseen_or_is_turned_up(game, expected):
    script = told(game, SOLO, "M discards 2; B discards 1")
    assert actor(script) == "F"
    assert {script._visible(seat, "the rest of the talon") for seat in "FMB"} == {expected}
    assert told(game, SOLO, "M discards 2")._visible("F", "the rest of the talon") is False


# --- the play ----------------------------------------------------------------------------------


@readings("EN17", {"one-of-two": "SA CA", "free": "SA CA D4"})
def test_the_manille_takes_one_of_the_other_two_matadors_or_none(game, expected):
    assert cards(game, "H", "H7", "SA CA D4") == expected
    assert cards(game, "H", "H7", "CA D4") == "CA"


# --- the surrender -----------------------------------------------------------------------------


@readings("EN15.offered", {"entrada-vuelta": (True, True, False), "none": (False, False, False)})
def test_entrada_and_vuelta_may_be_surrendered_or_nothing(game, expected):
    entrada = told(game, ENTRADA, KEPT)
    vuelta = told(game, "F vuelta; M pass; B pass", KEPT, talon="H4")
    solo = told(game, SOLO, "M discards 0; B discards 0")
    assert tuple(may(one, "concede")[0] for one in (entrada, vuelta, solo)) == expected


@readings("EN15.consent", {"both-accept": "M", "always": "-"})
def test_both_must_accept_the_surrender_of_a_vuelta_or_nobody_is_asked(game, expected):
    script = told(game, "F vuelta; M pass; B pass", KEPT, "F concedes", talon="H4")
    assert actor(script) == expected
    if expected == "M":
        script.run(["M agrees; B refuses; expect F to act; expect not over"])
        assert may(script, "concede") == (False,)
    else:
        script.run(["expect conceded; expect result is remise"])


@readings("EN15.untaken", {"puesta": "-", "refused": "F"})
def test_an_entrada_that_nobody_takes_over_is_surrendered_or_played_on(game, expected):
    script = told(game, ENTRADA, KEPT, "F concedes; M does not take over; B does not take over")
    assert actor(script) == expected
    if expected == "F":
        assert may(script, "concede") == (False,)


@readings(
    "EN15.price",
    {"puesta": ((-19, 0, 0, 24), 19), "puesta-without-estuches": ((-15, 0, 0, 20), 15)},
)
def test_a_surrender_costs_estuches_or_does_not(game, expected):
    owed = also(game, "EN15.liability=surrenderer-owes-puesta")
    taken = {"surrenderer": "middlehand", "surrenderer_run": 2, "tricks": "5-2-2"}
    pot = settled(owed, **taken)[3]
    assert (settled(game, run=2, conceded=True), pot) == expected
    assert settled(game, run=2, tricks="4-4-1") == (-19, 0, 0, 24)


@readings(
    "EN15.liability",
    {
        "taker-only": ((19, -7, -7, 0), (-19, 0, 0, 24), (-19, 0, 19, 5)),
        "surrenderer-owes-puesta": ((19, -24, -7, 17), (-19, -17, 0, 41), (-19, -17, 19, 22)),
        "tresillo-table": ((17, -17, 0, 5), (-17, -17, 0, 39), (-17, -17, 17, 22)),
    },
)
def test_who_surrenders_to_a_taker_owes_nothing_or_a_puesta_or_by_a_table(game, expected):
    taken = {"run": 2, "surrenderer": "middlehand", "surrenderer_run": 1}
    splits = ("5-2-2", "3-3-3", "3-2-4")
    assert tuple(settled(game, tricks=split, **taken) for split in splits) == expected


def test_who_has_surrendered_and_is_ahead_at_the_end_pays_nothing_by_the_table():
    game = game_under("english-1800s", ("EN15.liability=tresillo-table",), ())
    taken = {"run": 2, "surrenderer": "middlehand", "surrenderer_run": 1}
    assert settled(game, tricks="3-4-2", **taken) == (-17, 0, 0, 22)
    assert settled(game, tricks="1-4-4", **taken) == (-17, 0, 0, 22)


# --- the end -----------------------------------------------------------------------------------


@readings(
    "EN20",
    {
        "split": ("over", (0, 0, 0), 0),
        "carry": ("over", (-5, -5, -5), 15),
        "play-on": (None, None, 15),
    },
    settings=["deals=3"],
)
def test_the_pot_is_divided_at_the_end_or_left_or_played_for(game, expected):
    table = Table(game)
    for _ in range(3):
        table.pass_out()
    ended = None if table.session.ended is None else str(table.session.ended)
    if ended is None:
        assert table.play(by="A", contract="entrada", tricks="4-4-1", run=1).held("pot") > 0
        assert table.session.ended is None
        table.play(by="A", contract="entrada", tricks="5-2-2", run=1)
        assert (str(table.session.ended), table.session.money.held("pot")) == ("over", 0)
        assert expected == (None, None, 15)
        return
    done, _ = finish(table.session)
    assert (ended, done.money.balances, done.money.held("pot")) == expected


@pytest.mark.parametrize(("fee", "pot"), [(1, 8), (5, 20)])
def test_the_fee_for_three_passes_is_a_parameter(fee, pot):
    game = game_under("english-1800s", ("EN09=pass-fee",), (f"pass_fee={fee}",))
    assert Table(game).pass_out().held("pot") == pot


def test_a_holder_of_spadille_who_must_play_plays_as_after_a_bid():
    game = game_under("english-1800s", ("EN09=forced-spadille",), ())
    script = told(game, "F pass; M pass; B pass", hands={"M": "SA"})
    script.run(["expect ombre is M; M names H; expect M may discard 0 to 9"])
    script.run(["M discards 0; B discards 0; F discards 0; expect F to act"])
    assert pays(game, pools=POT, contract="entrada", run=1, ombre="middlehand", tricks="5-2-2") == (
        17,
        -6,
        -6,
    )
    assert script.state.undertaking.ombre == M


@pytest.mark.parametrize(
    "path",
    [
        "contracts.vuelta.concession.consent",
        "contracts.entrada.concession.untaken",
        "concession.run_counts",
        "concession.take_over",
    ],
)
def test_where_nothing_is_surrendered_the_other_questions_are_idle(path):
    assert reason(load("english-1800s").rules, path) is None
    assert reason(load("english-1800s", ["EN15.offered=none"]).rules, path) is not None
