"""The German money machine: plate, Blocks, written bêtes, Roc and Beinbruch, deal by deal."""

from dataclasses import dataclass, replace

import pytest

from lhombre_core.engine.money.session import close_deal, finish, open_next, start
from lhombre_core.engine.money.table import balance
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.game import prepare
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import Offence

NAMES = "ABCD"
HANDS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@dataclass(frozen=True)
class Played:
    """A deal of an example: who passed, who was ombre, and his tricks before the others'."""

    passers: str
    ombre: str | None = None
    contract: str = "frage"
    tricks: tuple[int, ...] = (0, 0, 0)
    run: int = 0
    vole: bool = False
    conceded: bool = False
    irregular: tuple[Offence, str] | None = None


class Table:
    """A session played from worked examples."""

    def __init__(self, variant="pierer-free", readings=(), settings=(), players=3):
        self.game = prepare(load(variant, readings, settings=settings).rules)
        self.session = start(self.game, players)

    def open(self):
        """Open the next deal; return what lies on the plate before anybody has spoken."""
        self.session, _ = open_next(self.session)
        return self.held("plate")

    def play(self, deal):
        """Open a deal and play it; return what it was played for."""
        marks = len(deal.passers) if self.game.rules.settlement["pass"].to == "plate" else 0
        at_stake = self.open() + marks
        self.close(deal)
        return at_stake

    def close(self, deal):
        """Play the open deal to its end."""
        self.session, _ = close_deal(self.session, self.facts(deal))
        assert balance(self.game, self.session.money) == 0

    def facts(self, deal):
        """Return the facts of a deal at this table."""
        seat = self.session.seating.seat
        passes = tuple((seat(NAMES.index(name)), False) for name in deal.passers)
        if deal.ombre is None:
            return Facts(passes=passes, all_pass=True)
        mort = NAMES.index(deal.ombre) if deal.contract == "mort" else None
        ombre = self.session.seating.seat(NAMES.index(deal.ombre), mort)
        others = [hand for hand in HANDS if hand is not ombre]
        tricks = dict(zip((ombre, *others), deal.tricks, strict=True))
        acts = ()
        if deal.irregular is not None:
            offence, name = deal.irregular
            acts = (Irregularity(offence, seat(NAMES.index(name)), count=1),)
        return Facts(
            contract=deal.contract,
            ombre=ombre,
            tricks=tuple(tricks.get(hand, 0) for hand in (*HANDS, Seat.MORT)),
            passes=passes,
            vole_undertaken=deal.vole,
            conceded=deal.conceded,
            mort=mort,
            runs=Runs(ombre=deal.run),
            irregularities=acts,
        )

    def held(self, pool):
        """Return what a pool holds."""
        return self.session.money.held(pool)

    def win(self, times=1, **deal):
        """Play deals that B wins, the others passing."""
        for _ in range(times):
            self.play(Played("AC", "B", tricks=WON, **deal))

    @property
    def written(self):
        """What is written, by debtor in the order in which it was written."""
        lots = self.session.money.lots("written")
        return ", ".join(f"{NAMES[lot.owner]} {lot.amount}" for lot in lots)

    @property
    def balances(self):
        """What each player has gained."""
        return self.session.money.balances


WON, LOST, CODILLE = (5, 2, 2), (4, 4, 1), (3, 4, 2)

