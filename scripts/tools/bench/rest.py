"""Whether the machine is at rest: how much of it other processes have while something is measured.

What all processors did is in Linux's `/proc/stat`; this process and those that it has waited for
are taken off. Elsewhere nobody knows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

_STAT: Final = Path("/proc/stat")
_BUSY: Final = (0, 1, 2, 5, 6, 7)
"""User, nice, system, interrupts, soft interrupts, and what the machine around it took."""
_OWN: Final = 4
"""Of `os.times` so many are processor time: own and of children, user and system."""
AT_REST: Final = 0.1
"""How many cores others may have of a machine that is at rest."""


class Rest:
    """What other processes had from one moment to the next."""

    def __init__(self, stat: Path = _STAT) -> None:
        """Take where the system tells what its processors did; the first moment is now."""
        self._stat = stat
        self._all = self._last = self._now()
        self.parts: dict[str, float | None] = {}

    def end(self, part: str) -> None:
        """Note what others had since the last part; all children have been waited for."""
        now = self._now()
        self.parts[part] = _cores(self._last, now)
        self._last = now

    def as_data(self) -> dict[str, Any]:
        """Return how many cores others had, in all and in each part; None: not known."""
        return {"others": _cores(self._all, self._last), "parts": self.parts}

    def _now(self) -> tuple[float, float | None]:
        """Return the clock on the wall and the seconds of processor time that others have had."""
        busy = busy_of(self._stat)
        return time.perf_counter(), None if busy is None else busy - sum(os.times()[:_OWN])


def _cores(one: tuple[float, float | None], other: tuple[float, float | None]) -> float | None:
    if one[1] is None or other[1] is None:
        return None
    return round(max(0.0, other[1] - one[1]) / max(other[0] - one[0], 1e-9), 2)


def busy_of(stat: Path) -> float | None:
    """Return for how many seconds all processors together have been busy; None: not known."""
    try:
        ticks = [int(word) for word in stat.read_text(encoding="ascii").split("\n")[0].split()[1:]]
        return sum(ticks[place] for place in _BUSY) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, LookupError, AttributeError):
        return None


def disturbed(rest: Mapping[str, Any]) -> dict[str, float]:
    """Return the parts during which the machine was not at rest, and how many cores others had."""
    return {
        part: cores
        for part, cores in rest["parts"].items()
        if cores is not None and cores > AT_REST
    }
