"""A command watched from outside: how long it lasts and what memory it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_COMMAND: Final = "import sys; from lhombre_core.cli import main; sys.exit(main())"
_WATCH: Final = """
import json, os, subprocess, sys, time
shown, cores = sys.argv[1], int(sys.argv[2])
if cores and hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
with open(shown, "wb") as out:
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[3:], stdout=out, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
seconds, processor = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
print(json.dumps([os.waitstatus_to_exitcode(status), seconds, processor, usage.ru_maxrss]))
"""
"""Runs a command and tells how it ended and what it took.

The peak of a process is never said to be below that of the one that began it. So what begins it is
a process as small as can be, not that which measures.
"""

_CACHE: Final = "XDG_CACHE_HOME"
_KILOBYTE: Final = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system counts memory."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took."""

    seconds: float
    """On the wall."""
    processor: float
    """Seconds of processor time, those of its other processes among them."""
    megabytes: float
    """Memory of its largest process at the peak, in millions of bytes."""

    def as_data(self) -> dict[str, Any]:
        """Return it to be written down."""
        return {
            "seconds": self.seconds,
            "processor": self.processor,
            "megabytes": self.megabytes,
        }


def watched(
    words: Sequence[str], cache: Path | None = None, shown: Path | None = None, cores: int = 0
) -> Took:
    """Return what `lhombre` took with these words.

    `cache` is where machine code is kept, `shown` the file for what is printed. `cores` is how many
    it may use, 0: all; not every system can be told. CalledProcessError where it fails.
    """
    environment = dict(os.environ)
    if cache is not None:
        environment[_CACHE] = str(cache)
    command = [sys.executable, "-P", "-c", _COMMAND, *words]
    out = os.devnull if shown is None else str(shown)
    told = subprocess.run(  # noqa: S603  this Python, and our own words
        [sys.executable, "-I", "-S", "-c", _WATCH, out, str(cores), *command],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    code, seconds, processor, peak = json.loads(told)
    if code:
        raise subprocess.CalledProcessError(code, ["lhombre", *words])
    return Took(round(seconds, 3), round(processor, 3), round(peak * _KILOBYTE / 1e6, 1))


def simulate(variant: str, deals: int, cache: Path | None = None) -> Took:
    """Return what `lhombre simulate` took; `cache` is where machine code is kept."""
    return watched(simulation(variant, deals), cache)


def simulation(variant: str, deals: int) -> list[str]:
    """Return the words of `lhombre` with which so many deals are played."""
    return ["simulate", variant, "--deals", str(deals), "--seed", "1", "--json"]
