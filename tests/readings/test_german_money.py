"""What each reading of the two German games does: stakes, prices, cups."""

import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.money.session import deals
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.data.path import value_at
from tests.readings.point import (
    M,
    Table,
    also,
    game_under,
    heard,
    paid,
    readings,
    told,
)

PURE, FREE = "pierer-pure", "pierer-free"
NINE = {"plate": 9}
"""A plate so small that no share of it goes into the Beinbruch."""


def settled(game, **case):
    """Return what is paid and what the plate holds after, of a deal for a plate of 9."""
    found = paid(game, **({"pools": NINE, "contract": "frage", "run": 0} | case))
    return (*found.pays, found.pools["plate"])


def lose(table, by="B", **more):
    return table.play(by=by, contract="frage", **({"tricks": "4-4-1"} | more))


def win(table, by="B", **more):
    return table.play(by=by, contract="frage", **({"tricks": "5-2-2"} | more))


# --- Stamm, Block and written bêtes --------------------------------------------------------------


@readings(
    "GE02",
    {
        "every-deal": (12, 28, 12),
        "when-plate-empty": (12, 24, 12),
        "first-dealer-once": (12, 24, 8),
    },
)
def test_the_stamm_is_laid_in_every_deal_or_on_an_empty_plate_or_once(game, expected):
    table, found = Table(game), []
    for tricks in ("4-4-1", "5-2-2", "5-2-2"):
        found.append(table.open().held("plate"))
        table.close(by="B", contract="frage", tricks=tricks)
    assert tuple(found) == expected


@readings(
    "GE03", {"factor-S": 6 + 18, "exceeds-by-factor": 6 + 24}, settings=["stamm=6", "block=3"]
)
def test_a_block_is_so_many_staemme_or_one_more(game, expected):
    assert Table(game).open().held("plate") == expected


@readings("GE04", {"dealing-order-queue": "B", "dealers-own": "C"})
def test_the_next_block_is_the_first_unpaid_or_the_dealers_own(game, expected):
    table = Table(game)
    lose(table)
    win(table)
    table.open()
    owners = [line.payer for line in table.opened if line.rule == "stakes.occasions.blocks"]
    assert [table.names[owner] for owner in owners] == [expected]


def test_a_dealer_who_has_paid_his_block_is_followed_by_the_first_unpaid_after_him():
    table = Table(game_under(PURE, ("GE04=dealers-own",)))
    lose(table)  # for the Block of A, who dealt
    win(table)
    owners = []
    for dealer in "CAB":
        assert table.names[table.session.dealer] == dealer
        table.open()
        owners += [table.names[line.payer] for line in table.opened if "blocks" in line.rule]
        table.close(by="B", contract="frage", tricks="5-2-2")
    # C pays his own; A has paid, so B does; then a new round begins with the dealer B.
    assert owners == ["C", "B", "B"]


@readings("GE05.block", {"block-lies-already": (28, 32), "new-block-added": (36, 40)})
def test_with_the_first_bete_no_block_is_added_or_the_next_one(game, expected):
    table = Table(game)
    lose(table)
    first = table.open().held("plate")
    table.close(by="B", contract="frage", tricks="4-4-1")
    assert (first, table.open().held("plate")) == expected
    assert table.owed() == {"B": first}


@readings("GE05.called", {"counts-as-first": (72, {"C": 72}), "next-is-first": (144, {})})
def test_a_called_bete_counts_as_the_one_that_lies_there_or_not(game, expected):
    table = Table(game).give(written={"B": 68})
    lose(table, by="C")
    assert (table.session.money.held("plate"), table.owed()) == expected


@readings("GE06.destination", {"plate": (15, 0, "blocks"), "roc": (12, 3, "blocks")})
def test_marks_of_passers_lie_on_the_plate_or_in_the_roc(game, expected):
    table = Table(game)
    money = table.pass_out()
    assert (money.held("plate"), money.held("roc"), money.occasion) == expected
    if money.held("roc"):
        full = Table(game).give({"roc": 8})
        assert full.pass_out().held("roc") == 11
        assert full.open().occasion == "blocks"
        full.close(by="B", contract="frage", tricks="5-2-2")
        assert full.open().occasion == "roc"


