"""The searches, to be compiled ahead of their first use."""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.native import Job, Native
from lhombre_core.solve.kernel import grading


def searches() -> list[tuple[Native, Job]]:
    """Return the compiled functions of the searches with example arguments."""
    hands, taken, leaders = np.zeros((0, 3), np.uint64), np.zeros((0, 3), np.int64), np.arange(0)
    word, asked = np.uint64(0), (0, False, False)
    one, many = grading.grade_lead, grading.grade_all
    return [
        (one, one.job(word, word, word, word, 0, np.zeros(3, np.int64), *asked, word)),
        (many, many.job(hands, word, leaders, taken, *asked, word, word, leaders)),
    ]
