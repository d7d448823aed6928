"""The early stop of play: `lhombre_core.engine.phase.stop.is_fixed` as a table."""

from __future__ import annotations

from typing import Final

from lhombre_core.engine.phase.stop import First
from lhombre_core.kernel.bits import ONE, ZERO, U, inner, popcount
from lhombre_core.kernel.encode.ending import SPLITS

_OMBRE: Final = int(First.OMBRE)
_OPPONENTS: Final = int(First.OPPONENTS)
_MIXED: Final = int(First.MIXED)
_FIRST_FIVE: Final = U(0x155)
_EVERY_WINNER: Final = U(0x15555)


@inner
def roles_of(ombre, giver, seats):
    """Return the places of the ombre and of a, b, c (`encode.ending`), four bits each.

    `giver` is the seat that has given the deal up; the ombre himself if there is none.
    """
    roles = ombre
    shift = U(4)
    if giver != ombre:
        roles |= giver << shift
        shift += U(4)
    for place in range(U(4)):
        is_role = (place == ombre) | (place == giver)
        if place >= seats or not is_role:
            roles |= place << shift
            shift += U(4)
    return roles


@inner
def is_fixed(fixed, kind, roles, won, winners, played, ombre):
    """Return whether play stops after a trick while the vole is closed or undertaken.

    `kind` is the kind of ending; `won` are the tricks by place, four bits each, `winners` the seats
    that won the tricks, two bits each, `ombre` the seat of the ombre.
    """
    others = winners ^ ombre * _EVERY_WINNER
    mine = ~(others | others >> ONE) & _FIRST_FIVE
    tricks = min(played, U(5))
    mine = popcount(mine & ((ONE << (tricks << ONE)) - ONE))
    first = U(_OMBRE) if mine == tricks else U(_MIXED)
    first = U(_OPPONENTS) if mine == ZERO else first
    split = (
        U(100) * (won >> ((roles & U(15)) << U(2)) & U(15))
        + U(10) * (won >> ((roles >> U(4) & U(15)) << U(2)) & U(15))
        + (won >> ((roles >> U(8) & U(15)) << U(2)) & U(15))
    )
    last = won >> ((roles >> U(12)) << U(2)) & U(15)
    return (U(fixed[(U(kind) * U(3) + first) * U(SPLITS) + split]) >> last) & ONE != ZERO
