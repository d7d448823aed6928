"""The player `thumb` where the ombre is to take no trick: `bots.thumb.nolo`.

There are no trumps in such a contract.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, lowest_bit, popcount
from lhombre_core.kernel.compiled.thumb.lane import (
    FIRSTS,
    highest,
    lane_of,
    lanes_of,
    lowest,
    shortest,
    singles,
    under_lowest,
    upto,
    without_lowest,
)

_LOW_LEADS: Final = U(0x007F_007F_007F_007F)
"""The singletons that may be led against a nolo with exchange: those below the jack (AV98)."""


@inner
def _felling(cards, unseen):
    """Return the cards that have an unseen one above and at most two below."""
    third = without_lowest(without_lowest(unseen))
    return cards & upto(unseen) & under_lowest(third)


@inner
def safest(cards, unseen):
    """Return the card that is least likely to win when it is led: `nolo.safest`."""
    chosen = ZERO
    least = ~ZERO
    while cards != ZERO:
        card = lowest_bit(cards)
        cards ^= card
        lane = lane_of(card)
        rivals = unseen & lane
        below = popcount(rivals & (card - ONE))
        above = popcount(rivals) - below
        height = popcount((card - ONE) & lane)
        risk = (
            (U(1 << 20) if above == ZERO else ZERO) | below << U(12) | (U(15) - above) << U(6)
        ) | height
        if risk < least:
            least = risk
            chosen = card
    return chosen


@inner
def dangerous_lead(hand, sure):
    """Return the only card that can take a trick, if it is the second lowest of its suit (AV24).

    Return 0 if there is no such card. `sure` says of the cards of a suit whether they take no trick
    (AV23).
    """
    seconds = (hand & FIRSTS << ONE) & ~((hand & FIRSTS) << ONE)
    card = lowest_bit(seconds)
    rest = hand & ~card
    is_sure = sure[rest & U(0x3FF)] & sure[rest >> U(16) & U(0x3FF)]
    is_sure &= sure[rest >> U(32) & U(0x3FF)] & sure[rest >> U(48) & U(0x3FF)]
    return card if is_sure else ZERO


@inner
def follow_against_nolo(hand, legal, unseen, best, lane, ombre_to_play, ombre_has_it):
    """Return the card an opponent plays to a trick."""
    held = legal & lane
    if held == ZERO:  # AV100
        return _signal(legal, unseen)
    if ombre_to_play:
        return lowest_bit(held)
    if ombre_has_it:
        under = held & (best - ONE)
        if under != ZERO:
            return highest(under, ZERO)
    top = highest(held, ZERO)
    rest = held & ~top
    # He keeps his only master, the entry for a felling card in another suit (AV99).
    if rest != ZERO and hand & ~upto(unseen) == top and _felling(hand & ~held, unseen) != ZERO:
        return highest(rest, ZERO)
    return top


@inner
def _signal(legal, unseen):
    """Return the second lowest card of the shortest suit, at last its lowest (AV100).

    A suit with a felling card is left alone as long as there is another.
    """
    held = shortest(legal & ~lanes_of(_felling(legal, unseen)))
    if held == ZERO:
        held = shortest(legal)
    second = held & ~lowest_bit(held)
    return lowest_bit(second if second != ZERO else held)


@inner
def lead_against_nolo(hand, unseen, shown, black, bought, partner_bids, through, partner_lane):
    """Return the card an opponent leads.

    `shown` is the hand of the ombre where it lies open, `black` the black lanes, `bought` says that
    the nolo is one with exchange, `partner_bids` that a partner has bid a contract with exchange,
    `through` that the ombre plays next. `partner_lane` is the lane of the suit that a partner led
    first; 0 where none has led.
    """
    lows = hand & ~without_lowest(hand)
    under = lows & under_lowest(shown) & lanes_of(shown)
    if under != ZERO:
        return lowest_bit(under)
    alone = singles(hand)
    # A singleton that is the lowest of its suit is not led to a partner (AV91); it is led through
    # the ombre like any singleton (AV92).
    lone_lowest = ZERO if through else alone & FIRSTS
    # A felling card of the suit that a partner led first goes before a singleton (AV94, AV95).
    returned = _felling(hand & partner_lane, unseen)
    if returned == ZERO:  # AV90, AV93
        single = alone & ~lone_lowest
        if bought:  # AV98
            single &= _LOW_LEADS
        if single != ZERO:
            return lowest(single, ZERO)
    else:
        return lowest_bit(returned)
    if partner_bids:  # AV96
        two = hand & black & FIRSTS << ONE
        if two != ZERO:
            return lowest_bit(two)
    if through:  # The lowest card of a suit, with the third lowest and not the second (AV97).
        low = hand & hand >> U(2) & ~(hand >> ONE) & FIRSTS
        if low != ZERO:
            return lowest_bit(low)
    cards = hand & ~lone_lowest
    if cards == ZERO:
        cards = hand
    felling = _felling(cards, unseen)  # AV99
    return safest(felling if felling != ZERO else cards, unseen)
