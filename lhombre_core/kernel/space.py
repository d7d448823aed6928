"""Play space: the cards of a deal as bits of one word, so that rules of play are arithmetic.

Under a trump suit the forty cards are spread over four lanes of 16 bits. Lane 3 holds the trumps;
lanes 0, 1, 2 the plain suits in the order ♠ ♣ ♥ ♦, the trump suit left out. Within a lane a
stronger card is a higher bit, the weakest of a suit is bit 0. Without trumps the lanes 0 to 3 are
♠ ♣ ♥ ♦: the bit of a card is its `Follow.places`. So with `lane` the lane of the card that was led

* the cards that follow suit are ``hand & lane``,
* the card that wins a trick is the greatest of ``card & (lane | trumps)``,

and a trick needs no table. What is left is the privilege of the matadors. They are the top bits of
the trump lane, at most three. Whether a player who holds no other trump may keep them back depends
on which of them he holds and on the trump that was led, and of that only whether it is itself a
matador: 4 x 8 answers, which are the bits of one word, `SpaceTables.free`.

A *trump number* is the number of the suit, 0..3, or 4 without trumps.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lhombre_core.cards import Suit, hand_of

if TYPE_CHECKING:
    from lhombre_core.engine.state.game import Game

LANE_BITS: Final = 16
LANE: Final = 0xFFFF
TRUMP_LANE: Final = LANE << 3 * LANE_BITS
NO_TRUMP: Final = 4
MOST_MATADORS: Final = 3
_TRUMP_NUMBERS: Final = (*Suit, None)
_BYTES: Final = np.array(
    [[value >> bit & 1 for value in range(256)] for bit in range(8)], np.uint64
)
"""Bit b of every value of a byte, by b and the value."""


class Unencodable(Exception):  # noqa: N818  the word for what it is
    """A rule set, or a player, with which the kernel cannot play; the message says why."""


class SpaceTables(NamedTuple):
    """The play spaces of a rule set, the first index of each array the trump number.

    Where a rule set has no order without trumps, the tables of number 4 are empty.
    """

    into: np.ndarray
    """``uint64[5, 5, 256]``: what the cards of byte b of a hand are, by the value of the byte."""
    out: np.ndarray
    """``int8[5, 64]``: the card of each bit; -1 where there is none."""
    trumps: np.ndarray
    """``uint64[5]``: the trump lane; 0 without trumps."""
    matadors: np.ndarray
    """``uint64[5]``: the matadors."""
    floor: np.ndarray
    """``uint64[5]``: the place of the lowest matador; 63 where there is none."""
    free: np.ndarray
    """``uint64[5]``: bit ``8 * led + held`` says that the matadors ``held`` may be kept back.

    `held` are the matadors held, as bits from `floor` up; `led` is 0 where the trump led is no
    matador, otherwise 1 for the lowest of them, 2, 3 for those above.
    """
    pull: np.ndarray
    """``uint64[5]``: the matadors that count as led once the second player has put one of them
    above the trump that was led; 0 where the card led is all that counts."""


def space_tables(game: Game) -> SpaceTables:
    """Return the tables of a game; `Unencodable` where it has more matadors than three."""
    if game.rules.cards.matadors > MOST_MATADORS:
        raise Unencodable(f"there are more than {MOST_MATADORS} matadors")
    tables = SpaceTables(
        into=np.zeros((5, 5, 256), np.uint64),
        out=np.full((5, 64), -1, np.int8),
        trumps=np.zeros(5, np.uint64),
        matadors=np.zeros(5, np.uint64),
        floor=np.full(5, 63, np.uint64),
        free=np.zeros(5, np.uint64),
        pull=np.zeros(5, np.uint64),
    )
    for number, trump in enumerate(_TRUMP_NUMBERS):
        if trump is not None or game.orders.has_no_trump:
            _fill(tables, number, game, trump)
    return tables


def _fill(tables: SpaceTables, number: int, game: Game, trump: Suit | None) -> None:
    places = game.follow(trump).places
    for card, place in enumerate(places):
        tables.out[number, place] = card
    bits = np.array([1 << place for place in places], np.uint64)
    tables.into[number] = bits.reshape(5, 8) @ _BYTES
    words = trump_words(game, trump)
    tables.trumps[number] = words.trumps
    tables.matadors[number] = words.matadors
    tables.floor[number] = words.floor
    tables.free[number] = words.free
    tables.pull[number] = words.pull


class TrumpWords(NamedTuple):
    """What the privilege of the matadors comes to under a trump suit: as in `SpaceTables`."""

    trumps: int = 0
    matadors: int = 0
    floor: int = 63
    free: int = 0
    pull: int = 0


def trump_words(game: Game, trump: Suit | None) -> TrumpWords:
    """Return the words of a trump suit, or without trumps."""
    if trump is None:
        return TrumpWords()
    follow = game.follow(trump)
    places = follow.places
    tops = follow.ranking.trumps[: game.rules.cards.matadors]
    if not tops:
        return TrumpWords(TRUMP_LANE)
    floor = places[tops[-1]]
    mask = sum(1 << places[card] for card in tops)
    low = follow.ranking.trumps[-1]
    free = 0
    for led, card in enumerate((low, *reversed(tops))):
        for size in range(1, len(tops) + 1):
            for held in combinations(tops, size):
                if (card, hand_of(held)) in follow.free:
                    free |= 1 << 8 * led + (sum(1 << places[c] for c in held) >> floor)
    return TrumpWords(TRUMP_LANE, mask, floor, free, mask if follow.forces else 0)
