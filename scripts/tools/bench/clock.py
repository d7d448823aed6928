"""Rates: works that are done in turn several times, and the median of each.

What counts is the processor time of this process, so that other work on the machine matters less.
The works take turns, so that what slows the machine for some seconds slows all of them alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Final, TypeAlias

Work: TypeAlias = Callable[[int], int]
"""Does so many units of work (sessions, blocks, deals), and returns how many deals they had."""

Read: TypeAlias = Callable[[], "Reading"]
"""Does its work once and says how long it took."""

_GROWTH: Final = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """One run: how many deals were played, and in how many seconds."""

    deals: int
    seconds: float

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / max(self.seconds, 1e-9)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is measured: about so many seconds a run, and so many runs that count."""

    seconds: float = 0.3
    runs: int = 5


def once(work: Work, units: int) -> Reading:
    """Return what it takes to do so many units."""
    start = time.process_time()
    deals = work(units)
    return Reading(deals, time.process_time() - start)


def sized(work: Work, seconds: float) -> Read:
    """Return the work in such a size that it lasts about so long; it has been done before.

    The size is doubled until it does, so the same deals are played on machines of about one speed.
    """
    work(1)
    units = 1
    while once(work, units).seconds < seconds / _GROWTH:
        units *= _GROWTH
    return lambda: once(work, units)


def alternate(reads: Mapping[str, Read], runs: int) -> dict[str, dict[str, Any]]:
    """Return for each name the deals of a run, the median rate and all rates, done in turn.

    The first round is not counted.
    """
    found: dict[str, list[Reading]] = {name: [] for name in reads}
    for _ in range(runs + 1):
        for name, read in reads.items():
            found[name].append(read())
    return {name: summed(readings[1:]) for name, readings in found.items()}


def summed(readings: list[Reading]) -> dict[str, Any]:
    """Return what is written down of several runs of one work."""
    rates = [rounded(reading.rate) for reading in readings]
    return {"deals": readings[-1].deals, "rate": median(rates), "rates": rates}


def rounded(number: float) -> float:
    """Return a number with six digits at most; nobody can measure more of a rate."""
    return float(f"{number:.6g}")
