"""The noted cards: those that the bot `thumb` looks at, in the play space of each trump.

`docs/reference/players.md` says why it looks at them; the figures themselves are in
`lhombre_core.kernel.compiled.thumb.act`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lhombre_core.cards import DISPLAY_SUITS, TRUMP, Suit, is_red
from lhombre_core.kernel.encode.word import row_of
from lhombre_core.kernel.space import LANE, LANE_BITS, Unencodable, trump_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lhombre_core.cards import Ranking
    from lhombre_core.engine.state.game import Game


class NotedCards(NamedTuple):
    """The noted cards under a trump number, as words of play space."""

    pack: int
    plain: int
    """The lanes of the plain suits, whole."""
    kings: int
    """The highest card of each plain suit."""
    seconds: int
    thirds: int
    black: int
    """The lanes of the black plain suits, whole."""
    tops: int
    """The three highest trumps."""
    spadille: int
    manille: int
    basta: int
    """The third trump."""
    three: int
    """The trump that counts three quarters of a trick."""
    two: int
    """The trumps that count two."""
    red: int
    """1: trumps are red."""
    trumps: int
    """The trump lane; this and the following words are those of `TrumpWords`."""
    matadors: int
    floor: int
    free: int
    pull: int


_TRUMPS: Final = (*Suit, None)
_LEAST_SUIT: Final = 3
"""The players look at the three highest and the three lowest cards of a suit."""


def noted_cards(game: Game) -> np.ndarray:
    """Return the noted cards by trump number but for `three` and `two`, which depend on the player.

    Raise `Unencodable` if a plain suit has fewer than three cards.
    """
    table = np.zeros(len(_TRUMPS), row_of(NotedCards, "u8"))
    for row, trump in zip(table, _TRUMPS, strict=True):
        if trump is not None or game.orders.has_no_trump:
            places = game.follow(trump).places
            ranking = game.ranking(trump)
            row["pack"] = _mask(places, range(len(places)))
            for name, word in trump_words(game, trump)._asdict().items():
                row[name] = word
            _fill_plain(row, places, ranking)
            if trump is not None:
                _fill_trumps(row, places, ranking, trump)
    return table


def manilles(game: Game) -> np.ndarray:
    """Return ``int64[5]``: the second trump as a card; -2 without trumps."""
    return np.array(
        [-2 if trump is None else game.ranking(trump).trumps[1] for trump in _TRUMPS], np.int64
    )


def _mask(places: Sequence[int], cards: Iterable[int]) -> int:
    return sum(1 << places[card] for card in cards)


def _fill_plain(row: np.void, places: Sequence[int], ranking: Ranking) -> None:
    for suit in DISPLAY_SUITS:
        order = ranking.sequences[suit]
        if not order:
            continue
        if len(order) < _LEAST_SUIT:
            raise Unencodable(f"a plain suit has fewer than {_LEAST_SUIT} cards")
        lane = np.uint64(LANE << places[order[0]] // LANE_BITS * LANE_BITS)
        row["plain"] |= lane
        if not is_red(suit):
            row["black"] |= lane
        for name, card in zip(("kings", "seconds", "thirds"), order, strict=False):
            row[name] |= np.uint64(1 << places[card])


def _fill_trumps(row: np.void, places: Sequence[int], ranking: Ranking, trump: Suit) -> None:
    order = ranking.sequences[TRUMP]
    row["tops"] = _mask(places, order[:3])
    for name, card in zip(("spadille", "manille", "basta"), order, strict=False):
        row[name] = _mask(places, (card,))
    row["red"] = int(is_red(trump))
