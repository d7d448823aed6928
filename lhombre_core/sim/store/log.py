"""The log of a run: who worked at it, when and on what, a line for every stage.

Nothing depends on it. The process that holds it is alone at work in its folder.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

import lhombre_core
from lhombre_core.errors import LhombreError, UsageError, quoted, visible
from lhombre_core.sim.machine import processors

LOG: Final = "run.log"


class Log:
    """A file that grows by a line for every stage."""

    def __init__(self, file: Path) -> None:
        """Open the file. OSError where it cannot be written."""
        self._stream = file.open("a", encoding="utf-8")

    def __call__(self, text: str) -> None:
        """Write a line with the time before it; a full disk does not stop the run."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with suppress(OSError):
            self._stream.write(f"{now}  {visible(text)}\n")
            self._stream.flush()

    @contextmanager
    def held(self, out: Path, command: str) -> Iterator[None]:
        """Hold the log of a folder while a command works there, and say how it has ended.

        UsageError where another process holds it.
        """
        try:
            if not _lock(self._stream):
                raise UsageError(f"{quoted(out)} is at work: another process plays this run")
            self(f"begun: {command}")
            self(f"machine: {machine()}")
            try:
                yield
            except KeyboardInterrupt:
                self("interrupted")
                raise
            except LhombreError as error:
                self(f"stopped: {error}")
                raise
            except BaseException as error:
                self(f"failed: {type(error).__name__}: {error}")
                raise
        finally:
            with suppress(OSError):
                self._stream.close()


def machine() -> str:
    """Return what a run is played on, in a line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return (
        f"{platform.node()}, {system}, {processors()} processors, {python}, "
        f"lhombre {lhombre_core.__version__}, process {os.getpid()}"
    )


def _lock(stream: TextIO) -> bool:
    """Return whether the file is ours alone, until it is closed or the process ends.

    Where the system or the file system has no locks, it is thought to be.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
