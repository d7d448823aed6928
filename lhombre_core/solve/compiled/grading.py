"""Grades of positions by the compiled searches: each a few questions, the likelier first.

Hands are in play space and in turn order from the ombre, packed or not; `leader` counts in that
order too, `desk` is the address of a desk. `goal` is one of `solve.goal`, `vole` whether all
nine tricks count for more and `level` whether 1-4-4 is a remise. What a grade means is said in
`lhombre_core.solve.value`.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import U, compiled, inner, mix
from lhombre_core.solve.compiled.desk import poke
from lhombre_core.solve.compiled.split import is_reached
from lhombre_core.solve.compiled.tally import is_taken
from lhombre_core.solve.compiled.trick import packed
from lhombre_core.solve.desk import NONCE
from lhombre_core.solve.goal import ANY_TRICK, FIVE_TRICKS, NO_TRICK

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
    if not _is_won(h0, h1, h2, matadors, leader, taken, goal, desk):
        if goal == FIVE_TRICKS or _is_saved(h0, h1, h2, matadors, leader, taken, level, desk):
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
