"""Who plays the parts of a run: this process, in one thread or in several.

Other processes are in `process`, a cluster in `cluster`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from lhombre_core.sim.run.part import Order, Played, Tell, Work, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from lhombre_core.sim.play.backend import Backend

WAITING: Final = 2
"""How many parts each worker has before it, played or waiting."""


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

    def __init__(self, work: Work, backend: Backend, tell: Tell) -> None:
        """Take the work, what plays it, and who wants to know how far a part has come."""
        self._work = work
        self._backend = backend
        self._tell = tell

    def submit(self, order: Order) -> Future[Played]:
        found: Future[Played] = Future()
        found.set_result(play(self._work, self._backend, order, self._tell))
        return found


class Together:
    """The threads, or processes, of an executor."""

    def __init__(
        self, executor: Executor, play_one: Callable[[Order], Played], workers: int
    ) -> None:
        """Take the executor, what plays a part, and how many play at a time."""
        self._executor = executor
        self._play_one = play_one
        self._workers = workers

    @property
    def width(self) -> int:
        """How many parts it should have at a time."""
        return WAITING * self._workers

    def submit(self, order: Order) -> Future[Played]:
        with unheard():
            return self._executor.submit(self._play_one, order)


@contextmanager
def unheard() -> Iterator[None]:
    """Have signals that end this process wait, also in those that are started meanwhile.

    The parent alone answers to Ctrl-C, so that a child never hears of it; of SIGTERM it does, once
    it has started. One that were half started, or told so while it starts, would complain.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
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
def threads(work: Work, backend: Backend, workers: int) -> Iterator[Crew]:
    """Yield threads of this process, for a backend that gains by them."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(workers)
    try:
        yield Together(pool, partial(play, work, backend), workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
