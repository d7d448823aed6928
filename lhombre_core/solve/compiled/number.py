"""The question behind misère and five tricks: does the ombre take a number of the remaining tricks.

If the ombre wants tricks the question is whether he can take `number` of those that remain against
everything the opponents do together. If he wants none it is the opponents who want a yes: can they
force him to take `number`? A yes holds for every smaller number, a no for every larger one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lhombre_core.kernel.bits import ZERO, U, highest_bit, inlined, lowest_bit
from lhombre_core.solve.compiled.bound import cashable, is_caught, is_safe, unbeaten
from lhombre_core.solve.compiled.memory import OPEN, REACHED
from lhombre_core.solve.compiled.search import Question, searching
from lhombre_core.solve.compiled.trick import (
    TRUMP_LANE,
    all_cards,
    from_leader,
    lane,
    ranks_that_decide,
    winner_of,
    without,
)
from lhombre_core.solve.compiled.word import peek
from lhombre_core.solve.memory import TRUMPS

# Distinguish the entries of the two questions from each other and from those of `ahead`.
_WANTED: Final = U(0x5851F42D4C957F2D)
_FORCED: Final = U(0x14057B7EF767814F)


class Number(NamedTuple):
    """A question."""

    number: int
    wanted: bool
    """Whether the ombre wants the tricks."""


@inlined
def _sure(hands, leader, remaining, asked, memory):
    """Return the answer that needs no search, or 0."""
    first, second, third = from_leader(hands, leader)
    own, number, everyone = hands.ombre, asked.number, all_cards(hands)
    if asked.wanted:
        trumps = everyone & peek(memory, TRUMPS)
        if trumps != ZERO and unbeaten(lane(own, TRUMP_LANE), lane(trumps, TRUMP_LANE)) >= number:
            return trumps | REACHED
        plain, top, ranks = cashable(first, second, third, memory)
        if leader == 0:
            if plain + top >= number:
                return ranks | hands.matadors | REACHED
        elif remaining - plain - top < number:
            return ranks | hands.matadors
    elif leader != 0 and is_safe(own, hands.first | hands.second, memory):
        return everyone
    elif number == 1:
        one, two = (second, third) if leader == 0 else (first, second if leader == 1 else third)
        if is_caught(own, one, two, leader == 0, memory):
            return everyone | REACHED
    return ZERO


@inlined
def _settled(hands, trick, taker, left, asked, memory):
    """Return the answer after a trick, or `OPEN`."""
    if asked.number <= 0:
        return REACHED
    if asked.number > left:
        return ZERO
    if left > 1:
        return OPEN
    first, second, third = from_leader(without(hands, trick), taker)
    top_card = winner_of(first, second, third, memory)
    ranks = ranks_that_decide(top_card, first | second | third, all_cards(hands))
    return ranks | REACHED if top_card & hands.ombre != ZERO else ranks


@inlined
def _asked_after(asked, taker, left):
    return Number(asked.number - 1 if taker == 0 else asked.number, asked.wanted)


@inlined
def _wants_yes(asked, seat):
    return (seat == 0) == asked.wanted


@inlined
def _key(asked):
    return (_WANTED if asked.wanted else _FORCED), asked.number, 0


@inlined
def _next_lead(left, everyone, best_lead, asked, memory):
    """Return the lead that succeeded elsewhere, else the highest, or lowest if none is wanted."""
    if best_lead & left != ZERO:
        return best_lead
    return highest_bit(left) if asked.wanted else lowest_bit(left)


@inlined
def _next_card(left, beating, wants):
    """Return the next card of a player who wants to beat the trick, or to stay below it.

    To beat it he plays the lowest card that does; to stay below he sheds his highest.
    """
    if wants:
        higher = left & beating
        return lowest_bit(higher) if higher != ZERO else lowest_bit(left)
    lower = left & ~beating
    return highest_bit(lower) if lower != ZERO else lowest_bit(left)


@inlined
def _next_second(left, beating, third, lead, leader, asked, memory):
    """Return the second card tried next: where tricks are wanted, a side beats the other's card."""
    return _next_card(left, beating, asked.wanted and leader != 1)


@inlined
def _next_third(left, beating, winner, seat, asked):
    """Return the third card tried next: where tricks are wanted, a side beats the other's card."""
    return _next_card(left, beating, asked.wanted and (winner == 0) != (seat == 0))


@inlined
def _untried(left, card, ranks):
    """Return the cards left to try: looking at ranks costs more than it spares here."""
    return left & ~card


takes: Final = searching(
    Question(
        sure=_sure,
        settled=_settled,
        asked_after=_asked_after,
        wants_yes=_wants_yes,
        key=_key,
        next_lead=_next_lead,
        next_second=_next_second,
        next_third=_next_third,
        untried=_untried,
    )
)
"""``takes(hands, leader, remaining, Number(number, wanted), memory)``: whether the ombre does."""
