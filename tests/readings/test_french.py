"""What each reading of the French game does."""

from dataclasses import replace

import pytest

from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.money.session import deals
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.runs import runs
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat
from tests.engine.money_case import with_lots
from tests.readings.point import (
    FIVE,
    Table,
    actor,
    also,
    cards,
    game_under,
    legal,
    may,
    paid,
    pays,
    readings,
    sizes,
    told,
)

ID = "french-1600s"
JOUER = "F jouer; M pass; B pass; F names H"
ALONE = "F sans-prendre; M pass; B pass; F names H"
KEPT = "M discards 0; B discards 0"
POT = {"pot": 21}


def settled(game, **case):
    """Return what is paid and what the pot holds after, of a deal for a pot of 21."""
    found = paid(game, **({"pools": POT, "contract": "jouer", "run": 0} | case))
    return (*found.pays, found.pools["pot"])


# --- stakes and bêtes --------------------------------------------------------------------------


@readings(
    "FR01",
    {
        "each-3": (9, 9, (-3, -3, -3), 24, 24),
        "each-one-great-counter": (36, 36, (-12, -12, -12), 78, 78),
        "three-separate-fishes": (30, 10, (-10, -10, -10), 46, 26),
        "dealer-5": (5, 5, (-5, 0, 0), 15, 15),
    },
)
def test_the_stake_is_laid_by_all_or_in_three_parts_or_by_the_dealer(game, expected):
    table = Table(game)
    money = table.open()
    found = [money.held("pot"), table.at_stake(), money.balances]
    table.close(by="B", tricks="4-4-1", contract="jouer")
    found += [table.open().held("pot"), table.at_stake()]
    assert tuple(found) == expected


@readings("FR01", {"each-3": (9, 6), "dealer-5": (5, 5)}, only=[ID])
def test_after_three_passes_something_is_added_or_only_the_dealers_stake(game, expected):
    table = Table(game)
    first = table.pass_out().held("pot")
    assert (first, table.open().held("pot") - first) == expected


@readings(
    "FR02.held",
    {
        "pool": ([20, 10, 10], 20, [20, 10, 10]),
        "separate-largest-first": ([10, 10, 10, 10], 10, [10, 10, 10, 10]),
        "separate-oldest-first": ([10, 10, 20], 10, [10, 20, 10]),
    },
    under=["FR01=three-separate-fishes", "FR02.top-up=none"],
)
def test_a_bete_joins_the_stake_or_lies_apart_or_goes_behind_all_others(game, expected):
    table = Table(game)
    table.play(by="C", contract="jouer", tricks="4-4-1")
    found = [table.stacks()]
    table.open()
    found.append(table.at_stake())
    table.close(by="A", contract="jouer", tricks="3-4-2", ahead="B")
    assert (*found, table.stacks()) == expected


@readings(
    "FR02.held",
    {
        "pool": (9, [21, 21]),
        "separate-largest-first": (21, [9, 21]),
        "separate-oldest-first": (9, [21, 21]),
    },
    under=["FR02.top-up=none"],
    alike=True,
)
def test_the_largest_stake_is_played_for_next_or_the_foremost(game, expected):
    table = Table(game)
    money = with_lots(game, table.session.money, [9, 21, 21])
    table.session = replace(table.session, money=money)
    table.open()
    at_stake = table.at_stake()
    table.close(by="A", contract="jouer", tricks="5-2-2")
    assert (at_stake, table.stacks()) == expected
    assert table.session.money.balances[0] == at_stake


@readings("FR02.top-up", {"each-adds-2": (6, 6), "none": (0, 0)})
def test_after_a_remise_or_codille_each_adds_two_or_nothing(game, expected):
    table, added = Table(game), []
    for tricks in ("4-4-1", "3-4-2"):
        before = table.play(by="B", contract="jouer", tricks=tricks).held("pot")
        added.append(table.open().held("pot") - before)
    assert tuple(added) == expected


