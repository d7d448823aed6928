"""What is counted of many deals, as `lhombre_core.sim.tally` counts it, in rows of sums.

What the rows are is said in `lhombre_core.kernel.count`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel import row
from lhombre_core.kernel.bits import compiled, inner
from lhombre_core.kernel.count import (
    BANK_SUMS,
    CONCEDED,
    FIRST_FIVE,
    FIRST_FIVE_AGAINST,
    GREATEST,
    LEAST,
    LENGTHS,
    MADE,
    NUMBER,
    POOLS,
    RESULTS,
    ROLES,
    SEATS,
    SQUARES,
    STOPPED,
    TAKEN_OVER,
    TOTAL,
    UNDERTAKEN,
)
from lhombre_core.kernel.layout import BALANCES, BANK, INDEX

_HALF: Final = 32
_LOW: Final = (1 << 32) - 1
_RESTING: Final = 4


@inner
def add(sums, number):
    """Count one more number."""
    sums[NUMBER] += 1
    sums[TOTAL] += number & _LOW
    sums[TOTAL + 1] += number >> _HALF
    low, high = abs(number) & _LOW, abs(number) >> _HALF
    square = np.uint64(low) * np.uint64(low)
    sums[SQUARES] += np.int64(square & np.uint64(_LOW))
    sums[SQUARES + 1] += np.int64(square >> np.uint64(_HALF))
    if high:
        mixed, square = 2 * high * low, high * high
        sums[SQUARES + 1] += mixed & _LOW
        sums[SQUARES + 2] += (mixed >> _HALF) + (square & _LOW)
        sums[SQUARES + 3] += square >> _HALF
    sums[LEAST] = min(sums[LEAST], number)
    sums[GREATEST] = max(sums[GREATEST], number)


@compiled
def count_deals(rows, keep, seating, pools, counts, sums):
    """Count the deals of the slots that ``keep`` marks; return how many they are and how many void.

    `counts` is ``int64[contracts, COUNTS]``, `sums` ``int64[8 + 2 * pools + 2 * contracts, SUMS]``.
    """
    deals = void = 0
    of_contracts = POOLS + 2 * pools
    for n in range(rows.shape[0]):
        line = rows[n]
        if not keep[line[row.SLOT]]:
            continue
        deals += 1
        dealer, mort, ombre = line[row.DEALER], line[row.MORT], line[row.OMBRE]
        contract = line[row.CONTRACT]
        for player in range(seating.players):
            seat = 3 if player == mort else _RESTING
            for place in range(3):
                if seating.active[dealer, place] == player:
                    seat = place
            gained = line[row.GAIN + player]
            add(sums[SEATS + seat], gained)
            if contract >= 0:
                role = 0 if seat == ombre else (2 if seat == _RESTING else 1)
                add(sums[ROLES + role], gained)
                if role == 0:
                    add(sums[of_contracts + 2 * contract + 1], gained)
        for pool in range(2 * pools):
            add(sums[POOLS + pool], line[row.POOLS + pool])
        if contract < 0:
            void += 1
            continue
        own = counts[contract]
        own[RESULTS + line[row.OUTCOME]] += 1
        own[CONCEDED] += line[row.CONCEDED]
        own[TAKEN_OVER] += line[row.SURRENDERER] >= 0
        own[STOPPED] += line[row.STOPPED]
        own[UNDERTAKEN] += line[row.VOLE_UNDERTAKEN]
        own[MADE] += line[row.VOLE] > 0
        own[FIRST_FIVE] += line[row.FIRST_FIVE] == 1
        own[FIRST_FIVE_AGAINST] += line[row.FIRST_FIVE] == -1
        if not line[row.CONCEDED]:
            add(sums[of_contracts + 2 * contract], line[row.TRICKS + ombre])
    return deals, void


@compiled
def count_sessions(purses, keep, cut, players, sums):
    """Count the ends of the sessions that ``keep`` marks; return how many, and how many were cut.

    `sums` is ``int64[7, SUMS]``: what a session brought to each of five players and to the bank,
    and how many deals it had.
    """
    sessions = cuts = 0
    for slot in range(purses.shape[0]):
        if keep[slot]:
            sessions += 1
            cuts += cut[slot]
            for player in range(players):
                add(sums[player], purses[slot, BALANCES + player])
            add(sums[BANK_SUMS], purses[slot, BANK])
            add(sums[LENGTHS], purses[slot, INDEX])
    return sessions, cuts
