"""The rows of deals as columns, in the order in which the sessions were played."""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel import row
from lhombre_core.kernel.bits import entry, inlined, prefetch, words
from lhombre_core.kernel.encode.money.column import LINE

_NOTHING: Final = -1
_MORT: Final = 3
_SUITS: Final = 4
_AHEAD: Final = 4
"""How many deals before its turn a row is called for."""


@entry
def lay_columns(rows, starts, order, first, seating, pools, large, deals, contracts, small):
    """Lay the rows of deals out as columns.

    The deals of a session lie from its place in `starts` on, by slot; `order` is room for a number
    a deal. `first` is the session of slot 0, `pools` are those that have columns. The columns are
    ``large``, int64: session, gains, pools; `deals`, int32; `contracts`, int16; ``small``, int8: as
    `lhombre_core.sim.play.kernel` names them.
    """
    for n in range(rows.shape[0]):
        line = words(rows, rows.shape[1] * n)
        order[starts[line[row.SLOT]] + line[row.INDEX]] = n
    for n in range(rows.shape[0]):
        if n + _AHEAD < rows.shape[0]:
            for part in range(0, rows.shape[1], LINE):
                prefetch(rows, rows.shape[1] * order[n + _AHEAD] + part)
        line = words(rows, rows.shape[1] * order[n])
        deals[n], contracts[n] = line[row.INDEX], line[row.CONTRACT]
        large[0, n] = first + line[row.SLOT]
        for player in range(seating.players):
            large[1 + player, n] = line[row.GAIN + player]
        for place in range(pools.shape[0]):
            at = 1 + seating.players + 2 * place
            large[at, n] = line[row.POOLS + 2 * pools[place]]
            large[at + 1, n] = line[row.POOLS + 2 * pools[place] + 1]
        _lay_small(line, seating, small, n)


@inlined
def _lay_small(line, seating, small, n):
    dealer, ombre, mort, trump = (
        line[row.DEALER], line[row.OMBRE], line[row.MORT], line[row.TRUMP],
    )  # fmt: skip
    played = line[row.CONTRACT] >= 0
    small[0, n], small[2, n], small[4, n] = dealer, ombre, mort
    small[1, n] = line[row.COLOUR] if played else _NOTHING
    small[3, n] = _NOTHING
    if played:
        small[3, n] = mort if ombre == _MORT else seating.active[dealer, ombre]
    small[5, n] = trump if played and trump < _SUITS else _NOTHING
    for seat in range(4):
        small[6 + seat, n] = line[row.TRICKS + seat]
    for column in range(row.OUTCOME, row.FIRST_FIVE + 1):
        small[10 + column - row.OUTCOME, n] = line[column]
