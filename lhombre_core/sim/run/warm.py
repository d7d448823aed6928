"""The kernel compiled before it is wanted, for an image or a cluster, or before the tests.

A part is compiled by one process, several of them side by side. What they compile is kept for all
(`lhombre_core.kernel.cache`) and loaded when it is first called. Nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import cache as remembered
from typing import Any, Final

import numpy as np

from lhombre_core.kernel import cache, row
from lhombre_core.kernel.loader import CompiledFunction, CompiledModule
from lhombre_core.kernel.space import space_tables
from lhombre_core.language import catalog
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import NO_TRACE, Kernel, Room, block
from lhombre_core.sim.play.line import arguments, laying
from lhombre_core.sim.play.sum import Sums, counting
from lhombre_core.sim.run.pool import pool
from lhombre_core.solve.warm import SEARCHES, searches

lockstep: Final = CompiledModule("lhombre_core.kernel.compiled.play.lockstep")

PARTS: Final[Mapping[str, Sequence[CompiledFunction]]] = {
    "play": (block.play_deals,),
    "money": (block.turn_over, block.start_sessions),
    "double dummy": SEARCHES,
    "exchange": (block.exchange_cards,),
    "auction": (block.find_ombres, block.deal_out),
    "random play": (lockstep.play_at_random,),
    "counts": (counting.count_deals, counting.count_sessions, laying.lay_columns),
}
"""What is compiled, the longest first: so two processes are done at about the same time."""

SIMULATION: Final = ("play", "money", "exchange", "auction", "counts")
"""The parts that a simulation needs."""


def compile_parts(names: Sequence[str], jobs: int) -> Iterator[str]:
    """Compile parts with a number of processes and yield the name of each as it is done.

    Where nothing can be kept this process compiles them, for no other could hand them on.
    """
    if not cache.may_keep():
        for name in names:
            compile_part(name)
            yield name
    else:
        with pool(min(jobs, len(names))) as executor:
            futures = {executor.submit(compile_part, name): name for name in names}
            for future in as_completed(futures):
                future.result()
                yield futures[future]
    if set(SIMULATION) <= set(names):
        cache.mark_filled()


def compile_part(name: str) -> None:
    """Compile a part in this process."""
    passed = calls()
    for function in PARTS[name]:
        function.compile_for(*passed[function])


def missing(names: Sequence[str] = tuple(PARTS)) -> list[str]:
    """Return the parts among these that are not kept."""
    return [name for name in names if not cache.are_kept(part.name for part in PARTS[name])]


@remembered
def calls() -> Mapping[CompiledFunction, tuple[Any, ...]]:
    """Return arguments for each function: of any variant, for all have the same compiled code."""
    rules = catalog.load(catalog.variant_ids()[0]).rules
    kernel = Kernel(Task(rules, 3, 0, ("thumb",) * 3))
    room, sums = Room(kernel, 1), Sums(kernel.table)
    seed, first, numbers = np.uint64(0), 0, np.zeros(0, np.int64)
    rows = np.zeros((0, row.width(len(kernel.table.pools))), np.int64)
    book, seating, deals, players = kernel.book, kernel.table.seating, room.deals, kernel.players
    before_play = book, seating, deals, numbers, room.scratch, players, NO_TRACE
    space = space_tables(kernel.game)
    return {
        block.start_sessions: (kernel.money, room.till, room.purses, seed, first, 3),
        block.turn_over: (
            kernel.money, room.till, room.purses, deals, numbers, rows, rows, room.verdict,
            room.cut,
        ),
        block.deal_out: (deals, numbers, seed, first, room.rows),
        block.find_ombres: before_play,
        block.exchange_cards: before_play,
        block.play_deals: (
            book, kernel.play.rules, kernel.play.fixed, seating, deals, numbers, players, NO_TRACE,
            room.cards,
        ),
        counting.count_deals: sums.of_deals(rows),
        counting.count_sessions: sums.of_sessions(room.purses, np.zeros(0, np.bool_), room.cut),
        laying.lay_columns: arguments(kernel.table, rows, numbers, first),
        lockstep.play_at_random: (
            seed, first, np.arange(4), space.into, space.trumps, space.matadors, space.floor,
            space.free, space.pull, np.zeros(0, np.uint16), room.rows,
        ),
        **searches(),
    }  # fmt: skip
