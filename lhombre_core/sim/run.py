"""A simulation: whole sessions in their order until so many deals have been played.

The sessions are handed out in blocks, to other processes where more than one works. Blocks are put
together in their order and the run ends after the session in which the deals are reached, so the
outcome is the same for any number of processes.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias

from lhombre_core.errors import UsageError
from lhombre_core.language.resolve import Resolved
from lhombre_core.sim.backend import Backend, Task
from lhombre_core.sim.reference import Reference
from lhombre_core.sim.summary import Summary
from lhombre_core.sim.tally import Tally

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many deals have been played, and of how many."""

_SESSION: Final = 30
"""How many deals a session is thought to have before any has been played."""


def run(
    resolved: Resolved,
    deals: int,
    seed: int,
    bots: Sequence[str] = ("thumb",),
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    table: int = 3,
    folder: Path | None = None,
) -> Summary:
    """Return what became of `deals` deals or a few more: whole sessions are played.

    `bots` names one bot for all players or one for each, `table` is how many are at the table,
    `jobs` how many processes work (0: one for each processor). They start afresh, so that a script
    which asks for more than one needs its `if __name__ == "__main__":`. UsageError for what cannot
    be.
    """
    task = Task(resolved.rules, table, seed, _by_player(bots, table), folder)
    if deals < 1:
        raise UsageError(f"{deals} deals cannot be played; expected 1 or more")
    if jobs < 0:
        raise UsageError(f"{jobs} processes cannot work; expected 1 or more, or 0 for all")
    workers = jobs or os.cpu_count() or 1
    backend = Reference(task)
    tell = progress or _say_nothing
    tell(0, deals)
    tally = (
        _alone(backend, deals, tell) if workers == 1 else _together(backend, deals, workers, tell)
    )
    return Summary.of(resolved, task, deals, tally)


def _by_player(bots: Sequence[str], table: int) -> tuple[str, ...]:
    if len(bots) not in {1, table}:
        wanted = f"one, or {table} for the {table} players"
        raise UsageError(f"{len(bots)} bots are named; expected {wanted}")
    return tuple(bots) * table if len(bots) == 1 else tuple(bots)


def _say_nothing(_done: int, _deals: int) -> None:
    pass


class _Sessions:
    """The sessions of a run in their order, handed out in blocks of about as many deals."""

    def __init__(self, backend: Backend) -> None:
        """Take the backend; of the length of a session nothing is known at first."""
        self.block = backend.block
        self.first = 0

    def next(self, tally: Tally) -> range:
        """Return the next block, its size by the sessions that have been counted."""
        size = 1 if not tally.deals else max(1, self.block * tally.sessions // tally.deals)
        sessions = range(self.first, self.first + size)
        self.first = sessions.stop
        return sessions


def _alone(backend: Backend, deals: int, tell: Progress) -> Tally:
    tally = Tally()
    sessions = _Sessions(backend)
    while tally.deals < deals:
        tally.merge(backend.run_block(sessions.next(tally), deals - tally.deals))
        tell(min(tally.deals, deals), deals)
    return tally


# -- more than one process --------------------------------------------------------------------


def _together(backend: Reference, deals: int, workers: int, tell: Progress) -> Tally:
    """Return the same as `_alone`. A block that goes too far is cut where the deals are reached."""
    tally = Tally()
    waiting: deque[tuple[range, Future[Tally]]] = deque()
    sessions = _Sessions(backend)
    with _pool(backend.task, workers) as pool:
        while tally.deals < deals:
            while len(waiting) < 2 * workers and _more(tally, waiting, deals):
                block = sessions.next(tally)
                waiting.append((block, pool.submit(_run_block, block)))
            block, future = waiting.popleft()
            part = future.result()
            left = deals - tally.deals
            if part.deals - part.last_session >= left:
                part = backend.run_block(block, left)
            tally.merge(part)
            tell(min(tally.deals, deals), deals)
    return tally


def _more(tally: Tally, waiting: Sequence[tuple[range, Future[Tally]]], deals: int) -> bool:
    """Return whether more sessions are likely to be needed than those that are played now."""
    played = sum(len(block) for block, _ in waiting)
    if not tally.sessions:
        return played * _SESSION < deals
    return played * tally.deals < (deals - tally.deals) * tally.sessions


@contextmanager
def _pool(task: Task, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes, started afresh; what still waits is given up at the end."""
    context = get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (task,))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Worker:
    """What a process of the pool keeps between blocks."""

    backend: Backend | None = None


def _begin(task: Task) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers to an interrupt
    _Worker.backend = Reference(task)


def _run_block(sessions: range) -> Tally:
    if _Worker.backend is None:
        raise RuntimeError("the process was not made ready")
    return _Worker.backend.run_block(sessions)
