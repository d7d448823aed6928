"""Two threads against one: the same work in halves, one after the other and at the same time.

Only the clock on the wall can tell, so a machine that has other work to do shows less here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from bench.card_play import by_kernel
from bench.clock import Pace, once, rounded
from bench.whole_game import task_of
from lhombre_core.engine.state.game import prepare
from lhombre_core.language.catalog import load

LONGER: Final = 3
"""A half lasts so many times as long as another run: two threads must find their pace."""


def threads(variant: str, pace: Pace) -> dict[str, Any]:
    """Return how many times as fast two threads play as one, alone the tricks and whole games."""
    from lhombre_core.sim.play.kernel import Kernel

    rules = load(variant).rules
    tricks = by_kernel(prepare(rules))
    kernel = Kernel(task_of(rules, "thumb"))

    def half_of_games(half: int, number: int) -> int:
        return kernel.run_block(range(half * number, (half + 1) * number)).deals

    return {
        "variant": variant,
        "play": _speedup(lambda _, number: tricks(number), pace),
        "game": _speedup(half_of_games, pace),
    }


def _speedup(half: Callable[[int, int], int], pace: Pace) -> dict[str, Any]:
    number = _size(half, pace.seconds * LONGER)
    alone, together = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(pace.runs + 1):
            alone.append(_timed(lambda: half(0, number) + half(1, number)))
            together.append(_timed(lambda: sum(pool.map(half, (0, 1), (number, number)))))
    runs = list(zip(alone, together, strict=True))[1:]
    ratios = [round(one.seconds / two.seconds, 3) for one, two in runs]
    return {
        "deals": alone[0].deals,
        "ratio": median(ratios),
        "ratios": ratios,
        "one": rounded(median(one.deals / one.seconds for one, _ in runs)),
        "two": rounded(median(two.deals / two.seconds for _, two in runs)),
        "cores_one": round(median(one.cores for one, _ in runs), 2),
        "cores_two": round(median(two.cores for _, two in runs), 2),
    }


@dataclass(frozen=True, slots=True)
class _Run:
    deals: int
    seconds: float
    cores: float
    """Processor time in a second: how many cores the process had."""


def _timed(work: Callable[[], int]) -> _Run:
    wall, processor = time.perf_counter(), time.process_time()
    deals = work()
    seconds = time.perf_counter() - wall
    return _Run(deals, seconds, (time.process_time() - processor) / seconds)


def _size(half: Callable[[int, int], int], seconds: float) -> int:
    half(0, 1)
    number = 1
    while once(lambda units: half(0, units), number).seconds < seconds / 2:
        number *= 2
    return number
