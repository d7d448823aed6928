"""A deal without its cards: who plays what, and who exchanges in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lhombre_core.cards import Card, Suit
from lhombre_core.rules.contract import Contract, Requirement, Taken, TrumpBy, TurnedCard


@dataclass(frozen=True, slots=True)
class Outline:
    """What is certain of a deal without looking at its cards."""

    ombre: int | None = None
    contract: Contract | None = None
    trump: Suit | None = None
    exchanging: tuple[int, ...] = ()
    order: tuple[int, ...] = (0, 1, 2)
    """The seats that play, in turn order."""
    wants: tuple[tuple[int, Requirement], ...] = ()
    """Seats with what their hands must hold for their bids."""
    forced: tuple[int, Card] | None = None
    """The seat that has to play after three passes, and the card that forces it."""
    surplus: Mapping[int, int] = field(default_factory=dict)
    """The number of cards that each seat drew too many; as many were removed at random."""

    @property
    def has_trump(self) -> bool:
        """Whether it is known what trumps are, if only that there are none."""
        if self.contract is None or self.trump is not None:
            return True
        return self.contract.trump.by is TrumpBy.NONE

    @property
    def whole_talon(self) -> bool:
        """Whether the ombre takes the whole talon."""
        return self.contract is not None and self.contract.exchange.taken is Taken.WHOLE_TALON

    @property
    def is_turned(self) -> bool:
        """Whether the top card of the talon makes trumps."""
        return self.contract is not None and self.contract.trump.by is TrumpBy.TURNED_CARD

    @property
    def turned_under(self) -> bool:
        """Whether the top card of the talon is turned and goes under it."""
        return (
            self.contract is not None
            and self.is_turned
            and self.contract.exchange.turned_card is TurnedCard.UNDER_TALON
        )
