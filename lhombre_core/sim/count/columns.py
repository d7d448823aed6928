"""The columns of a run: what is written down of every deal, one array a column.

A backend fills arrays of fixed types and makes no object of a deal. `schema` says which they are;
what stands in them for nothing, and for an amount that no array can hold, is said below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lhombre_core.cards import Suit
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.variant import RuleSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays: TypeAlias = Mapping[str, NDArray[Any]]

NOTHING: Final = -1
"""Stands in an array for nothing: no contract, no ombre, no trump suit."""

BEYOND: Final = -(1 << 63)
"""Stands for an amount outside of 64 bits (this one included), which `Columns.beyond` has."""

LARGEST: Final = (1 << 63) - 1

COLOURS: Final = ("plain", "couleur", "sur")
RESULTS: Final = tuple(str(outcome) for outcome in Outcome)
SEATS: Final = tuple(format_seat(seat) for seat in Seat)
TRUMPS: Final = tuple(suit.name for suit in Suit)
TRICKS: Final = tuple(f"tricks_{format_seat(seat)}" for seat in list(Seat)[:4])


class Kind(StrEnum):
    """What the numbers of a column mean, and how they are stored in Parquet."""

    COUNT = "count"
    """The number itself."""
    WORD = "word"
    """A place in `Column.words`, from 0; text in Parquet."""
    PLAYER = "player"
    """A player by number, or nothing."""
    FLAG = "flag"
    """Truth."""
    AMOUNT = "amount"
    """Counters, of any size."""


@frozen
class Column:
    """One column: its name, what its numbers mean, and the type of its array."""

    name: str
    kind: Kind
    dtype: str
    """As numpy names it."""
    words: tuple[str, ...] = ()


def schema(rules: RuleSet, players: int) -> tuple[Column, ...]:
    """Return the columns of a run with so many at the table, in their order.

    The pools are those that are in use, each with what it holds when the deal is open and after
    its settlement.
    """
    pools = [name for name, pool in rules.stakes.pools.items() if pool.used]
    return (
        Column("session", Kind.COUNT, "int64"),
        Column("deal", Kind.COUNT, "int32"),
        Column("dealer", Kind.PLAYER, "int8"),
        Column("contract", Kind.WORD, "int16", tuple(rules.contracts)),
        Column("colour", Kind.WORD, "int8", COLOURS),
        Column("ombre_seat", Kind.WORD, "int8", SEATS),
        Column("ombre", Kind.PLAYER, "int8"),
        Column("mort", Kind.PLAYER, "int8"),
        Column("trump", Kind.WORD, "int8", TRUMPS),
        *(Column(name, Kind.COUNT, "int8") for name in TRICKS),
        Column("result", Kind.WORD, "int8", RESULTS),
        Column("vole", Kind.COUNT, "int8"),
        Column("vole_undertaken", Kind.FLAG, "bool"),
        Column("stopped", Kind.FLAG, "bool"),
        Column("conceded", Kind.FLAG, "bool"),
        Column("surrenderer", Kind.WORD, "int8", SEATS),
        Column("first_five", Kind.COUNT, "int8"),
        *(Column(f"gain_{player}", Kind.AMOUNT, "int64") for player in range(players)),
        *(
            Column(f"{name.replace('-', '_')}_{moment}", Kind.AMOUNT, "int64")
            for name in pools
            for moment in ("opening", "end")
        ),
    )


@frozen
class Columns:
    """The columns of some deals: an array for each name of the schema, all of one length."""

    arrays: Arrays
    beyond: Mapping[int, Mapping[str, int]]
    """The amounts that are outside of 64 bits: by row, from 0, and name of the column."""

    def __len__(self) -> int:
        """Return how many deals there are."""
        return len(self.arrays["session"])

    @classmethod
    def join(cls, parts: Sequence[Columns]) -> Columns:
        """Return the columns of several blocks one after another."""
        import numpy as np

        if len(parts) == 1:
            return parts[0]
        beyond: dict[int, Mapping[str, int]] = {}
        before = 0
        for part in parts:
            beyond |= {before + row: amounts for row, amounts in part.beyond.items()}
            before += len(part)
        names = parts[0].arrays
        arrays = {name: np.concatenate([part.arrays[name] for part in parts]) for name in names}
        return cls(arrays, beyond)


class Rows:
    """Deals written down one by one, for a backend that plays them so."""

    def __init__(self, columns: Sequence[Column]) -> None:
        """Take the schema; there are no deals yet."""
        self._columns = columns
        self._rows: list[Sequence[int]] = []

    def add(self, values: Sequence[int]) -> None:
        """Write one deal down: a number for each column, amounts of any size."""
        self._rows.append(values)

    def columns(self) -> Columns:
        """Return what has been written down."""
        import numpy as np

        arrays: dict[str, NDArray[Any]] = {}
        beyond: dict[int, dict[str, int]] = {}
        for place, column in enumerate(self._columns):
            values = [row[place] for row in self._rows]
            if column.kind is Kind.AMOUNT:
                for row, value in enumerate(values):
                    if not BEYOND < value <= LARGEST:
                        beyond.setdefault(row, {})[column.name] = value
                        values[row] = BEYOND
            arrays[column.name] = np.array(values, column.dtype)
        return Columns(arrays, beyond)
