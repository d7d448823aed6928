"""How far a run has come, on one line of a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final, TextIO

_EVERY: Final = 0.1
"""Seconds between two changes of the line."""


class Line:
    """A line that is written over again; it is silent where nobody watches."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Take the stream, by default standard error; only a terminal is written to."""
        self._stream = sys.stderr if stream is None else stream
        self._shown = 0
        self._next = 0.0
        self._watched = self._stream.isatty()

    def __call__(self, done: int, deals: int) -> None:
        """Show that so many of so many deals have been played."""
        now = time.monotonic()
        if self._watched and (now >= self._next or done == deals):
            self._next = now + _EVERY
            self._write(f"{done:,} of {deals:,} deals")

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
