"""Rows of deals, a line each as `lhombre_core.kernel.row` says, and the columns made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.loader import CompiledModule
from lhombre_core.sim.count.columns import TRICKS, Columns, schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lhombre_core.engine.state.game import Game
    from lhombre_core.rules.variant import RuleSet

laying: Final = CompiledModule("lhombre_core.kernel.compiled.column")

_SMALL: Final = (
    *("dealer", "colour", "ombre_seat", "ombre", "mort", "trump", *TRICKS, "result", "vole"),
    *("vole_undertaken", "stopped", "conceded", "surrenderer", "first_five"),
)
"""The columns of small numbers, in the order in which `lay_columns` lays them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table at which deals are played: who sits where, and the names of what is counted."""

    rules: RuleSet
    players: int
    seating: NDArray[Any]
    pools: tuple[str, ...]
    used: tuple[int, ...]
    """The places of the pools that are used."""
    contracts: tuple[str, ...]


def table_of(game: Game, players: int) -> Table:
    """Return the table of a game; raise UsageError for a number of players without rules."""
    pools = game.rules.stakes.pools
    used = tuple(place for place, pool in enumerate(pools.values()) if pool.used)
    seating = new_seating(game, players)
    return Table(game.rules, players, seating, tuple(pools), used, tuple(game.contracts))


class Lines:
    """Rows of deals; they lie where others lay before: fresh memory costs more than a deal."""

    def __init__(self, width: int) -> None:
        """Take how many columns a row has."""
        self._rows = np.zeros((0, width), np.int64)

    def room(self, first: int, number: int) -> NDArray[Any]:
        """Return all rows, among which there is room for so many from number `first` on.

        Those before it stay as they are.
        """
        if first + number > len(self._rows):
            more = np.empty((2 * (first + number), self._rows.shape[1]), np.int64)
            more[:first] = self._rows[:first]
            self._rows = more
        return self._rows


def arguments(
    table: Table, rows: NDArray[Any], starts: NDArray[Any], first: int
) -> tuple[Any, ...]:
    """Return with what `lay_columns` is called; the last four are the columns."""
    number, players = len(rows), table.players
    used = np.array(table.used, np.int64)
    large = np.empty((1 + players + 2 * len(used), number), np.int64)
    deals, contracts = np.empty(number, np.int32), np.empty(number, np.int16)
    small, order = np.empty((len(_SMALL), number), np.int8), np.empty(number, np.int64)
    return rows, starts, order, first, table.seating, used, large, deals, contracts, small


def columns_of(table: Table, rows: NDArray[Any], starts: NDArray[Any], first: int) -> Columns:
    """Return the columns of rows, the deals of a session from its place in `starts` on.

    `starts` is int64, by slot; `first` is the session of slot 0.
    """
    asked = arguments(table, rows, starts, first)
    laying.lay_columns(*asked)
    large, deals, contracts, small = asked[-4:]
    arrays: dict[str, NDArray[Any]] = dict(zip(_SMALL, small, strict=True))
    arrays |= {"session": large[0], "deal": deals, "contract": contracts}
    rest = iter(large[1:])
    columns = schema(table.rules, table.players)
    found = [arrays.get(column.name) for column in columns]
    return Columns(
        {
            column.name: (next(rest) if array is None else array).view(column.dtype)
            for column, array in zip(columns, found, strict=True)
        },
        {},
    )


def between(columns: Columns, begun: int, end: int) -> Columns:
    """Return the columns of some of the deals, in which no amount is beyond 64 bits."""
    return Columns({name: array[begun:end] for name, array in columns.arrays.items()}, {})