@readings("GE06.payer", {"every-passer": (2, 2), "only-without-bid": (1, 0)})
def test_every_passer_lays_a_mark_or_he_who_has_not_bid(game, expected):
    overbid = told(game, "F frage; M sans-prendre; B pass; F pass").state
    twice = told(game, "F frage; M tourne; B sans-prendre; F pass; M pass", talon="D4").state
    assert tuple(marks(one) for one in (overbid, twice)) == expected


def marks(state):
    """Return how many marks an auction has cost."""
    rule = state.game.rules.settlement["pass"].if_.has_bid
    return sum(rule is None or rule == has_bid for _, has_bid in state.auction.passes)


@readings("GE07", {"price-0": (0, 28), "without-stamm": (4, 24)})
def test_frage_wins_the_plate_or_all_but_the_stamm_of_the_deal(game, expected):
    won, lost = (settled(game, pools={"plate": 14}, tricks=t)[-1] for t in ("5-2-2", "4-4-1"))
    assert (won, lost) == expected
    tourne = settled(game, pools={"plate": 14}, contract="tourne", tricks="5-2-2")
    assert tourne[-1] == 0
    table = Table(game)
    win(table)
    assert table.open().occasion == "blocks"  # what was left does not hinder a new occasion


@pytest.mark.parametrize(("tricks", "plate"), [("5-2-2", 0), ("4-4-1", 8)])
def test_what_was_left_is_played_for_even_where_nothing_else_lies(tricks, plate):
    chosen = ("GE02=first-dealer-once", "GE07=without-stamm", "GE15.block=dropped")
    table = Table(game_under(PURE, chosen))
    win(table)
    assert table.open().held("plate") == 4
    assert table.at_stake("plate") == 4
    money = table.close(by="B", contract="sans-prendre", tricks=tricks)
    assert money.held("plate") == plate


@readings("GE36", {"plate": (34, 68, 34), "stamm": (4, 8, 4)})
def test_a_loser_lays_what_is_on_the_plate_or_the_stamm(game, expected):
    plate = {"pools": {"plate": 34}}
    single, codille = (settled(game, **plate, tricks=t)[-1] - 34 for t in ("4-4-1", "2-4-3"))
    other = settled(game, **plate, contract="sans-prendre", tricks="4-4-1")[-1] - 34
    assert (single, codille, other) == expected


@readings("GE23", {"none": (9, 18), "n-S": (8, 8)}, settings=["bete_cap=2"])
def test_a_bete_has_no_limit_or_one_in_staemme(game, expected):
    assert tuple(settled(game, tricks=t)[-1] - 9 for t in ("4-4-1", "2-4-3")) == expected


# --- price, codille, matadors --------------------------------------------------------------------


@readings(
    "GE08",
    {
        "per-defender": ((18, -5, -5, 0), (-19, 5, 5, 18), (34, -13, -13, 0), (2, 3, 3, 0)),
        "total": ((13, -3, -2, 0), (-14, 3, 2, 18), (21, -7, -6, 0), (5, 2, 1, 0)),
        "to-from-plate": ((8, 0, 0, 0), (-14, 0, 0, 23), (8, 0, 0, 0), (0, 0, 0, 8)),
    },
)
def test_each_opponent_pays_the_price_or_both_together_or_the_plate_covers_it(game, expected):
    case = {"contract": "sans-prendre", "run": 3}
    won, lost = (settled(game, tricks=t, **case) for t in ("5-2-2", "4-4-1"))
    made, missed = (settled(game, tricks=t, vole=True, **case) for t in ("9-0-0", "8-1-0"))
    assert (won, lost, made, missed) == expected


@readings("GE17", {"single-loss": ("remise", 18), "codille": ("codille", 27)})
def test_four_each_against_one_is_a_single_loss_or_a_codille(game, expected):
    found = paid(game, contract="frage", run=0, pools=NINE, tricks="1-4-4")
    assert (found.outcome, found.pools["plate"]) == expected