TWELVE_DEALS = [
    (Played("CA", "B", tricks=(5, 2, 2)), 14, 0, "", 1, 1, (-13, 12, -1)),
    (Played("AB", "C", tricks=(4, 4, 1)), 14, 28, "", 1, 1, (-14, -1, -15)),
    (Played("AC", "B", "tourne", (3, 4, 2)), 34, 34, "B 68", 1, 1, (-11, -9, -16)),
    (Played("BCA"), 41, 41, "B 68", 1, 1, (-16, -10, -17)),
    (Played("BC", "A", "klein-obscur", (4, 3, 2)), 47, 0, "B 68", 2, 5, (30, -17, -20)),
    (Played("BC", "A", conceded=True), 74, 74, "A 74", 2, 5, (30, -86, -25)),
    (Played("CA", "B", "sans-prendre", (6, 2, 1), 4), 80, 0, "A 74", 3, 13, (19, -3, -32)),
    (Played("AB", "C", tricks=(3, 3, 3), run=3), 80, 80, "C 80", 3, 13, (-55, -7, -34)),
    (
        Played("BC", "A", "beide-as", (9, 0, 0), 3, vole=True),
        *(86, 0, "C 80", 4, 21, (48, -21, -52)),
    ),
    (Played("CA", "B", tricks=(5, 4, 0)), 86, 0, "", 5, 29, (43, 56, -133)),
    (Played("AB", "C", "nullissimo", (1, 4, 4)), 14, 28, "", 5, 29, (54, 63, -179)),
    (Played("AC", "B", "grand", (5, 3, 1)), 34, 0, "", 6, 32, (45, 109, -192)),
]


def test_the_worked_example_of_twelve_deals_comes_out_balance_for_balance():
    table = Table()
    for number, (deal, stake, plate, written, roc, bein, balances) in enumerate(TWELVE_DEALS, 1):
        assert table.play(deal) == stake, number
        found = (table.held("plate"), table.written, table.held("roc"), table.held("beinbruch"))
        assert found == (plate, written, roc, bein), number
        assert table.balances == balances, number


@pytest.mark.parametrize("variant", ["pierer-pure", "pierer-free"])
def test_written_betes_are_called_highest_first_and_blocks_only_after_them(variant):
    table = Table(variant)
    chain = [
        (Played("CA", "B", tricks=LOST), 14, 28, ""),
        (Played("AB", "C", tricks=LOST), 34, 34, "C 34"),
        (Played("BC", "A", tricks=CODILLE), 40, 40, "C 34, A 80"),
        (Played("CA", "B", tricks=WON), 46, 0, "C 34, A 80"),
        (Played("AB", "C", tricks=WON), 86, 0, "C 34"),
        (Played("BC", "A", tricks=WON), 40, 0, ""),
        (Played("CA", "B", tricks=WON), 14, 0, ""),
    ]
    for deal, stake, plate, written in chain:
        assert table.play(deal) == stake
        assert (table.held("plate"), table.written) == (plate, written)


# What loses and what wins


def test_a_codille_in_sans_prendre_pays_price_and_matadors_and_doubles_the_plate():
    table = Table("pierer-pure")
    assert table.play(Played("AC", "B", "sans-prendre", CODILLE, run=3)) == 14
    assert table.held("plate") == 42
    assert table.balances == (-13 + 5, -28 - 10, -1 + 5)


def test_who_throws_up_pays_no_matadors():
    table = Table("pierer-pure")
    table.play(Played("AC", "B", "tourne", run=3, conceded=True))
    assert table.held("plate") == 28
    assert table.balances == (-13 + 4, -14 - 8, -1 + 4)


def test_a_missed_vole_costs_what_it_would_have_brought_and_the_deal_stays_won():
    table = Table("pierer-pure")
    table.play(Played("AC", "B", tricks=(8, 1, 0), vole=True))
    assert table.balances == (-13 + 8, 14 - 1 - 16, -1 + 8)
    assert table.held("roc") == 1


def test_the_mort_lays_double_and_feeds_the_cups_like_others():
    table = Table(players=4)
    assert table.play(Played("ABC", "D", "mort", (4, 3, 1, 1))) == 15
    assert table.held("plate") == 45
    assert table.balances == (-13, -1, -1, -30)
    assert table.play(Played("BCD", "A", "mort", (5, 2, 1, 1))) == 45 + 4 + 3
    assert (table.held("plate"), table.held("roc"), table.held("beinbruch")) == (0, 1, 5)


def test_a_mort_may_have_a_price_which_each_of_three_pays():
    table = Table(readings=["GE10.price=1-S"], players=4)
    table.play(Played("ABC", "D", "mort", (5, 2, 1, 1), run=3))
    assert table.balances == (-13 - 5, -1 - 5, -1 - 5, 15 + 15 - 1 - 1)


