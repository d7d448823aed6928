"""A part of a run: a fixed range of its sessions, played wherever there is somebody to play it.

Which sessions a part has follows from what is asked alone, never from who plays it. Whoever does
keeps nothing between two parts but what saves time.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from math import isqrt
from typing import Final, TypeAlias

import lhombre_core
from lhombre_core.bots.registry import BUILT_IN
from lhombre_core.engine.money.session import deals
from lhombre_core.engine.state.game import prepare
from lhombre_core.errors import UsageError
from lhombre_core.frozen import frozen
from lhombre_core.rules.session import SessionEnd
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.count.columns import Columns, schema
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.play.backend import Backend, Task
from lhombre_core.sim.play.choice import backend_for

Tell: TypeAlias = Callable[[int], None]
"""Told how many deals of a part have been played."""

LONG: Final = 100
"""How many deals a session is thought to have where the rules do not count them."""

ROOTS: Final = 10
"""A part has so many times the square root of the deals that are asked. So parts are many where
there is much to lose, but never so many that putting them together takes long.
"""

TIMES: Final = 2
"""With columns, a file of which costs as much by itself as a few thousand deals, a part has so many
times the power ¾ of their number; but only where our own bots play, for whom that is soon done.
"""

LEAST: Final = 300
MOST: Final = 1_000_000
MOST_WITHOUT: Final = 10_000_000
"""About how many deals a part has: never fewer, with columns never more, and without them."""


@frozen
class Work:
    """What is the same for all parts of a run: the task, and what is written down."""

    task: Task
    asked: int
    """How many deals the run has."""
    made_by: Mapping[str, object] | None = None
    """What a Parquet file says of its making; None: no columns are wanted."""

    def pack(self) -> Packed:
        """Return it ready to be sent."""
        return Packed(version(columns=self.made_by is not None), pickle.dumps(self))


@frozen
class Packed:
    """The work as it is sent to another process, which may be another installation."""

    version: str
    data: bytes = field(repr=False)

    def open(self) -> Work:
        """Return the work. UsageError where it comes of another version than this one."""
        here = version(columns="duckdb" in self.version)
        if here != self.version:
            raise UsageError(f"a process that works has {here}; expected {self.version}")
        work: Work = pickle.loads(self.data)  # noqa: S301  it is our own
        return work


@frozen
class Order:
    """Sessions that are to be played."""

    number: int
    """The number of the part, from 0."""
    sessions: range
    deals: int | None
    """The part ends after the session in which so many deals are reached; None: with the last."""


@frozen
class Played:
    """What a part has brought."""

    tally: Tally
    parquet: bytes | None = None


def version(*, columns: bool) -> str:
    """Return the versions on which results depend, in words."""
    ours = f"lhombre {lhombre_core.__version__}"
    if not columns:
        return ours
    from lhombre_core.sim.store.parquet import writer

    return f"{ours} with {writer()}"


def usual_length(rules: RuleSet, players: int) -> int | None:
    """Return how many deals a session has, if nothing happens; None: the rules do not count."""
    if rules.session.ends is not SessionEnd.AFTER_DEALS:
        return None
    return max(1, deals(prepare(rules), players))


def sessions_of_part(task: Task, asked: int, *, columns: bool) -> int:
    """Return how many sessions each part has, in a run of so many deals."""
    wanted, most = ROOTS * isqrt(asked), MOST if columns else MOST_WITHOUT
    if columns and BUILT_IN.keys() >= set(task.bots):
        wanted = TIMES * isqrt(asked * isqrt(asked))
    deals = min(max(wanted, LEAST), most)
    return max(1, deals // (usual_length(task.rules, task.players) or LONG))


class _Kept(threading.local):
    """What a worker keeps between two parts: what it has made ready, and of what."""

    packed: Packed | None = None
    work: Work
    backend: Backend


_kept = _Kept()


def play_part(packed: Packed, order: Order) -> Played:
    """Return what a part brings; it may run in any process."""
    if _kept.packed != packed:
        _kept.packed = None
        _kept.work = packed.open()
        _kept.backend = backend_for(_kept.work.task, _kept.work.asked)
        _kept.packed = packed
    return play(_kept.work, _kept.backend, order)


def play(work: Work, backend: Backend, order: Order, tell: Tell | None = None) -> Played:
    """Return what a part brings, played by the backend that is given."""
    rules, players = work.task.rules, work.task.players
    wants = work.made_by is not None
    tally, columns = Tally(), list[Columns]()
    size = max(1, backend.block // (usual_length(rules, players) or LONG))
    for first in range(order.sessions.start, order.sessions.stop, size):
        left = None if order.deals is None else order.deals - tally.deals
        if left is not None and left <= 0:
            break
        sessions = range(first, min(first + size, order.sessions.stop))
        block = backend.run_block(sessions, left, columns=wants)
        tally.merge(block.tally)
        if block.columns is not None:
            columns.append(block.columns)
        if tell is not None:
            tell(tally.deals)
    if work.made_by is None:
        return Played(tally)
    from lhombre_core.sim.store.parquet import to_parquet

    joined = Columns.join(columns)
    return Played(tally, to_parquet(joined, schema(rules, players), work.made_by))
