"""Bounds: the tricks that a player is sure of without a search.

Every function counts tricks that a player takes whatever the others do. Each is checked
against the reference solver through the searches that use it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    highest_bit,
    inlined,
    inner,
    lowest_bit,
    popcount,
)
from lhombre_core.solve.compiled.trick import LANE, lane, run_of_tops
from lhombre_core.solve.compiled.word import peek
from lhombre_core.solve.memory import TRUMPS

_LANE_CARDS: Final = 12


def _count_unbeaten() -> np.ndarray:
    """Return the number of `own` among n cards that win against any card, by ``1 << n | own``.

    The others have the rest of the n cards, and each of theirs can beat a single lower card:
    brackets are matched from the top.
    """
    table = np.zeros(2 << _LANE_CARDS, np.int8)
    for cards in range(1, _LANE_CARDS + 1):
        own = np.arange(1 << cards)
        spare = np.zeros(1 << cards, np.int8)
        sure = np.zeros(1 << cards, np.int8)
        for place in range(cards - 1, -1, -1):
            mine = (own >> place & 1) == 1
            sure += mine & (spare == 0)
            spare += np.where(mine, np.where(spare > 0, -1, 0), 1).astype(np.int8)
        table[1 << cards : 2 << cards] = sure
    return table


_UNBEATEN: Final = _count_unbeaten()


@inlined
def unbeaten(own, everyone):
    """Return the number of a lane's own cards that the others' cards cannot beat card for card."""
    return np.int64(_UNBEATEN[(everyone + ONE) | own])


@inlined
def unbeaten_by(own, other):
    """Return the number of own cards of a lane that one other hand cannot beat.

    That is the most by which his own outnumber the other's from any card upwards.
    """
    most = 0
    rest = own
    while rest != ZERO:
        below = lowest_bit(rest) - ONE
        more = np.int64(popcount(own & ~below)) - np.int64(popcount(other & ~below))
        most = max(most, more)
        rest &= rest - ONE
    return most


@inner
def are_unbeaten(own, one, two, number_1, number_2):
    """Return whether one hand leaves `number_1` of a lane's cards unbeaten, the other `number_2`.

    Each number can exceed that of the cards that are unbeaten by both.
    """
    if np.int64(popcount(own)) < max(number_1, number_2):
        return False
    return unbeaten_by(own, one) >= number_1 and unbeaten_by(own, two) >= number_2


@inner
def needed_unbeaten(own, everyone, number):
    """Return the highest cards of a packed lane that show `number` of `own` to be unbeaten."""
    card = (everyone + ONE) >> ONE
    seen = ZERO
    spare = 0
    while number > 0 and card != ZERO:
        seen |= card
        if own & card == ZERO:
            spare += 1
        elif spare > 0:
            spare -= 1
        else:
            number -= 1
        card >>= ONE
    return seen


@inlined
def _followed(own, one, two, has_trumps_1, has_trumps_2):
    """Return the number of a lane's top cards that both opponents follow to instead of trumping."""
    number = popcount(own)
    if has_trumps_1:
        number = min(number, popcount(one))
    if has_trumps_2:
        number = min(number, popcount(two))
    return number


@inlined
def cashable(leader, second, third, memory):
    """Return the tricks that a leader can cash from the top: plain and trump, and the cards.

    Trumps come first. Once the others have none left, or had none, every top card of a plain suit
    is good; before that only as many as the others can follow to. The third word are the cards
    whose rank this rests on.
    """
    run = run_of_tops(leader, leader | second | third)
    trumps = peek(memory, TRUMPS)
    theirs, others = popcount(second & trumps), popcount(third & trumps)
    tops, plain = popcount(run & trumps), run & ~trumps
    if tops >= max(theirs, others):
        return np.int64(popcount(plain)), np.int64(popcount(leader & trumps)), run
    number = ZERO
    for place in range(3):
        one, two = lane(second, place), lane(third, place)
        number += _followed(lane(plain, place), one, two, theirs != ZERO, others != ZERO)
    return np.int64(number), np.int64(tops), run


@inner
def needed_plain(run, second, third, number, memory):
    """Return the highest plain cards of a run on which `number` of the tricks it gives rest.

    `run` and the two hands are as in `cashable`. A suit that neither opponent holds rests on no
    rank.
    """
    trumps = peek(memory, TRUMPS)
    theirs, others = popcount(second & trumps), popcount(third & trumps)
    drawn = popcount(run & trumps) >= max(theirs, others)
    run &= ~trumps
    ranks = ZERO
    for held in (False, True):  # first the suits that neither opponent holds
        for place in range(4):
            one, two = lane(second, place), lane(third, place)
            if number <= 0 or (one | two != ZERO) != held:
                continue
            tops = run & (LANE << (U(16) * U(place)))
            good = _followed(tops, one, two, not drawn and theirs != 0, not drawn and others != 0)
            for _ in range(min(np.int64(good), number)):
                card = highest_bit(tops)
                tops ^= card
                number -= 1
                if held:
                    ranks |= card
    return ranks


@inlined
def is_safe(own, others, memory):
    """Return whether a hand that does not lead takes no trick if its player wants none.

    That holds if in every lane its lowest card is below the lowest of the others, its second below
    their second, and so on as far as they have cards to lead. The answer for a hand with trumps is
    False.
    """
    if own & peek(memory, TRUMPS) != ZERO:
        return False
    for number in range(4):
        mine, theirs = lane(own, number), lane(others, number)
        while min(mine, theirs) != ZERO:
            if lowest_bit(mine) > lowest_bit(theirs):
                return False
            mine &= mine - ONE
            theirs &= theirs - ONE
    return True


@inlined
def is_caught(own, second, third, own_leads, memory):
    """Return whether a player who wants no trick is forced to take the next, without trumps.

    If he does not lead, `second` does: it has a card below all of his in a suit, and the other has
    one too, or is void in the suit. If he leads, both of the others must be able to stay below
    each of his cards.
    """
    if peek(memory, TRUMPS) != ZERO:
        return False
    for number in range(4):
        mine = lane(own, number)
        if mine == ZERO:
            continue
        lowest = lowest_bit(mine) - ONE
        one, two = lane(second, number), lane(third, number)
        if own_leads:
            if (one != ZERO and one & lowest == ZERO) or (two != ZERO and two & lowest == ZERO):
                return False
        elif one & lowest != ZERO and (two == ZERO or two & lowest != ZERO):
            return True
    return own_leads
