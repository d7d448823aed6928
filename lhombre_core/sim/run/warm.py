"""The kernel compiled before it is wanted, for an image or a cluster, or before the tests.

A part is compiled by one process, several of them side by side. What they make is kept for all
(`lhombre_core.kernel.cache`), and loaded by this process, so that it has it even where nothing can
be kept. Nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import Final, TypeAlias

import numpy as np

from lhombre_core.kernel import cache, row
from lhombre_core.kernel.native import Compiled, Job, Native, load_compiler, make
from lhombre_core.kernel.room import BUFFER
from lhombre_core.kernel.space import space_tables
from lhombre_core.language import catalog
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import NO_TRACE, Kernel, Room, block
from lhombre_core.sim.play.line import arguments, laying
from lhombre_core.sim.play.round import rounding
from lhombre_core.sim.play.sum import Sums, counting
from lhombre_core.sim.run.pool import pool

Call: TypeAlias = tuple[Native, Job]
"""A function that will be called, and with what."""

lockstep: Final = Compiled("lhombre_core.kernel.compiled.play.lockstep")


def compile_parts(names: Sequence[str], jobs: int) -> Iterator[str]:
    """Compile parts with so many processes and yield the name of each as it is done."""
    width = min(jobs, len(names))
    with pool(width) as executor:
        for _ in range(width):  # they load it while this one finds out what they are to do
            executor.submit(load_compiler)
        parts = calls(names)
        futures = {
            executor.submit(make, [job for _, job in part]): name for name, part in parts.items()
        }
        for future in as_completed(futures):
            name = futures[future]
            for (native, job), made in zip(parts[name], future.result(), strict=True):
                native.take(job, made)
            yield name
    if set(SIMULATION) <= set(names):
        cache.mark_filled()


def calls(names: Sequence[str]) -> dict[str, list[Call]]:
    """Return the calls of parts; of whatever variant, for all have the same compiled code."""
    rules = catalog.load(catalog.variant_ids()[0]).rules
    kernel = Kernel(Task(rules, 3, 0, ("thumb",) * 3))
    room = Room(kernel, 1)
    return {name: PARTS[name](kernel, room) for name in names}


def _call(native: Native, *arguments: object) -> Call:
    return native, native.job(*arguments)


_NOBODY: Final = np.arange(0)


def _play(kernel: Kernel, room: Room) -> list[Call]:
    play, players = kernel.play, kernel.players
    return [
        _call(
            block.play_deals, kernel.book, play.rules, play.fixed, kernel.seating, room.deals,
            _NOBODY, players, NO_TRACE, room.cards,
        ),
    ]  # fmt: skip


def _money(kernel: Kernel, room: Room) -> list[Call]:
    money, rows = kernel.money, np.zeros((0, row.width(len(kernel.pools))), np.int64)
    return [
        _call(
            block.turn_over, money, room.till, room.purses, room.deals, _NOBODY, rows, rows,
            room.verdict, room.cut,
        ),
        _call(block.start_sessions, money, room.till, room.purses, np.uint64(0), 0, 3),
    ]  # fmt: skip


def _exchange(kernel: Kernel, room: Room) -> list[Call]:
    return [_call(block.exchange_cards, *_before_play(kernel, room))]


def _auction(kernel: Kernel, room: Room) -> list[Call]:
    return [
        _call(block.find_ombres, *_before_play(kernel, room)),
        _call(block.deal_out, room.deals, _NOBODY, np.uint64(0), 0, room.rows),
    ]


def _before_play(kernel: Kernel, room: Room) -> list[object]:
    book, seating, deals, scratch = kernel.book, kernel.seating, room.deals, room.scratch
    return [book, seating, deals, _NOBODY, scratch, kernel.players, NO_TRACE]


def _counts(kernel: Kernel, room: Room) -> list[Call]:
    rows, sums = np.zeros((0, row.width(len(kernel.pools))), np.int64), Sums(kernel)
    of_sessions = sums.of_sessions(room.purses, np.zeros(0, np.bool_), room.cut)
    numbers = np.zeros(0, np.int64)
    return [
        _call(counting.count_deals, *sums.of_deals(rows)),
        _call(counting.count_sessions, *of_sessions),
        _call(laying.lay_columns, *arguments(kernel, rows, numbers, 0)),
        _call(rounding.play_rounds, numbers, numbers.reshape(0, 1), numbers, *[0] * 8),
    ]


def _double_dummy(_kernel: Kernel, _room: Room) -> list[Call]:
    from lhombre_core.solve.warm import searches

    return searches()


def _random_play(kernel: Kernel, _room: Room) -> list[Call]:
    space, rows = space_tables(kernel.game), np.zeros(BUFFER, np.uint64)
    return [
        _call(
            lockstep.play_at_random, np.uint64(0), 0, np.arange(4), space.into, space.trumps,
            space.matadors, space.floor, space.free, space.pull, np.zeros(0, np.uint16), rows,
        ),
    ]  # fmt: skip


PARTS: Final[dict[str, Callable[[Kernel, Room], list[Call]]]] = {
    "play": _play,
    "money": _money,
    "double dummy": _double_dummy,
    "exchange": _exchange,
    "auction": _auction,
    "random play": _random_play,
    "counts": _counts,
}
"""What is compiled, the longest first: so two processes are done at about the same time."""

SIMULATION: Final = ("play", "money", "exchange", "auction", "counts")
"""The parts that a simulation needs."""


def missing(names: Sequence[str] = tuple(PARTS)) -> list[str]:
    """Return the parts, of some or of all, that are not kept."""
    return [
        name
        for name, part in calls(names).items()
        if not cache.are_kept({job.name for _, job in part})
    ]
