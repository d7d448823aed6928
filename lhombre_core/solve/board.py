"""The play spaces of a rule set for the compiled searches, and the assumptions of the searches.

The searches pack lanes and merge neighbours. That is sound if the privilege of a matador depends
only on how the matadors still in play rank among each other, if neighbouring matadors in one hand
are equivalent, and if no matador below the card led may be kept back. Every privilege that the
language can say is of this kind; `require_relative` proves it for a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.space import NO_TRUMP, SpaceTables, Unencodable, space_tables
from lhombre_core.solve.memory import new_memory

ANSWERS: Final = 1 << 13
"""The number of answers that a memory holds; a larger memory leaves the processor's cache."""
_Held: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The play space of one trump suit, or of none."""

    number: int
    """The trump number of `lhombre_core.kernel.space`."""
    matadors: int
    """The matadors as bits; none where they have no privilege."""
    memory: np.ndarray = field(repr=False)
    """The memory of the searches, see `lhombre_core.solve.memory`."""

    @property
    def address(self) -> np.uint64:
        """The address of the memory for the compiled searches; the board must outlive the call."""
        return np.uint64(self.memory.ctypes.data)


def boards(game: Game) -> tuple[SpaceTables, tuple[Board | None, ...]]:
    """Return the tables of a game and its boards by trump number; None where no deal has it."""
    tables = space_tables(game)
    by_number: list[Board | None] = []
    for number in range(NO_TRUMP + 1):
        if number == NO_TRUMP and not game.orders.has_no_trump:
            by_number.append(None)
            continue
        if number != NO_TRUMP:
            require_relative(game.follow(Suit(number)), game.rules.cards.matadors)
        free = int(tables.free[number])
        memory = new_memory(int(tables.trumps[number]), free, int(tables.pull[number]), ANSWERS)
        by_number.append(Board(number, int(tables.matadors[number]) if free else 0, memory))
    return tables, tuple(by_number)


def require_relative(follow: Follow, matadors: int) -> None:
    """Check that the privilege is as the searches assume; raise `Unencodable` otherwise."""
    tops = follow.ranking.trumps[:matadors]
    low = follow.ranking.trumps[-1]

    def free(led: int, held: _Held) -> bool:
        return (led, hand_of(held)) in follow.free

    for left, lowest in _remainders(tops):
        stand_for = dict(zip(left, lowest, strict=True)) | {low: low}
        for led in (low, *left):
            for held in _parts([card for card in left if card != led]):
                if free(led, held) != free(stand_for[led], tuple(stand_for[c] for c in held)):
                    raise Unencodable("the privilege depends on matadors that are gone")
    for place, led in enumerate(tops):
        if any(free(led, held) for held in _parts(tops[place + 1 :])):
            raise Unencodable("a matador below the card led need not follow")
        below = tops[place + 1 : place + 2]
        others = [card for card in tops if card not in {led, *below}]
        if any(free(led, held) != free(card, held) for card in below for held in _parts(others)):
            raise Unencodable("neighbouring matadors force differently")


def _remainders(tops: _Held) -> Iterator[tuple[_Held, _Held]]:
    """Yield every smaller set of matadors still in play, and the lowest of the same number."""
    for size in range(1, len(tops)):
        for left in combinations(tops, size):
            yield left, tops[len(tops) - size :]


def _parts(cards: Sequence[int]) -> Iterator[_Held]:
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)
