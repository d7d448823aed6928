"""Grades of positions by the compiled searches: each a few questions, the likelier first.

Hands are in play space and in turn order from the ombre, packed or not; `leader` counts in that
order too, `desk` is the address of a desk. `goal` is one of `solve.goal`, `vole` whether all
nine tricks count for more and `level` whether 1-4-4 is a remise. What a grade means is said in
`lhombre_core.solve.value`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ZERO, U, compiled, inner, mix, popcount
from lhombre_core.solve.compiled.bound import unbeaten
from lhombre_core.solve.compiled.desk import peek, poke
from lhombre_core.solve.compiled.split import is_reached
from lhombre_core.solve.compiled.tally import is_taken
from lhombre_core.solve.compiled.trick import lane, packed, run_of_tops
from lhombre_core.solve.desk import NONCE, TRUMPS
from lhombre_core.solve.goal import ANY_TRICK, FIVE_TRICKS, MOST_TRICKS, NO_TRICK

_TRICKS: Final = 9
_CODILLE, _REMISE, _WIN, _VOLE = range(4)


@inner
def _is_won(h0, h1, h2, matadors, leader, taken, goal, desk):
    """Return whether the ombre can win where he wants tricks."""
    left = _TRICKS - taken[0] - taken[1] - taken[2]
    if goal == FIVE_TRICKS:
        return is_taken(h0, h1, h2, matadors, leader, left, 5 - taken[0], True, desk)
    one, two = taken[1] - taken[0] + 1, taken[2] - taken[0] + 1
    return is_reached(h0, h1, h2, matadors, leader, left, one, two, False, desk)


@inner
def _is_saved(h0, h1, h2, matadors, leader, taken, level, desk):
    """Return whether the ombre can keep from a codille."""
    left = _TRICKS - taken[0] - taken[1] - taken[2]
    one, two = taken[1] - taken[0], taken[2] - taken[0]
    if is_reached(h0, h1, h2, matadors, leader, left, one, two, False, desk):
        return True
    return level and is_reached(h0, h1, h2, matadors, leader, left, one, two, True, desk)


@inner
def _promise(own, others, desk):
    """Return what a hand promises: each trump 2, each sure one and each top card of a suit 4."""
    trumps = peek(desk, TRUMPS)
    everyone = own | others
    tops = popcount(run_of_tops(own, everyone) & ~trumps)
    sure = ZERO
    if everyone & trumps != ZERO:
        sure = U(unbeaten(lane(own, 3), lane(everyone, 3)))
    return np.int64(U(2) * popcount(own & trumps) + U(4) * (sure + tops))


@compiled
def grade_lead(h0, h1, h2, matadors, leader, taken, goal, vole, level, desk):
    """Return the grade of a position before a lead; `taken` are the tricks of the three so far."""
    h0, h1, h2, matadors = packed(h0, h1, h2, matadors)
    left = _TRICKS - taken[0] - taken[1] - taken[2]
    if goal == ANY_TRICK:
        caught = is_taken(h0, h1, h2, matadors, leader, left, 1, False, desk)
        return _TRICKS - taken[0] - (1 if caught else 0)
    if goal == NO_TRICK:
        more = 0
        while is_taken(h0, h1, h2, matadors, leader, left, more + 1, False, desk):
            more += 1
        return _TRICKS - taken[0] - more
    # Who cannot keep from a codille cannot win: a weak hand is asked first what it will more likely
    # fail in.
    weak = goal == MOST_TRICKS and 2 * left > _promise(h0, h1 | h2, desk)
    if weak and not _is_saved(h0, h1, h2, matadors, leader, taken, level, desk):
        return _CODILLE
    if not _is_won(h0, h1, h2, matadors, leader, taken, goal, desk):
        if (
            weak
            or goal == FIVE_TRICKS
            or _is_saved(h0, h1, h2, matadors, leader, taken, level, desk)
        ):
            return _REMISE
        return _CODILLE
    may = vole and taken[1] + taken[2] == 0
    if may and is_reached(h0, h1, h2, matadors, leader, left, left, left, False, desk):
        return _VOLE
    return _WIN


@compiled
def grade_all(hands, matadors, leaders, taken, goal, vole, level, nonce, desk, out):
    """Grade many positions: `hands` and `taken` have a row of three for each, `out` gets grades.

    `nonce` and the number of the row tell the positions apart in the memory.
    """
    for row in range(len(hands)):
        poke(desk, NONCE, mix(nonce + U(row)))
        out[row] = grade_lead(
            hands[row, 0],
            hands[row, 1],
            hands[row, 2],
            matadors,
            leaders[row],
            taken[row],
            goal,
            vole,
            level,
            desk,
        )
