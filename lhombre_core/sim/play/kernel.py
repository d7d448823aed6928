"""Sessions played by the compiled kernel, many side by side.

What does not fit into it, payments beyond 49 bits, sums beyond 60 or a ledger without room, is
found out by the kernel itself; such a session is played by the reference engine from its start. So
what a session brings is the same from either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lhombre_core.bots.thumb.encode import fill_play, fill_thumb, player_row
from lhombre_core.engine.money.session import start
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.kernel import cache, fit, row
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.encode.money.money import money_book, new_purses, new_till
from lhombre_core.kernel.encode.play import play_tables
from lhombre_core.kernel.layout import INDEX, MISFIT, VERDICT, new_players, new_trace
from lhombre_core.kernel.loader import CompiledModule
from lhombre_core.kernel.room import BUFFER, DEAL, ROOM, new_scratch
from lhombre_core.kernel.space import Unencodable
from lhombre_core.kernel.stream import deal_key
from lhombre_core.sim.count.columns import Columns
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.play.backend import Block, Task
from lhombre_core.sim.play.line import Lines, between, columns_of, table_of
from lhombre_core.sim.play.sum import Sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.sim.play.reference import Reference

block: Final = CompiledModule("lhombre_core.kernel.compiled.block")

_DEALS: Final = 100_000
SIDE: Final = 2048
"""So many sessions are played side by side at most. Of fewer each pays more of what a side costs by
itself; of more, less stays in the caches from one stage to the next."""
PURSES: Final = 20 << 20
"""So many bytes the purses of a side have at most. Little of a purse is used, but numpy asks for
huge pages, with which all of it is memory; without them it takes longer."""
NO_TRACE: Final = new_trace(is_kept=False)
_MANY: Final = 1 << 28
"""How many deals are counted in rows of sums before these become part of a tally."""


class Kernel:
    """The backend that is made of the compiled kernel. It may be used by several threads."""

    block = _DEALS
    in_threads = True

    def __init__(self, task: Task) -> None:
        """Take the task; `Unencodable` where the kernel cannot play it.

        UsageError for a seed out of range or a number of players without rules.
        """
        self.task = task
        deal_key(task.seed, 0, 0)
        self.game: Game = prepare(task.rules)
        start(self.game, task.players)
        self.players = new_players([player_row(name) for name in task.bots])
        try:
            self._encode()
        except OverflowError as error:
            raise Unencodable("a number of the rules takes more than 64 bits") from error
        self.table = table_of(self.game, task.players)
        self._purse = new_purses(self.money, 1).nbytes
        self._reference: Reference | None = None
        self._rooms = local()

    def _encode(self) -> None:
        """Write the rules as arrays. OverflowError where a number does not fit into them."""
        self.book = new_book(self.game)
        fill_thumb(self.book, self.game)
        self.play = play_tables(self.game)
        fill_play(self.play, self.game)
        self.money = money_book(self.game)

    def run_block(
        self, sessions: range, deals: int | None = None, *, columns: bool = False
    ) -> Block:
        tally, counted = Tally(), Sums(self.table)
        parts: list[Columns] = []
        size = _side(len(sessions), self._purse)
        room = self._room(size)
        for first in range(sessions.start, sessions.stop, size):
            left = None if deals is None else deals - tally.deals - counted.deals
            if left is not None and left <= 0:
                break
            side = _Side(self, room, range(first, min(first + size, sessions.stop)))
            side.count(left, tally, counted)
            if columns:
                parts.extend(side.columns())
            if counted.deals >= _MANY:
                counted.pour(tally)
                counted = Sums(self.table)
        counted.pour(tally)
        cache.mark_filled()
        return Block(tally, Columns.join(parts) if columns else None)

    def _room(self, side: int) -> Room:
        """Return the room of this thread, large enough for so many sessions."""
        room: Room | None = getattr(self._rooms, "room", None)
        if room is None or len(room.purses) < side:
            room = self._rooms.room = Room(self, side)
        return room

    @property
    def reference(self) -> Reference:
        """The engine for sessions that do not fit."""
        from lhombre_core.sim.play.reference import Reference

        if self._reference is None:
            self._reference = Reference(self.task)
        return self._reference


def _side(sessions: int, purse: int) -> int:
    """Return how many of so many sessions are played side by side: sides are of about one size.

    `purse` is the size of a purse in bytes.
    """
    sides = max(1, -(-sessions // max(1, min(SIDE, PURSES // purse))))
    return max(1, -(-sessions // sides))


class Room:
    """What a thread writes over again and again: till, purses, deals, and rows of deals."""

    def __init__(self, kernel: Kernel, side: int) -> None:
        """Take the kernel, and for how many sessions there is to be room."""
        self.purses = new_purses(kernel.money, side)
        self.cut = np.zeros(side, np.int64)
        self.live = np.arange(side)
        self.till, self.deals = new_till(kernel.money), np.zeros(side, DEAL)
        self.scratch, self.cards = new_scratch(), np.zeros((), ROOM)
        self.verdict = np.zeros(VERDICT, np.int64)
        self.rows = np.zeros(BUFFER, np.uint64)
        self.lines = Lines(row.width(len(kernel.table.pools)))


class _Side:
    """Some sessions that are played side by side."""

    def __init__(self, kernel: Kernel, room: Room, sessions: range) -> None:
        self.kernel = kernel
        self.room = room
        self.sessions = sessions
        number = len(sessions)
        fit.require_room(kernel.money, room, number)
        fit.require_lines(kernel.money, room.lines.room(0, number), number)
        self.purses, self.cut = room.purses[:number], room.cut[:number]
        self.kept = np.zeros(number, np.bool_)
        self.others: dict[int, Block] = {}
        self.rows = self._play()

    def _play(self) -> NDArray[Any]:
        """Play all sessions to their ends, a deal of each in every round; return their rows."""
        room, live = self.room, self.room.live[: len(self.sessions)]
        live[:] = np.arange(len(live))
        stages = self._stages()
        rows, played, opened = room.lines.room(0, 0), 0, 0
        while len(live):
            rows = room.lines.room(played + opened, len(live))
            closed, begun = rows[played : played + opened], rows[played + opened :][: len(live)]
            played += opened
            opened = block.turn_over(
                self.kernel.money, room.till, self.purses, room.deals, live, closed, begun,
                room.verdict, self.cut,
            )  # fmt: skip
            live = live[:opened]
            for stage in stages:
                stage(live=live)
        return rows[:played]

    def _stages(self) -> tuple[Callable[..., None], ...]:
        """Return what plays a deal of each session that lives, but for its settlement.

        The first deals of all sessions are not yet open.
        """
        kernel, room = self.kernel, self.room
        book, seating, players = kernel.book, kernel.table.seating, kernel.players
        seed, first = np.uint64(kernel.task.seed), self.sessions.start
        block.start_sessions(kernel.money, room.till, self.purses, seed, first, kernel.task.players)
        common = {"book": book, "seating": seating, "deals": room.deals, "players": players}
        before_play = {**common, "scratch": room.scratch, "trace": NO_TRACE}
        return (
            partial(block.deal_out, deals=room.deals, seed=seed, first=first, rows=room.rows),
            partial(block.find_ombres, **before_play),
            partial(block.exchange_cards, **before_play),
            partial(
                block.play_deals, **common, play=kernel.play.rules, fixed=kernel.play.fixed,
                trace=NO_TRACE, room=room.cards,
            ),
        )  # fmt: skip

    def count(self, deals: int | None, tally: Tally, counted: Sums) -> None:
        """Count sessions in their order, up to that in which so many deals are reached.

        In `tally` those that the engine has played, in `counted` all others.
        """
        lengths = self.purses[:, INDEX].copy()
        misfits = self.purses[:, MISFIT] != 0
        end = len(lengths)
        for slot in np.flatnonzero(misfits).tolist():
            if deals is not None and lengths[:slot].sum() >= deals:
                break
            number = self.sessions[slot]
            other = self.kernel.reference.run_block(range(number, number + 1), columns=True)
            self.others[slot] = other
            lengths[slot] = other.tally.deals
        if deals is not None:
            end = min(end, int(np.searchsorted(np.cumsum(lengths), deals)) + 1)
        self.kept[:end] = ~misfits[:end]
        self.others = {slot: other for slot, other in self.others.items() if slot < end}
        for other in self.others.values():
            tally.merge(other.tally)
        if not self.kept.all():
            self.rows = self.rows[self.kept[self.rows[:, row.SLOT]]]
        counted.add_deals(self.rows)
        counted.add_sessions(self.purses, self.kept, self.cut)
        tally.last_session = int(lengths[end - 1])

    def columns(self) -> list[Columns]:
        """Return the columns of the sessions that were counted, in their order."""
        lengths = np.where(self.kept, self.purses[:, INDEX], 0)
        starts = np.cumsum(lengths) - lengths
        whole = columns_of(self.kernel.table, self.rows, starts, self.sessions.start)
        found, begun = list[Columns](), 0
        for slot in sorted(self.others):
            end = int(starts[slot])
            found.append(between(whole, begun, end))
            other = self.others[slot].columns
            if other is not None:
                found.append(other)
            begun = end
        found.append(between(whole, begun, len(whole)))
        return found
