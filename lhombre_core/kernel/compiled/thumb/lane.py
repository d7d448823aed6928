"""Sets of cards in play space: what is asked of all suits at once, without a loop.

A lane holds one suit (`lhombre_core.kernel.space`), the lowest card in its lowest bit, and its top
bit is never a card. Plain suits stand as ♠ ♣ ♥ ♦ from the lowest lane up, so that the lowest bit
of equals is that of the suit that goes first.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    highest_bit,
    inner,
    lowest_bit,
    lowest_place,
    popcount,
)
from lhombre_core.kernel.compiled.choice import either

LANE: Final = U(0xFFFF)
FIRSTS: Final = U(0x0001_0001_0001_0001)
"""The lowest bit of each lane."""
GUARDS: Final = U(0x8000_8000_8000_8000)
"""The top bit of each lane."""
_BELOW_1: Final = U(0x7FFF_7FFF_7FFF_7FFF)
_BELOW_2: Final = U(0x3FFF_3FFF_3FFF_3FFF)
_BELOW_4: Final = U(0x0FFF_0FFF_0FFF_0FFF)
_BELOW_8: Final = U(0x00FF_00FF_00FF_00FF)


class Note(NamedTuple):
    """The noted cards under some trumps, fields of `play_card.NotedCards`."""

    trumps: int
    kings: int
    seconds: int
    thirds: int
    tops: int
    spadille: int
    red: int
    """1: trumps are red."""


@inner
def note_of(deck):
    """Return the noted cards that all decisions read."""
    return Note(
        deck.trumps,
        deck.kings,
        deck.seconds,
        deck.thirds,
        deck.tops,
        deck.spadille,
        deck.red,
    )


@inner
def lane_of(card):
    """Return the whole lane of one card."""
    return LANE << (lowest_place(card) & U(48))


@inner
def lanes_of(cards):
    """Return the whole lanes of all suits of which there is a card."""
    return ((((cards + _BELOW_1) | cards) & GUARDS) >> U(15)) * LANE


@inner
def without_lowest(cards):
    """Return the cards without the lowest of each suit."""
    return cards & ((cards | GUARDS) - FIRSTS)


@inner
def under_lowest(cards):
    """Return all places under the lowest card of each suit; all of a suit without one."""
    return ((cards | GUARDS) - FIRSTS) & ~cards


@inner
def upto(cards):
    """Return all places that are not above the highest card of each suit; none without one."""
    cards |= (cards >> ONE) & _BELOW_1
    cards |= (cards >> U(2)) & _BELOW_2
    cards |= (cards >> U(4)) & _BELOW_4
    return cards | ((cards >> U(8)) & _BELOW_8)


@inner
def singles(cards):
    """Return the cards that are alone in their suit."""
    return cards & ~lanes_of(without_lowest(cards))


@inner
def lowest(cards, trumps):
    """Return the lowest card of a set: `Scene.lowest`."""
    plain = cards & ~trumps
    heights = plain | plain >> U(32)
    heights = (heights | heights >> U(16)) & LANE
    low = lowest_bit(plain & (lowest_bit(heights) * FIRSTS))
    return either(low != ZERO, low, lowest_bit(cards))


@inner
def highest(cards, trumps):
    """Return the highest card of a set: `Scene.highest`."""
    high = cards & trumps
    heights = cards | cards >> U(32)
    heights = (heights | heights >> U(16)) & LANE
    top = lowest_bit(cards & (highest_bit(heights | ONE) * FIRSTS))
    return either(high != ZERO, highest_bit(high | ONE), top)


@inner
def longest(cards):
    """Return the cards of the suit of which most are there, of equal ones the first."""
    found = cards & LANE
    most = popcount(found)
    for lane in range(1, 4):
        suit = cards & LANE << U(16 * lane)
        number = popcount(suit)
        found = either(number > most, suit, found)
        most = max(number, most)
    return found


@inner
def shortest(cards):
    """Return the cards of the suit of which fewest are there, but some; of equal ones the first."""
    found = cards & LANE
    # One less than nothing is more than anything.
    least = popcount(found) - ONE
    for lane in range(1, 4):
        suit = cards & LANE << U(16 * lane)
        number = popcount(suit) - ONE
        found = either(number < least, suit, found)
        least = min(number, least)
    return found
