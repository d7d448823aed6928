"""How money is moved: lots and pools, parties and shares, terms and their signs."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.engine.money.party import Parties
from lhombre_core.engine.money.payment import _portion
from lhombre_core.engine.money.session import finish, start
from lhombre_core.engine.money.settlement import pay_auction, settle
from lhombre_core.engine.money.stake import money_from_pools
from lhombre_core.engine.money.table import Till, balance, filled, on_table, start_money
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import FaultError, MissingNumber, UsageError
from lhombre_core.notation import Seat
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.session import ShortDeal
from lhombre_core.rules.settlement import (
    Condition,
    Event,
    Flow,
    Loss,
    OddUnit,
    Offence,
    Party,
    Per,
    Phase,
    Rounding,
    Side,
    Term,
    TermKind,
    Transfer,
)
from lhombre_core.rules.table import RestingMoney
from tests.engine.money_case import game_of

F, M, B = Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND
ENGLISH = game_of({"variant": "english-1800s"})
FRENCH = game_of({"variant": "french-1600s"})
GERMAN = game_of({"variant": "pierer-free"})


def transfer(from_, to, amount, on=Event.WIN, phase=Phase.PLAYERS, **more):
    terms = amount if isinstance(amount, dict) else {"sum": amount}
    return Transfer(frozenset({on}), phase, str(from_), str(to), Keyed(terms), **more)


def number(value, **more):
    return Term(TermKind.NUMBER, number=value, **more)


def paying(game, **transfers):
    """Return the game with other payments."""
    return Game(replace(game.rules, settlement=Keyed(transfers)))


def won(game, **more):
    shared = {"contract": next(iter(game.contracts)), "ombre": F, "tricks": (5, 2, 2, 0)}
    return Facts(**(shared | {"runs": Runs(ombre=3)} | more))


def paid(game, facts=None, pools=None, players=3):
    """Return what each player has after a deal, dealer first, and what the pools hold."""
    seating = seat_players(game.rules.table, players, 0)
    held = {name: 0 for name, _ in start_money(game, players).pools} | (pools or {})
    before = money_from_pools(game, players, held)
    after, lines = settle(game, before, facts or won(game), seating)
    assert balance(game, after) == balance(game, before) == 0
    return after.balances, {name: after.held(name) for name, _ in after.pools}, lines


# --- the till --------------------------------------------------------------------------------


def test_a_pool_gives_no_more_than_it_holds_and_the_last_term_is_cut():
    till = Till(ENGLISH, money_from_pools(ENGLISH, 3, {"pot": 8}))
    assert till.pay("r", "pot", 1, [("a", 5), ("b", 5)]) == 8
    assert [(line.term, line.amount) for line in till.lines] == [("a", 5), ("b", 3)]
    assert till.freeze().balances == (0, 8, 0)
    assert till.pay("r", "pot", 1, [("a", 5)]) == 0


def test_a_term_that_is_taken_off_has_a_line_of_its_own():
    till = Till(ENGLISH, start_money(ENGLISH, 3))
    assert till.pay("r", 0, 1, [("vole", 30), ("estuches", -4), ("none", 0)]) == 26
    assert [line.amount for line in till.lines] == [30, -4]


def test_what_is_laid_in_a_ledger_is_owed_and_not_paid():
    till = Till(GERMAN, start_money(GERMAN, 3))
    till.pay("r", 2, "written", [("bete", 34)], Lot(LotKind.BETE, 2, 0, 7))
    money = till.freeze()
    assert money.balances == (0, 0, 0)
    assert money.lots("written") == (Lot(LotKind.BETE, 2, 34, 7),)
    assert on_table(GERMAN, money) == 0


def test_a_pool_that_is_not_in_use_takes_nothing_and_gives_nothing():
    game = game_of({"variant": "pierer-pure", "readings": ["GE15.roc=dropped"]})
    money = start_money(game, 3)
    assert not money.uses("roc")
    till = Till(game, money)
    assert till.pay("r", 0, "roc", [("mark", 1)]) == 0
    assert till.pay("r", "roc", 0, [("mark", 1)]) == 0
    assert till.freeze() == money
    assert money.held("roc") == 0


def test_sums_that_were_left_do_not_make_a_pool_filled():
    money = start_money(FRENCH, 3)
    assert not filled(money, "pot", "r")
    left = Lot(LotKind.LEFT, None, 1, 0)
    assert not filled(replace(money, pools=(("pot", (left,)),)), "pot", "r")
    stake = replace(left, kind=LotKind.STAKE)
    assert filled(replace(money, pools=(("pot", (left, stake)),)), "pot", "r")


def test_a_pool_nobody_knows_is_asked_for_only_where_it_is_read():
    seating = seat_players(GERMAN.rules.table, 3, 0)
    money = money_from_pools(GERMAN, 3, {"plate": 14})
    after, _ = settle(GERMAN, money, won(GERMAN), seating)
    assert after.held("plate") == 0
    with pytest.raises(MissingNumber, match="reads the plate, which is not known") as caught:
        settle(GERMAN, money_from_pools(GERMAN, 3, {}), won(GERMAN), seating)
    assert (caught.value.name, caught.value.exit_code) == ("plate", 2)
    assert caught.value.rule == "settlement.win_draw.amount.plate"


def test_a_run_nobody_knows_is_asked_for():
    with pytest.raises(MissingNumber, match="run") as caught:
        paid(ENGLISH, won(ENGLISH, runs=Runs()))
    assert caught.value.rule == "settlement.win.amount.estuches"
    game = game_of({"variant": "french-1600s", "readings": ["FR07.holder=any-hand"]})
    with pytest.raises(MissingNumber, match="run of the opponent"):
        paid(game, won(game, runs=Runs(ombre=0, opponent_known=False)))


# --- terms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "times", "amount"),
    [
        (Rounding.DOWN, Fraction(1, 2), 4),
        (Rounding.NEAREST, Fraction(1, 2), 5),
        (Rounding.NEAREST, Fraction(1, 4), 2),
        (Rounding.EXACT, Fraction(1, 3), 3),
    ],
)
def test_a_fraction_becomes_whole_as_its_term_says(rounding, times, amount):
    term = number(9, times=times, round=rounding)
    balances, _, _ = paid(paying(ENGLISH, x=transfer(Party.BANK, Party.OMBRE, term)))
    assert balances == (0, amount, 0)


def test_a_fraction_of_a_term_that_says_nothing_is_a_fault_with_its_path():
    game = paying(ENGLISH, x=transfer(Party.BANK, Party.OMBRE, number(9, times=Fraction(1, 2))))
    with pytest.raises(FaultError, match="9/2 is no whole number") as caught:
        paid(game)
    assert caught.value.faults[0].rule == "settlement.x.amount.sum"


def test_amounts_read_the_pools_as_they_stood_and_what_was_drawn_as_it_grows():
    game = paying(
        ENGLISH,
        draw=transfer("pot", Party.OMBRE, Term(TermKind.POOL, pool="pot"), phase=Phase.POOLS),
        again=transfer(
            Party.BANK, Party.OMBRE, Term(TermKind.POOL, pool="pot"), phase=Phase.CLOSING
        ),
        share=transfer(Party.OMBRE, Party.BANK, Term(TermKind.DRAWN), phase=Phase.CLOSING),
    )
    assert paid(game, pools={"pot": 10})[0] == (0, 10, 0)


def test_received_is_what_the_opponents_have_paid_and_winnings_are_both():
    each = transfer(Party.EACH_OPPONENT, Party.OMBRE, number(4))
    draw = transfer("pot", Party.OMBRE, Term(TermKind.POOL, pool="pot"), phase=Phase.POOLS)
    for kind, amount in ((TermKind.RECEIVED, 8), (TermKind.DRAWN, 10), (TermKind.WINNINGS, 18)):
        last = transfer(Party.BANK, Party.DEALER, Term(kind), phase=Phase.CLOSING)
        game = paying(ENGLISH, each=each, draw=draw, last=last)
        assert paid(game, pools={"pot": 10})[0] == (amount - 4, 18, -4)


def test_the_amount_of_another_transfer_is_what_its_terms_come_to():
    other = transfer(
        Party.OMBRE,
        Party.BANK,
        {"price": Term(TermKind.PRICE), "run": Term(TermKind.RUN)},
        on=Event.REMISE,
    )
    term = Term(TermKind.AMOUNT_OF, transfer="other", times=Fraction(2))
    game = paying(ENGLISH, other=other, x=transfer(Party.BANK, Party.OMBRE, term))
    assert paid(game)[0] == (0, 16, 0)


def test_the_vole_is_positive_made_and_negative_missed():
    game = paying(FRENCH, x=transfer(Party.BANK, Party.OMBRE, Term(TermKind.VOLE)))
    rules = game.rules
    worth = replace(rules.contracts["jouer"].vole.made, number=7)
    vole = replace(rules.contracts["jouer"].vole, made=worth, failed=worth)
    contract = replace(rules.contracts["jouer"], vole=vole)
    game = Game(replace(rules, contracts=Keyed({**rules.contracts, "jouer": contract})))
    assert paid(game)[0] == (0, 0, 0)
    for tricks, amount in (((9, 0, 0, 0), 7), ((8, 1, 0, 0), -7)):
        assert paid(game, won(game, tricks=tricks, vole_undertaken=True))[0] == (0, amount, 0)


def test_a_term_of_a_contract_counts_nothing_where_none_is_played():
    term = {"price": Term(TermKind.PRICE), "fee": number(1)}
    fee = transfer(Party.EACH_ACTIVE, "pot", term, on=Event.ALL_PASS, phase=Phase.AUCTION)
    game = paying(ENGLISH, fee=fee)
    seating = seat_players(game.rules.table, 3, 0)
    money, lines = pay_auction(game, start_money(game, 3), Facts(all_pass=True), seating)
    assert money.held("pot") == 3
    assert {line.term for line in lines} == {"fee"}


# --- signs and destinations ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flow", "amount", "ombre"),
    [
        (Flow.EITHER, 5, 10),
        (Flow.EITHER, -5, -10),
        (Flow.FORWARD, 5, 10),
        (Flow.FORWARD, -5, 0),
        (Flow.REVERSE, 5, 0),
        (Flow.REVERSE, -5, -10),
    ],
)
def test_a_negative_amount_flows_as_the_transfer_says(flow, amount, ombre):
    term = number(abs(amount), times=Fraction(1 if amount > 0 else -1))
    game = paying(ENGLISH, x=transfer(Party.EACH_OPPONENT, Party.OMBRE, term, flow=flow))
    balances, _, lines = paid(game)
    assert balances[1] == ombre
    assert all(line.amount > 0 for line in lines)


def test_a_term_can_go_elsewhere_than_its_transfer():
    terms = {
        "pot": number(9),
        "each": number(2, to=Party.EACH_OTHER),
        "per": number(1, per=Per.OPPONENT),
    }
    game = paying(ENGLISH, x=transfer(Party.OMBRE, "pot", terms))
    balances, pools, _ = paid(game)
    assert balances == (2, -15, 2)
    assert pools == {"pot": 11}


def test_everybody_pays_what_each_pays_and_nobody_pays_himself():
    game = paying(GERMAN, x=transfer(Party.EACH_ACTIVE, Party.EACH_OTHER, number(1)))
    assert paid(game, players=4)[0] == (0, 0, 0, 0)
    game = paying(GERMAN, x=transfer(Party.EACH_PLAYER, Party.DEALER, number(3)))
    assert paid(game, players=4)[0] == (9, -3, -3, -3)


def test_a_transfer_that_asks_for_an_opponent_who_is_not_there_pays_nothing():
    game = paying(FRENCH, x=transfer(Party.OMBRE, Party.OPPONENT_WITH_RUN, number(3)))
    assert paid(game)[0] == (0, 0, 0)
    game = paying(FRENCH, x=transfer(Party.SURRENDERER, Party.OTHER_OPPONENT, number(3)))
    assert paid(game)[0] == (0, 0, 0)
    assert paid(game, won(game, surrenderer=M))[0] == (3, 0, -3)


def test_a_session_end_is_paid_once_before_what_is_left_is_shared():
    end = transfer(Party.EACH_PLAYER, "pot", number(2), on=Event.SESSION_END, phase=Phase.CLOSING)
    game = paying(ENGLISH, end=end)
    session = replace(start(game, 3), last_dealer=0)
    session, lines = finish(session)
    assert session.money.balances == (0, 0, 0)
    assert [line.rule for line in lines] == ["settlement.end"] * 3 + ["session.leftover"] * 3


@pytest.mark.parametrize(
    ("condition", "dealer", "ombre"),
    [
        (Condition(offence=Offence.FACED_CARD), -1, -1),
        (Condition(offence=Offence.TOO_FEW_CARDS), 0, 0),
        (Condition(by=Side.OMBRE), 0, -1),
        (Condition(by=Side.OPPONENT), -1, 0),
    ],
)
def test_a_card_that_was_faced_without_notice_is_paid_for_by_the_side_that_is_asked(
    condition, dealer, ombre
):
    fine = transfer(Party.OFFENDER, "pot", number(1), on=Event.IRREGULARITY, if_=condition)
    irregular = replace(FRENCH.rules.irregularities, faced_card=ShortDeal.NOTICE)
    rules = replace(FRENCH.rules, irregularities=irregular, settlement=Keyed({"fine": fine}))
    acts = tuple(Irregularity(Offence.FACED_CARD, seat, notice=False) for seat in (F, B))
    game = Game(rules)
    assert paid(game, won(game, irregularities=acts))[0] == (dealer, ombre, 0)


def test_conditions_about_the_pool_are_asked_of_it_as_it_stood():
    def game_with(**condition):
        bonus = transfer(Party.BANK, Party.OMBRE, number(1), if_=Condition(**condition))
        return paying(FRENCH, x=bonus)

    assert paid(game_with(empty="pot"), pools={"pot": 9})[0] == (0, 0, 0)
    assert paid(game_with(empty="pot"))[0] == (0, 1, 0)
    assert paid(game_with(filled="pot"), pools={"pot": 9})[0] == (0, 1, 0)
    assert paid(game_with(others=True), pools={"pot": 9})[0] == (0, 0, 0)
    assert paid(game_with(others=False), pools={"pot": 9})[0] == (0, 1, 0)
    game = game_with(others=True)
    with pytest.raises(MissingNumber, match="pot"):
        settle(game, money_from_pools(game, 3, {}), won(game), seat_players(game.rules.table, 3, 0))


# --- shares ----------------------------------------------------------------------------------


@given(st.integers(-50, 50), st.integers(1, 4))
def test_shares_of_a_sum_come_to_it_and_differ_by_one_at_most(amount, members):
    shares = [_portion(amount, members, place, stays=False) for place in range(members)]
    assert sum(shares) == amount
    assert max(shares) - min(shares) <= 1
    stay = [_portion(amount, members, place, stays=True) for place in range(members)]
    assert len(set(stay)) == 1
    assert abs(amount) - members < abs(sum(stay)) <= abs(amount)


@given(st.lists(st.integers(-9, 9), max_size=6))
def test_opponents_together_share_the_sum_of_all_payments_from_the_ombres_right_on(amounts):
    sums = {
        f"x{n}": transfer(
            Party.OPPONENTS_TOGETHER,
            Party.OMBRE,
            number(abs(amount), times=Fraction(amount < 0) * -2 + 1),
        )
        for n, amount in enumerate(amounts)
    }
    whole = sum(amounts)
    balances, _, _ = paid(paying(ENGLISH, **sums))
    assert balances == (
        -_portion(whole, 2, 1, stays=False),
        whole,
        -_portion(whole, 2, 0, stays=False),
    )


@given(st.lists(st.integers(0, 9), max_size=6), st.sampled_from(OddUnit))
def test_two_who_share_a_codille_share_the_sum_of_all_payments(amounts, odd):
    result = replace(ENGLISH.rules.result, odd_unit=odd, one_four_four=Loss.CODILLE)
    rules = replace(ENGLISH.rules, result=result)
    sums = {
        f"x{n}": transfer(Party.OMBRE, Party.CODILLE_WINNER, number(amount), on=Event.CODILLE)
        for n, amount in enumerate(amounts)
    }
    game = paying(Game(rules), **sums)
    balances, _, _ = paid(game, won(game, tricks=(1, 4, 4, 0)))
    half, rest = divmod(sum(amounts), 2)
    earlier = half + (rest if odd is OddUnit.EARLIER_SEAT else 0)
    assert balances == (half, -half - earlier, earlier)


# --- parties ---------------------------------------------------------------------------------


def parties(game, players, dealer, **facts):
    deal = won(game, **facts)
    seating = seat_players(game.rules.table, players, dealer)
    return Parties(game, seating, deal, judge(game, deal))


def test_opponents_are_counted_from_the_ombres_right_on():
    assert parties(ENGLISH, 3, 0, ombre=M).opponents(Phase.PLAYERS) == [0, 1]
    game = game_of({"variant": "danish-club", "readings": ["DA29.turn=clockwise"]})
    # Dealer 0: the forehand is player 2; round to the left come 2, 1, 0.
    assert parties(game, 3, 0, ombre=F).opponents(Phase.PLAYERS) == [1, 0]
    assert parties(GERMAN, 4, 0, ombre=Seat.MORT, mort=3).opponents(Phase.PLAYERS) == [0, 1, 2]


def test_a_resting_player_is_an_opponent_between_players_only_where_the_rules_say_so():
    table = GERMAN.rules.table
    resting = replace(table.resting, money=RestingMoney.AS_OPPONENT)
    game = Game(replace(GERMAN.rules, table=replace(table, resting=resting)))
    assert parties(GERMAN, 4, 0).opponents(Phase.PLAYERS) == [2, 0]
    assert parties(game, 4, 0).opponents(Phase.PLAYERS) == [2, 3, 0]
    assert parties(game, 4, 0).opponents(Phase.POOLS) == [2, 0]


def test_the_mort_is_among_the_active_and_the_resting_among_all():
    sides = parties(GERMAN, 5, 0, ombre=Seat.MORT, mort=4)
    assert sides.active() == [1, 2, 0, 4]
    assert sorted(sides.everybody()) == [0, 1, 2, 3, 4]


# --- what is given -----------------------------------------------------------------------------


def test_the_opening_stake_of_the_deal_lies_in_a_pool_that_is_given():
    game = game_of({"variant": "pierer-pure", "readings": ["GE07=without-stamm"]})
    balances, pools, _ = paid(game, won(game, runs=Runs(ombre=0)), pools={"plate": 14})
    assert balances == (0, 9, 0)
    assert pools["plate"] == 4


def test_a_pool_or_occasion_the_variant_does_not_have_is_refused():
    with pytest.raises(UsageError, match="did you mean 'plate'"):
        money_from_pools(GERMAN, 3, {"plates": 3})
    with pytest.raises(UsageError, match="did you mean 'roc'"):
        money_from_pools(GERMAN, 3, {}, "rock")
    assert money_from_pools(GERMAN, 3, {}).occasion == "blocks"
    assert money_from_pools(GERMAN, 3, {}, "roc").occasion == "roc"