@readings(
    "FR03.fee",
    {"each-adds-2": (9, 15, 15), "passer-pays-1": (15, 15, 17), "each-adds-1": (9, 12, 12)},
    settings=["pass_fee=2"],
)
def test_three_passes_cost_each_two_or_one_or_every_pass_costs_a_fee(game, expected):
    table = Table(game)
    found = [table.pass_out().held("pot"), table.open().held("pot")]
    money = table.close(by="A", contract="jouer", tricks="4-4-1", passers="B")
    assert (*found, money.held("pot") // 2) == expected


@readings("FR03.deal", {"next-dealer": (1, 1), "same-dealer": (0, 1)})
def test_after_three_passes_the_next_dealer_deals_or_the_same(game, expected):
    table = Table(game)
    table.pass_out()
    assert (table.session.dealer, table.session.counted) == expected


@readings(
    "FR06", {"equal-to-pot": (-21, 0, 0, 42), "opponents-divide-the-stake": (-21, 10, 10, 22)}
)
def test_after_a_remise_nobody_draws_or_the_opponents_divide_the_stake(game, expected):
    assert settled(game, tricks="4-4-1") == expected
    assert settled(game, tricks="3-4-2") == (-21, 21, 0, 21)


# --- matadors, sans prendre, codille -----------------------------------------------------------


@readings(
    "FR07.count",
    {
        "1-per-card": (0, -3, -5, 4),
        "trio-3-then-1": (0, -30, -50, 40),
        "doubles-the-gain": (0, -10, -10, 10),
    },
    settings=["great_counter=10"],
)
def test_matadors_are_worth_jetons_or_counters_or_half_the_pot(game, expected):
    won = [settled(game, tricks="5-2-2", run=run)[1] for run in (2, 3, 5)]
    assert (*won, settled(game, tricks="4-4-1", run=4)[1]) == expected


@readings(
    "FR07.holder",
    {
        "ombre-only": ((21, 0, 0), (-21, 0, 0), (27, -3, -3)),
        "any-hand": ((25, -4, 0), (-25, 4, 0), (27, -3, -3)),
    },
)
def test_an_opponents_matadors_count_for_nothing_or_against_the_ombre(game, expected):
    theirs = {"opponent_run": ["middlehand", 4]}
    won = settled(game, tricks="5-2-2", **theirs)[:3]
    lost = settled(game, tricks="4-4-1", **theirs)[:3]
    mine = settled(game, tricks="5-2-2", run=3)[:3]
    assert (won, lost, mine) == expected


def test_an_opponent_has_a_run_if_he_holds_all_matadors_when_play_begins():
    game = game_under(ID, ("FR07.holder=any-hand",))
    script = told(game, JOUER, "F discards 1", hands={"M": "SA H7 CA HA D2"})
    script.run(["M discards D2; B discards 0"])
    assert runs(script.state).opponent == (Seat.MIDDLEHAND, 4)


@readings("FR07.loss", {"paid": ((-31, 5, 5), (21, 0, 0)), "not-paid": ((-21, 0, 0), (21, 0, 0))})
def test_a_holder_of_matadors_who_loses_pays_for_them_or_does_not(game, expected):
    lost = settled(game, tricks="4-4-1", run=5)[:3]
    assert (lost, settled(game, tricks="5-2-2")[:3]) == expected
    theirs = {"opponent_run": ["middlehand", 3], "tricks": "5-2-2"}
    both = also(game, "FR07.holder=any-hand")
    assert settled(both, **theirs)[1] == (-3 if lost[0] == -31 else 0)


@readings("FR08", {"remise": (-21, 0, 0, 42), "codille-split": (-21, 10, 10, 22)})
def test_four_each_against_one_is_a_remise_or_a_codille_of_both(game, expected):
    assert settled(game, tricks="1-4-4") == expected


@readings(
    "FR11",
    {"3-each": (-3, 3), "doubles-the-gain": (-10, 10), "one-great-counter-each": (-12, 12)},
)
def test_sans_prendre_is_worth_three_or_half_the_pot_or_a_large_counter(game, expected):
    won, lost = (settled(game, contract="sans-prendre", tricks=t) for t in ("5-2-2", "4-4-1"))
    assert (won[1], lost[2]) == expected
    assert settled(game, tricks="5-2-2") == (21, 0, 0, 0)


# --- the vole ----------------------------------------------------------------------------------


@readings(
    "FR12.commit",
    {
        "sixth-card": ((True, False), "F", (True, True)),
        "announced-before-trick-5": ((True, True), "-", None),
    },
)
def test_the_vole_is_undertaken_by_a_sixth_card_or_said_after_four_tricks(game, expected):
    hand = {"F": FIVE}
    four = told(game, ALONE, KEPT, "F wins 4", hands=hand)
    after_four = may(four, "play HK", "announce")
    five = told(game, ALONE, KEPT, "F wins 5", hands=hand)
    after_five = may(five, "play HQ", "stop") if actor(five) == "F" else None
    assert (after_four, actor(five), after_five) == expected
    if after_five is None:
        assert not facts_of(five.state).vole_undertaken
        four.run(["F announces; expect vole undertaken; F wins 1; expect not over"])
        lost = settled(game, tricks="4-4-1", vole=True)
        assert lost == (-41, 10, 10, 42)
    else:
        five.run(["F wins 1; expect vole undertaken"])


@readings(
    "FR12.price",
    {
        "half-pot-each": ((41, -10, -10), (1, 10, 10), (41, -10, -10)),
        "fixed": ((35, -7, -7), (7, 7, 7), (35, -7, -7)),
        "1-each": ((23, -1, -1), (19, 1, 1), (23, -1, -1)),
        "sweeps-all-stakes": ((41, -10, -10), (1, 10, 10), (48, 0, 0)),
    },
    settings=["vole_price=7"],
)
def test_the_vole_costs_half_the_pot_or_a_price_or_one_or_brings_all_stakes(game, expected):
    made = settled(game, tricks="9-0-0", vole=True)[:3]
    missed = settled(game, tricks="8-1-0", vole=True)[:3]
    several = paid(game, contract="jouer", run=0, tricks="9-0-0", vole=True, lots=[21, 9, 18])
    assert (made, missed, several.pays) == expected
    if expected[2][1] == 0:
        missed = pays(game, contract="jouer", run=0, tricks="8-1-0", vole=True, lots=[21, 9, 18])
        assert missed == (21 - 26, 13, 13)


@readings(
    "FR13",
    {
        "price-to-each-keep-pot": (21 + 12 - 20, -6 + 10, -6 + 10, 0),
        "opponents-share-board": (-12, 16, 16, 1),
    },
)
def test_a_missed_vole_costs_its_price_or_the_board(game, expected):
    case = {"contract": "sans-prendre", "run": 3, "tricks": "8-1-0", "vole": True}
    assert settled(game, **case) == expected


@readings("FR19", {"no": ("jouer", "sans-prendre"), "yes": ("jouer", "sans-prendre", "vole")})
def test_the_vole_is_no_bid_or_the_highest(game, expected):
    assert tuple(bid.contract for bid in game.bids) == expected
    if "vole" not in expected:
        return
    held = "F sans-prendre; M vole; B pass; F vole"
    assert legal(game, held, "F jouer; M vole; B vole") == (True, False)
    script = told(game, "F vole; M pass; B pass; F names H", hands={"F": FIVE})
    assert sizes(script) == (0, 9)
    script.run([KEPT, "expect vole undertaken"])
    splits = ("9-0-0", "8-1-0", "4-4-1")
    found = [settled(game, contract="vole", tricks=tricks) for tricks in splits]
    assert found == [(47, -13, -13, 0), (7, 7, 7, 0), (-47, 13, 13, 42)]
    shared = also(game, "FR13=opponents-share-board")
    assert settled(shared, contract="vole", tricks="8-1-0") == (-6, 13, 13, 1)


# --- the auction -------------------------------------------------------------------------------


@readings("FR04", {"only-if-forced": (True, True), "never": (False, False)})
def test_who_asked_leave_may_play_sans_prendre_when_another_bids_it_or_is_out(game, expected):
    assert (
        legal(
            game,
            "F jouer; M sans-prendre; B pass; F sans-prendre",
            "F pass; M jouer; B sans-prendre; M sans-prendre",
        )
        == expected
    )
    assert legal(game, "F jouer; M pass; B pass; F sans-prendre") == (False,)


@readings("FR05", {"off": ("-", 15), "holder-plays": ("M", 9)})
def test_after_three_passes_the_holder_of_spadille_must_play_or_nobody(game, expected):
    passed = told(game, "F pass; M pass; B pass", hands={"M": "SA"})
    table = Table(game)
    if actor(passed) == "M":
        assert passed.state.undertaking.name == "jouer"
        passed.run(["M names H; expect M may discard 1 to 9"])
        table.play(by="A", contract="jouer", tricks="5-2-2", passers="ABC")
    else:
        table.pass_out()
    assert (actor(passed), table.open().held("pot")) == expected
    told(game, "F pass; M pass; B pass", talon="SA").run(["expect over; expect all pass"])


def test_with_forced_play_each_pass_has_cost_its_fee_and_nothing_is_added():
    game = game_under(ID, ("FR05=holder-plays", "FR03.fee=passer-pays-1"))
    table = Table(game)
    money = table.play(by="A", contract="jouer", tricks="5-2-2", passers="ABC")
    assert money.balances == (12 - 4, -4, -4)


# --- the exchange ------------------------------------------------------------------------------


@readings("FR09", {"1-9": (1, 9), "0-9": (0, 9), "1-8": (1, 8)})
def test_who_asked_leave_takes_one_card_at_least_or_none_or_eight_at_most(game, expected):
    assert sizes(told(game, JOUER)) == expected


@readings("FR10", {"free": (9, 9, 4), "leave-five": (5, 9, 0)})
def test_the_first_opponent_leaves_five_cards_unless_he_holds_a_matador(game, expected):
    plain = told(game, JOUER, "F discards 3", hands={"F": "SA H7 CA"})
    matador = told(game, JOUER, "F discards 3", hands={"M": "CA"})
    few = told(game, JOUER, "F discards 9", hands={"F": "SA H7 CA"})
    assert tuple(sizes(one)[1] for one in (plain, matador, few)) == expected
    assert sizes(plain.run(["M discards 0"]))[1] == 9
    alone = told(game, ALONE, hands={"F": "SA H7 CA"})
    assert sizes(alone)[1] == (8 if expected[0] == 5 else 9)


@readings("FR15", {"unseen": "F", "last-exchanger-may-look": "B"})
def test_the_last_to_exchange_may_look_at_the_rest_or_nobody(game, expected):
    lines = (JOUER, "F discards 2; M discards 1; B discards 3")
    script = told(game, *lines)
    assert actor(script) == expected
    looks = {"F": (), "B": ("B looks",)}[expected]
    seen = told(game, *lines, *looks)
    assert {seen._visible(seat, "the rest of the talon") for seat in "FMB"} == {bool(looks)}
    if looks:
        unseen = told(game, *lines, "B does not look")
        assert not any(unseen._visible(seat, "the rest of the talon") for seat in "FMB")


@readings("FR16", {"engine-asks": ("F", True)})
def test_trumps_are_asked_for_before_the_draw(game, expected):
    script = told(game, "F jouer; M pass; B pass")
    assert (actor(script), may(script, "name H")[0]) == expected
    assert not any("Discard" in repr(one) for one in legal_actions(script.state))


@pytest.mark.parametrize(
    "reading", ["FR06=marked-by-all", "FR15=table-choice", "FR16=opponents-name"]
)
def test_what_cannot_be_run_is_documented_only(reading):
    with pytest.raises(UsageError, match="printed, not run"):
        load(ID, [reading])


# --- the play and the session ------------------------------------------------------------------


@readings("FR14", {"no-force": "H7 D4", "forces": "H7"})
def test_a_matador_put_on_second_forces_the_third_or_not(game, expected):
    assert cards(game, "H", "H4 SA", "H7 D4") == expected
    assert cards(game, "H", "H4 CA", "H7 D4") == "H7 D4"


@readings("FR18", {"deals-30": (True, 3), "tours": (False, 0)}, settings=["deals=3", "tours=1"])
def test_a_session_is_as_many_deals_or_as_many_rounds_of_deals_won(game, expected):
    table = Table(game)
    for _ in range(3):
        table.pass_out()
    assert (
        table.session.ended is not None,
        table.session.counted if expected[0] else 0,
    ) == expected
    won = Table(game)
    for n in range(3):
        assert won.session.ended is None, n
        won.play(by="A", contract="jouer", tricks="5-2-2")
    assert won.session.ended is not None
    vole = Table(game)
    for _ in range(3):
        vole.play(by="A", contract="jouer", tricks="9-0-0", vole=True)
    assert (vole.session.ended is not None) is expected[0]
    if expected[0]:
        assert deals(game, 3) == 3


# --- parameters ----------------------------------------------------------------------------------


def test_a_consolation_goes_to_who_has_the_deal():
    game = game_under(ID, (), ("consolation=4",))
    assert settled(game, tricks="5-2-2") == (29, -4, -4, 0)
    assert settled(game, tricks="3-4-2") == (-29, 25, 4, 21)
