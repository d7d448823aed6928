"""Sessions: the worked chains of deals, how long is played, and what is left at the end."""

import random
from dataclasses import replace

import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.money.session import Ended, close_deal, deals, finish, open_next, start
from lhombre_core.engine.money.settlement import pay_auction
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import variant_ids
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.table import TableSize
from tests.engine.money_case import (
    HANDS,
    chains,
    conserved,
    facts_of,
    game_of,
    moved,
    numbers,
    parts,
    resolved,
    with_lots,
    with_pool,
)
from tests.engine.random_deal import random_facts
from tests.readings.choice import changing

CHAINS = [
    pytest.param(chain, id=f"{name}-{n}-{chain['variant']}")
    for n, (name, chain) in enumerate(chains())
]


def begun(game, chain, names):
    """Return a session with what the chain says lies before its first deal."""
    session = start(game, len(names))
    money, given = session.money, chain.get("start", {})
    for pool, amount in given.get("pools", {}).items():
        money = with_pool(game, money, pool, (Lot(LotKind.STAKE, None, amount, 0),))
    written = given.get("written", {}).items()
    debts = tuple(Lot(LotKind.BETE, names.index(name), amount, 0) for name, amount in written)
    if debts:
        money = with_pool(game, money, "written", debts)
    if "lots" in given:
        money = with_lots(game, money, given["lots"])
    money = replace(money, armed=given.get("armed"), won=given.get("won", 0))
    return replace(session, money=money)


def facts_in(deal, game, seating, names):
    """Return the facts of one deal of a chain, whose players have letters for names."""
    seats = {names[player]: seating.seat(player) for player in range(len(names))}
    passes = [(seats[name], False) for name in deal.get("passers", "")]
    passes += [(seats[name], True) for name in deal.get("late_passers", "")]
    facts = Facts(passes=tuple(passes), needless=tuple(seats[n] for n in deal.get("needless", "")))
    if "by" not in deal:
        return replace(facts, all_pass=True)
    ombre = seats[deal["by"]]
    played = facts_of(deal | {"ombre": ombre}, game)
    if "ahead" in deal:
        tricks, ahead = list(played.tricks), seats[deal["ahead"]]
        other = next(seat for seat in HANDS if seat not in {ombre, ahead})
        tricks[ahead], tricks[other] = (
            max(tricks[ahead], tricks[other]),
            min(tricks[ahead], tricks[other]),
        )
        played = replace(played, tricks=tuple(tricks))
    return replace(played, passes=facts.passes, needless=facts.needless)


def held(money, expected):
    return {name: money.held(name) for name in expected}


def owed(money, names):
    return {names[lot.owner]: lot.amount for lot in money.lots("written")}


def stacked(money, pool):
    """Return what lies on each stack of a pot, in their order."""
    sums = {}
    for lot in money.lots(pool):
        sums[lot.stack] = sums.get(lot.stack, 0) + lot.amount
    return list(sums.values())


def check_opening(game, money, deal):
    assert held(money, deal.get("opens", {})) == deal.get("opens", {})
    assert money.occasion == deal.get("occasion", money.occasion)
    if "play" in deal:
        pool = game.rules.stakes.at_stake
        lots = [lot for lot in money.lots(pool) if lot.stack == money.in_play]
        assert sum(lot.amount for lot in lots) == deal["play"]


def check_end(game, session, deal, names):
    money = session.money
    assert conserved(game, money)
    assert held(money, deal.get("pools", {})) == deal.get("pools", {})
    assert owed(money, names) == deal.get("owed", owed(money, names))
    assert list(money.balances) == numbers(deal.get("balances", " ".join(map(str, money.balances))))
    assert money.won == deal.get("won", money.won)
    if "lots" in deal:
        assert stacked(money, game.rules.stakes.at_stake) == deal["lots"]
    if "ended" in deal:
        assert session.ended == (Ended.OVER if deal["ended"] == "over" else None)


