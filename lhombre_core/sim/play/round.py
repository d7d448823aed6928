"""Rounds of sessions that are played side by side, a deal of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lhombre_core.kernel.argument import lay_out
from lhombre_core.kernel.native import Compiled, Native

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.sim.play.line import Lines

rounding: Final = Compiled("lhombre_core.kernel.compiled.round")

ROUNDS: Final = 32
"""After so many rounds an interrupt is heard."""

ROWS: Final = (5, 6)
"""Which arguments of `turn_over` are the rows of the deals that are open, and of the next."""


class Stage(NamedTuple):
    """One of the functions that are called in every round."""

    function: Native
    live: int
    """Which argument are the slots that live."""
    arguments: tuple[Any, ...]


def play_rounds(
    stages: Sequence[Stage], lines: Lines, sessions: int, rows: tuple[int, int] = ROWS
) -> NDArray[Any]:
    """Play so many sessions to their ends and return the rows of their deals.

    The first stage is `turn_over`, of which `rows` are the arguments that change; in all stages the
    slots that live lie in the same array.
    """
    laid = [stage.function.lay(*stage.arguments) for stage in stages]
    codes = np.array([one.address for one in laid], np.int64)
    words = np.zeros((len(laid), max(len(one.words) for one in laid)), np.uint64)
    for line, one in zip(words, laid, strict=True):
        line[: len(one.words)] = one.words
    pairs = zip(stages, laid, strict=True)
    live = np.array([one.starts[stage.live] + 1 for stage, one in pairs], np.int64)
    ended, begun = (laid[0].starts[place] for place in rows)
    played, opened, left = 0, 0, sessions
    while True:
        room = lines.room(played + opened, ROUNDS * left)
        at = lay_out(room)[1][0]
        played, opened, left = rounding.play_rounds(
            codes, words.view(np.int64), live, ended, begun, at, room.strides[0], played, opened,
            left, ROUNDS,
        )  # fmt: skip
        if not left:
            return room[:played]
