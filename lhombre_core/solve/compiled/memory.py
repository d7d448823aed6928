"""What the searches remember: answers by the ranks that mattered, not by whole positions.

An answer rests on a few high cards: who holds the top three of a suit may decide, who holds the
rest only by how many they are. So an entry says

* how many cards of each lane each player held, who was on lead, and how many matadors were left
  (the *shape*, a word that the entry is found by),
* which cards mattered, always the highest of their lanes and all matadors among them, and whose
  they were,
* what was asked, what the answer was, and which lead did it.

It answers for every position of its shape in which those cards are in the same hands. Which cards
matter, the search finds out on its way back: those of the tricks played, as far as a card won by
its rank, and those that a bound has counted. They are rounded down to whole runs of cards that come
to the same, so that no choice that was left out as coming to the same can differ elsewhere.

The memory lies on the desk, behind its head, in groups: the shapes of a group's answers, which fill
a line of the processor's memory, then the cards, the owners, the answers.
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
from lhombre_core.solve.compiled.desk import peek, poke, same_words
from lhombre_core.solve.desk import GROUP, GROUPS, HEAD, NONCE, WAYS, WRITTEN

REACHED: Final = U(1 << 15)
"""The bit of an answer that says yes; no lane has so many cards."""
OPEN: Final = ~ZERO
"""No answer yet."""
RANKS: Final = U(WAYS)
OWNERS: Final = U(2 * WAYS)
ANSWERS: Final = U(3 * WAYS)
SHORT: Final = 2
"""So few tricks are sooner searched than remembered."""
_SHIFT: Final = U(40)
# An answer: two numbers of five bits, `REACHED`, the place of a lead.
_FIVE: Final = U(31)
_TWO: Final = U(5)
_LEAD: Final = U(20)
_NO_LEAD: Final = U(63)  # no bit of a lane either


@inlined
def shape_of(counts, matadors, leader, desk):
    """Return the shape of a position, told apart from those of other deals by the nonce.

    `counts` are those of `trick.counts_of`.
    """
    shape = counts + (U(leader) << U(12)) + (popcount(matadors) << U(28))
    return (shape ^ peek(desk, NONCE)) * GAMMA


@inlined
def _group_of(shape, desk):
    """Return the place of the group of a shape."""
    return U(HEAD) + ((shape >> _SHIFT) & peek(desk, GROUPS)) * U(GROUP)


@inlined
def _owners_of(h0, h1, ranks):
    """Return a word that says whose some cards are."""
    return ((h0 & ranks) * MIX_1) ^ ((h1 & ranks) * MIX_2 + (ranks >> U(7)))


@inlined
def recall(h0, h1, shape, one, two, desk):
    """Return whether an answer is remembered, the answer, and a lead that has done it elsewhere.

    `one` and `two` are what is asked, numbers from 0 to 31: a yes holds for all who ask no more of
    either, a no for all who ask no less. An answer is the cards that mattered, with `REACHED` for a
    yes.
    """
    group = _group_of(shape, desk)
    best_lead = ZERO
    ways = same_words(desk, group, shape)
    while ways != ZERO:
        place = group + lowest_place(ways)
        ways &= ways - ONE
        ranks = peek(desk, place + RANKS)
        if peek(desk, place + OWNERS) == _owners_of(h0, h1, ranks):
            answer = peek(desk, place + ANSWERS)
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
def remember(h0, h1, shape, one, two, answer, best_lead, desk):
    """Write an answer over another of its group, with the lead that has done it, if one has."""
    ranks = answer & ~REACHED
    written = peek(desk, WRITTEN) + ONE
    poke(desk, WRITTEN, written)
    place = _group_of(shape, desk) + (written & U(WAYS - 1))
    lead = _NO_LEAD if best_lead == ZERO else highest_place(best_lead)
    asked = U(one) | (U(two) << _TWO)
    poke(desk, place, shape)
    poke(desk, place + RANKS, ranks)
    poke(desk, place + OWNERS, _owners_of(h0, h1, ranks))
    poke(desk, place + ANSWERS, asked | (lead << _LEAD) | (answer & REACHED))