@pytest.mark.parametrize("chain", CHAINS)
def test_a_worked_chain_of_deals_runs_as_the_sheets_say(chain):
    game, names = game_of(chain), chain["names"]
    session = begun(game, chain, names)
    for deal in chain["deals"]:
        assert names[session.dealer] == deal.get("dealer", names[session.dealer])
        session, _ = open_next(session)
        check_opening(game, session.money, deal)
        if "by" in deal or "passers" in deal:
            facts = facts_in(deal, game, session.seating, names)
            bid, _ = pay_auction(game, session.money, facts, session.seating)
            assert held(bid, deal.get("stake", {})) == deal.get("stake", {})
            assert judge(game, facts).outcome == deal.get("result", judge(game, facts).outcome)
            session, _ = close_deal(session, facts)
        check_end(game, session, deal, names)
    if "finish" in chain:
        session, _ = finish(session)
        check_end(game, session, chain["finish"], names)


ALL_PASS = Facts(passes=tuple((seat, False) for seat in HANDS), all_pass=True)


def won(game, contract=None):
    contract = contract or next(iter(game.contracts))
    return Facts(contract=contract, ombre=HANDS[0], tricks=(5, 2, 2, 0), runs=Runs(ombre=0))


def played(session, facts, number):
    for _ in range(number):
        session, _ = open_next(session)
        session, _ = close_deal(session, facts)
    return session


LENGTHS = [pytest.param(part, id=name) for name, part in parts() if "length" in part]


@pytest.mark.parametrize("part", LENGTHS)
def test_a_session_is_as_long_as_the_sheets_say(part):
    game = game_of(part | {"variant": part["variants"][0]})
    session = start(game, part["players"], 1)
    dealt, active = [], []
    while session.ended is None:
        dealt.append(session.dealer)
        active.extend(session.seating.active)
        facts = ALL_PASS if session.index < part.get("passed", 0) else won(game)
        session = played(session, facts, 1)
    assert session.ended is Ended.OVER
    assert (len(dealt), dealt[0]) == (part["length"], 1)
    for player in range(part["players"]):
        assert dealt.count(player) == part["each_deals"]
        assert active.count(player) == part["active"]


EVENLY = [
    pytest.param(variant, int(number), even, id=f"{variant}-{number}")
    for _, part in parts()
    for variant in part["variants"]
    for number, even in part.get("evenly", {}).items()
]


@pytest.mark.parametrize(("variant", "number", "even"), EVENLY)
def test_some_numbers_of_deals_let_everybody_deal_equally_often(variant, number, even):
    session = start(game_of({"variant": variant, "set": [f"deals={number}"]}), 3)
    dealt = []
    while session.ended is None:
        dealt.append(session.dealer)
        session = played(session, ALL_PASS, 1)
    assert len(dealt) == number
    assert (len({dealt.count(player) for player in range(3)}) == 1) is even


def test_by_the_reading_a_deal_nobody_bid_on_is_dealt_again_by_the_same_and_does_not_count():
    game = game_of({"variant": "danish-tariff", "readings": ["DA28=redeal-same-dealer"]})
    session = played(start(game, 3, 2), ALL_PASS, 5)
    assert (session.dealer, session.index, session.counted) == (2, 5, 0)


def test_a_session_that_never_reaches_its_end_is_cut_at_the_limit():
    readings, limit = ["DA42.void=do-not-count"], ["session.limit=40"]
    game = game_of({"variant": "danish-tariff", "readings": readings, "set": limit})
    session = played(start(game, 3), ALL_PASS, 39)
    assert session.ended is None
    assert played(session, ALL_PASS, 1).ended is Ended.CUT


def test_a_round_is_three_deals_won_without_the_vole():
    game = game_of({"variant": "french-1600s", "readings": ["FR18=tours"], "set": ["tours=2"]})
    session = played(start(game, 3), won(game), 5)
    made = replace(won(game), tricks=(9, 0, 0, 0), vole_undertaken=True)
    session = played(session, made, 3)
    session = played(session, replace(won(game), tricks=(3, 4, 2, 0)), 3)
    assert session.money.marks == 5
    assert session.ended is None
    assert played(session, won(game), 1).ended is Ended.OVER


