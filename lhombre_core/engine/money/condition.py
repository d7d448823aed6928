"""Whether a payment is made: the conditions of a transfer, asked one aspect at a time."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.engine.money.plan import Item, plan
from lhombre_core.engine.money.table import Money, choose_in_play, filled
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.verdict import Verdict, other_opponent
from lhombre_core.errors import MissingNumber
from lhombre_core.rules.settlement import (
    Condition,
    DealEnd,
    Event,
    FirstFive,
    Outcome,
    Previous,
    TakeOver,
)

_LOST = frozenset({Outcome.REMISE, Outcome.CODILLE})


def firing(game: Game, facts: Facts, verdict: Verdict) -> Iterator[Item]:
    """Yield the transfers that a deal sets off after the play, whatever pools and runs say.

    Those that answer to an irregularity alone are not among them.
    """
    events = verdict.events - {Event.IRREGULARITY}
    for item in plan(game).settled:
        if not events.isdisjoint(item.transfer.on) and holds_by_tricks(
            item.transfer.if_, facts, verdict
        ):
            yield item


def holds_by_tricks(condition: Condition, facts: Facts, verdict: Verdict) -> bool:
    """Return whether a condition holds as far as it asks about contract, tricks and vole."""
    return (
        (condition.first_five is None or condition.first_five is first_five(facts))
        and (condition.stopped is None or condition.stopped == facts.stopped)
        and (condition.deal is None or (condition.deal is DealEnd.WON) == verdict.won)
        and (
            condition.vole_undertaken is None
            or condition.vole_undertaken == verdict.vole_undertaken
        )
        and (
            condition.taken_over is None or condition.taken_over == (facts.surrenderer is not None)
        )
        and (condition.take_over is None or condition.take_over is take_over(facts))
        and (condition.contracts is None or facts.contract in condition.contracts)
    )


def holds_by_money(condition: Condition, game: Game, money: Money, rule: str) -> bool:
    """Return whether a condition holds as far as it asks what lay on the table.

    A pool that nobody knows is a `MissingNumber` of `rule`.
    """
    return (
        (condition.empty is None or not filled(money, condition.empty, rule))
        and (condition.filled is None or filled(money, condition.filled, rule))
        and (condition.others is None or condition.others == _others(game, money, rule))
        and (condition.previous is None or condition.previous is previous(money))
    )


def previous(money: Money) -> Previous | None:
    """Return how the deal before ended; None: not in one of the ways a condition asks for."""
    if money.previous is None:
        return Previous.NONE
    if money.previous in _LOST:
        return Previous.LOST
    return Previous.ALL_PASS if money.previous is Outcome.VOID else None


def _others(game: Game, money: Money, rule: str) -> bool:
    pool = game.rules.stakes.at_stake
    if pool is None:
        return False
    if pool in money.unknown:
        raise MissingNumber(pool, rule)
    chosen = in_play(game, money)
    return any(lot.stack != chosen for lot in money.lots(pool))


def in_play(game: Game, money: Money) -> int | None:
    """Return the stack that is played for: as the deal opened, or as it would open now."""
    pool = game.rules.stakes.at_stake
    if pool is None or money.in_play is not None:
        return money.in_play
    return choose_in_play(game.rules.stakes.pools[pool].in_play, money.lots(pool))


def first_five(facts: Facts) -> FirstFive | None:
    """Return which side has won the first five tricks, None if neither has."""
    first = facts.winners[:5]
    if len(first) < 5:
        return None
    if all(seat is facts.ombre for seat in first):
        return FirstFive.OMBRE
    return None if facts.ombre in first else FirstFive.OPPONENTS


def take_over(facts: Facts) -> TakeOver | None:
    """Return how a deal that was taken over ended, None if none was."""
    other = other_opponent(facts)
    if facts.surrenderer is None or other is None or facts.ombre is None:
        return None
    taker = facts.tricks[facts.ombre]
    gave_up, third = facts.tricks[facts.surrenderer], facts.tricks[other]
    if taker > max(gave_up, third):
        return TakeOver.TAKER_AHEAD
    if taker == max(gave_up, third):
        return TakeOver.LEVEL
    return TakeOver.SURRENDERER_AHEAD if gave_up >= third else TakeOver.OTHER_AHEAD