def test_the_koenig_stays_out_of_the_deals_of_others_unless_he_is_an_opponent_too():
    played = Played("AC", "B", "sans-prendre", WON)
    assert _after([], played, players=4)[3] == 0
    assert _after(["GE20=like-the-others"], played, players=4)[3] == -4
    assert _after(["GE20=like-the-others"], Played("AC", "B", tricks=LOST), players=4)[3] == 0


def _after(readings, played, players=3, variant="pierer-free"):
    table = Table(variant, readings, players=players)
    table.play(played)
    return table.balances


def test_price_and_matadors_are_one_sum_for_both_where_they_are_shared():
    # Klein Obscur costs 2 and three matadors 1; A sits left of B, C right.
    played = Played("AC", "B", "klein-obscur", WON, run=3)
    assert _after(["GE08=total"], played) == (-13 - 1, 14 + 3 - 2, -1 - 2)


def test_a_price_may_be_owed_to_the_plate_alone():
    table = Table("pierer-pure", ["GE08=to-from-plate"])
    table.play(Played("AC", "B", "sans-prendre", (8, 1, 0), run=3, vole=True))
    assert table.balances == (-13, 14 - 1 - 8, -1)
    assert table.held("plate") == 8
    # What was left does not count: the plate is played for afresh, with the next Block.
    assert table.open() == 8 + 4 + 8
    table.close(Played("AC", "B", "sans-prendre", LOST))
    assert table.held("plate") == 2 * 22 + 4


def test_a_codille_doubles_the_price_only_where_that_is_chosen():
    played = Played("AC", "B", "sans-prendre", CODILLE, run=3)
    assert _after([], played)[0] - _after(["GE22=yes"], played)[0] == -4


def test_frage_may_win_all_but_the_stamm_of_the_deal():
    table = Table("pierer-pure", ["GE07=without-stamm"])
    assert table.play(Played("AC", "B", tricks=WON)) == 14
    assert table.held("plate") == 4
    assert table.play(Played("AC", "B", tricks=LOST)) == 4 + 4 + 8 + 2
    assert table.held("plate") == 18 + 14


def test_a_loser_may_lay_the_stamm_alone_or_no_more_than_an_agreed_sum():
    table = Table("pierer-pure", ["GE36=stamm"])
    table.play(Played("AC", "B", tricks=CODILLE))
    assert table.held("plate") == 14 + 8
    table = Table("pierer-pure", ["GE23=n-S"], ["stakes.bete_cap=5"])
    table.play(Played("AC", "B", tricks=CODILLE))
    assert table.held("plate") == 14 + 20


# Stamm, Blocks and written bêtes


@pytest.mark.parametrize(
    ("readings", "stakes"),
    [
        ([], [12, 12, 32]),
        (["GE02=when-plate-empty"], [12, 12, 28]),
        (["GE02=first-dealer-once"], [12, 8, 20]),
        (["GE03=exceeds-by-factor"], [16, 16, 40]),
        (["GE05.block=new-block-added"], [12, 12, 40]),
        (["GE15.block=dropped"], [4, 4, 16]),
    ],
)
def test_what_lies_when_a_deal_opens(readings, stakes):
    table = Table("pierer-pure", readings)
    found = [table.open()]
    table.close(Played("AC", "B", tricks=WON))
    found.append(table.open())
    table.close(Played("AC", "B", tricks=LOST))
    found.append(table.open())
    assert found == stakes


@pytest.mark.parametrize(("readings", "owner"), [([], "B"), (["GE04=dealers-own"], "C")])
def test_the_next_block_is_the_next_in_the_queue_or_the_dealers_own(readings, owner):
    table = Table("pierer-pure", readings)
    table.play(Played("AC", "B", tricks=LOST))
    table.play(Played("AC", "B", tricks=WON))
    before = table.balances
    table.open()
    paid = [was - now for was, now in zip(before, table.balances, strict=True)]
    dealer = NAMES.index("C")
    paid[dealer] -= 4
    assert paid[NAMES.index(owner)] == sum(paid) == 8


