"""Yardsticks: what other packages do in the same minute on the same machine, at other games.

They are no dependencies. A Python that has them is named, or a throw-away one is made for the
occasion; whatever is not there is said so. They run in a process of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from bench.clock import Reading

PACKAGES: Final = ("open_spiel", "rlcard", "endplay")
BROKE: Final = "what plays the other games broke off here"
_FOREIGN: Final = Path(__file__).with_name("foreign.py")


class Yardsticks:
    """A process that plays other games: `there` are those it knows, each with its package.

    `absent` are the others, each with the reason; `acts` of a game on average, where known.
    """

    def __init__(self, python: str = sys.executable) -> None:
        """Take the Python that may have the packages."""
        self._process = subprocess.Popen(  # noqa: S603  a Python that the caller named
            [python, "-P", str(_FOREIGN)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.there: dict[str, str]
        self.absent: dict[str, str]
        self.there, self.absent = self._ask(None) or ({}, {"all": BROKE})
        self.acts: dict[str, float] = {}

    def read(self, name: str, seconds: float) -> Reading:
        """Return about so long a run; no games in no time where the process has broken off."""
        answer = self._ask([name, seconds])
        if answer is None:
            self.absent[name] = BROKE
            return Reading(0, 1.0)
        games, acts, took = answer
        if acts:
            self.acts[name] = acts / games
        return Reading(games, took)

    def _ask(self, order: object) -> Any:  # noqa: ANN401  it is JSON
        to, back = self._process.stdin, self._process.stdout
        if to is None or back is None:
            return None
        try:
            to.write(json.dumps(order) + "\n")
            to.flush()
            line = back.readline()
        except OSError:
            return None
        return json.loads(line) if line else None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.terminate()
        self._process.wait()


@contextmanager
def installed() -> Iterator[str]:
    """Yield a Python with as many of the packages as can be installed; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="yardsticks-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)  # noqa: S603
        python = str(Path(folder) / "bin" / "python")
        for package in PACKAGES:
            # One by one: what cannot be installed must not hinder the others.
            subprocess.run(  # noqa: S603
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package],
                check=False,
                stdout=sys.stderr,
            )
        yield python
