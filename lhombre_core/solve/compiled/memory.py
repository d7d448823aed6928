"""The answers that the searches remember, by the ranks that mattered instead of whole positions.

An answer rests on a few high cards: the owners of the top three of a suit may decide, while of the
other cards only the numbers count. So an entry says

* how many cards of each lane each player held, who was on lead, and how many matadors were left
  (the *shape*, by which the entry is looked up),
* which cards mattered, always the highest of their lanes and all matadors among them, and their
  owners,
* the question, the answer, and the lead that achieved it.

It answers for every position of its shape in which those cards are in the same hands. The search
learns on its way back which cards matter: those of the tricks played, as far as a card won by its
rank, and those that a bound has counted. They are extended to whole runs of equivalent cards, so
that a choice which was left out as equivalent is equivalent elsewhere too.

How the words lie is said in `lhombre_core.solve.memory`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    GAMMA,
    MIX_1,
    MIX_2,
    ONE,
    ZERO,
    U,
    highest_place,
    inlined,
    lowest_place,
    popcount,
)
from lhombre_core.solve.compiled.word import peek, poke, same_words
from lhombre_core.solve.memory import GROUP, GROUPS, HEAD, NONCE, WAYS, WRITTEN

REACHED: Final = U(1 << 15)
"""The bit of an answer that says yes; it lies above all cards of its lane."""
OPEN: Final = ~ZERO
"""No answer yet."""
RANKS: Final = U(WAYS)
OWNERS: Final = U(2 * WAYS)
ANSWERS: Final = U(3 * WAYS)
SHORT: Final = 2
"""Positions of at most this number of tricks are searched faster than looked up."""
_SHIFT: Final = U(40)
# An answer: two numbers of five bits, `REACHED`, the place of a lead.
_FIVE: Final = U(31)
_TWO: Final = U(5)
_LEAD: Final = U(20)
_NO_LEAD: Final = U(63)  # no bit of a lane either


@inlined
def shape_of(counts, matadors, leader, memory):
    """Return the shape of a position, mixed with the nonce of its deal.

    `counts` are those of `trick.counts_of`.
    """
    shape = counts + (U(leader) << U(12)) + (popcount(matadors) << U(28))
    return (shape ^ peek(memory, NONCE)) * GAMMA


@inlined
def _group_of(shape, memory):
    """Return the place of the group of a shape."""
    return U(HEAD) + ((shape >> _SHIFT) & peek(memory, GROUPS)) * U(GROUP)


@inlined
def _owners_of(hands, ranks):
    """Return a word that identifies the owners of the cards that mattered."""
    return ((hands.ombre & ranks) * MIX_1) ^ ((hands.first & ranks) * MIX_2 + (ranks >> U(7)))


@inlined
def recall(hands, shape, one, two, memory):
    """Return whether an answer is remembered, the answer, and a lead that achieved it elsewhere.

    `one` and `two` are the question, numbers from 0 to 31: a yes holds for all questions that ask
    no more in either number, a no for all that ask no less. An answer is the cards that mattered,
    with `REACHED` for a yes.
    """
    group = _group_of(shape, memory)
    best_lead = ZERO
    ways = same_words(memory, group, shape)
    while ways != ZERO:
        place = group + lowest_place(ways)
        ways &= ways - ONE
        ranks = peek(memory, place + RANKS)
        if peek(memory, place + OWNERS) == _owners_of(hands, ranks):
            answer = peek(memory, place + ANSWERS)
            known_1 = np.int64(answer & _FIVE)
            known_2 = np.int64((answer >> _TWO) & _FIVE)
            if answer & REACHED != ZERO:
                if one <= known_1 and two <= known_2:
                    return True, ranks | REACHED, best_lead
            elif one >= known_1 and two >= known_2:
                return True, ranks, best_lead
            best_lead = ONE << ((answer >> _LEAD) & _NO_LEAD)
    return False, ZERO, best_lead


@inlined
def remember(hands, shape, one, two, answer, best_lead, memory):
    """Write an answer over another of its group, with the lead that achieved it, if any."""
    ranks = answer & ~REACHED
    written = peek(memory, WRITTEN) + ONE
    poke(memory, WRITTEN, written)
    place = _group_of(shape, memory) + (written & U(WAYS - 1))
    lead = _NO_LEAD if best_lead == ZERO else highest_place(best_lead)
    question = U(one) | (U(two) << _TWO)
    poke(memory, place, shape)
    poke(memory, place + RANKS, ranks)
    poke(memory, place + OWNERS, _owners_of(hands, ranks))
    poke(memory, place + ANSWERS, question | (lead << _LEAD) | (answer & REACHED))
