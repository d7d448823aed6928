"""The command line from outside: how soon it answers, and how much memory it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

_COMMAND: Final = "import sys; from lhombre_core.cli import main; sys.exit(main())"
_WATCH: Final = """
import json, os, subprocess, sys, time
start = time.perf_counter()
silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
process = subprocess.Popen(sys.argv[1:], **silent)
_, status, usage = os.wait4(process.pid, 0)
seconds, processor = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
print(json.dumps([os.waitstatus_to_exitcode(status), seconds, processor, usage.ru_maxrss]))
"""
"""Runs a command and tells how it ended and what it took.

The peak of a process is never said to be below that of the one that began it. So what begins it is
a process as small as can be, not that which measures.
"""

_CACHE: Final = "XDG_CACHE_HOME"
_FEW: Final = 1_000
_COMPILED: Final = 100_000
"""So many deals that the command compiles the kernel for them."""

_MANY: Final = 1_000_000
_MOST: Final = 100_000_000
_KILOBYTE: Final = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system counts memory."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took."""

    seconds: float
    """On the wall."""
    processor: float
    """Seconds of processor time."""
    megabytes: float
    """Memory at the peak, in millions of bytes."""


def simulate(variant: str, deals: int, cache: Path | None = None) -> Took:
    """Return what `lhombre simulate` took; `cache` is where machine code is kept."""
    words = ["simulate", variant, "--deals", str(deals), "--seed", "1", "--json"]
    environment = dict(os.environ)
    if cache is not None:
        environment[_CACHE] = str(cache)
    command = [sys.executable, "-P", "-c", _COMMAND, *words]
    told = subprocess.run(  # noqa: S603  this Python, and our own words
        [sys.executable, "-I", "-S", "-c", _WATCH, *command],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    code, seconds, processor, peak = json.loads(told)
    if code:
        raise subprocess.CalledProcessError(code, ["lhombre", *words])
    return Took(round(seconds, 3), round(processor, 3), round(peak * _KILOBYTE / 1e6, 1))


def first_results(variant: str, runs: int) -> dict[str, Any]:
    """Return how soon a command answers, with code that is compiled already and without."""
    simulate(variant, _COMPILED)
    warm = [simulate(variant, _FEW) for _ in range(runs)]
    ever = [_with_nothing(variant, _FEW) for _ in range(runs)]
    compiled = _with_nothing(variant, _COMPILED)
    return {
        "variant": variant,
        "deals": _FEW,
        "compiled_deals": _COMPILED,
        "warm": _medians(warm),
        "ever": _medians(ever),
        "compiled": _medians([compiled]),
    }


def _with_nothing(variant: str, deals: int) -> Took:
    with tempfile.TemporaryDirectory() as empty:
        return simulate(variant, deals, Path(empty))


def _medians(took: Sequence[Took]) -> dict[str, Any]:
    return {
        "seconds": median(one.seconds for one in took),
        "processor": median(one.processor for one in took),
        "all": [one.seconds for one in took],
    }


def many(variants: Sequence[str], deals: int = _MANY) -> list[dict[str, Any]]:
    """Return what many deals of each variant take by the command, one process."""
    found = []
    for variant in variants:
        took = simulate(variant, deals)
        found.append(
            {
                "variant": variant,
                "deals": deals,
                "seconds": took.seconds,
                "processor": took.processor,
                "megabytes": took.megabytes,
            }
        )
    return found


def memory(variant: str, rate: float, seconds: float) -> dict[str, Any]:
    """Return the memory of a long run, of as many deals as are played in about so many seconds."""
    deals = max(_FEW, min(_MOST, int(rate * seconds)))
    step = 10 ** (len(str(deals)) - 1)
    deals -= deals % step
    took = simulate(variant, deals)
    return {
        "variant": variant,
        "deals": deals,
        "seconds": took.seconds,
        "processor": took.processor,
        "megabytes": took.megabytes,
    }
