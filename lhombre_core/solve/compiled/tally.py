"""The search behind misère and five tricks: does the ombre take so many of the tricks that remain.

Two questions in one search. With `wanted` the ombre wants tricks: can he take `number` of those
that remain, whatever the opponents do together? Otherwise he wants none, and it is the opponents
who want to succeed: can they make him take `number`? Who can take more can take fewer, so that what
was proven for a number answers for all below it, and what was refuted for all above.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import (
    OPTIONS,
    ZERO,
    U,
    highest_bit,
    inlined,
    inner,
    lowest_bit,
    njit,
)
from lhombre_core.solve.compiled.bound import cashable, is_caught, is_safe, unbeaten
from lhombre_core.solve.compiled.desk import peek
from lhombre_core.solve.compiled.memory import (
    REACHED,
    group_of,
    recall,
    remember,
    shape_of,
)
from lhombre_core.solve.compiled.trick import (
    after_trick,
    descending,
    different,
    following,
    from_leader,
    lane,
    put_back,
    ranks_that_decide,
    standing,
    whole_runs,
    winner_of,
    winning,
)
from lhombre_core.solve.desk import TRUMPS

# Tell the entries of the two questions from one another and from those of `split`.
_WANTED: Final = U(0x5851F42D4C957F2D)
_FORCED: Final = U(0x14057B7EF767814F)


@inlined
def _next_lead(left, known, wants):
    """Return which of the leads that are left is tried next: what did it before, high, or low."""
    if known & left != ZERO:
        return known
    return highest_bit(left) if wants else lowest_bit(left)


@inlined
def _next_put(left, beating, wants):
    """Return the card tried next by a player who wants to beat the trick, or to stay below.

    Who beats does it with his lowest; who stays below sheds his highest.
    """
    if wants:
        higher = left & beating
        return lowest_bit(higher) if higher != ZERO else lowest_bit(left)
    lower = left & ~beating
    return highest_bit(lower) if lower != ZERO else lowest_bit(left)


@inlined
def _sure(h0, h1, h2, matadors, leader, remaining, number, wanted, desk):
    """Return the answer of `takes` as far as it needs no search; 0: it needs one.

    Whatever is sure rests on cards, so that there are some in every answer.
    """
    first, second, third = from_leader(h0, h1, h2, leader)
    everyone = h0 | h1 | h2
    if wanted:
        trumps = everyone & peek(desk, TRUMPS)
        if trumps != ZERO and unbeaten(lane(h0, 3), lane(everyone, 3)) >= number:
            return trumps | REACHED
        plain, top, ranks = cashable(first, second, third, desk)
        if leader == 0:
            if plain + top >= number:
                return ranks | matadors | REACHED
        elif remaining - plain - top < number:
            return ranks | matadors
    elif leader != 0 and is_safe(h0, h1 | h2, desk):
        return everyone
    elif number == 1:
        one, two = (second, third) if leader == 0 else (first, second if leader == 1 else third)
        if is_caught(h0, one, two, leader == 0, desk):
            return everyone | REACHED
    return ZERO


@njit(
    "uint64(uint64, uint64, uint64, uint64, int64, int64, int64, boolean, uint64)",
    **OPTIONS,
)
def takes(h0, h1, h2, matadors, leader, remaining, number, wanted, desk):
    """Return whether the ombre takes `number` of the remaining tricks, or is made to.

    The answer is `REACHED` or nothing, with the cards that mattered. At least two tricks remain
    and the question is open: `number` is from 1 to `remaining`. The other arguments are those of
    `split.reaches`.
    """
    first, second, third = from_leader(h0, h1, h2, leader)
    everyone = h0 | h1 | h2

    # What is remembered
    shape = shape_of(h0, h1, h2, matadors, leader, desk) ^ (_WANTED if wanted else _FORCED)
    group = group_of(shape, desk)
    known, answer, best_lead = recall(h0, h1, shape, group, number, 0, desk)
    if known:
        return answer

    # What is sure without a search
    answer = _sure(h0, h1, h2, matadors, leader, remaining, number, wanted, desk)
    if answer != ZERO:
        return answer

    # Search: `goal_x` says whether player x of the trick is on the side that wants to succeed
    left = remaining - 1
    seat_2 = leader + 1 if leader < 2 else 0
    seat_3 = seat_2 + 1 if seat_2 < 2 else 0
    goal_1 = (leader == 0) == wanted
    goal_2 = (seat_2 == 0) == wanted
    goal_3 = (seat_3 == 0) == wanted
    leads = different(first, matadors)
    found = not goal_1
    ranks = ZERO
    while leads != ZERO:
        lead = _next_lead(leads, best_lead, wanted)
        leads ^= lead
        beating = winning(lead, desk)
        seconds = different(following(second, lead, lead, matadors, desk), matadors)
        found_2 = not goal_2
        ranks_2 = ZERO
        while seconds != ZERO:
            # Where tricks are wanted, a side beats the other's card; otherwise nobody wants them.
            put = _next_put(seconds, beating, wanted and goal_1 != goal_2)
            seconds ^= put
            best, winner, forcing = standing(lead, put, beating, leader, seat_2, matadors, desk)
            beating_3 = winning(best, desk)
            thirds = different(following(third, lead, forcing, matadors, desk), matadors)
            rivals = (winner == 0) != (seat_3 == 0)
            found_3 = not goal_3
            ranks_3 = ZERO
            while thirds != ZERO:
                last = _next_put(thirds, beating_3, wanted and rivals)
                thirds ^= last
                taker, best_3 = winner, best
                if last & beating_3 != ZERO:
                    taker, best_3 = seat_3, last
                trick = lead | put | last
                still = number - 1 if taker == 0 else number
                if still <= 0:
                    reached, these = True, ZERO
                elif still > left:
                    reached, these = False, ZERO
                elif left == 1:
                    a, b, c = from_leader(h0 & ~trick, h1 & ~trick, h2 & ~trick, taker)
                    top_card = winner_of(a, b, c, desk)
                    reached = top_card & h0 != ZERO
                    these = ranks_that_decide(top_card, a | b | c, everyone)
                else:
                    a, b, c = descending(lead, put, last)
                    left_0, left_1, left_2, left_m = after_trick(h0, h1, h2, matadors, a, b, c)
                    these = takes(
                        left_0,
                        left_1,
                        left_2,
                        left_m,
                        taker,
                        left,
                        still,
                        wanted,
                        desk,
                    )
                    reached = these & REACHED != ZERO
                    these = put_back(put_back(put_back(these & ~REACHED, c), b), a)
                these |= ranks_that_decide(best_3, trick, everyone)
                if reached == goal_3:
                    found_3, ranks_3 = goal_3, these
                    break
                ranks_3 |= these
            if found_3 == goal_2:
                found_2, ranks_2 = goal_2, ranks_3
                break
            ranks_2 |= ranks_3
        if found_2 == goal_1:
            found, ranks, best_lead = goal_1, ranks_2, lead
            break
        ranks |= ranks_2

    # Remember
    ranks = whole_runs(ranks | matadors, h0, h1, h2, matadors)
    reached_bit = REACHED if found else ZERO
    remember(h0, h1, shape, group, number, 0, ranks, reached_bit, best_lead, desk)
    return ranks | reached_bit


@inner
def is_taken(h0, h1, h2, matadors, leader, remaining, number, wanted, desk):
    """Return whether the ombre takes `number` of any number of remaining tricks, or is made to."""
    if number <= 0:
        return True
    if number > remaining:
        return False
    if remaining == 1:
        first, second, third = from_leader(h0, h1, h2, leader)
        return winner_of(first, second, third, desk) & h0 != ZERO
    found = takes(h0, h1, h2, matadors, leader, remaining, number, wanted, desk)
    return found & REACHED != ZERO
