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

from lhombre_core.errors import UsageError


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Yield processes of this machine, started afresh; what they still do is given up at the end.

    They end with this process, however it ends: each watches a pipe whose other end only this
    process holds. UsageError where one of them is ended by others.
    """
    context = get_context("spawn")
    watched, held = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(workers, context, _begin, (watched,))
    try:
        yield executor
    except BrokenProcessPool as error:
        told = "a process that worked was ended from outside, perhaps for want of memory"
        raise UsageError(f"{told}; give the command again, with fewer --jobs") from error
    finally:
        held.close()
        executor.shutdown(wait=True, cancel_futures=True)
        watched.close()


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
