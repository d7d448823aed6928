"""The search behind win, remise, codille and vole: is the ombre ahead of each opponent by so much.

One family of questions covers all of them. With D, A and B the tricks that ombre, first and second
opponent take of those that remain: can the ombre reach ``D - A >= ahead_1`` and
``D - B >= ahead_2``, whatever the opponents do together? The tricks taken so far are in the two
numbers and not in the position, so that positions met on different ways share what is known of
them; and since who can be ahead by more can be ahead by less, an answer that is remembered answers
a whole range of questions.

With `level` the ombre also succeeds where both opponents end with four tricks and he with one: the
rule sets under which 1-4-4 is a remise ask so.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    GAMMA,
    OPTIONS,
    ZERO,
    U,
    inlined,
    inner,
    njit,
    popcount,
)
from lhombre_core.solve.compiled.bound import (
    are_unbeaten,
    cashable,
    needed_plain,
    needed_unbeaten,
    unbeaten,
    unbeaten_by,
)
from lhombre_core.solve.compiled.choice import next_lead, next_second, next_third
from lhombre_core.solve.compiled.desk import peek
from lhombre_core.solve.compiled.memory import OPEN, REACHED, SHORT, recall, remember, shape_of
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
    masters,
    next_seat,
    ranks_that_decide,
    run_of_tops,
    standing,
    untried,
    whole_runs,
    winner_of,
    winning,
)
from lhombre_core.solve.desk import TRUMPS

_BIAS: Final = 16  # makes a number of tricks ahead positive
_TRUMP_LANE: Final = 3
_TRUMP_PLACE: Final = U(48)


@inlined
def is_out(remaining, lost, ahead_1, ahead_2):
    """Return whether the ombre cannot reach what is asked once he has lost so many of the rest."""
    most = remaining - lost
    return max(ahead_1, ahead_2) > most or remaining + ahead_1 + ahead_2 > 3 * most


@inlined
def is_in(remaining, sure, ahead_1, ahead_2):
    """Return whether so many of the rest are enough, to whomever the others go."""
    return 2 * sure >= remaining + max(ahead_1, ahead_2)


@inlined
def level_possible(remaining, ahead_1, ahead_2):
    """Return whether 1-4-4 can still come about."""
    mine = remaining + ahead_1 + ahead_2 - 6
    return mine >= 0 and mine // 3 + 3 >= max(ahead_1, ahead_2)


@inlined
def needed(remaining, ahead_1, ahead_2):
    """Return how many of the rest are enough, to whomever the others go."""
    return (remaining + max(ahead_1, ahead_2) + 1) // 2


@inlined
def _holding_trumps(mine, first, second, remaining, ahead_1, ahead_2):
    """Return the trumps of the opponents that alone keep the ombre from what is asked, if any.

    They are returned with all that stand above them; the three are lanes of trumps.
    """
    everyone = mine | first | second
    sure_1, sure_2 = unbeaten(first, everyone), unbeaten(second, everyone)
    if sure_1 > 0 and ahead_1 + sure_1 > remaining - sure_1:
        number = (remaining - ahead_1) // 2 + 1
        return needed_unbeaten(first, everyone, number) << _TRUMP_PLACE
    if sure_2 > 0 and ahead_2 + sure_2 > remaining - sure_2:
        number = (remaining - ahead_2) // 2 + 1
        return needed_unbeaten(second, everyone, number) << _TRUMP_PLACE
    most = np.int64(max(popcount(first), popcount(second)))
    if not is_out(remaining, most, ahead_1, ahead_2):
        return ZERO
    # What one opponent has over the ombre, the other need not take from him.
    one = sure_1 if second == ZERO else unbeaten_by(first, mine)
    two = sure_2 if first == ZERO else unbeaten_by(second, mine)
    if is_out(remaining, max(one, two), ahead_1, ahead_2):
        return everyone << _TRUMP_PLACE
    return ZERO


@inlined
def _sure_by_trumps(h0, h1, h2, sure, leader, remaining, ahead_1, ahead_2, level):
    """Return the answer that trumps alone give, whatever is played; 0: none.

    `sure` of the ombre's trumps are unbeaten. More of them are unbeaten by one opponent; so many
    tricks that one does not take, though the other may. Where the ombre leads, this is said with
    more by `_sure_by_lead`.
    """
    mine, first, second = lane(h0, _TRUMP_LANE), lane(h1, _TRUMP_LANE), lane(h2, _TRUMP_LANE)
    everyone = mine | first | second
    number = needed(remaining, ahead_1, ahead_2)
    if sure >= number:
        return needed_unbeaten(mine, everyone, number) << _TRUMP_PLACE | REACHED
    if not level:
        ranks = _holding_trumps(mine, first, second, remaining, ahead_1, ahead_2)
        if ranks != ZERO:
            return ranks
    rest = remaining - sure
    if leader != 0 and are_unbeaten(mine, first, second, ahead_1 + rest, ahead_2 + rest):
        return everyone << _TRUMP_PLACE | REACHED
    return ZERO


@inlined
def _sure_by_lead(h0, h1, h2, sure, remaining, ahead_1, ahead_2, desk):
    """Return the answer that the ombre gives by leading his highest cards; 0: none.

    `sure` of his trumps are unbeaten.
    """
    everyone, trumps = h0 | h1 | h2, peek(desk, TRUMPS)
    plain, top, run = cashable(h0, h1, h2, desk)
    number = needed(remaining, ahead_1, ahead_2)
    mine = lane(h0 & trumps, _TRUMP_LANE)
    if plain + max(sure, top) >= number:
        if sure > top:
            ranks = needed_unbeaten(mine, lane(everyone, _TRUMP_LANE), sure) << _TRUMP_PLACE
        else:
            ranks = run & trumps
        ranks |= needed_plain(run, h1, h2, number - max(sure, top), desk)
        return ranks | REACHED
    # The plain ones are neither opponent's either, so that they count twice.
    rest = remaining - 2 * plain - sure
    first, second = lane(h1, _TRUMP_LANE), lane(h2, _TRUMP_LANE)
    if are_unbeaten(mine, first, second, ahead_1 + rest, ahead_2 + rest):
        return run | (everyone & trumps) | REACHED
    return ZERO


@inlined
def _sure_by_others_lead(h0, h1, h2, sure, leader, remaining, ahead_1, ahead_2, level, desk):
    """Return the answer that is sure where an opponent leads; 0: none.

    `sure` of the ombre's trumps are unbeaten.
    """
    trumps = peek(desk, TRUMPS)
    if sure > 0 and (h1 | h2) & trumps == ZERO:
        # With the only trumps he gets the lead before he has to part with a top card.
        tops = run_of_tops(h0, h0 | h1 | h2) & ~trumps
        number = needed(remaining, ahead_1, ahead_2) - sure
        if np.int64(popcount(tops)) >= number:
            return needed_plain(tops, h1, h2, number, desk) | REACHED
    if level:
        return ZERO
    first, second, third = from_leader(h0, h1, h2, leader)
    plain, top, run = cashable(first, second, third, desk)
    taken = plain + top
    ahead = ahead_1 if leader == 1 else ahead_2
    if is_out(remaining, taken, ahead_1, ahead_2) or ahead + taken > remaining - taken:
        return run
    return ZERO


@inlined
def _sure(h0, h1, h2, matadors, leader, remaining, ahead_1, ahead_2, level, desk):
    """Return the answer of `reaches` as far as it needs no search; 0: it needs one.

    Whatever is sure rests on cards, so that there are some in every answer.
    """
    answer, sure = ZERO, 0
    trumps = (h0 | h1 | h2) & peek(desk, TRUMPS)
    if trumps != ZERO:
        sure = unbeaten(lane(h0, _TRUMP_LANE), lane(trumps, _TRUMP_LANE))
        answer = _sure_by_trumps(h0, h1, h2, sure, leader, remaining, ahead_1, ahead_2, level)
    if answer == ZERO:
        if leader == 0:
            answer = _sure_by_lead(h0, h1, h2, sure, remaining, ahead_1, ahead_2, desk)
        else:
            answer = _sure_by_others_lead(
                h0, h1, h2, sure, leader, remaining, ahead_1, ahead_2, level, desk
            )
    return answer | matadors if answer != ZERO else ZERO


@inlined
def _asked_after(taker, ahead_1, ahead_2):
    """Return what is asked of the rest once a trick has been taken."""
    if taker == 0:
        return ahead_1 - 1, ahead_2 - 1
    if taker == 1:
        return ahead_1 + 1, ahead_2
    return ahead_1, ahead_2 + 1


@inlined
def _after_last(first, second, third, leader, ahead_1, ahead_2, level, desk):
    """Return the answer where one trick remains, and the winning card; the hands by turn."""
    best = winner_of(first, second, third, desk)
    taker = leader
    if best == second:
        taker = next_seat(leader)
    elif best == third:
        taker = next_seat(next_seat(leader))
    ahead_1, ahead_2 = _asked_after(taker, ahead_1, ahead_2)
    return (ahead_1 <= 0 and ahead_2 <= 0) or (level and ahead_1 == 3 and ahead_2 == 3), best


@inlined
def _settled(h0, h1, h2, trick, taker, left, ahead_1, ahead_2, level, desk):
    """Return the answer of `reaches` after a trick as far as it needs no search, or `OPEN`.

    `left` tricks remain after it, of which `ahead_1` and `ahead_2` are asked; the hands are as they
    were before.
    """
    if is_in(left, 0, ahead_1, ahead_2):
        return REACHED
    if not level and is_out(left, 0, ahead_1, ahead_2):
        return ZERO
    if left > 1:
        return OPEN
    a, b, c = from_leader(h0 & ~trick, h1 & ~trick, h2 & ~trick, taker)
    reached, top_card = _after_last(a, b, c, taker, ahead_1, ahead_2, level, desk)
    ranks = ranks_that_decide(top_card, a | b | c, h0 | h1 | h2)
    return ranks | REACHED if reached else ranks


@inlined
def _known(h0, h1, h2, matadors, counts, leader, remaining, ahead_1, ahead_2, level, desk):
    """Return whether the answer of `reaches` is sure or remembered, and the answer.

    Further the shape of the position and a lead that has done it elsewhere. What is sure is asked
    first: it is found more often.
    """
    shape, best_lead = ZERO, ZERO
    answer = _sure(h0, h1, h2, matadors, leader, remaining, ahead_1, ahead_2, level, desk)
    if answer != ZERO:
        return True, answer, shape, best_lead
    if remaining > SHORT:
        one, two = ahead_1 + _BIAS, ahead_2 + _BIAS
        shape = shape_of(counts, matadors, leader, desk)
        if level:
            shape ^= U(one + 32 * two) * GAMMA
        known, answer, best_lead = recall(h0, h1, shape, one, two, desk)
        if known:
            return True, answer, shape, best_lead
    return False, answer, shape, best_lead


@inlined
def _tried(failed, answer, left, card, wanted, matadors):
    """Return what has come of a player's cards once one more has been tried, and which are left.

    If its answer is the one that he wants, that stands and none is left to try. Otherwise it has
    failed like those before it, of which `failed` has come: what mattered in any of them did.
    """
    if (answer & REACHED != ZERO) == wanted:
        return answer, ZERO
    return failed | answer, untried(left, card, answer | matadors)


@njit(
    "uint64(uint64, uint64, uint64, uint64, uint64, int64, int64, int64, int64, boolean, uint64)",
    **OPTIONS,
)
def reaches(h0, h1, h2, matadors, counts, leader, remaining, ahead_1, ahead_2, level, desk):
    """Return whether the ombre reaches what is asked, as `REACHED`, with the cards that mattered.

    At least two tricks remain. Hands are packed and in turn order from the ombre, `leader` is 0, 1
    or 2 in that order; `counts` are `counts_of` the hands, `desk` is the address of the desk.
    """
    known, answer, shape, best_lead = _known(
        h0, h1, h2, matadors, counts, leader, remaining, ahead_1, ahead_2, level, desk
    )
    if known:
        return answer

    # What is left is to try the cards. Whether player x of the trick is the ombre, who wants the
    # answer to be yes, is `mine_x`; `answer_x` is what has come of the cards that x has tried.
    first, second, third = from_leader(h0, h1, h2, leader)
    seat_2, seat_3 = next_seat(leader), next_seat(next_seat(leader))
    mine_1, mine_2, mine_3 = leader == 0, seat_2 == 0, seat_3 == 0
    everyone, left = h0 | h1 | h2, remaining - 1
    leads = different(first, matadors)
    highest, plains = leads & masters(everyone), leads & ~peek(desk, TRUMPS)
    answer_1 = ZERO
    while leads != ZERO:
        lead = next_lead(leads, highest, plains, best_lead)
        beating = winning(lead, desk)
        counts_1 = less(counts, lead, leader)
        seconds = choices(second, lead, lead, matadors, desk)
        answer_2 = ZERO
        while seconds != ZERO:
            put = next_second(seconds, beating, third, lead, mine_3, mine_3 != mine_2, desk)
            best, winner, forcing = standing(lead, put, beating, leader, seat_2, matadors, desk)
            beating_3 = winning(best, desk)
            counts_2 = less(counts_1, put, seat_2)
            thirds = choices(third, lead, forcing, matadors, desk)
            answer_3 = ZERO
            while thirds != ZERO:
                last = next_third(thirds, beating_3, winner != 0 and not mine_3)
                taker, top = (seat_3, last) if last & beating_3 != ZERO else (winner, best)
                trick = lead | put | last
                next_1, next_2 = _asked_after(taker, ahead_1, ahead_2)
                still = level and level_possible(left, next_1, next_2)
                answer = _settled(h0, h1, h2, trick, taker, left, next_1, next_2, still, desk)
                if answer == OPEN:
                    a, b, c = descending(lead, put, last)
                    g0, g1, g2, tops = after_trick(h0, h1, h2, matadors, a, b, c)
                    fewer = less(counts_2, last, seat_3)
                    answer = reaches(
                        g0, g1, g2, tops, fewer, taker, left, next_1, next_2, still, desk
                    )
                    answer = all_put_back(answer & ~REACHED, a, b, c) | (answer & REACHED)
                answer |= ranks_that_decide(top, trick, everyone)
                answer_3, thirds = _tried(answer_3, answer, thirds, last, mine_3, matadors)
            answer_2, seconds = _tried(answer_2, answer_3, seconds, put, mine_2, matadors)
        if (answer_2 & REACHED != ZERO) == mine_1:
            best_lead = lead
        answer_1, leads = _tried(answer_1, answer_2, leads, lead, mine_1, matadors)

    answer_1 = whole_runs(answer_1 | matadors, h0, h1, h2, matadors)
    if remaining > SHORT:
        remember(h0, h1, shape, ahead_1 + _BIAS, ahead_2 + _BIAS, answer_1, best_lead, desk)
    return answer_1


@inner
def is_reached(h0, h1, h2, matadors, leader, remaining, ahead_1, ahead_2, level, desk):
    """Return whether the ombre reaches what is asked, with any number of tricks remaining."""
    level = level and level_possible(remaining, ahead_1, ahead_2)
    if remaining == 0:
        return (ahead_1 <= 0 and ahead_2 <= 0) or level
    if is_in(remaining, 0, ahead_1, ahead_2):
        return True
    if not level and is_out(remaining, 0, ahead_1, ahead_2):
        return False
    if remaining == 1:
        first, second, third = from_leader(h0, h1, h2, leader)
        return _after_last(first, second, third, leader, ahead_1, ahead_2, level, desk)[0]
    counts = counts_of(h0, h1, h2)
    found = reaches(h0, h1, h2, matadors, counts, leader, remaining, ahead_1, ahead_2, level, desk)
    return found & REACHED != ZERO
