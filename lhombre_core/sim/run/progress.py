"""How far a run has come, on one line of a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Final, TextIO

_EVERY: Final = 0.1
"""Seconds between two changes of the line."""

_UNITS: Final = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


class Line:
    """A line that is written over again; it is silent where no terminal shows it."""

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        steps: str | None = None,
    ) -> None:
        """Take the stream, by default standard error; only a terminal is written to.

        Deals are counted, whose rate is worth telling, or a few `steps`, which are called so.
        """
        self._steps = steps
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._shown = 0
        self._next = 0.0
        self._watched = self._stream.isatty()
        self._start: tuple[float, int] | None = None

    def __call__(self, done: int, deals: int) -> None:
        """Show the number of deals that have been played, or of steps done, and of all.

        The first call is the beginning: what was done by then is not counted in the rate.
        """
        now = self._clock()
        if self._start is None:
            self._start = now, done
        if self._watched and (now >= self._next or done == deals):
            self._next = now + _EVERY
            noun = self._steps or "deals"
            self._write(f"{done:,} of {deals:,} {noun}{self._rate(now, done, deals)}")

    def _rate(self, now: float, done: int, deals: int) -> str:
        """Return how fast it goes and how long it still takes, if that can be known."""
        start, before = self._start or (now, done)
        if done == before or now == start:
            return ""
        rate = (done - before) / (now - start)
        paced = "" if self._steps else f", {rate:,.0f} a second"
        return f"{paced}, {span((deals - done) / rate)} left"

    def close(self) -> None:
        """Take the line away."""
        if self._shown:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()

    def _write(self, text: str) -> None:
        self._stream.write(f"\r{text.ljust(self._shown)}")
        self._stream.flush()
        self._shown = len(text)


def span(seconds: float) -> str:
    """Return a time in words of its own size.

    >>> span(8.2), span(75), span(8000), span(200_000)
    ('8 s', '1 min 15 s', '2 h 13 min', '2 d 7 h')
    """
    whole = round(seconds)
    for (large, name), (small, below) in pairwise(_UNITS):
        if whole >= large:
            return f"{whole // large} {name} {whole % large // small} {below}"
    return f"{whole} s"
