"""Whole games: deal, auction, exchange, play and money of whole sessions, counted as they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bench.clock import Pace, Work, alternate, rounded, sized
from lhombre_core.language.catalog import load
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.play.backend import Backend, Task
from lhombre_core.sim.play.reference import Reference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.sim.play.line import Lines
    from lhombre_core.sim.play.round import Stage

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

ROUNDS: Final = "rounds"
"""Under which name all rounds are timed, the timing included."""


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

    `counting` is what is done before the first round and after the last. Between two stages there
    is nothing but while they are timed, and that is left out.
    """
    from lhombre_core.sim.play.kernel import Kernel

    found = []
    for variant in variants:
        work = sessions(Kernel(task_of(load(variant).rules, "thumb")))
        read = sized(work, seconds)
        with _timed() as times:
            reading = read()
        share = 1e9 / reading.deals
        known = {name: round(times.get(stage, 0.0) * share, 1) for stage, name in STAGES}
        rest = (reading.seconds - times[ROUNDS]) * share
        found.append({"variant": variant, **known, "counting": round(max(rest, 0.0), 1)})
    return found


@contextmanager
def _timed() -> Iterator[dict[str, float]]:
    """Have the kernel backend's stages timed; yields the seconds of each by its name."""
    from lhombre_core.sim.play import kernel

    times: dict[str, float] = {}
    names = vars(kernel)
    untimed = names["play_rounds"]
    names["play_rounds"] = partial(play_rounds, times)
    try:
        yield times
    finally:
        names["play_rounds"] = untimed


def play_rounds(
    times: dict[str, float], stages: Sequence[Stage], lines: Lines, sessions: int
) -> NDArray[Any]:
    """Do what `sim.play.round.play_rounds` does, stage by stage, and note how long each takes."""
    from lhombre_core.sim.play.round import ROWS

    begin = time.process_time()
    played, opened, left = 0, 0, sessions
    while left:
        rows = lines.room(played + opened, left)
        for stage in stages:
            arguments = list(stage.arguments)
            arguments[stage.live] = arguments[stage.live].held[:left]
            if stage is stages[0]:
                arguments[ROWS[0]] = rows[played : played + opened]
                arguments[ROWS[1]] = rows[played + opened : played + opened + left]
            start = time.process_time()
            found = stage.function(*arguments)
            taken = time.process_time() - start
            times[stage.function.name] = times.get(stage.function.name, 0.0) + taken
            if stage is stages[0]:
                played, opened, left = played + opened, found, found
    times[ROUNDS] = times.get(ROUNDS, 0.0) + time.process_time() - begin
    return lines.room(played, 0)[:played]
