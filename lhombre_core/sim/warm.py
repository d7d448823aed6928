"""The kernel compiled before it is wanted, for an image or a cluster, or before the tests.

Each part is compiled by a process of its own, and what it makes is kept for all
(`lhombre_core.kernel.cache`). Where nothing can be kept, this process compiles. Nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from typing import Final

import numpy as np

from lhombre_core.errors import UsageError
from lhombre_core.kernel import cache, row
from lhombre_core.kernel.bench import BUFFER
from lhombre_core.kernel.native import Compiled
from lhombre_core.kernel.space import space_tables
from lhombre_core.language import catalog
from lhombre_core.sim.backend import Task
from lhombre_core.sim.crew import unheard
from lhombre_core.sim.kernel import NO_TRACE, Kernel, Room, block
from lhombre_core.sim.line import columns_of
from lhombre_core.sim.process import pool
from lhombre_core.sim.round import Stage, play_rounds
from lhombre_core.sim.sum import Sums

lockstep: Final = Compiled("lhombre_core.kernel.compiled.lockstep")


def compile_all(jobs: int) -> Iterator[str]:
    """Compile every part with so many processes and yield the name of each as it is done."""
    with pool(min(jobs, len(PARTS))) as executor:
        with unheard():
            futures = {executor.submit(compile_part, name): name for name in PARTS}
        for future in as_completed(futures):
            future.result()
            yield futures[future]
    cache.mark_filled()


def compile_here() -> None:
    """Compile in this process what a simulation needs, for where nothing can be kept."""
    for part in (_ombres, _play, _money):
        part()
    cache.mark_filled()


def compile_part(name: str) -> None:
    """Compile one part in this process; a UsageError names those that there are."""
    if name not in PARTS:
        raise UsageError(f"no part is called {name}; expected {', '.join(PARTS)}")
    PARTS[name]()


def _kernel() -> tuple[Kernel, Room]:
    """Return a kernel of whatever variant: all have the same compiled code."""
    rules = catalog.load(catalog.variant_ids()[0]).rules
    kernel = Kernel(Task(rules, 3, 0, ("thumb",) * 3))
    return kernel, Room(kernel, 1)


def _ombres() -> None:
    kernel, room = _kernel()
    book, seating, scratch = kernel.book, kernel.seating, room.scratch
    nobody, players, styles = np.arange(0), kernel.players, room.styles
    block.deal_out(room.deals, nobody, np.uint64(0), 0, room.rows)
    block.find_ombres(book, seating, room.deals, nobody, scratch, players, styles, NO_TRACE)
    block.exchange_cards(book, seating, room.deals, nobody, scratch, players, styles, NO_TRACE)


def _play() -> None:
    kernel, room = _kernel()
    block.play_deals(
        kernel.book, kernel.play.rules, kernel.play.fixed, kernel.seating, room.deals, np.arange(0),
        kernel.players, NO_TRACE, room.cards,
    )  # fmt: skip
    space, rows = space_tables(kernel.game), np.zeros(BUFFER, np.uint64)
    lockstep.play_at_random(
        np.uint64(0), 0, np.arange(4), space.into, space.trumps, space.matadors, space.floor,
        space.free, space.pull, np.zeros(0, np.uint16), rows,
    )  # fmt: skip


def _money() -> None:
    kernel, room = _kernel()
    money, nobody = kernel.money, np.arange(0)
    rows = np.zeros((0, row.width(len(kernel.pools))), np.int64)
    block.start_sessions(money, room.till, room.purses[:0], np.uint64(0), 0, 3)
    given = (money, room.till, room.purses, room.deals, nobody, rows, rows, room.verdict, room.cut)
    play_rounds([Stage(block.turn_over, 4, given)], room.lines, 0)
    sums = Sums(kernel)
    sums.add_deals(rows)
    sums.add_sessions(room.purses[:0], np.zeros(0, np.bool_), room.cut[:0])
    columns_of(kernel, rows, nobody, 0)


def _solve() -> None:
    from lhombre_core.solve.warm import compile_solver

    compile_solver(_kernel()[0].game)


PARTS: Final[dict[str, Callable[[], None]]] = {
    "auction and exchange": _ombres,
    "money": _money,
    "play": _play,
    "double dummy": _solve,
}
"""What is compiled, the longest first."""
