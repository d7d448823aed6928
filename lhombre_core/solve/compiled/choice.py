"""Which card a search for tricks tries next: the likeliest first, since the first often decides."""

from __future__ import annotations

from lhombre_core.kernel.bits import ZERO, highest_bit, inlined, lowest_bit
from lhombre_core.solve.compiled.desk import peek
from lhombre_core.solve.compiled.trick import lane_of, up_to
from lhombre_core.solve.desk import TRUMPS


@inlined
def next_lead(left, tops, plain, known):
    """Return which of the leads that are left is tried next.

    The one that did it before, then masters, then plain suits, then the lowest.
    """
    if known & left != ZERO:
        return known
    if tops & left != ZERO:
        return highest_bit(tops & left)
    if plain & left != ZERO:
        return highest_bit(plain & left)
    return lowest_bit(left)


@inlined
def next_second(left, beating, third, lead, friends, foes_last, desk):
    """Return which card the second player tries next.

    After a friend's lead he lets it stand. Otherwise he beats it, above what a foe who plays last
    can put there if he can, or throws his lowest.
    """
    if friends:
        rest = left & ~beating
        return lowest_bit(rest) if rest != ZERO else lowest_bit(left)
    higher = left & beating
    if higher == ZERO:
        return lowest_bit(left)
    if foes_last:
        pool = third & lane_of(lead)
        if pool == ZERO:
            pool = third & peek(desk, TRUMPS)
        if pool != ZERO:
            safe = higher & ~up_to(highest_bit(pool))
            if safe != ZERO:
                return lowest_bit(safe)
    return lowest_bit(higher)


@inlined
def next_third(left, beating, friends):
    """Return which card the third player tries next: to win, or to let a friend's card stand."""
    wanted = left & ~beating if friends else left & beating
    return lowest_bit(wanted) if wanted != ZERO else lowest_bit(left)
