"""Who plays the parts of a run: this process, others beside it, or a cluster."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, Protocol

from lhombre_core.errors import UsageError
from lhombre_core.sim.part import Order, Packed, Played, Tell, play_part

WAITING: Final = 2
"""How many parts each process has before it, played or waiting."""


class Crew(Protocol):
    """Plays parts, some of them at a time."""

    @property
    def width(self) -> int:
        """How many parts it should have at a time."""
        ...

    def submit(self, order: Order) -> Future[Played]:
        """Have a part played and return what it will bring."""
        ...


class Alone:
    """This process, one part after another."""

    width = 1

    def __init__(self, packed: Packed, tell: Tell) -> None:
        """Take the work, and who wants to know how far a part has come."""
        self._packed = packed
        self._tell = tell

    def submit(self, order: Order) -> Future[Played]:
        found: Future[Played] = Future()
        found.set_result(play_part(self._packed, order, self._tell))
        return found


class Together:
    """The processes, or threads, of an executor."""

    def __init__(self, executor: Executor, packed: Packed, workers: int) -> None:
        """Take the executor, the work, and how many processes there are."""
        self._executor = executor
        self._packed = packed
        self._workers = workers

    @property
    def width(self) -> int:
        """How many parts it should have at a time."""
        return WAITING * self._workers

    def submit(self, order: Order) -> Future[Played]:
        with _unheard():
            return self._executor.submit(play_part, self._packed, order)


@contextmanager
def _unheard() -> Iterator[None]:
    """Have an interrupt wait, for this process and for ever in those that are started meanwhile.

    The parent alone answers to it; a child that were interrupted while it starts would complain.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def threads(packed: Packed, workers: int) -> Iterator[Crew]:
    """Yield threads of this process, for a backend that gains by them."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield Together(pool, packed, workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(packed: Packed, workers: int) -> Iterator[Crew]:
    """Yield processes of this machine, started afresh; what they still play is given up at the end.

    They end with this process, however it ends: each watches a pipe whose other end only this
    process holds. UsageError where one of them is ended by others.
    """
    context = get_context("spawn")
    watched, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (watched,))
    try:
        yield Together(pool, packed, workers)
    except BrokenProcessPool as error:
        told = "a process that worked was ended from outside, perhaps for want of memory"
        raise UsageError(f"{told}; give the command again, with fewer --jobs") from error
    finally:
        held.close()
        pool.shutdown(wait=True, cancel_futures=True)
        watched.close()


def _begin(watched: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it was not blocked
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    """End this process as soon as the other end of a pipe is closed."""
    with suppress(EOFError, OSError):
        watched.recv_bytes()
    os._exit(0)
