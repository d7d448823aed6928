"""The question behind win, remise, codille and vole: is the ombre ahead of each opponent by enough.

With D, A and B the tricks that ombre, first and second opponent take of those that remain: can the
ombre reach ``D - A >= first`` and ``D - B >= second``, whatever the opponents do together? The
tricks already taken are in the two numbers and not in the position, so that positions reached in
different ways share their answers. Being ahead by more includes being ahead by less, so a
remembered answer serves a whole range of questions.

With `level` the ombre also succeeds if both opponents end with four tricks and he with one: rule
sets under which 1-4-4 is a remise ask that.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from lhombre_core.kernel.bits import (
    GAMMA,
    ZERO,
    U,
    highest_bit,
    inlined,
    inner,
    lowest_bit,
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
from lhombre_core.solve.compiled.memory import OPEN, REACHED
from lhombre_core.solve.compiled.search import Question, searching
from lhombre_core.solve.compiled.trick import (
    TRUMP_LANE,
    all_cards,
    from_leader,
    lane,
    lane_of,
    masters,
    next_seat,
    ranks_that_decide,
    run_of_tops,
    untried,
    up_to,
    winner_of,
    without,
)
from lhombre_core.solve.compiled.word import peek
from lhombre_core.solve.memory import TRUMPS

_BIAS: Final = 16  # makes a number of tricks ahead positive
_TRUMP_PLACE: Final = U(16 * TRUMP_LANE)


class Ahead(NamedTuple):
    """A question: by how many of the remaining tricks the ombre must be ahead."""

    first: int
    """Ahead of the first opponent."""
    second: int
    level: bool
    """Whether 1-4-4 is enough too, as long as it is possible."""


@inlined
def _is_out(remaining, lost, asked):
    """Return whether the ombre can no longer succeed once he has lost some of the rest."""
    most = remaining - lost
    return (
        max(asked.first, asked.second) > most or remaining + asked.first + asked.second > 3 * most
    )


@inlined
def _is_in(remaining, asked):
    """Return whether the ombre has succeeded, wherever the rest goes."""
    return remaining + max(asked.first, asked.second) <= 0


@inlined
def _level_possible(remaining, first, second):
    """Return whether the deal can still end 1-4-4."""
    mine = remaining + first + second - 6
    return mine >= 0 and mine // 3 + 3 >= max(first, second)


@inlined
def _needed(remaining, asked):
    """Return the number of tricks that is enough, wherever the others go."""
    return (remaining + max(asked.first, asked.second) + 1) // 2


@inlined
def _holding_trumps(mine, first, second, remaining, asked):
    """Return the trumps of the opponents that alone prevent a success, if any.

    They are returned with all trumps above them; the three hands are lanes of trumps.
    """
    everyone = mine | first | second
    sure_1, sure_2 = unbeaten(first, everyone), unbeaten(second, everyone)
    if sure_1 > 0 and asked.first + sure_1 > remaining - sure_1:
        number = (remaining - asked.first) // 2 + 1
        return needed_unbeaten(first, everyone, number) << _TRUMP_PLACE
    if sure_2 > 0 and asked.second + sure_2 > remaining - sure_2:
        number = (remaining - asked.second) // 2 + 1
        return needed_unbeaten(second, everyone, number) << _TRUMP_PLACE
    most = np.int64(max(popcount(first), popcount(second)))
    if not _is_out(remaining, most, asked):
        return ZERO
    # A trick that one opponent surely takes from the ombre is lost to him without the other.
    one = sure_1 if second == ZERO else unbeaten_by(first, mine)
    two = sure_2 if first == ZERO else unbeaten_by(second, mine)
    if _is_out(remaining, max(one, two), asked):
        return everyone << _TRUMP_PLACE
    return ZERO


@inlined
def _sure_by_trumps(hands, sure, leader, remaining, asked):
    """Return the answer that trumps alone give, whatever is played, or 0.

    `sure` of the ombre's trumps are unbeaten. More of them are unbeaten by one opponent: he does
    not take these tricks, though the other may. `_sure_by_lead` says that better if the ombre
    leads.
    """
    mine = lane(hands.ombre, TRUMP_LANE)
    first, second = lane(hands.first, TRUMP_LANE), lane(hands.second, TRUMP_LANE)
    everyone = mine | first | second
    number = _needed(remaining, asked)
    if sure >= number:
        return needed_unbeaten(mine, everyone, number) << _TRUMP_PLACE | REACHED
    if not asked.level:
        ranks = _holding_trumps(mine, first, second, remaining, asked)
        if ranks != ZERO:
            return ranks
    rest = remaining - sure
    if leader != 0 and are_unbeaten(mine, first, second, asked.first + rest, asked.second + rest):
        return everyone << _TRUMP_PLACE | REACHED
    return ZERO


@inlined
def _sure_by_lead(hands, sure, remaining, asked, memory):
    """Return the answer that the ombre gives by leading his highest cards, or 0.

    `sure` of his trumps are unbeaten.
    """
    everyone, trumps = all_cards(hands), peek(memory, TRUMPS)
    plain, top, run = cashable(hands.ombre, hands.first, hands.second, memory)
    number = _needed(remaining, asked)
    mine = lane(hands.ombre & trumps, TRUMP_LANE)
    if plain + max(sure, top) >= number:
        if sure > top:
            ranks = needed_unbeaten(mine, lane(everyone, TRUMP_LANE), sure) << _TRUMP_PLACE
        else:
            ranks = run & trumps
        ranks |= needed_plain(run, hands.first, hands.second, number - max(sure, top), memory)
        return ranks | REACHED
    # Neither opponent takes the plain tricks, so they count twice.
    rest = remaining - 2 * plain - sure
    first, second = lane(hands.first, TRUMP_LANE), lane(hands.second, TRUMP_LANE)
    if are_unbeaten(mine, first, second, asked.first + rest, asked.second + rest):
        return run | (everyone & trumps) | REACHED
    return ZERO


@inlined
def _sure_by_others_lead(hands, sure, leader, remaining, asked, memory):
    """Return the answer that is sure if an opponent leads, or 0.

    `sure` of the ombre's trumps are unbeaten.
    """
    trumps = peek(memory, TRUMPS)
    if sure > 0 and (hands.first | hands.second) & trumps == ZERO:
        # With the only trumps he gets the lead before he has to part with a top card.
        tops = run_of_tops(hands.ombre, all_cards(hands)) & ~trumps
        number = _needed(remaining, asked) - sure
        if np.int64(popcount(tops)) >= number:
            return needed_plain(tops, hands.first, hands.second, number, memory) | REACHED
    if asked.level:
        return ZERO
    first, second, third = from_leader(hands, leader)
    plain, top, run = cashable(first, second, third, memory)
    lost = plain + top
    ahead = asked.first if leader == 1 else asked.second
    if _is_out(remaining, lost, asked) or ahead + lost > remaining - lost:
        return run
    return ZERO


@inlined
def _sure(hands, leader, remaining, asked, memory):
    """Return the answer that needs no search, or 0."""
    answer, sure = ZERO, 0
    trumps = all_cards(hands) & peek(memory, TRUMPS)
    if trumps != ZERO:
        sure = unbeaten(lane(hands.ombre, TRUMP_LANE), lane(trumps, TRUMP_LANE))
        answer = _sure_by_trumps(hands, sure, leader, remaining, asked)
    if answer == ZERO:
        if leader == 0:
            answer = _sure_by_lead(hands, sure, remaining, asked, memory)
        else:
            answer = _sure_by_others_lead(hands, sure, leader, remaining, asked, memory)
    return answer | hands.matadors if answer != ZERO else ZERO


@inlined
def _settled(hands, trick, taker, left, asked, memory):
    """Return the answer after a trick, or `OPEN`."""
    if _is_in(left, asked):
        return REACHED
    if not asked.level and _is_out(left, 0, asked):
        return ZERO
    if left > 1:
        return OPEN
    if left == 0:  # 1-4-4, since it is neither in nor out
        return REACHED
    first, second, third = from_leader(without(hands, trick), taker)
    top_card = winner_of(first, second, third, memory)
    if top_card == second:
        taker = next_seat(taker)
    elif top_card == third:
        taker = next_seat(next_seat(taker))
    ranks = ranks_that_decide(top_card, first | second | third, all_cards(hands))
    then = _asked_after(asked, taker, 0)
    return ranks | REACHED if then.level or _is_in(0, then) else ranks


@inlined
def _asked_after(asked, taker, left):
    first, second = asked.first, asked.second
    if taker == 0:
        first, second = first - 1, second - 1
    elif taker == 1:
        first += 1
    else:
        second += 1
    return Ahead(first, second, asked.level and _level_possible(left, first, second))


@inlined
def _wants_yes(asked, seat):
    return seat == 0


@inlined
def _key(asked):
    one, two = asked.first + _BIAS, asked.second + _BIAS
    return (U(one + 32 * two) * GAMMA if asked.level else ZERO), one, two


@inlined
def _next_lead(left, everyone, best_lead, asked, memory):
    """Return the lead that succeeded elsewhere, then masters, then plain suits, then the lowest."""
    if best_lead & left != ZERO:
        return best_lead
    tops = left & masters(everyone)
    if tops != ZERO:
        return highest_bit(tops)
    plain = left & ~peek(memory, TRUMPS)
    return highest_bit(plain) if plain != ZERO else lowest_bit(left)


@inlined
def _next_second(left, beating, third, lead, leader, asked, memory):
    """Return the second card tried next.

    He lets a friend's lead stand. Otherwise he beats it, if possible above what a foe who plays
    last can put there, or throws his lowest card.
    """
    if leader == 1:  # the opponents play before the ombre
        rest = left & ~beating
        return lowest_bit(rest) if rest != ZERO else lowest_bit(left)
    higher = left & beating
    if higher == ZERO:
        return lowest_bit(left)
    if leader == 2:  # the ombre plays between them
        pool = third & lane_of(lead)
        if pool == ZERO:
            pool = third & peek(memory, TRUMPS)
        if pool != ZERO:
            safe = higher & ~up_to(highest_bit(pool))
            if safe != ZERO:
                return lowest_bit(safe)
    return lowest_bit(higher)


@inlined
def _next_third(left, beating, winner, seat, asked):
    """Return the third card tried next: it wins, or lets a friend's card stand."""
    friends = winner != 0 and seat != 0
    wanted = left & ~beating if friends else left & beating
    return lowest_bit(wanted) if wanted != ZERO else lowest_bit(left)


_is_reached: Final = searching(
    Question(
        sure=_sure,
        settled=_settled,
        asked_after=_asked_after,
        wants_yes=_wants_yes,
        key=_key,
        next_lead=_next_lead,
        next_second=_next_second,
        next_third=_next_third,
        untried=untried,
    )
)


@inner
def is_ahead(hands, leader, remaining, first, second, level, memory):
    """Return whether the ombre gets ahead of each opponent by a number of the remaining tricks."""
    asked = Ahead(first, second, level and _level_possible(remaining, first, second))
    return _is_reached(hands, leader, remaining, asked, memory)
