"""Rows of sums: what is counted of many deals and sessions.

A row of sums is ``int64[SUMS]``. Numbers are below 2**62, their squares below 2**124: what is
summed of them are digits to the base 2**32, so that a block of fewer than 2**31 numbers fits.
"""

from __future__ import annotations

from typing import Final

import numpy as np

NUMBER: Final = 0
TOTAL: Final = 1
"""Two columns: the total of the numbers, by the low and the high half of each."""
SQUARES: Final = 3
"""Four columns: the total of their squares, by digits, the lowest first."""
LEAST: Final = 7
GREATEST: Final = 8
SUMS: Final = 9

# -- columns of what is counted of a contract -------------------------------------------------

RESULTS: Final = 0
"""Five columns, by the place of the `Outcome`."""
CONCEDED: Final = 5
TAKEN_OVER: Final = 6
STOPPED: Final = 7
UNDERTAKEN: Final = 8
MADE: Final = 9
FIRST_FIVE: Final = 10
FIRST_FIVE_AGAINST: Final = 11
COUNTS: Final = 12

# -- rows of sums -----------------------------------------------------------------------------

SEATS: Final = 0
"""Five rows: what a deal brought to a seat."""
ROLES: Final = 5
"""Three rows: to the ombre, an opponent, a resting player."""
POOLS: Final = 8
"""Two rows a pool, then two a contract: the tricks of the ombre and what he gained."""

BANK_SUMS: Final = 5
LENGTHS: Final = 6
OF_SESSIONS: Final = 7
"""Rows of sums of sessions."""


def new_sums(number: int) -> np.ndarray:
    """Return rows of sums in which nothing has been counted."""
    sums = np.zeros((number, SUMS), np.int64)
    sums[:, LEAST] = np.iinfo(np.int64).max
    sums[:, GREATEST] = np.iinfo(np.int64).min
    return sums
