"""The same deals settled under several variants by the engine, contract by contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal

from lhombre_core.cards import Suit
from lhombre_core.engine import Game, Runs, prepare
from lhombre_core.engine.money.session import open_next, start
from lhombre_core.engine.money.settlement import pay_auction, settle
from lhombre_core.engine.money.table import on_table
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.summary import DealSummary, facts_from_summary
from lhombre_core.errors import LhombreError
from lhombre_core.notation import Seat
from lhombre_core.report.compare.difference import Side
from lhombre_core.rules.acting.idleness import scope_of
from lhombre_core.rules.contract import Contract, EnteredBy, Goal, TrumpBy, VoleBy
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.stake import PoolKind
from lhombre_core.rules.table import TableSize

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
_RUN: Final = 3
_PASSES: Final = ((Seat.MIDDLEHAND, False), (Seat.BACKHAND, False))


class Situation(StrEnum):
    """How a deal ended."""

    WON = "won"
    REMISE = "remise"
    CODILLE = "codille"
    LEVEL = "level"
    VOLE_MADE = "vole-made"
    VOLE_FAILED = "vole-failed"
    GIVEN_UP = "given-up"
    NO_TRICK = "no-trick"
    ONE_TRICK = "one-trick"
    TWO_TRICKS = "two-tricks"
    THREE_TRICKS = "three-tricks"


_SPLITS: Final[Mapping[Situation, tuple[int, ...]]] = {
    Situation.WON: (5, 2, 2),
    Situation.REMISE: (4, 4, 1),
    Situation.CODILLE: (3, 5, 1),
    Situation.LEVEL: (1, 4, 4),
    Situation.VOLE_MADE: (9, 0, 0),
    Situation.VOLE_FAILED: (8, 1, 0),
    Situation.NO_TRICK: (0,),
    Situation.ONE_TRICK: (1,),
    Situation.TWO_TRICKS: (2,),
    Situation.THREE_TRICKS: (3,),
}
_TRICKLESS: Final = frozenset(
    {
        Situation.NO_TRICK,
        Situation.ONE_TRICK,
        Situation.TWO_TRICKS,
        Situation.THREE_TRICKS,
    }
)
_VOLES: Final[Mapping[Situation, Literal["made", "failed"]]] = {
    Situation.VOLE_MADE: "made",
    Situation.VOLE_FAILED: "failed",
}


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """The payments of a deal under one variant."""

    outcome: Outcome
    gain: int
    """What the ombre gains in the settlement; negative: loses."""
    opponents: tuple[int, ...]
    """The same for each opponent, in the order of the seats."""
    table: int | None
    """What lies on the table afterwards; None: nothing ever does."""
    owed: int
    """What is written down as owed."""


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A situation with its payments on each side, None where it cannot occur."""

    situation: Situation
    payments: tuple[SettledDeal | None, ...]


@dataclass(frozen=True, slots=True)
class PaymentTable:
    """A contract that several variants have, in the situations that can occur in it."""

    family: str
    contracts: tuple[str | None, ...]
    rows: tuple[PaymentRow, ...]

    @property
    def differs(self) -> bool:
        """Whether the variants part in one of the situations."""
        return any(len({*filter(None, row.payments)}) > 1 for row in self.rows)


def payment_tables(sides: Sequence[Side], families: Sequence[str]) -> tuple[PaymentTable, ...]:
    """Return the worked payments for the contracts that more than one of the sides has."""
    return tuple(_tables(sides, families))


def _tables(sides: Sequence[Side], families: Sequence[str]) -> Iterator[PaymentTable]:
    for family in families:
        names = tuple(_bid(side, family) for side in sides)
        if sum(name is not None for name in names) < 2:
            continue
        rows = []
        for situation in Situation:
            payments = tuple(
                None if name is None else settled(prepare(side.rules), name, situation)
                for side, name in zip(sides, names, strict=True)
            )
            if any(payment is not None for payment in payments):
                rows.append(PaymentRow(situation, payments))
        yield PaymentTable(family, names, tuple(rows))


def _bid(side: Side, family: str) -> str | None:
    """Return the contract compared under a name if it can be bid in the variant."""
    name = side.contract(family)
    if name is None or name not in scope_of(side.rules).contracts:
        return None
    if side.rules.contracts[name].entry.by is EnteredBy.RESTING_SEAT:
        return None
    return name


@lru_cache(maxsize=4096)
def settled(game: Game, contract: str, situation: Situation) -> SettledDeal | None:
    """Settle a situation as the first deal of a session; return None if it cannot occur.

    The forehand is ombre after two passes; he holds a run of three top trumps.
    """
    told = _told(game.contracts[contract], contract, situation)
    if told is None:
        return None
    players = min(_SIZES[size] for size in game.rules.table.sizes)
    try:
        facts = facts_from_summary(game, told)
        opened, _ = open_next(start(game, players))
        before, _ = pay_auction(game, opened.money, facts, opened.seating)
        after, _ = settle(game, before, facts, opened.seating)
        result = judge(game, facts).outcome
    except LhombreError:
        return None
    gains = [after.balances[p] - before.balances[p] for p in opened.seating.active]
    return SettledDeal(result, gains[0], tuple(gains[1:]), _table(game, after), _owed(game, after))


def _told(contract: Contract, name: str, situation: Situation) -> DealSummary | None:
    trickless = contract.goal is Goal.NO_TRICK
    if situation is Situation.GIVEN_UP:
        if not contract.concession.allowed:
            return None
        return _ended(contract, name, conceded=True)
    if trickless is not (situation in _TRICKLESS):
        return None
    if situation in _VOLES and contract.vole.by is VoleBy.NOT:
        return None
    return replace(_ended(contract, name), split=_SPLITS[situation], vole=_VOLES.get(situation))


def _ended(contract: Contract, name: str, *, conceded: bool = False) -> DealSummary:
    return DealSummary(
        contract=name,
        ombre=Seat.FOREHAND,
        trump=_trump(contract),
        conceded=conceded,
        runs=Runs(ombre=_RUN),
        passes=_PASSES,
    )


def _trump(contract: Contract) -> Suit | None:
    """Return hearts, or the first suit that trumps can be."""
    if contract.trump.by is TrumpBy.NONE:
        return None
    suits = contract.trump.suits or frozenset("SHDC")
    return Suit.H if "H" in suits else next(suit for suit in Suit if suit.name in suits)


def _table(game: Game, money: Money) -> int | None:
    return on_table(game, money) if money.pools else None


def _owed(game: Game, money: Money) -> int:
    pools = game.rules.stakes.pools
    return sum(money.held(name) for name, _ in money.pools if pools[name].kind is PoolKind.LEDGER)
