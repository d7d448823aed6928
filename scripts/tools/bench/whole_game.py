"""Whole games: deal, auction, exchange, play and money of whole sessions, counted as they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from bench.clock import Pace, Work, alternate, rounded, sized
from lhombre_core.language.catalog import load
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.play.backend import Backend, Task
from lhombre_core.sim.play.reference import Reference

BOTS: Final = ("random", "thumb")
PLAYERS: Final = 3
SEED: Final = 1
STAGES: Final = (
    ("turn_over", "money"),
    ("deal_out", "deal"),
    ("find_ombres", "auction"),
    ("exchange_cards", "exchange"),
    ("play_deals", "play"),
)
"""The compiled stages of a round (`kernel.compiled.block`), and what they are called."""


def task_of(rules: RuleSet, bot: str) -> Task:
    """Return the task of one bot at a table of three."""
    return Task(rules, PLAYERS, SEED, (bot,) * PLAYERS)


def sessions(backend: Backend) -> Work:
    """Return the work of playing the first sessions of a task."""
    return lambda number: backend.run_block(range(number)).deals


def games(variants: Sequence[str], pace: Pace, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Return the rates of every variant with every bot."""
    found = []
    for variant in variants:
        for bot in BOTS:
            one = measure(variant, bot, pace)
            rates = f"{one['kernel']['rate']:>10,.0f} {one['reference']['rate']:>8,.0f}"
            say(f"{variant:<20} {bot:<8} {rates} deals/s, kernel and reference")
            found.append(one)
    return found


def measure(variant: str, bot: str, pace: Pace) -> dict[str, Any]:
    """Return the rates of the kernel and the reference engine, which take turns.

    `by_engine` is the share of the deals that the kernel had to hand to the reference engine.
    """
    from lhombre_core.sim.play.counted import Counted

    task = task_of(load(variant).rules, bot)
    kernel = Counted(task)
    reads = {
        "kernel": sized(sessions(kernel), pace.seconds),
        "reference": sized(sessions(Reference(task)), pace.seconds),
    }
    before = kernel.reference.deals
    found = alternate(reads, pace.runs)
    handed = (kernel.reference.deals - before) / (found["kernel"]["deals"] * (pace.runs + 1))
    ratio = rounded(found["kernel"]["rate"] / found["reference"]["rate"])
    return {
        "variant": variant,
        "bot": bot,
        **found,
        "ratio": ratio,
        "by_engine": rounded(handed),
    }


def stages(variants: Sequence[str], seconds: float) -> list[dict[str, Any]]:
    """Return how many nanoseconds of a deal each stage takes, `thumb` playing.

    `counting` is all else: what is done before the first round, after the last and between stages.
    """
    from lhombre_core.sim.play.kernel import Kernel

    found = []
    for variant in variants:
        work = sessions(Kernel(task_of(load(variant).rules, "thumb")))
        read = sized(work, seconds)
        with _timed() as times:
            reading = read()
        share = 1e9 / reading.deals
        known = {name: round(times[stage] * share, 1) for stage, name in STAGES}
        rest = (reading.seconds - sum(times.values())) * share
        found.append({"variant": variant, **known, "counting": round(max(rest, 0.0), 1)})
    return found


@contextmanager
def _timed() -> Iterator[dict[str, float]]:
    """Time the calls of compiled functions; yield the seconds of each by its name."""
    from lhombre_core.kernel.loader import CompiledFunction

    times: dict[str, float] = dict.fromkeys(dict(STAGES), 0.0)
    call = CompiledFunction.__call__

    def timed(function: CompiledFunction, *arguments: object, **named: object) -> object:
        start = time.process_time()
        returned = call(function, *arguments, **named)
        if function.name in times:
            times[function.name] += time.process_time() - start
        return returned

    with patch.object(CompiledFunction, "__call__", timed):
        yield times
