"""Sessions played by the compiled kernel, many side by side.

What does not fit into it, payments beyond 49 bits, sums beyond 60 or a ledger without room, is
found out by the kernel itself; such a session is played by the reference engine from its start. So
what a session brings is the same from either.
"""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lhombre_core.bots.thumb.encode import fill_play, fill_thumb, player_row
from lhombre_core.engine.game import Game, prepare
from lhombre_core.engine.session import start
from lhombre_core.kernel import cache, count, row
from lhombre_core.kernel.argument import Fixed
from lhombre_core.kernel.bench import BUFFER, DEAL, ROOM, new_scratch
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.encode.money import money_book, new_purses, new_till
from lhombre_core.kernel.encode.play import play_tables
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.layout import INDEX, MISFIT, STYLE, TRACE, VERDICT
from lhombre_core.kernel.native import Compiled
from lhombre_core.kernel.stream import deal_key
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.backend import Block, Task
from lhombre_core.sim.columns import NOTHING, Columns, schema
from lhombre_core.sim.statistic import Spread
from lhombre_core.sim.tally import ContractTally, PoolTally, Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.sim.reference import Reference

block: Final = Compiled("lhombre_core.kernel.compiled.block")
counting: Final = Compiled("lhombre_core.kernel.compiled.count")

_DEALS: Final = 100_000
SIDE: Final = 1024
"""How many sessions are played side by side: what their stages read stays in the second cache."""
NO_TRACE: Final = np.zeros((0, TRACE), np.int64)
_OUTCOMES: Final = tuple(Outcome)
_ROLES: Final = ("ombre", "opponent", "resting")


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
        self.players = np.array([player_row(name) for name in task.bots], np.int64)
        self.book = new_book(self.game)
        fill_thumb(self.book, self.game)
        self.play = play_tables(self.game)
        fill_play(self.play, self.game)
        self.money = money_book(self.game)
        self.seating = new_seating(self.game, task.players)
        self.pools = tuple(self.game.rules.stakes.pools)
        self.used = [n for n, p in enumerate(self.game.rules.stakes.pools.values()) if p.used]
        self.contracts = tuple(self.game.contracts)
        self._reference: Reference | None = None
        self._rooms = local()

    def run_block(
        self, sessions: range, deals: int | None = None, *, columns: bool = False
    ) -> Block:
        tally = Tally()
        parts: list[Columns] = []
        room = self._room(min(SIDE, max(1, len(sessions))))
        for first in range(sessions.start, sessions.stop, SIDE):
            left = None if deals is None else deals - tally.deals
            if left is not None and left <= 0:
                break
            side = _Side(self, room, range(first, min(first + SIDE, sessions.stop)))
            side.count(left, tally)
            if columns:
                parts.extend(side.columns())
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
        from lhombre_core.sim.reference import Reference

        if self._reference is None:
            self._reference = Reference(self.task)
        return self._reference


class Room:
    """What a thread writes over again and again: till, purses, deals, and rows of deals."""

    def __init__(self, kernel: Kernel, side: int) -> None:
        """Take the kernel, and for how many sessions there is to be room."""
        self.till = new_till(kernel.money)
        self.purses = new_purses(kernel.money, side)
        self.deals = np.zeros(side, DEAL)
        self.cut = np.zeros(side, np.int64)
        self.scratch = new_scratch()
        self.styles = np.zeros((4, STYLE), np.int64)
        self.verdict = np.zeros(VERDICT, np.int64)
        self.cards = np.zeros((), ROOM)
        self.rows = np.zeros(BUFFER, np.uint64)
        self._lines = np.zeros((0, row.width(len(kernel.pools))), np.int64)

    def lines(self, first: int, number: int) -> NDArray[Any]:
        """Return so many rows of deals, from number `first` on; those before it stay as they are.

        They lie where those of other sessions lay before: fresh memory costs more than a deal.
        """
        if first + number > len(self._lines):
            more = np.empty((2 * (first + number), self._lines.shape[1]), np.int64)
            more[:first] = self._lines[:first]
            self._lines = more
        return self._lines[first : first + number]


