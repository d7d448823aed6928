"""What a deal is played for: occasions and their order, promises and debts, lots of a pot."""

from dataclasses import replace

import pytest

from lhombre_core.engine.money.session import close_deal, open_next, start
from lhombre_core.engine.money.stake import arm, dealing_order, debts_in_order, open_deal
from lhombre_core.engine.money.table import choose_in_play, start_money
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.notation import Seat
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.settlement import Offence, Outcome
from lhombre_core.rules.stake import InPlay, Join, LedgerOrder
from tests.engine.money_case import conserved, game_of, with_lots, with_pool

F, M, B = Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND
GERMAN = game_of({"variant": "pierer-free"})
FRENCH = game_of({"variant": "french-1600s"})
ENGLISH = game_of({"variant": "english-1800s"})


def debt(owner, amount, deal=0):
    return Lot(LotKind.BETE, owner, amount, deal)


def opened(game, money, dealer=0, index=1, players=3):
    return open_deal(game, money, seat_players(game.rules.table, players, dealer), index)


def holding(game, **pools):
    money = start_money(game, 3)
    for pool, amount in pools.items():
        money = with_pool(game, money, pool, (Lot(LotKind.STAKE, None, amount, 0),))
    return money


def won(contract, **more):
    return Facts(contract=contract, ombre=F, tricks=(5, 2, 2, 0), runs=Runs(ombre=0), **more)


# --- occasions -------------------------------------------------------------------------------


def test_the_beinbruch_comes_before_the_roc_when_a_win_brings_both():
    money = holding(GERMAN, roc=10, beinbruch=1)
    assert arm(GERMAN, money, "roc") == "beinbruch"
    assert arm(GERMAN, money, "blocks") == "roc"
    assert arm(GERMAN, holding(GERMAN, roc=9), "roc") is None


def test_a_full_cup_waits_for_a_win():
    money = holding(GERMAN, roc=10)
    assert opened(GERMAN, money)[0].occasion == "blocks"
    session = replace(start(GERMAN, 3), money=money)
    session, _ = open_next(session)
    session, _ = close_deal(session, won("frage"))
    assert session.money.armed == "roc"
    session, _ = open_next(session)
    assert (session.money.occasion, session.money.armed) == ("roc", None)


def test_what_lies_after_an_occasion_was_won_is_played_for_as_an_ordinary_stake():
    # An opponent's bête lies when the Roc has been won: the Roc is over, and nothing joins it.
    money = replace(holding(GERMAN, roc=10, beinbruch=5), armed="roc")
    session, _ = open_next(replace(start(GERMAN, 3), money=money))
    act = Irregularity(Offence.REVOKE, M)
    session, _ = close_deal(session, won("frage", irregularities=(act,)))
    assert session.money.previous is Outcome.WIN
    assert session.money.held("plate") == 14
    assert session.money.armed == "beinbruch"
    session, lines = open_next(session)
    assert session.money.occasion == "blocks"
    assert [line.rule for line in lines] == ["stakes.opening.stamm"]
    session, _ = close_deal(session, won("frage"))
    session, _ = open_next(session)
    assert session.money.occasion == "beinbruch"
    assert session.money.won == 1


def test_all_the_debts_of_a_ledger_and_all_the_promises_of_a_queue_can_join():
    occasions = GERMAN.rules.stakes.occasions
    joins = Keyed({"blocks": Join.ALL, "written": Join.ALL})
    everything = replace(occasions["blocks"], joins=joins)
    stakes = replace(GERMAN.rules.stakes, occasions=Keyed({"blocks": everything}))
    game = Game(replace(GERMAN.rules, stakes=stakes))
    money = with_pool(game, start_money(game, 3), "written", (debt(1, 20), debt(2, 30)))
    money, lines = opened(game, money)
    assert money.held("plate") == 4 + 24 + 50
    assert money.balances == (-12, -28, -38)
    assert money.lots("written") == money.lots("blocks") == ()
    assert {line.rule for line in lines} == {"stakes.opening.stamm", "stakes.occasions.blocks"}
    assert conserved(game, money)


def test_a_debt_that_is_called_keeps_the_deal_of_which_it_comes():
    money = with_pool(GERMAN, start_money(GERMAN, 3), "written", (debt(1, 20, deal=3),))
    money, _ = opened(GERMAN, money, index=8)
    called = next(lot for lot in money.lots("plate") if lot.owner == 1)
    assert (called.kind, called.deal, called.amount) == (LotKind.BETE, 3, 20)


# --- debts and promises ----------------------------------------------------------------------