@pytest.mark.parametrize(
    ("readings", "plate", "written"),
    [([], 74, "C 74"), (["GE05.called=next-is-first"], 148, "")],
)
def test_a_called_bete_counts_as_the_one_on_the_plate_or_not(readings, plate, written):
    table = Table("pierer-pure", readings)
    for deal in (
        Played("CA", "B", tricks=LOST),
        Played("AC", "B", tricks=CODILLE),
        Played("AC", "B", tricks=WON),
    ):
        table.play(deal)
    assert table.written == "B 68"
    assert table.play(Played("AB", "C", tricks=LOST)) == 74
    assert (table.held("plate"), table.written) == (plate, written)


# Roc and Beinbruch


def full_cup(variant="pierer-free", readings=(), debts=0):
    """Return a table at which the tenth mark has just gone into the Roc cup."""
    table = Table(variant, readings)
    table.win(9)
    for _ in range(debts + bool(debts)):
        table.play(Played("AB", "C", tricks=LOST))
    table.win()
    assert table.held("roc") == 10
    return table


@pytest.mark.parametrize(
    ("readings", "plate", "written"),
    [
        ([], 14 + 74, ""),
        (["GE14=highest"], 14 + 40, "C 34"),
        (["GE14=none"], 14, "C 34, C 40"),
    ],
)
def test_written_betes_join_the_roc(readings, plate, written):
    table = full_cup(readings=readings, debts=2)
    assert table.written == "C 34, C 40"
    assert table.open() == plate
    assert table.written == written


@pytest.mark.parametrize(
    ("readings", "tricks", "bete"),
    [
        ([], LOST, 2 * 16),
        ([], CODILLE, 3 * 16),
        (["GE18=plate-without-roc"], LOST, 2 * 6),
        (["GE36=stamm"], CODILLE, 3 * 4),
        (["GE36=stamm", "GE18=plate"], CODILLE, 3 * 16),
        # The Stamm of the deal before is left, and that of this deal does not count.
        (["GE07=without-stamm"], LOST, 2 * 16),
        (["GE07=without-stamm", "GE36=stamm"], LOST, 2 * 16),
        (["GE07=without-stamm", "GE18=plate-without-roc"], LOST, 2 * 6),
    ],
)
def test_a_bete_over_the_roc_is_double_and_a_codille_threefold(readings, tricks, bete):
    table = full_cup(readings=readings)
    at_stake = table.play(Played("AC", "B", tricks=tricks))
    assert table.held("plate") == at_stake + bete


def test_the_second_bete_over_the_roc_is_written():
    table = full_cup("pierer-pure")
    table.play(Played("AC", "B", tricks=LOST))
    table.play(Played("AC", "B", tricks=LOST))
    assert (table.held("plate"), table.written) == (48 + 6, f"B {2 * 54}")


def test_the_mort_lays_four_times_over_the_roc():
    table = Table(players=4)
    for _ in range(10):
        seat = table.session.seating
        ombre, *others = (NAMES[player] for player in seat.active)
        table.play(Played("".join(others), ombre, tricks=WON))
    resting = NAMES[table.session.seating.resting[0]]
    others = NAMES[:4].replace(resting, "")
    assert table.play(Played(others, resting, "mort", (4, 3, 1, 1))) == 17
    assert table.held("plate") == 17 + 4 * 17


def test_the_beinbruch_is_played_for_right_after_the_roc():
    table = full_cup()
    table.win()
    cup = table.held("beinbruch")
    assert table.open() == 4 + cup
    table.close(Played("AC", "B", tricks=LOST))
    assert table.held("plate") == 2 * (4 + cup + 2)
    table.win()
    assert table.held("beinbruch") == 0
    assert table.open() == 4 + 8


@pytest.mark.parametrize(
    ("readings", "share"),
    [
        ([], 1),
        (["GE19.rounding=nearest"], 1),
        (["GE19.base=all-winnings"], 2),
        (["GE19.base=all-winnings", "GE19.rounding=nearest"], 3),
    ],
)
def test_one_in_ten_goes_into_the_beinbruch_cup(readings, share):
    table = Table(readings=readings)
    # The plate holds 14, and each opponent pays 4 and 2 for the matadors.
    table.play(Played("AC", "B", "sans-prendre", WON, run=4))
    assert table.held("beinbruch") == share


