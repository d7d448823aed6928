"""The player `thumb` in the exchange: `lhombre_core.bots.thumb.exchange`.

Cards are in play space here: lanes in the order ♠ ♣ ♥ ♦, trumps last.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_bit, popcount
from lhombre_core.kernel.compiled.choice import nth_card
from lhombre_core.kernel.compiled.thumb.lane import lanes_of
from lhombre_core.kernel.encode.thumb import PLAIN

LANE: Final = U(0xFFFF)
TRUMPS: Final = U(0xFFFF << 48)
_EACH_LANE: Final = U(0x0001_0001_0001_0001)
LEFT_FOR_PARTNER: Final = 6
"""Cards of the talon that a supporter leaves."""


@inlined
def _first_of(cards, number):
    """Return so many cards of a set, from the lowest bit up; all of them if there are fewer."""
    return cards & (nth_card(cards, number) - ONE)


@inner
def take_low(cards, number):
    """Return so many cards of a set, the lowest in its suit first, equal ones by lane."""
    if number >= popcount(cards):
        return cards
    taken = ZERO
    step = _EACH_LANE
    while True:
        here = cards & step
        if popcount(here) >= number:
            return taken | _first_of(here, number)
        taken |= here
        number -= popcount(here)
        step <<= ONE


@inner
def take_high(cards, number):
    """Return so many cards of a set, the highest in its suit first, equal ones by lane."""
    taken = ZERO
    step = _EACH_LANE << U(15)
    while number > 0 and cards:
        here = cards & step
        while here and number > 0:
            card = lowest_bit(here)
            here ^= card
            taken |= card
            number -= 1
        cards &= ~step
        step >>= ONE
    return taken


@inner
def throw_bad(hand, bad, least, most):
    """Return what the ombre of a nolo throws: all bad cards, then the most dangerous."""
    number = np.int64(popcount(bad))
    size = max(least, min(number, most))
    if size <= number:
        return take_high(bad, size)
    return bad | take_high(hand & ~bad, size - number)


@inner
def throw_useless(hand, kings, size):
    """Return so many cards of a hand that keeps trumps and plain kings; guards of kings go last.

    `kings` are the highest cards of the plain suits.
    """
    kings &= hand & ~TRUMPS
    guards = hand & lanes_of(kings) & ~kings
    thrown = ZERO
    for part in range(4):
        if part == 0:
            cards = hand & ~(TRUMPS | kings | guards)
        elif part == 1:
            cards = guards
        elif part == 2:
            cards = kings
        else:
            cards = hand & TRUMPS
        thrown |= take_low(cards, U(size) - popcount(thrown))
        if popcount(thrown) == U(size):
            break
    return thrown


@inner
def lacks_suit(trump, hand):
    """Return whether a hand has none of a plain suit; `trump` is the row of the trump suit."""
    one, two = hand & trump[PLAIN] == ZERO, hand & trump[PLAIN + 1] == ZERO
    return one | two | (hand & trump[PLAIN + 2] == ZERO)


@inner
def throw_as_supporter(hand, kings, size):
    """Return so many plain cards of a supporter: from the shortest suit on, never a king.

    A suit with its king comes after those without.
    """
    one, two = _length(hand, kings, ZERO), _length(hand, kings, ONE)
    three = _length(hand, kings, U(2))
    one, two = min(one, two), max(one, two)
    two, three = min(two, three), max(two, three)
    one, two = min(one, two), max(one, two)
    left, thrown = U(size), ZERO
    for length in (one, two, three):
        cards = _first_of(hand & ~kings & LANE << ((length & U(3)) << U(4)), left)
        left -= popcount(cards)
        thrown |= cards
    return thrown


@inlined
def _length(hand, kings, lane):
    """Return the number of a lane and above it how long the suit is; with its king, longer."""
    suit = hand & LANE << (lane << U(4))
    king = U(1 << 8) if suit & kings != ZERO else ZERO
    return king | popcount(suit) << U(2) | lane