def test_debts_are_called_by_size_then_age_or_by_age():
    debts = [debt(0, 20), debt(1, 34), debt(2, 34)]
    assert debts_in_order(debts, LedgerOrder.LARGEST) == [debts[1], debts[2], debts[0]]
    assert debts_in_order(debts, LedgerOrder.OLDEST) == debts


@pytest.mark.parametrize(("order", "called"), [(LedgerOrder.LARGEST, 1), (LedgerOrder.OLDEST, 0)])
def test_the_debt_that_joins_the_plate_is_the_first_in_the_order_of_the_ledger(order, called):
    stakes = GERMAN.rules.stakes
    ledger = replace(stakes.pools["written"], order=order)
    stakes = replace(stakes, pools=Keyed({**stakes.pools, "written": ledger}))
    game = Game(replace(GERMAN.rules, stakes=stakes))
    money = with_pool(game, start_money(game, 3), "written", (debt(0, 20), debt(1, 34)))
    money, _ = opened(game, money, dealer=2)
    assert [lot.owner for lot in money.lots("written")] == [1 - called]
    assert {lot.owner for lot in money.lots("plate") if lot.kind is LotKind.BETE} == {called}


def test_promises_are_called_in_dealing_order_from_the_first_dealer():
    assert dealing_order(GERMAN, 4, 2) == [2, 3, 0, 1]
    money = replace(start_money(GERMAN, 3), first_dealer=2)
    money, lines = opened(GERMAN, money)
    assert [line.payer for line in lines] == [0, 2]
    left = [lot.owner for lot in money.lots("blocks")]
    assert left == [0, 1]


# --- the lots of a pot -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "amounts", "chosen"),
    [
        (InPlay.FOREMOST, [9, 21, 21], 0),
        (InPlay.LARGEST, [9, 21, 21], 1),
        (InPlay.WHOLE, [9], 0),
        (InPlay.LARGEST, [], None),
    ],
)
def test_the_lot_that_is_played_for_is_the_first_or_the_largest_of_equals_the_oldest(
    how, amounts, chosen
):
    money = with_lots(FRENCH, start_money(FRENCH, 3), amounts)
    assert choose_in_play(how, money.lots("pot")) == chosen


def test_where_the_whole_pot_is_played_for_lots_that_lay_apart_are_played_for_together():
    money, _ = opened(ENGLISH, with_lots(ENGLISH, start_money(ENGLISH, 3), [9, 21]))
    assert {lot.stack for lot in money.lots("pot")} == {money.in_play}
    money, _ = opened(FRENCH, with_lots(FRENCH, start_money(FRENCH, 3), [9, 21]))
    assert {lot.stack for lot in money.lots("pot")} == {0, 1}


def test_a_rest_that_was_left_is_never_played_for_alone():
    left = Lot(LotKind.LEFT, None, 1, 0, None, 0)
    stake = Lot(LotKind.STAKE, None, 9, 0, None, 1)
    assert choose_in_play(InPlay.FOREMOST, [left]) is None
    assert choose_in_play(InPlay.FOREMOST, [left, stake]) == 1
    money = with_pool(FRENCH, start_money(FRENCH, 3), "pot", (left,))
    money, _ = opened(FRENCH, money)
    assert money.held("pot") == 10
    assert {lot.stack for lot in money.lots("pot")} == {money.in_play}


def test_conditions_of_an_opening_are_read_as_things_stood_before():
    # The first stake fills the pot; those of the other players are laid all the same.
    money, lines = opened(FRENCH, start_money(FRENCH, 3))
    assert money.balances == (-3, -3, -3)
    assert [line.term for line in lines] == ["stake"] * 3
    after_loss = replace(holding(FRENCH, pot=42), previous=Outcome.CODILLE)
    assert opened(FRENCH, after_loss)[0].balances == (-2, -2, -2)


def test_betes_of_one_deal_lie_together_where_each_is_a_stake_of_its_own():
    game = game_of(
        {
            "variant": "french-1600s",
            "readings": ["FR02.held=separate-largest-first", "FR17.revokes=one-bete-each"],
        }
    )
    session, _ = open_next(start(game, 3))
    act = Irregularity(Offence.REVOKE, M)
    lost = replace(won("jouer", irregularities=(act,)), tricks=(4, 4, 1, 0))
    session, _ = close_deal(session, lost)
    lots = session.money.lots("pot")
    sums = {}
    for lot in lots:
        sums[lot.stack] = sums.get(lot.stack, 0) + lot.amount
    assert sorted(sums.values()) == [9, 18]
    session, _ = open_next(session)
    assert session.money.balances[session.seating.player(F)] < 0
    assert conserved(game, session.money)
