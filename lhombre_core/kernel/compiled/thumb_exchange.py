"""The player `thumb` in the exchange: `lhombre_core.bots.thumb.exchange`.

Cards are in play space here: lanes in the order ♠ ♣ ♥ ♦, trumps last.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, lowest_bit, popcount
from lhombre_core.kernel.thumb import PLAIN

LANE: Final = U(0xFFFF)
TRUMPS: Final = U(0xFFFF << 48)
_EACH_LANE: Final = U(0x0001_0001_0001_0001)
LEFT_FOR_PARTNER: Final = 6
"""Cards of the talon that a supporter leaves."""


@inner
def take_low(cards, number):
    """Return so many cards of a set, the lowest in its suit first, equal ones by lane."""
    if number >= np.int64(popcount(cards)):
        return cards
    taken = ZERO
    step = _EACH_LANE
    while number > 0 and cards:
        here = cards & step
        while here and number > 0:
            card = lowest_bit(here)
            here ^= card
            taken |= card
            number -= 1
        cards &= ~step
        step <<= ONE
    return taken


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
    guards = ZERO
    for lane in range(3):
        suit = LANE << U(16 * lane)
        if hand & kings & suit:
            guards |= hand & suit & ~kings
    thrown = ZERO
    for part in range(4):
        if part == 0:
            cards = hand & ~(TRUMPS | kings | guards)
        elif part == 1:
            cards = guards
        elif part == 2:
            cards = hand & kings
        else:
            cards = hand & TRUMPS
        thrown |= take_low(cards, size - np.int64(popcount(thrown)))
    return thrown


@inner
def lacks_suit(trump, hand):
    """Return whether a hand has none of a plain suit; `trump` is the row of the trump suit."""
    lacks = False
    for plain in range(3):
        lacks |= hand & trump[PLAIN + plain] == ZERO
    return lacks


@inner
def throw_as_supporter(hand, kings, size):
    """Return so many plain cards of a supporter: from the shortest suit on, never a king.

    A suit with its king comes after those without.
    """
    thrown = ZERO
    done = 0
    for _ in range(3):
        chosen, best = 0, 1 << 20
        for lane in range(3):
            if not done >> lane & 1:
                suit = hand & (LANE << U(16 * lane))
                order = 64 * (1 if suit & kings else 0) + np.int64(popcount(suit))
                if order < best:
                    best, chosen = order, lane
        done |= 1 << chosen
        cards = hand & (LANE << U(16 * chosen)) & ~kings
        thrown |= take_low(cards, size - np.int64(popcount(thrown)))
    return thrown
