"""The cards that the players by rules of thumb have in view, in the play space of each trump.

What they stand for is told in `docs/reference/players.md`; the figures themselves are in
`lhombre_core.kernel.compiled.thumb.act`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lhombre_core.cards import DISPLAY_SUITS, TRUMP, Suit, is_red
from lhombre_core.kernel.space import LANE, LANE_BITS, Unencodable, trump_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lhombre_core.cards import Ranking
    from lhombre_core.engine.state.game import Game

PACK: Final = 0
PLAIN: Final = 1
"""The lanes of the plain suits, whole."""
KINGS: Final = 2
"""The highest card of each plain suit."""
SECONDS: Final = 3
THIRDS: Final = 4
BLACK: Final = 5
"""The lanes of the black plain suits, whole."""
TOPS: Final = 6
"""The three highest trumps."""
SPADILLE: Final = 7
MANILLE: Final = 8
BASTA: Final = 9
"""The third trump."""
THREE: Final = 10
"""The trump that counts three quarters of a trick."""
TWO: Final = 11
RED: Final = 12
"""1: trumps are red."""
TRUMPS: Final = 13
"""The trump lane; this and the next four as in `SpaceTables`."""
MATADORS: Final = 14
FLOOR: Final = 15
FREE: Final = 16
PULL: Final = 17
CARDS: Final = 18
"""How many columns a trump number has."""

_TRUMPS: Final = (*Suit, None)
_LEAST_SUIT: Final = 3
"""The players look at the three highest and the three lowest cards of a suit."""


def cards_of_note(game: Game) -> np.ndarray:
    """Return ``uint64[5, CARDS]`` but for `THREE` and `TWO`, which are figures of the player.

    `Unencodable` where a plain suit has fewer than three cards.
    """
    table = np.zeros((5, CARDS), np.uint64)
    for number, trump in enumerate(_TRUMPS):
        if trump is not None or game.orders.has_no_trump:
            places = game.follow(trump).places
            ranking = game.ranking(trump)
            table[number, PACK] = _mask(places, range(len(places)))
            table[number, TRUMPS:] = trump_words(game, trump)
            _fill_plain(table[number], places, ranking)
            if trump is not None:
                _fill_trumps(table[number], places, ranking, trump)
    return table


def manilles(game: Game) -> np.ndarray:
    """Return ``int64[5]``: the second trump as a card; -2 without trumps."""
    return np.array(
        [-2 if trump is None else game.ranking(trump).trumps[1] for trump in _TRUMPS], np.int64
    )


def _mask(places: Sequence[int], cards: Iterable[int]) -> int:
    return sum(1 << places[card] for card in cards)


def _fill_plain(row: np.ndarray, places: Sequence[int], ranking: Ranking) -> None:
    for suit in DISPLAY_SUITS:
        order = ranking.sequences[suit]
        if not order:
            continue
        if len(order) < _LEAST_SUIT:
            raise Unencodable(f"a plain suit has fewer than {_LEAST_SUIT} cards")
        lane = np.uint64(LANE << places[order[0]] // LANE_BITS * LANE_BITS)
        row[PLAIN] |= lane
        if not is_red(suit):
            row[BLACK] |= lane
        for column, card in zip((KINGS, SECONDS, THIRDS), order, strict=False):
            row[column] |= np.uint64(1 << places[card])


def _fill_trumps(row: np.ndarray, places: Sequence[int], ranking: Ranking, trump: Suit) -> None:
    order = ranking.sequences[TRUMP]
    row[TOPS] = _mask(places, order[:3])
    row[SPADILLE] = _mask(places, order[:1])
    row[MANILLE] = _mask(places, order[1:2])
    row[BASTA] = _mask(places, order[2:3])
    row[RED] = int(is_red(trump))
