"""What can be said of the tricks that remain without a search.

Every function counts tricks that a player is sure of whatever the others do. Each is checked
against the reference solver through the searches that use it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, highest_bit, inlined, inner, popcount
from lhombre_core.solve.compiled.desk import peek
from lhombre_core.solve.compiled.trick import LANE, lane, run_of_tops
from lhombre_core.solve.desk import TRUMPS

_LANE_CARDS: Final = 12


def _count_unbeaten() -> np.ndarray:
    """Return, by ``1 << n | own``, how many of `own` among n cards win whatever is put on them.

    The others have the rest of the n cards and each of theirs can beat one lower card: brackets
    are matched from the top.
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
    """Return how many cards of a packed lane each of the others' cards cannot beat one for one."""
    return np.int64(_UNBEATEN[(everyone + ONE) | own])


@inlined
def unbeaten_by(own, other):
    """Return how many cards of a lane are unbeaten where only some of the others may beat them.

    That is the most by which his own outnumber the others' from some card upwards.
    """
    most = 0
    rest = own
    while rest != ZERO:
        below = (rest & (~rest + ONE)) - ONE
        more = np.int64(popcount(own & ~below)) - np.int64(popcount(other & ~below))
        most = max(most, more)
        rest &= rest - ONE
    return most


@inner
def are_unbeaten(own, one, two, number_1, number_2):
    """Return whether `number_1` of a lane's cards are unbeaten by one of the others.

    And `number_2` by the other; each can be more than are unbeaten by both.
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
def cashable(leader, second, third, desk):
    """Return what a leader can take one after the other from the top: plain, trumps, and by what.

    Trumps come first. Once the others have none left, or had none, every top card of a plain suit
    is good; before that as many as the others can follow to. The third word are the cards whose
    rank this rests on.
    """
    run = run_of_tops(leader, leader | second | third)
    trumps = peek(desk, TRUMPS)
    theirs, others = popcount(second & trumps), popcount(third & trumps)
    tops, plain = popcount(run & trumps), run & ~trumps
    if tops >= max(theirs, others):
        return np.int64(popcount(plain)), np.int64(popcount(leader & trumps)), run
    number = ZERO
    for place in range(3):
        found = popcount(lane(plain, place))
        if theirs != ZERO:
            found = min(found, popcount(lane(second, place)))
        if others != ZERO:
            found = min(found, popcount(lane(third, place)))
        number += found
    return np.int64(number), np.int64(tops), run


@inner
def needed_plain(run, second, third, number, desk):
    """Return the highest plain cards of a run that `number` tricks of those it gives rest on.

    `run` and the two hands are as in `cashable`. What nobody else holds rests on no rank.
    """
    trumps = peek(desk, TRUMPS)
    theirs, others = popcount(second & trumps), popcount(third & trumps)
    open_ = popcount(run & trumps) >= max(theirs, others)
    run &= ~trumps
    ranks = ZERO
    for held in range(2):
        for place in range(4):
            one, two = lane(second, place), lane(third, place)
            if number <= 0 or (one | two != ZERO) != (held == 1):
                continue
            tops = run & (LANE << (U(16) * U(place)))
            found = popcount(tops)
            if not open_:
                if theirs != ZERO:
                    found = min(found, popcount(one))
                if others != ZERO:
                    found = min(found, popcount(two))
            for _ in range(min(np.int64(found), number)):
                card = highest_bit(tops)
                tops ^= card
                number -= 1
                if held == 1:
                    ranks |= card
    return ranks


@inlined
def is_safe(own, others, desk):
    """Return whether a hand that does not lead takes no trick if its player wants none.

    So it is if in every lane its lowest card is below the lowest of the others, its second below
    their second, and so on as far as they have cards with which to lead it. A hand with trumps is
    not looked into.
    """
    if own & peek(desk, TRUMPS) != ZERO:
        return False
    for number in range(4):
        mine, theirs = lane(own, number), lane(others, number)
        while min(mine, theirs) != ZERO:
            if (mine & (~mine + ONE)) > (theirs & (~theirs + ONE)):
                return False
            mine &= mine - ONE
            theirs &= theirs - ONE
    return True


@inlined
def is_caught(own, second, third, own_leads, desk):
    """Return whether a player who wants no trick is made to take the next, without trumps.

    `second` is on lead where he is not himself: it has a card below all of his in a suit, and the
    other has one too, or none of the suit at all. Where he leads, it is so if both of the others
    can stay below whatever he leads.
    """
    if peek(desk, TRUMPS) != ZERO:
        return False
    for number in range(4):
        mine = lane(own, number)
        if mine == ZERO:
            continue
        lowest = (mine & (~mine + ONE)) - ONE
        one, two = lane(second, number), lane(third, number)
        if own_leads:
            if (one != ZERO and one & lowest == ZERO) or (two != ZERO and two & lowest == ZERO):
                return False
        elif one & lowest != ZERO and (two == ZERO or two & lowest != ZERO):
            return True
    return own_leads
