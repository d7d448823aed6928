"""Grades of positions by the compiled searches: a few questions each, the likelier first.

Hands are in play space and in turn order from the ombre, packed or not; `leader` counts in that
order too. `matadors` are those of the trump suit, `memory` is the address of a
`lhombre_core.solve.memory`. `goal` is the code of a `Goal` or `ANY_TRICK`, `vole` whether all nine
tricks count for more and `level` whether 1-4-4 is a remise. `lhombre_core.solve.value` says what a
grade means.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import TRICKS
from lhombre_core.kernel.bits import ZERO, U, entry, inner, mix, popcount
from lhombre_core.kernel.encode.word import code
from lhombre_core.rules.contract import Goal
from lhombre_core.solve.compiled.ahead import is_ahead
from lhombre_core.solve.compiled.bound import unbeaten
from lhombre_core.solve.compiled.number import Number, takes
from lhombre_core.solve.compiled.trick import TRUMP_LANE, lane, packed, run_of_tops
from lhombre_core.solve.compiled.word import peek, poke
from lhombre_core.solve.memory import NONCE, TRUMPS
from lhombre_core.solve.value import ANY_TRICK, CODILLE, REMISE, VOLE, WIN

_MOST_TRICKS: Final = code(Goal.MOST_TRICKS)
_FIVE_TRICKS: Final = code(Goal.FIVE_TRICKS)
_NO_TRICK: Final = code(Goal.NO_TRICK)


@inner
def _is_won(hands, leader, taken, goal, memory):
    """Return whether the ombre can win a contract in which he wants tricks."""
    left = TRICKS - taken[0] - taken[1] - taken[2]
    if goal == _FIVE_TRICKS:
        return takes(hands, leader, left, Number(5 - taken[0], True), memory)
    one, two = taken[1] - taken[0] + 1, taken[2] - taken[0] + 1
    return is_ahead(hands, leader, left, one, two, False, memory)


@inner
def _is_saved(hands, leader, taken, level, memory):
    """Return whether the ombre can avoid a codille."""
    left = TRICKS - taken[0] - taken[1] - taken[2]
    one, two = taken[1] - taken[0], taken[2] - taken[0]
    if is_ahead(hands, leader, left, one, two, False, memory):
        return True
    return level and is_ahead(hands, leader, left, one, two, True, memory)


@inner
def _promise(own, others, memory):
    """Return the promise of a hand: each trump 2, each sure trump and each top card of a suit 4."""
    trumps = peek(memory, TRUMPS)
    everyone = own | others
    tops = popcount(run_of_tops(own, everyone) & ~trumps)
    sure = ZERO
    if everyone & trumps != ZERO:
        sure = U(unbeaten(lane(own, TRUMP_LANE), lane(everyone, TRUMP_LANE)))
    return np.int64(U(2) * popcount(own & trumps) + U(4) * (sure + tops))


@inner
def _grade(hands, leader, taken, goal, vole, level, memory):
    """Return the grade of packed hands."""
    left = TRICKS - taken[0] - taken[1] - taken[2]
    if goal == ANY_TRICK:
        caught = takes(hands, leader, left, Number(1, False), memory)
        return TRICKS - taken[0] - (1 if caught else 0)
    if goal == _NO_TRICK:
        more = 0
        while takes(hands, leader, left, Number(more + 1, False), memory):
            more += 1
        return TRICKS - taken[0] - more
    # If he cannot avoid a codille he cannot win: a weak hand is asked that first.
    promise = _promise(hands.ombre, hands.first | hands.second, memory)
    weak = goal == _MOST_TRICKS and 2 * left > promise
    if weak and not _is_saved(hands, leader, taken, level, memory):
        return CODILLE
    if not _is_won(hands, leader, taken, goal, memory):
        if weak or goal == _FIVE_TRICKS or _is_saved(hands, leader, taken, level, memory):
            return REMISE
        return CODILLE
    may = vole and taken[1] + taken[2] == 0
    return VOLE if may and is_ahead(hands, leader, left, left, left, False, memory) else WIN


@entry
def grade_lead(ombre, first, second, matadors, leader, taken, goal, vole, level, memory):
    """Return the grade of a position before a lead; `taken` are the tricks of the three so far."""
    hands = packed(ombre, first, second, matadors)
    return _grade(hands, leader, taken, goal, vole, level, memory)


@entry
def grade_all(hands, matadors, leaders, taken, goal, vole, level, nonce, memory, out):
    """Write the grades of many positions into `out`: `hands` and `taken` have a row of three each.

    `nonce` and the number of the row distinguish the positions in the memory.
    """
    for row in range(len(hands)):
        poke(memory, NONCE, mix(nonce + U(row)))
        position = packed(hands[row, 0], hands[row, 1], hands[row, 2], matadors)
        out[row] = _grade(position, leaders[row], taken[row], goal, vole, level, memory)
