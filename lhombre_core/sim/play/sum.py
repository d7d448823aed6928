"""What the compiled kernel counts, in rows of sums, and the tally that is made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lhombre_core.kernel import count
from lhombre_core.kernel.loader import CompiledModule
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.count.statistic import Spread
from lhombre_core.sim.count.tally import ContractTally, Key, PoolTally, Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.sim.play.line import Table

counting: Final = CompiledModule("lhombre_core.kernel.compiled.count")

_OUTCOMES: Final = tuple(Outcome)
_ROLES: Final = ("ombre", "opponent", "resting")


class Sums:
    """What has been counted of sessions, of fewer than 2**31 deals."""

    def __init__(self, table: Table) -> None:
        """Take the table; nothing has been counted."""
        self._table = table
        self._pools = pools = len(table.pools)
        contracts = len(table.contracts)
        self._counts = np.zeros((contracts, count.COUNTS), np.int64)
        self._sums = count.new_sums(count.POOLS + 2 * pools + 2 * contracts)
        self._of_sessions = count.new_sums(count.OF_SESSIONS)
        self._groups, self._own = count.new_groups(pools), count.new_own(contracts)
        self._part = Tally()

    @property
    def deals(self) -> int:
        """How many deals have been counted."""
        return self._part.deals

    def add_deals(self, rows: NDArray[Any]) -> None:
        """Count the deals of rows."""
        self._part.deals += len(rows)
        self._part.void += counting.count_deals(*self.of_deals(rows))

    def add_sessions(self, purses: NDArray[Any], kept: NDArray[Any], cut: NDArray[Any]) -> None:
        """Count the ends of the sessions that are `kept`."""
        ends, cuts = counting.count_sessions(*self.of_sessions(purses, kept, cut))
        self._part.sessions += ends
        self._part.cut += cuts

    def of_deals(self, rows: NDArray[Any]) -> tuple[Any, ...]:
        """Return with what `count_deals` is called."""
        seating, groups = self._table.seating, self._groups
        return rows, seating, self._pools, groups, self._own, self._counts, self._sums

    def of_sessions(
        self, purses: NDArray[Any], kept: NDArray[Any], cut: NDArray[Any]
    ) -> tuple[Any, ...]:
        """Return with what `count_sessions` is called."""
        return purses, kept, cut, self._table.players, self._of_sessions

    def pour(self, tally: Tally) -> None:
        """Count all of it in a tally as well, whose last session stays what it is."""
        part, last = self._part, tally.last_session
        for seat in Seat:
            _put(part.seats, format_seat(seat), self._sums[count.SEATS + seat])
        for place, role in enumerate(_ROLES):
            _put(part.roles, role, self._sums[count.ROLES + place])
        self._put_sessions(part)
        self._put_pools(part)
        self._put_contracts(part)
        tally.merge(part)
        tally.last_session = last

    def _put_sessions(self, part: Tally) -> None:
        sums = self._of_sessions
        part.bank = _spread(sums[count.BANK_SUMS])
        part.lengths = _spread(sums[count.LENGTHS])
        for player in range(self._table.players):
            _put(part.players, player, sums[player])

    def _put_pools(self, part: Tally) -> None:
        for pool in self._table.used:
            at = count.POOLS + 2 * pool
            opening, end = self._sums[at], self._sums[at + 1]
            if opening[count.NUMBER]:
                part.pools[self._table.pools[pool]] = PoolTally(_spread(opening), _spread(end))

    def _put_contracts(self, part: Tally) -> None:
        first = count.POOLS + 2 * self._pools
        for place, name in enumerate(self._table.contracts):
            counts = self._counts[place].tolist()
            if any(counts[: count.CONCEDED]):
                part.contracts[name] = _contract(counts, self._sums[first + 2 * place :])


def _spread(sums: NDArray[Any]) -> Spread:
    number, low, high, *squares, least, most = sums.tolist()
    if not number:
        return Spread()
    square = sum(digit << 32 * place for place, digit in enumerate(squares))
    return Spread(number, (high << 32) + low, square, least, most)


def _put(table: dict[Key, Spread], key: Key, sums: NDArray[Any]) -> None:
    if sums[count.NUMBER]:
        table[key] = _spread(sums)


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
