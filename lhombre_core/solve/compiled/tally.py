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
from lhombre_core.solve.compiled.memory import OPEN, REACHED, recall, remember, shape_of
from lhombre_core.solve.compiled.trick import (
    after_trick,
    all_put_back,
    choices,
    counts_of,
    descending,
    different,
    from_leader,
    lane,
    less,
    next_seat,
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


@inlined
def _settled(h0, h1, h2, trick, taker, left, number, desk):
    """Return the answer of `takes` after a trick as far as it needs no search, or `OPEN`.

    `left` tricks remain after it, of which `number` are asked; the hands are as they were before.
    """
    if number <= 0:
        return REACHED
    if number > left:
        return ZERO
    if left > 1:
        return OPEN
    a, b, c = from_leader(h0 & ~trick, h1 & ~trick, h2 & ~trick, taker)
    top_card = winner_of(a, b, c, desk)
    ranks = ranks_that_decide(top_card, a | b | c, h0 | h1 | h2)
    return ranks | REACHED if top_card & h0 != ZERO else ranks


@inlined
def _known(h0, h1, h2, matadors, counts, leader, remaining, number, wanted, desk):
    """Return whether the answer of `takes` is remembered or sure, and the answer.

    Further the shape of the position and a lead that has done it elsewhere.
    """
    shape = shape_of(counts, matadors, leader, desk) ^ (_WANTED if wanted else _FORCED)
    known, answer, best_lead = recall(h0, h1, shape, number, 0, desk)
    if not known:
        answer = _sure(h0, h1, h2, matadors, leader, remaining, number, wanted, desk)
        known = answer != ZERO
    return known, answer, shape, best_lead


@inlined
def _tried(failed, answer, left, card, wanted):
    """Return what has come of a player's cards once one more has been tried, and which are left.

    If its answer is the one that he wants, that stands and none is left to try. Otherwise it has
    failed like those before it, of which `failed` has come: what mattered in any of them did.
    """
    if (answer & REACHED != ZERO) == wanted:
        return answer, ZERO
    return failed | answer, left & ~card


@njit(
    "uint64(uint64, uint64, uint64, uint64, uint64, int64, int64, int64, boolean, uint64)",
    **OPTIONS,
)
def takes(h0, h1, h2, matadors, counts, leader, remaining, number, wanted, desk):
    """Return whether the ombre takes `number` of the remaining tricks, or is made to.

    The answer is `REACHED` or nothing, with the cards that mattered. At least two tricks remain
    and the question is open: `number` is from 1 to `remaining`. The other arguments are those of
    `split.reaches`.
    """
    known, answer, shape, best_lead = _known(
        h0, h1, h2, matadors, counts, leader, remaining, number, wanted, desk
    )
    if known:
        return answer

    # What is left is to try the cards. Whether player x of the trick wants the answer to be yes is
    # `goal_x`; `answer_x` is what has come of the cards that x has tried.
    first, second, third = from_leader(h0, h1, h2, leader)
    seat_2, seat_3 = next_seat(leader), next_seat(next_seat(leader))
    goal_1, goal_2 = (leader == 0) == wanted, (seat_2 == 0) == wanted
    goal_3 = (seat_3 == 0) == wanted
    everyone, left = h0 | h1 | h2, remaining - 1
    leads = different(first, matadors)
    answer_1 = ZERO
    while leads != ZERO:
        lead = _next_lead(leads, best_lead, wanted)
        beating = winning(lead, desk)
        counts_1 = less(counts, lead, leader)
        seconds = choices(second, lead, lead, matadors, desk)
        answer_2 = ZERO
        while seconds != ZERO:
            # Where tricks are wanted, a side beats the other's card; otherwise nobody wants them.
            put = _next_put(seconds, beating, wanted and goal_1 != goal_2)
            best, winner, forcing = standing(lead, put, beating, leader, seat_2, matadors, desk)
            beating_3 = winning(best, desk)
            counts_2 = less(counts_1, put, seat_2)
            thirds = choices(third, lead, forcing, matadors, desk)
            rivals = (winner == 0) != (seat_3 == 0)
            answer_3 = ZERO
            while thirds != ZERO:
                last = _next_put(thirds, beating_3, wanted and rivals)
                taker, top = (seat_3, last) if last & beating_3 != ZERO else (winner, best)
                trick = lead | put | last
                still = number - 1 if taker == 0 else number
                answer = _settled(h0, h1, h2, trick, taker, left, still, desk)
                if answer == OPEN:
                    a, b, c = descending(lead, put, last)
                    g0, g1, g2, still_in = after_trick(h0, h1, h2, matadors, a, b, c)
                    counts_3 = less(counts_2, last, seat_3)
                    answer = takes(g0, g1, g2, still_in, counts_3, taker, left, still, wanted, desk)
                    answer = all_put_back(answer & ~REACHED, a, b, c) | (answer & REACHED)
                answer |= ranks_that_decide(top, trick, everyone)
                answer_3, thirds = _tried(answer_3, answer, thirds, last, goal_3)
            answer_2, seconds = _tried(answer_2, answer_3, seconds, put, goal_2)
        if (answer_2 & REACHED != ZERO) == goal_1:
            best_lead = lead
        answer_1, leads = _tried(answer_1, answer_2, leads, lead, goal_1)

    answer_1 = whole_runs(answer_1 | matadors, h0, h1, h2, matadors)
    remember(h0, h1, shape, number, 0, answer_1, best_lead, desk)
    return answer_1


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
    counts = counts_of(h0, h1, h2)
    found = takes(h0, h1, h2, matadors, counts, leader, remaining, number, wanted, desk)
    return found & REACHED != ZERO
