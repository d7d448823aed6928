"""The transfers of a variant: when each is due, and on what conditions.

A plan sorts the transfers of a game by the moment at which they are paid. A condition is tested one
aspect at a time: tricks, contract and vole apart from pools.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from lhombre_core.engine.money.table import choose_in_play, filled
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.verdict import Verdict, other_opponent
from lhombre_core.rules.settlement import (
    Condition,
    DealEnd,
    Event,
    FirstFive,
    Outcome,
    Phase,
    Previous,
    TakeOver,
    Transfer,
)

_SETTLED: Final = (Phase.PLAYERS, Phase.POOLS, Phase.CUPS, Phase.CLOSING)
"""The phases of a settlement, in their order."""

_LOST: Final = frozenset({Outcome.REMISE, Outcome.CODILLE})


class PlannedTransfer(NamedTuple):
    """A transfer with its key and the dotted path of its rule."""

    key: str
    rule: str
    transfer: Transfer


class TransferPlan(NamedTuple):
    """The transfers of a variant by when they are paid."""

    opening: tuple[PlannedTransfer, ...]
    """When a deal opens."""
    auction: tuple[PlannedTransfer, ...]
    settled: tuple[PlannedTransfer, ...]
    """After the play, phase by phase, within a phase in the order of the file."""
    last: tuple[PlannedTransfer, ...]
    """When the session has ended."""


@lru_cache(maxsize=64)
def transfer_plan(game: Game) -> TransferPlan:
    """Return the transfers of a game, sorted by when they are paid."""
    rules = game.rules
    items = [PlannedTransfer(key, f"settlement.{key}", t) for key, t in rules.settlement.items()]
    opening = (
        PlannedTransfer(key, f"stakes.opening.{key}", t) for key, t in rules.stakes.opening.items()
    )
    return TransferPlan(
        opening=tuple(item for item in opening if Event.OPENING in item.transfer.on),
        auction=tuple(item for item in items if item.transfer.phase is Phase.AUCTION),
        settled=tuple(i for phase in _SETTLED for i in items if i.transfer.phase is phase),
        last=tuple(item for item in items if Event.SESSION_END in item.transfer.on),
    )


def firing(game: Game, facts: Facts, verdict: Verdict) -> Iterator[PlannedTransfer]:
    """Yield the transfers that the end of a deal sets off, conditions on pools and runs ignored.

    Transfers on an irregularity alone are left out.
    """
    events = verdict.events - {Event.IRREGULARITY}
    for item in transfer_plan(game).settled:
        if not events.isdisjoint(item.transfer.on) and holds_by_tricks(
            item.transfer.if_, facts, verdict
        ):
            yield item


def holds_by_tricks(condition: Condition, facts: Facts, verdict: Verdict) -> bool:
    """Return whether the parts of a condition on contract, tricks and vole hold."""
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
    """Return whether the parts of a condition on pools and the deal before hold.

    A pool of unknown content is a `MissingNumber` of `rule`.
    """
    return (
        (condition.empty is None or not filled(money, condition.empty, rule))
        and (condition.filled is None or filled(money, condition.filled, rule))
        and (condition.others is None or condition.others == _others(game, money, rule))
        and (condition.previous is None or condition.previous is previous(money))
    )


def previous(money: Money) -> Previous | None:
    """Return how the deal before ended; None: in a way that no condition names."""
    if money.previous is None:
        return Previous.NONE
    if money.previous in _LOST:
        return Previous.LOST
    return Previous.ALL_PASS if money.previous is Outcome.VOID else None


def _others(game: Game, money: Money, rule: str) -> bool:
    pool = game.rules.stakes.at_stake
    if pool is None:
        return False
    lots = money.known_lots(pool, rule)
    chosen = in_play(game, money)
    return any(lot.stack != chosen for lot in lots)


def in_play(game: Game, money: Money) -> int | None:
    """Return the stack at stake in the open deal, or in the deal that would open now."""
    pool = game.rules.stakes.at_stake
    if pool is None or money.in_play is not None:
        return money.in_play
    return choose_in_play(game.rules.stakes.pools[pool].in_play, money.lots(pool))


def first_five(facts: Facts) -> FirstFive | None:
    """Return the side that won the first five tricks; None: neither."""
    first = facts.winners[:5]
    if len(first) < 5:
        return None
    if all(seat is facts.ombre for seat in first):
        return FirstFive.OMBRE
    return None if facts.ombre in first else FirstFive.OPPONENTS


def take_over(facts: Facts) -> TakeOver | None:
    """Return who was ahead in a deal that was taken over; None: no take-over."""
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
