"""The cards that the players by rules of thumb have in view, in the play space of each trump.

What they stand for is told in `docs/reference/players.md`; the figures themselves are in
`lhombre_core.kernel.compiled.thumb_play_act`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lhombre_core.cards import DISPLAY_SUITS, TRUMP, Rank, Suit, card_of, is_red
from lhombre_core.kernel.space import LANE, LANE_BITS, Unencodable, trump_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lhombre_core.cards import Ranking
    from lhombre_core.engine.game import Game

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
_SUIT_SIZE: Final = 10
"""Cards of a suit without trumps."""


def cards_of_note(game: Game) -> np.ndarray:
    """Return ``uint64[5, CARDS]``; `Unencodable` where a plain suit has fewer than three cards."""
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
    red, rest = is_red(trump), order[3:]
    dearer = card_of(trump, Rank.ACE if red else Rank.KING)
    dear = {card_of(trump, Rank.KING), card_of(trump, Rank.QUEEN)} if red else set(rest)
    row[TOPS] = _mask(places, order[:3])
    row[SPADILLE] = _mask(places, order[:1])
    row[MANILLE] = _mask(places, order[1:2])
    row[BASTA] = _mask(places, order[2:3])
    row[THREE] = _mask(places, (card for card in rest if card == dearer))
    row[TWO] = _mask(places, (card for card in rest if card in dear - {dearer}))
    row[RED] = int(red)


# -- nolos ------------------------------------------------------------------------------------


def bad_in_nolo() -> np.ndarray:
    """Return ``int64[1024]``: how many cards of a suit are bad, by the cards held (AV20)."""
    return np.array([_bad(held) for held in range(1 << _SUIT_SIZE)], np.int64)


def sure_in_nolo() -> np.ndarray:
    """Return ``int64[1024]``: 1 where the cards held of a suit take no trick (AV23)."""
    return np.array([_is_sure(_numbers(held)) for held in range(1 << _SUIT_SIZE)], np.int64)


def _numbers(held: int) -> list[int]:
    return [number for number in range(_SUIT_SIZE) if held >> number & 1]


def _bad(held: int) -> int:
    numbers = _numbers(held)
    before = len(numbers)
    while numbers and _is_bad(numbers):
        numbers.pop()
    return before - len(numbers)


def _is_bad(numbers: list[int]) -> bool:
    if len(numbers) >= 3 and numbers[0] > 0:
        return True
    return any(number > 2 * place + 1 for place, number in enumerate(numbers[:3]))


def _is_sure(numbers: list[int]) -> bool:
    return all(number <= 2 * place for place, number in enumerate(numbers))
