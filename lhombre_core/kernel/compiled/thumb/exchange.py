"""The player `thumb` in the exchange: `lhombre_core.bots.thumb.exchange`.

Cards are in play space here: lanes in the order ♠ ♣ ♥ ♦, trumps last.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_bit, popcount
from lhombre_core.kernel.compiled.choice import nth_card
from lhombre_core.kernel.compiled.thumb.lane import lanes_of

LANE: Final = U(0xFFFF)
TRUMPS: Final = U(0xFFFF << 48)
_EACH_LANE: Final = U(0x0001_0001_0001_0001)
LEFT_FOR_PARTNER: Final = 6
"""The number of cards of the talon that a supporter leaves to his partner (AV33, AV112)."""


@inlined
def _first_of(cards, number):
    """Return a number of cards of a set, from the lowest bit up; all of them if there are fewer."""
    return cards & (nth_card(cards, number) - ONE)


@inner
def take_low(cards, number):
    """Return a number of cards of a set, the lowest in their suits first, equal ones by lane."""
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
    """Return a number of cards of a set, the highest in their suits first, equal ones by lane."""
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
    """Return the discard of the ombre of a nolo: all bad cards, then the most dangerous (AV31)."""
    number = np.int64(popcount(bad))
    size = max(least, min(number, most))
    if size <= number:
        return take_high(bad, size)
    return bad | take_high(hand & ~bad, size - number)


@inner
def throw_useless(hand, kings, size):
    """Return the discard, of a given size, of an ombre or a collector (AV30, AV36).

    He keeps trumps and plain kings, and guards of kings as long as he can. `kings` are the highest
    cards of the plain suits.
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
    """Return whether a hand is void in a plain suit (AV35); `trump` is the record of the trumps."""
    one, two = hand & trump.plain[0] == ZERO, hand & trump.plain[1] == ZERO
    return one | two | (hand & trump.plain[2] == ZERO)


@inner
def throw_as_supporter(hand, kings, size):
    """Return the discard, of a given size, of a supporter: plain cards, never a king (AV37).

    The shortest suit goes first (AV34); a suit with its king goes after the suits without.
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
    """Return the number of a lane, the length of its suit above it, and above that its king."""
    suit = hand & LANE << (lane << U(4))
    king = U(1 << 8) if suit & kings != ZERO else ZERO
    return king | popcount(suit) << U(2) | lane
