"""The workers that play the parts of a run: this process, its threads, or other processes.

The workers of a cluster are in `cluster`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from lhombre_core.sim.run.pool import pool, signals_blocked
from lhombre_core.sim.store.part import Order, Packed, Played, Tell, Work, play, play_part

if TYPE_CHECKING:
    from lhombre_core.sim.play.backend import Backend

WAITING: Final = 2
"""How many parts each worker has, the one that it plays included."""


class Workers(Protocol):
    """Workers that play parts side by side."""

    @property
    def width(self) -> int:
        """The number of parts that they should have at a time."""
        ...

    def submit(self, order: Order) -> Future[Played]:
        """Order a part and return its future."""
        ...


class Alone:
    """This process, which plays one part after another."""

    width = 1

    def __init__(self, work: Work, backend: Backend, tell: Tell) -> None:
        """Take the work, its backend, and who hears how many deals of a part are played."""
        self._work = work
        self._backend = backend
        self._tell = tell

    def submit(self, order: Order) -> Future[Played]:
        future: Future[Played] = Future()
        future.set_result(play(self._work, self._backend, order, self._tell))
        return future


class Together:
    """The threads, or processes, of an executor."""

    def __init__(
        self, executor: Executor, play_one: Callable[[Order], Played], workers: int
    ) -> None:
        """Take the executor, the function that plays a part, and the number of workers."""
        self._executor = executor
        self._play_one = play_one
        self.width = WAITING * workers

    def submit(self, order: Order) -> Future[Played]:
        with signals_blocked():  # a thread that starts leaves them to the main one
            return self._executor.submit(self._play_one, order)


@contextmanager
def threads(work: Work, backend: Backend, workers: int) -> Iterator[Workers]:
    """Yield threads of this process, for a backend that gains by them."""
    from concurrent.futures import ThreadPoolExecutor

    executor = ThreadPoolExecutor(workers)
    try:
        yield Together(executor, partial(play, work, backend), workers)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(packed: Packed, workers: int) -> Iterator[Workers]:
    """Yield other processes of this machine."""
    with pool(workers) as executor:
        yield Together(executor, partial(play_part, packed), workers)
