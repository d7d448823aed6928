"""The play spaces of a rule set as the compiled searches need them, and what they take for granted.

The searches pack lanes and merge neighbours. That is sound if the privilege of a matador depends
only on how the matadors still in play rank among each other, if neighbours of them in one hand come
to the same whichever is played, and if no matador may be kept back below the card led. All that the
language can say of matadors is so; `require_relative` proves it for a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.space import NO_TRUMP, SpaceTables, Unencodable, space_tables
from lhombre_core.solve.desk import new_desk

MEMORY: Final = 1 << 13
"""How many answers are remembered: what does not fit near the processor is slower."""
_Held: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The play space of one trump suit, or of none."""

    number: int
    """The trump number of `lhombre_core.kernel.space`."""
    matadors: int
    """The matadors as bits; none where they have no privilege."""
    desk: np.ndarray
    """See `lhombre_core.solve.desk`."""

    @property
    def address(self) -> np.uint64:
        """Where the desk lies, for the compiled searches; the board must outlive the call."""
        return np.uint64(self.desk.ctypes.data)


def boards(game: Game) -> tuple[SpaceTables, tuple[Board | None, ...]]:
    """Return the tables of a game and its boards by trump number; None: there is no such deal."""
    tables = space_tables(game)
    found: list[Board | None] = []
    for number in range(NO_TRUMP + 1):
        if number == NO_TRUMP and not game.orders.has_no_trump:
            found.append(None)
            continue
        if number != NO_TRUMP:
            require_relative(game.follow(Suit(number)), game.rules.cards.matadors)
        free = int(tables.free[number])
        desk = new_desk(int(tables.trumps[number]), free, int(tables.pull[number]), MEMORY)
        found.append(Board(number, int(tables.matadors[number]) if free else 0, desk))
    return tables, tuple(found)


def require_relative(follow: Follow, matadors: int) -> None:
    """`Unencodable` where the privilege is not what the searches take for granted."""
    tops = follow.ranking.trumps[:matadors]
    low = follow.ranking.trumps[-1]

    def free(led: int, held: _Held) -> bool:
        return (led, hand_of(held)) in follow.free

    for some, lowest in _remainders(tops):
        stand_for = dict(zip(some, lowest, strict=True)) | {low: low}
        for led in (low, *some):
            for held in _parts([card for card in some if card != led]):
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
    """Yield every set of matadors still in play, some being gone, and as many of the lowest."""
    for size in range(1, len(tops)):
        for some in combinations(tops, size):
            yield some, tops[len(tops) - size :]


def _parts(cards: Sequence[int]) -> Iterator[_Held]:
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)