@pytest.mark.parametrize(
    ("readings", "cups"),
    [
        ([], (2, 0)),
        (["GE19.again=yes"], (2, 1)),
        (["GE37=not-the-roc-win"], (1, 0)),
        (["GE37=neither-roc-nor-beinbruch"], (0, 0)),
    ],
)
def test_what_the_deals_for_roc_and_beinbruch_put_into_the_cups(readings, cups):
    table = full_cup(readings=readings)
    table.win(2)
    assert (table.held("roc"), table.held("beinbruch")) == cups


@pytest.mark.parametrize(("variant", "deals"), [("pierer-pure", 31), ("pierer-free", 32)])
def test_the_session_ends_with_the_third_roc_and_the_beinbruch_after_it(variant, deals):
    table = Table(variant)
    while table.session.ended is None:
        table.win()
    assert (table.session.ended, table.session.index) == ("over", deals)


def test_without_rocs_deals_are_counted():
    table = Table("pierer-pure", ["GE15.roc=dropped"], ["stakes.deals=5"])
    while table.session.ended is None:
        table.win()
    assert table.session.index == 5
    assert not table.session.money.uses("roc")


def test_marks_of_passers_may_go_into_the_roc_cup():
    table = Table(readings=["GE06.destination=roc"])
    table.win(3)
    assert table.held("roc") == 9
    table.play(Played("ABC"))
    assert table.held("roc") == 12
    assert table.open() == 12 + 4
    table.close(Played("AC", "B", tricks=WON))
    assert table.open() == 4 + 15


def test_who_has_bid_need_not_pay_for_a_pass_where_that_is_chosen():
    for readings, plate in (([], 14), (["GE06.payer=only-without-bid"], 13)):
        table = Table("pierer-pure", readings)
        table.open()
        facts = table.facts(Played("AC", "B", tricks=LOST))
        passes = ((facts.passes[0][0], True), facts.passes[1])
        table.session, _ = close_deal(table.session, replace(facts, passes=passes))
        assert table.held("plate") == 2 * plate


def test_what_is_written_at_the_end_is_kept_shared_or_paid_to_the_last_winner():
    found = {}
    for reading in ("carry", "share", "with-roc"):
        table = Table("pierer-pure", [f"GE29={reading}"], ["stakes.rocs=1"])
        table.win(10)
        for _ in range(2):
            table.play(Played("AB", "C", tricks=LOST))
        table.win()
        assert table.session.ended == "over"
        table.session, _ = finish(table.session)
        assert balance(table.game, table.session.money) == 0
        found[reading] = table.balances
    debt = 2 * 54
    a, b, c = found["carry"]
    assert found["with-roc"] == (a, b + debt, c - debt)
    # The cup holds one mark: 109 are 36 each and 1 for the last dealer, who was A.
    assert found["share"] == (a + 37, b + 36, c - debt + 36)


# Mistakes


def test_an_ombre_who_mistakes_loses_without_matadors():
    act = (Offence.WRONG_DRAW, "B")
    played = Played("AC", "B", "tourne", WON, run=4, irregular=act)
    assert _after([], played, variant="pierer-pure") == (-13 + 4, -14 - 8, -1 + 4)
    double = _after(["GE34.declarer=double"], played, variant="pierer-pure")
    assert double == (-13 + 4, -28 - 8, -1 + 4)


@pytest.mark.parametrize("offence", [Offence.WRONG_DRAW, Offence.REVOKE])
@pytest.mark.parametrize(("readings", "bete"), [([], 14), (["GE34.defender=double"], 28)])
def test_an_opponent_who_mistakes_makes_the_ombre_win_and_lays_a_bete(offence, readings, bete):
    table = Table("pierer-pure", readings)
    table.play(Played("AC", "B", "tourne", CODILLE, irregular=(offence, "C")))
    assert table.balances == (-13 - 4, 14 + 8 - 1, -1 - 4 - bete)
    assert (table.held("plate"), table.held("roc")) == (bete, 1)
    table.play(Played("AC", "B", tricks=LOST))
    assert table.written == f"B {bete + 6}"