def test_a_deal_that_is_thrown_in_is_dealt_again_and_nothing_is_laid_anew():
    game = game_of({"variant": "english-1800s"})
    session, lines = open_next(start(game, 3))
    assert [(line.rule, line.amount) for line in lines] == [("stakes.opening.stake", 5)]
    again, lines = close_deal(session, Facts(thrown_in=True))
    assert (again.money, lines) == (session.money, ())
    opened, lines = open_next(again)
    assert (opened.money, lines) == (session.money, ())
    assert (again.dealer, again.index, again.counted) == (0, 0, 0)
    after, _ = close_deal(opened, won(game))
    assert (after.dealer, after.index, after.again) == (1, 1, False)


def test_trumps_of_the_first_deal_won_are_the_privileged_suit_where_the_variant_has_it_so():
    game = game_of({"variant": "pierer-free", "readings": ["GE16.set-by=first-won-game"]})
    session = played(start(game, 3), replace(won(game, "grand")), 1)
    assert session.money.couleur is None
    session = played(session, replace(won(game), trump=Suit.D, tricks=(3, 4, 2, 0)), 1)
    assert session.money.couleur is None
    session = played(session, replace(won(game), trump=Suit.H), 1)
    session = played(session, replace(won(game), trump=Suit.C), 1)
    assert session.money.couleur is Suit.H


def test_a_table_the_variant_has_no_length_for_is_refused():
    game = game_of({"variant": "pierer-pure", "readings": ["GE15.roc=dropped"]})
    assert deals(game, 3) == 30
    with pytest.raises(UsageError, match="6 players"):
        deals(game, 6)
    with pytest.raises(UsageError, match="cannot be at the table"):
        start(game_of({"variant": "english-1800s"}), 4)


def test_a_session_without_a_deal_ends_with_nothing():
    game = game_of({"variant": "english-1800s"})
    session = start(game, 3)
    assert finish(session) == (session, ())


PATHS = ("stakes", "settlement", "result", "session", "concession", "irregularities")
PATHS += ("contracts", "table.resting.money", "auction.privilege", "auction.after_all_pass")
"""Where rules stand that can change what is paid."""

SIZES = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}


def money_readings():
    """Yield every variant, and every reading under which something else may be paid."""
    for variant in variant_ids():
        yield variant, ()
    for variant, choice in changing():
        point, name = choice.split("=")
        reading = resolved(variant).apparatus.points[point].readings[name]
        paths = [*(reading.set or ()), *reading.remove]
        if any(path.startswith(PATHS) for path in paths):
            yield variant, (choice,)


SESSIONS = [pytest.param(v, r, id=f"{v}-{''.join(r)}") for v, r in money_readings()]


@pytest.mark.parametrize(("variant", "readings"), SESSIONS)
def test_counters_are_conserved_through_sessions_under_every_reading(variant, readings):
    game = game_of({"variant": variant, "readings": readings})
    most = 24 if readings else 200
    for players in sorted(SIZES[size] for size in game.rules.table.sizes):
        rng = random.Random(f"{variant} {readings} {players}")  # noqa: S311  a fixed sample
        session = start(game, players, rng.randrange(players))
        while session.ended is None and session.index < most:
            before = session.money
            session, opened = open_next(session)
            assert conserved(game, session.money)
            session, paid = close_deal(session, random_facts(game, session.seating, rng))
            assert conserved(game, session.money)
            assert moved(game, before, (*opened, *paid)) == session.money.balances
        session, _ = finish(session)
        assert conserved(game, session.money)


@pytest.mark.parametrize("variant", ["pierer-pure", "pierer-free"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_german_plate_is_emptied_by_a_win_and_holds_one_bete_at_most(variant, players):
    game = game_of({"variant": variant})
    for seed in range(5):
        rng = random.Random(f"{variant} {players} {seed}")  # noqa: S311  a fixed sample
        session = start(game, players)
        while session.ended is None and session.index < 120:
            session, opened = open_next(session)
            called = [line.amount for line in opened if line.term == "written"]
            assert called == sorted(called, reverse=True)
            session, _ = close_deal(session, random_facts(game, session.seating, rng, irregular=0))
            money = session.money
            if money.previous is Outcome.WIN:
                assert money.held("plate") == 0
            betes = [lot for lot in money.lots("plate") if lot.kind is LotKind.BETE]
            assert len(betes) <= 1
            assert all(lot.amount <= money.held("plate") for lot in betes)
