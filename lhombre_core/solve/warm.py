"""The searches, to be compiled ahead of their first use."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.loader import CompiledFunction
from lhombre_core.solve.kernel import grading

SEARCHES: Final = (grading.grade_lead, grading.grade_all)
"""The compiled functions of the searches."""


def searches() -> dict[CompiledFunction, tuple[object, ...]]:
    """Return the compiled functions of the searches with example arguments."""
    hands, taken, leaders = np.zeros((0, 3), np.uint64), np.zeros((0, 3), np.int64), np.arange(0)
    word, asked = np.uint64(0), (0, False, False)
    return {
        grading.grade_lead: (word, word, word, word, 0, np.zeros(3, np.int64), *asked, word),
        grading.grade_all: (hands, word, leaders, taken, *asked, word, word, leaders),
    }
