"""Other processes of this machine. They load this module before their work, and little with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from lhombre_core.errors import UsageError


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Yield processes of this machine, started afresh; what they still do is given up at the end.

    They end with this process, however it ends: each watches a pipe whose other end only this
    process holds. UsageError where one of them is ended by others.
    """
    from lhombre_core.sim.run.crew import unheard

    context = get_context("spawn")
    watched, held = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(workers, context, _begin, (watched,))
    try:
        yield executor
    except BrokenProcessPool as error:
        told = "a process that worked was ended from outside, perhaps for want of memory"
        raise UsageError(f"{told}; give the command again, with fewer --jobs") from error
    finally:
        with unheard():  # or a second Ctrl-C would leave some of it
            held.close()
            _end(executor)
            watched.close()


def _end(executor: ProcessPoolExecutor) -> None:
    """End processes at once, whatever they do, and then what this process had for them.

    One that ends while it sends a result leaves half of it in the pipe. The executor's thread waits
    for the rest as long as anybody has the end to send it by, and this process has it too.
    """
    # No executor of Python 3.11 to 3.13 can be asked for this.
    results: Any = executor._result_queue  # noqa: SLF001
    for process in list(executor._processes.values()):  # noqa: SLF001
        process.kill()
    results._writer.close()  # noqa: SLF001
    executor.shutdown(wait=True, cancel_futures=True)


def _begin(watched: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it was not blocked
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    """End this process as soon as the other end of a pipe is closed."""
    with suppress(EOFError, OSError):
        watched.recv_bytes()
    os._exit(0)
