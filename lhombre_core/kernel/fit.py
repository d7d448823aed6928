"""Whether arrays are as large as compiled code takes them to be.

Compiled code looks at no length but those over which it loops: with an array too small it writes
over whatever lies behind. So whoever brings arrays together asks here once, before the calls, not
at each. What does not fit is a ValueError, since it is a fault of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from lhombre_core.kernel import row
from lhombre_core.kernel.encode.money.column import POOL_COUNT, POOLS, ROOM
from lhombre_core.kernel.encode.money.money import new_purses, new_till
from lhombre_core.kernel.layout import VERDICT
from lhombre_core.kernel.room import BUFFER

if TYPE_CHECKING:
    from numpy import ndarray


class Room(Protocol):
    """Where sessions are played side by side: arrays that the stages of `compiled.block` write."""

    till: Any
    purses: Any
    deals: Any
    cut: Any
    verdict: Any
    rows: Any


def require_room(money: ndarray, room: Room, sessions: int) -> None:
    """Require that so many sessions fit into a room; `money` is a book of `encode.money`."""
    till, purses = room.till, room.purses
    pools, lots = int(money[POOL_COUNT]), int(till[ROOM])
    if int(till[POOLS]) != pools:
        raise ValueError(f"the till has {till[POOLS]} pools; expected {pools}")
    require_rows("the till", till, len(new_till(money, lots)))
    least = new_purses(money, 0, lots).shape[1]
    require_rows("the purses", purses, sessions, max(least, purses.shape[-1]))
    require_rows("the deals", room.deals, sessions)
    require_rows("the marks of cut sessions", room.cut, sessions)
    require_rows("the verdict", room.verdict, VERDICT)
    require_rows("the buffer", room.rows, BUFFER)


def require_lines(money: ndarray, lines: ndarray, deals: int) -> None:
    """Require that the rows of so many deals, those of `kernel.row`, fit into lines."""
    require_rows("the rows of deals", lines, deals, row.width(int(money[POOL_COUNT])))


def require_rows(name: str, array: ndarray, least: int, *columns: int) -> None:
    """Require so many rows or more, each of just these columns."""
    shape = array.shape
    if not shape or shape[0] < least or shape[1:] != columns:
        wanted = " x ".join(map(str, (f"{least} or more", *columns)))
        raise ValueError(f"{name}: the array is {shape}; expected {wanted}")
