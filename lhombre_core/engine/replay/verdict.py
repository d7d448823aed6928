"""What a record has come to: every deal, and the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lhombre_core.cards import Suit
from lhombre_core.engine.money.table import Line
from lhombre_core.engine.replay.run import Remark
from lhombre_core.engine.state.money import Money
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import Outcome


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """What a recorded deal has come to."""

    legal: bool
    dealer: int
    fault: Remark | None = None
    """The move that is not legal, or the claim that is not true."""
    remarks: tuple[Remark, ...] = ()
    """Moves that were accepted although nobody can judge them, and notes."""
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
    """What the settlement reads, or decides who plays, and nobody knows, in a sentence."""
    opening: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    pools: Mapping[str, int] = field(default_factory=dict)
    balances: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record has come to."""

    legal: bool
    deals: tuple[DealVerdict, ...]
    fault: Remark | None = None
    """A claim about the whole that is not true."""
    totals: tuple[int, ...] | None = None
    """What each player has at the end; None: not known."""
    closing: tuple[Line, ...] = ()
    """What was paid when the session ended."""
    money: Money | None = None
