"""The verdict on a record: on every deal, and on the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lhombre_core.cards import Suit
from lhombre_core.engine.money.table import Line
from lhombre_core.engine.state.money import Money
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome


class RemarkKind(StrEnum):
    """What a remark says of a move."""

    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a move of a record, or on a claim."""

    kind: RemarkKind
    section: str
    """The key of the record under which the move stands: `auction`, `exchange`, `play` …"""
    entry: int
    """Its number there, from 0."""
    message: str
    rule: str | None = None
    at: int | None = None
    """Its number among all moves of the deal: calls, exchanges and the play, from 0."""


class IllegalMoveError(Exception):
    """A move is illegal, and ends the run."""

    def __init__(self, remark: Remark) -> None:
        super().__init__(remark)
        self.remark = remark


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """The verdict on a recorded deal."""

    legal: bool
    dealer: int
    fault: Remark | None = None
    """The move that is not legal, or the claim that is not true."""
    remarks: tuple[Remark, ...] = ()
    """Notes, and moves that were accepted because the cards leave them open."""
    ended: bool = False
    """False: the record ends before the deal does."""
    contract: str | None = None
    ombre: Seat | None = None
    trump: Suit | None = None
    outcome: Outcome | None = None
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    payments: Mapping[Seat, int] | None = None
    """What each seat has gained or lost in the deal, the opening apart; None: not known."""
    missing: str | None = None
    """What the settlement needs and the record lacks, in a sentence."""
    opening: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    pools: Mapping[str, int] = field(default_factory=dict)
    balances: tuple[int, ...] = ()

    def __repr__(self) -> str:
        parts = [_legality(self.fault, legal=self.legal)]
        if self.ombre is not None:
            parts.append(f"{self.contract} by {format_seat(self.ombre)}")
        parts.append(str(self.outcome) if self.ended else "not ended")
        if self.tricks:
            parts.append(f"tricks {'-'.join(map(str, self.tricks.values()))}")
        return f"<DealVerdict: {', '.join(parts)}>"


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """The verdict on a record."""

    legal: bool
    deals: tuple[DealVerdict, ...]
    fault: Remark | None = None
    """A claim about the whole that is not true."""
    totals: tuple[int, ...] | None = None
    """What each player has at the end; None: not known."""
    closing: tuple[Line, ...] = ()
    """What was paid when the session ended."""
    money: Money | None = None

    def __repr__(self) -> str:
        totals = "" if self.totals is None else f", totals {', '.join(map(str, self.totals))}"
        legality = _legality(self.fault, legal=self.legal)
        return f"<RecordVerdict: {legality}, {len(self.deals)} deals{totals}>"


def _legality(fault: Remark | None, *, legal: bool) -> str:
    return "legal" if legal else f"illegal ({'in a deal' if fault is None else fault.message})"
