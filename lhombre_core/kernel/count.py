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

# -- what is summed before it is poured into rows of sums --------------------------------------

TOGETHER: Final = 1024
"""So many deals are summed in plain numbers: what is read of them stays in the second cache."""
SMALL: Final = 1 << 26
"""Amounts below it have squares of which so many stay below 2**63."""

LANES: Final = 4
"""So many amounts are added by one step of a processor."""
MEMBERS: Final = 0
"""A group has the number of its deals, and from `LANE` on for every four amounts of a row their
totals, those of their squares, the least and the greatest."""
LANE: Final = 8
FOUR: Final = 4 * LANES
"""How many columns four amounts take."""
_DEALERS: Final = 5
MORTS: Final = 6
OMBRES: Final = 5
"""Deals of one dealer, mort and ombre (each from -1 on) are a group: they have the same seats."""

OWN_NUMBER: Final = 0
"""What is summed of the ombre under a contract: his gains ..."""
OWN_TOTAL: Final = 1
OWN_SQUARES: Final = 2
OWN_LEAST: Final = 3
OWN_GREATEST: Final = 4
OWN_TRICKS: Final = 5
"""... and how often he made so many tricks."""
MOST_TRICKS: Final = 9


def new_sums(number: int) -> np.ndarray:
    """Return rows of sums in which nothing has been counted."""
    sums = np.zeros((number, SUMS), np.int64)
    sums[:, LEAST] = np.iinfo(np.int64).max
    sums[:, GREATEST] = np.iinfo(np.int64).min
    return sums


def fours(pools: int) -> int:
    """Return by how many steps the amounts of a row are added: five gains, and two a pool."""
    return -(-(5 + 2 * pools) // LANES)


def new_groups(pools: int) -> np.ndarray:
    """Return the groups of deals, without any."""
    return np.zeros((_DEALERS * MORTS * OMBRES, LANE + FOUR * fours(pools)), np.int64)


def new_own(contracts: int) -> np.ndarray:
    """Return what is summed of the ombre under each contract, of no deals."""
    return np.zeros((contracts, OWN_TRICKS + MOST_TRICKS + 1), np.int64)