@readings("GE22", {"no": (-28, 5), "yes": (-36, 9)})
def test_a_codille_leaves_the_price_or_doubles_it_without_matadors(game, expected):
    case = {"contract": "sans-prendre", "run": 3}
    assert settled(game, tricks="3-4-2", **case)[:2] == expected
    assert settled(game, tricks="4-4-1", **case)[1] == 5


@readings("GE30", {"single": ("remise", 18), "codille": ("codille", 27)})
def test_two_tricks_in_nullissimo_are_a_single_loss_or_a_codille(game, expected):
    found = paid(game, contract="nullissimo", pools=NINE, tricks="2-4-3")
    assert (found.outcome, found.pools["plate"]) == expected
    assert paid(game, contract="nullissimo", pools=NINE, tricks="1-4-4").outcome == "remise"


@readings("GE10.price", {"0": (8, 0, 0, 0), "1-S": (20, -4, -4, -4)})
def test_the_mort_has_no_price_or_one_stamm(game, expected):
    case = {"contract": "mort", "ombre": "mort", "players": 4, "tricks": "5-2-1-1"}
    assert settled(game, **case)[:4] == expected


@readings("GE20", {"none": (-4, -4, 0), "like-the-others": (-4, -4, -4)})
def test_the_koenig_pays_nothing_or_like_an_opponent(game, expected):
    case = {"contract": "sans-prendre", "players": 4}
    assert settled(game, tricks="5-2-2", **case)[1:4] == expected
    lost = settled(game, tricks="4-4-1", **case)
    assert (lost[3], lost[-1]) == (-expected[2], 18)


# --- Roc and Beinbruch ---------------------------------------------------------------------------


@readings(
    "GE14",
    {
        "all-written": (14 + 74, {}),
        "highest": (14 + 40, {"C": 34}),
        "none": (14, {"C": 34, "B": 40}),
    },
)
def test_all_written_betes_join_the_roc_or_the_highest_or_none(game, expected):
    table = Table(game).give({"roc": 10}, {"C": 34, "B": 40}, armed="roc")
    assert (table.open().held("plate"), table.owed()) == expected


@readings("GE18", {"plate": (42, 56), "plate-without-roc": (22, 26)})
def test_over_the_roc_all_is_laid_double_or_only_what_the_roc_has_not_brought(game, expected):
    found = []
    for tricks in ("4-4-1", "3-4-2"):
        table = Table(game).give({"roc": 10}, armed="roc")
        found.append(lose(table, tricks=tricks).held("plate"))
    assert tuple(found) == expected


@readings(
    "GE37",
    {
        "every-win": (1, 1, 1),
        "not-the-roc-win": (0, 1, 1),
        "neither-roc-nor-beinbruch": (0, 0, 1),
    },
    only=[FREE],
)
def test_every_win_puts_a_mark_into_the_roc_or_not_those_over_the_cups(game, expected):
    assert tuple(roc_marks(game, over) for over in ("roc", "beinbruch", "blocks")) == expected


@readings(
    "GE37",
    {"every-win": (1, 1), "not-the-roc-win": (0, 1), "neither-roc-nor-beinbruch": (0, 1)},
    only=[PURE],
    alike=True,
)
def test_without_a_beinbruch_two_of_the_three_are_one(game, expected):
    assert tuple(roc_marks(game, over) for over in ("roc", "blocks")) == expected


def roc_marks(game, over):
    """Return how many marks a deal won over an occasion puts into the Roc cup."""
    return paid(game, contract="frage", run=0, pools=NINE, tricks="5-2-2", over=over).pools["roc"]


@readings("GE19.base", {"plate-drawn": 1, "all-winnings": 2})
def test_the_beinbruch_gets_a_share_of_the_plate_or_of_all_winnings(game, expected):
    case = {"contract": "sans-prendre", "run": 3, "pools": {"plate": 14}, "tricks": "5-2-2"}
    assert paid(game, **case).pools["beinbruch"] == expected


@readings("GE19.rounding", {"floor": (4, 4), "nearest": (5, 4)})
def test_the_share_is_rounded_down_or_to_the_nearest(game, expected):
    shares = [
        paid(game, contract="frage", run=0, pools={"plate": n}, tricks="5-2-2").pools["beinbruch"]
        for n in (45, 44)
    ]
    assert tuple(shares) == expected


