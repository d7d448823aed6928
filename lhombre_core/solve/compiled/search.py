"""The search of both questions: the cards of each trick tried, the answers gathered and kept.

A question is asked of the ombre and answered with yes or no. Every player wants one of the two. He
needs one card that leads to the answer he wants; he has failed once all his cards have.

What one question needs beyond that is a `Question`: `ahead` and `number` each have one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lhombre_core.kernel.bits import ZERO, inlined, inner
from lhombre_core.solve.compiled.memory import OPEN, REACHED, SHORT, recall, remember, shape_of
from lhombre_core.solve.compiled.trick import (
    after_trick,
    all_cards,
    all_put_back,
    choices,
    counts_of,
    descending,
    different,
    from_leader,
    less,
    next_seat,
    ranks_that_decide,
    standing,
    whole_runs,
    winning,
)


class Question(NamedTuple):
    """The compiled functions of one question; `asked` is a named tuple of its numbers."""

    sure: Callable[..., Any]
    """``(hands, leader, remaining, asked, memory)``: the answer that needs no search, or 0. A sure
    answer rests on cards, so it is never 0."""
    settled: Callable[..., Any]
    """``(hands, trick, taker, left, asked, memory)``: the answer after a trick, or `OPEN`. `left`
    tricks remain after it, of which `asked` is asked; the hands are those before it."""
    asked_after: Callable[..., Any]
    """``(asked, taker, left)``: what is asked of the `left` tricks after a trick."""
    wants_yes: Callable[..., Any]
    """``(asked, seat)``: whether a player wants the answer to be yes."""
    key: Callable[..., Any]
    """``(asked)``: a word that is mixed into the shape, and the two numbers of `memory.recall`."""
    next_lead: Callable[..., Any]
    """``(left, everyone, best_lead, asked, memory)``: the lead that is tried next."""
    next_second: Callable[..., Any]
    """``(left, beating, third, lead, leader, asked, memory)``: the second card tried next."""
    next_third: Callable[..., Any]
    """``(left, beating, winner, seat, asked)``: the third card tried next."""
    untried: Callable[..., Any]
    """``(left, card, ranks)``: the cards left to try once a card has failed, where `ranks`
    mattered."""


def searching(question: Question) -> Any:
    """Return the compiled function ``(hands, leader, remaining, asked, memory) -> bool``."""
    sure, settled, asked_after, wants_yes, key = question[:5]
    next_lead, next_second, next_third, untried = question[5:]

    @inlined
    def tried(failed, answer, left, card, wanted, matadors):
        """Return a player's answer after one more card, and the cards that are left to try.

        If the card leads to the answer he wants, that stands and no card is left. Otherwise it has
        failed like the cards before it: whatever mattered in any of them (`failed`) has mattered.
        """
        if (answer & REACHED != ZERO) == wanted:
            return answer, ZERO
        return failed | answer, untried(left, card, answer | matadors)

    @inlined
    def known_answer(hands, counts, leader, remaining, asked, memory):
        """Return whether an answer is sure or remembered, the answer, the shape, and a lead.

        A sure answer is sought first, since that succeeds more often.
        """
        shape, best_lead = ZERO, ZERO
        answer = sure(hands, leader, remaining, asked, memory)
        if answer != ZERO:
            return True, answer, shape, best_lead
        known = False
        if remaining > SHORT:
            salt, one, two = key(asked)
            shape = shape_of(counts, hands.matadors, leader, memory) ^ salt
            known, answer, best_lead = recall(hands, shape, one, two, memory)
        return known, answer, shape, best_lead

    @inner
    def search(hands, counts, leader, remaining, asked, memory):
        """Return the answer, `REACHED` for yes, with the cards that mattered.

        At least two tricks remain; `counts` are `counts_of` the hands.
        """
        known, answer, shape, best_lead = known_answer(
            hands, counts, leader, remaining, asked, memory
        )
        if known:
            return answer

        # Every card of each player is tried; `answer_x` is the answer of player x of the trick.
        matadors, everyone, left = hands.matadors, all_cards(hands), remaining - 1
        first, second, third = from_leader(hands, leader)
        seat_2, seat_3 = next_seat(leader), next_seat(next_seat(leader))
        wants_1, wants_2 = wants_yes(asked, leader), wants_yes(asked, seat_2)
        wants_3 = wants_yes(asked, seat_3)
        leads, answer_1 = different(first, matadors), ZERO
        while leads != ZERO:
            lead = next_lead(leads, everyone, best_lead, asked, memory)
            beating, counts_1 = winning(lead, memory), less(counts, lead, leader)
            seconds, answer_2 = choices(second, lead, lead, matadors, memory), ZERO
            while seconds != ZERO:
                reply = next_second(seconds, beating, third, lead, leader, asked, memory)
                best, winner, forcing = standing(
                    lead, reply, beating, leader, seat_2, matadors, memory
                )
                beating_3, counts_2 = winning(best, memory), less(counts_1, reply, seat_2)
                thirds, answer_3 = choices(third, lead, forcing, matadors, memory), ZERO
                while thirds != ZERO:
                    last = next_third(thirds, beating_3, winner, seat_3, asked)
                    taker, top = (seat_3, last) if last & beating_3 != ZERO else (winner, best)
                    trick, then = lead | reply | last, asked_after(asked, taker, left)
                    answer = settled(hands, trick, taker, left, then, memory)
                    if answer == OPEN:
                        a, b, c = descending(lead, reply, last)
                        rest, fewer = after_trick(hands, a, b, c), less(counts_2, last, seat_3)
                        answer = search(rest, fewer, taker, left, then, memory)
                        answer = all_put_back(answer & ~REACHED, a, b, c) | (answer & REACHED)
                    answer |= ranks_that_decide(top, trick, everyone)
                    answer_3, thirds = tried(answer_3, answer, thirds, last, wants_3, matadors)
                answer_2, seconds = tried(answer_2, answer_3, seconds, reply, wants_2, matadors)
            if (answer_2 & REACHED != ZERO) == wants_1:
                best_lead = lead
            answer_1, leads = tried(answer_1, answer_2, leads, lead, wants_1, matadors)

        answer_1 = whole_runs(answer_1 | matadors, hands)
        if remaining > SHORT:
            _, one, two = key(asked)
            remember(hands, shape, one, two, answer_1, best_lead, memory)
        return answer_1

    @inner
    def is_reached(hands, leader, remaining, asked, memory):
        """Return whether the answer is yes, with any number of tricks remaining."""
        answer = settled(hands, ZERO, leader, remaining, asked, memory)
        if answer == OPEN:
            answer = search(hands, counts_of(hands), leader, remaining, asked, memory)
        return answer & REACHED != ZERO

    return is_reached