class _Side:
    """Some sessions that are played side by side."""

    def __init__(self, kernel: Kernel, room: Room, sessions: range) -> None:
        self.kernel = kernel
        self.room = room
        self.sessions = sessions
        number = len(sessions)
        self.purses, self.deals, self.cut = room.purses[:number], room.deals, room.cut[:number]
        self.kept = np.zeros(number, np.bool_)
        self.others: dict[int, Block] = {}
        self.rows = self._play()

    def _play(self) -> NDArray[Any]:
        """Play all sessions to their ends, a deal of each in every round; return their rows."""
        kernel, room = self.kernel, self.room
        seed, first = np.uint64(kernel.task.seed), self.sessions.start
        money, till, book = Fixed(kernel.money), Fixed(room.till), Fixed(kernel.book)
        seating, players = Fixed(kernel.seating), Fixed(kernel.players)
        play, fixed, cards = Fixed(kernel.play.rules), Fixed(kernel.play.fixed), Fixed(room.cards)
        purses, deals, cut = Fixed(self.purses), Fixed(self.deals), Fixed(self.cut)
        scratch, styles, trace = Fixed(room.scratch), Fixed(room.styles), Fixed(NO_TRACE)
        block.start_sessions(money, till, purses, seed, first, kernel.task.players)
        live = np.arange(len(self.sessions))
        played = opened = 0
        while len(live):
            begun = room.lines(played + opened, len(live))
            rows = room.lines(played, opened)
            left = block.turn_over(money, till, purses, deals, live, rows, begun, room.verdict, cut)
            played, opened, live = played + opened, left, live[:left]
            block.deal_out(deals, live, seed, first, room.rows)
            block.find_ombres(book, seating, deals, live, scratch, players, styles, trace)
            block.exchange_cards(book, seating, deals, live, scratch, players, styles, trace)
            block.play_deals(book, play, fixed, seating, deals, live, players, trace, cards)
        return room.lines(0, played)

    def count(self, deals: int | None, tally: Tally) -> None:
        """Count sessions in their order, up to that in which so many deals are reached."""
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
        self._count_sessions(tally)
        self._count_deals(tally)
        tally.last_session = int(lengths[end - 1])

    def _count_sessions(self, tally: Tally) -> None:
        sums = count.new_sums(count.OF_SESSIONS)
        players = self.kernel.task.players
        sessions, cut = counting.count_sessions(self.purses, self.kept, self.cut, players, sums)
        part = Tally(
            sessions=sessions,
            cut=cut,
            bank=_spread(sums[count.BANK_SUMS]),
            lengths=_spread(sums[count.LENGTHS]),
        )
        if sessions:
            part.players = {player: _spread(sums[player]) for player in range(players)}
        tally.merge(part)

    def _count_deals(self, tally: Tally) -> None:
        kernel = self.kernel
        pools, contracts = len(kernel.pools), len(kernel.contracts)
        counts = np.zeros((contracts, count.COUNTS), np.int64)
        sums = count.new_sums(count.POOLS + 2 * pools + 2 * contracts)
        seating = kernel.seating
        found, void = counting.count_deals(self.rows, self.kept, seating, pools, counts, sums)
        part = Tally(deals=found, void=void)
        for seat in Seat:
            _put(part.seats, format_seat(seat), sums[count.SEATS + seat])
        for place, role in enumerate(_ROLES):
            _put(part.roles, role, sums[count.ROLES + place])
        for pool in kernel.used:
            opening, end = (sums[count.POOLS + 2 * pool + moment] for moment in (0, 1))
            if opening[count.NUMBER]:
                part.pools[kernel.pools[pool]] = PoolTally(_spread(opening), _spread(end))
        for place, name in enumerate(kernel.contracts):
            if counts[place, : count.CONCEDED].any():
                own = sums[count.POOLS + 2 * pools + 2 * place :]
                part.contracts[name] = _contract(counts[place].tolist(), own)
        tally.merge(part)

    def columns(self) -> list[Columns]:
        """Return the columns of the sessions that were counted, in their order."""
        found = []
        order = np.lexsort((self.rows[:, row.INDEX], self.rows[:, row.SLOT]))
        rows = self.rows[order]
        slots = rows[:, row.SLOT]
        begun = 0
        for slot in sorted(self.others):
            found.append(self._columns(rows[(slots >= begun) & (slots < slot)]))
            other = self.others[slot].columns
            if other is not None:
                found.append(other)
            begun = slot + 1
        found.append(self._columns(rows[slots >= begun]))
        return found

    def _columns(self, rows: NDArray[Any]) -> Columns:
        kernel = self.kernel
        rows = rows[self.kept[rows[:, row.SLOT]]]
        played = rows[:, row.CONTRACT] >= 0
        ombre = rows[:, row.OMBRE]
        active = kernel.seating["active"][rows[:, row.DEALER], np.clip(ombre, 0, 2)]
        player = np.where(ombre == Seat.MORT, rows[:, row.MORT], active)
        trump = rows[:, row.TRUMP]
        arrays = {
            "session": rows[:, row.SLOT] + self.sessions.start,
            "deal": rows[:, row.INDEX],
            "dealer": rows[:, row.DEALER],
            "contract": rows[:, row.CONTRACT],
            "colour": np.where(played, rows[:, row.COLOUR], NOTHING),
            "ombre_seat": ombre,
            "ombre": np.where(played, player, NOTHING),
            "mort": rows[:, row.MORT],
            "trump": np.where(played & (trump < 4), trump, NOTHING),
            "result": rows[:, row.OUTCOME],
            "vole": rows[:, row.VOLE],
            "vole_undertaken": rows[:, row.VOLE_UNDERTAKEN],
            "stopped": rows[:, row.STOPPED],
            "conceded": rows[:, row.CONCEDED],
            "surrenderer": rows[:, row.SURRENDERER],
            "first_five": rows[:, row.FIRST_FIVE],
        }
        sources = [row.TRICKS + seat for seat in range(4)]
        sources += [row.GAIN + gained for gained in range(kernel.task.players)]
        sources += [row.POOLS + 2 * pool + moment for pool in kernel.used for moment in (0, 1)]
        rest = iter(sources)
        return Columns(
            {
                column.name: (
                    arrays[column.name] if column.name in arrays else rows[:, next(rest)]
                ).astype(column.dtype)
                for column in schema(kernel.task.rules, kernel.task.players)
            },
            {},
        )


def _spread(sums: NDArray[Any]) -> Spread:
    number, low, high, *squares, least, most = sums.tolist()
    if not number:
        return Spread()
    square = sum(digit << 32 * place for place, digit in enumerate(squares))
    return Spread(number, (high << 32) + low, square, least, most)


def _put(table: dict[str, Spread], name: str, sums: NDArray[Any]) -> None:
    if sums[count.NUMBER]:
        table[name] = _spread(sums)


def _contract(counts: list[int], sums: NDArray[Any]) -> ContractTally:
    results = dict(zip(_OUTCOMES, counts[: count.CONCEDED], strict=True))
    return ContractTally(
        results={outcome: number for outcome, number in results.items() if number},
        conceded=counts[count.CONCEDED],
        taken_over=counts[count.TAKEN_OVER],
        stopped=counts[count.STOPPED],
        vole_undertaken=counts[count.UNDERTAKEN],
        vole_made=counts[count.MADE],
        first_five=counts[count.FIRST_FIVE],
        first_five_against=counts[count.FIRST_FIVE_AGAINST],
        tricks=_spread(sums[0]),
        counters=_spread(sums[1]),
    )