@readings("GE19.again", {"no": 0, "yes": 4})
def test_a_won_beinbruch_feeds_no_cup_of_its_own_or_feeds_it_again(game, expected):
    case = {"contract": "frage", "run": 0, "pools": {"plate": 47}, "tricks": "5-2-2"}
    assert paid(game, **case, over="beinbruch").pools["beinbruch"] == expected
    assert paid(game, **case, over="roc").pools["beinbruch"] == 4


@readings("GE15.block", {"kept": (12, 8), "dropped": (4, 0)})
def test_the_pure_game_has_blocks_or_none(game, expected):
    table = Table(game)
    held = table.open().held("plate")
    blocks = sum(line.amount for line in table.opened if "blocks" in line.rule)
    assert (held, blocks) == expected
    if not blocks:
        for point in ("promise", "owners", "with_first_bete"):
            assert reason(game.rules, f"stakes.pools.blocks.{point}") is not None


@readings("GE15.roc", {"kept": (1, None), "dropped": (0, "over")}, settings=["deals=3"])
def test_the_pure_game_has_a_roc_or_a_number_of_deals(game, expected):
    table = Table(game)
    for _ in range(3):
        win(table)
    roc, ended = table.session.money.held("roc"), table.session.ended
    assert (min(roc, 1), None if ended is None else str(ended)) == expected
    if not roc:
        assert [deals(game, players) for players in (3, 4, 5)] == [3, 3, 3]
        for path in ("joins.written", "bete_base", "feeds"):
            assert reason(game.rules, f"stakes.occasions.roc.{path}") is not None


@pytest.mark.parametrize("other", ["GE06.destination=roc", "GE29=with-roc"])
def test_what_needs_a_roc_is_refused_without_one(other):
    with pytest.raises(UsageError, match=r"GE15\.roc=dropped cannot be combined"):
        load(PURE, ["GE15.roc=dropped", other])


@readings(
    "GE29",
    {
        "carry": ((0, 0), (0, 0, 0), {"C": 30}, 6),
        "share": ((0, 0), (12, 12, -18), {}, 0),
        "with-roc": ((30, -30), (0, 0, 0), {}, 6),
    },
    settings=["rocs=1"],
)
def test_what_is_still_written_is_kept_or_shared_or_falls_to_the_last_winner(game, expected):
    table = Table(also(game, "GE14=none")).give({"roc": 10}, {"C": 30}, armed="roc")
    win(table, by="A")
    debts = [line for line in table.paid if line.rule == "session.leftover"]
    owed = tuple(sum(one.amount for one in debts) * sign for sign in (1, -1))
    assert all((table.names[one.payer], table.names[one.payee]) == ("C", "A") for one in debts)
    table.give({"roc": 6} | ({"beinbruch": 0} if "grand" in game.contracts else {}))
    shares = table.finish()
    assert (owed, shares, table.owed(), table.session.money.held("roc")) == expected


# --- parameters ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [PURE, FREE])
def test_the_numbers_that_a_table_agrees_on_act(variant):
    game = game_under(variant, (), ("stamm=6", "block=4", "passer=3", "rocs=1"))
    table = Table(game)
    assert table.pass_out().held("plate") == 6 + 24 + 9
    full = Table(game).give({"roc": 10}, armed="roc")
    win(full)
    assert full.session.money.won == 1
    assert value_at(game.rules, ("stakes", "parameters", "stamm", "value")) == 6


def test_the_share_of_the_beinbruch_and_the_couleur_can_be_agreed():
    game = game_under(FREE, ("GE16.set-by=fixed-suit",), ("beinbruch_share=5", "couleur_suit=D"))
    assert (
        paid(game, contract="frage", run=0, pools={"plate": 45}, tricks="5-2-2").pools["beinbruch"]
        == 9
    )
    state = told(game, "F frage couleur; M pass; B pass").state
    assert state.undertaking.trump is Suit.D
    assert heard(game, "F frage couleur; M pass; B pass").bid.colour == 1
    assert state.hands[M]
