"""Decisions: their random words, and what was done, for a deal that is followed act by act."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import GAMMA, U, below, fold, inner, mix
from lhombre_core.kernel.layout import CHOICES, KIND, LEGAL, WHAT, WHO
from lhombre_core.kernel.room import ROWS
from lhombre_core.kernel.stream import Purpose

_BOT: Final = np.uint64(Purpose.BOT << 40)


@inner
def decision_word(key, asked, seat):
    """Return the random word of the decision that a seat takes now, and count the decision."""
    number = asked[seat]
    asked[seat] = number + 1
    return fold(key, _BOT | U(seat) << U(32) | U(number))


@inner
def draw(word, drawn, n):
    """Return random number `drawn` of a decision, from 0 to n - 1."""
    if drawn:
        word = mix(word + U(drawn) * GAMMA)
    return np.int64(below(word, U(n)))


@inner
def note(trace, asked, seat, kind, what, choices, legal):
    """Write an act into a trace; nothing where the trace has no rows."""
    if trace.is_kept:
        row = asked[ROWS]
        trace.acts[row, WHO] = seat
        trace.acts[row, KIND] = kind
        trace.acts[row, WHAT] = what
        trace.acts[row, CHOICES] = choices
        trace.acts[row, LEGAL] = legal
        asked[ROWS] = row + 1
