"""What the player `thumb` plays to a trick in a contract for tricks: `bots.thumb.follow`."""

from __future__ import annotations

from lhombre_core.kernel.bits import ZERO, U, inner, lowest_bit, popcount
from lhombre_core.kernel.compiled.thumb_play_lane import (
    highest,
    lanes_of,
    longest,
    lowest,
    singles,
)


@inner
def follow_of_opponent(
    hand, legal, winners, lane, trumps, kings, tops, spadille, ombre_has_it, last, collects,
    my_tricks,
):  # fmt: skip
    """Return the card an opponent plays; `winners` are the legal cards that take the trick."""
    if ombre_has_it and (last or collects or my_tricks == ZERO):
        if winners & lane == ZERO:
            winners &= ~spadille
        if winners != ZERO:
            return lowest(winners, trumps)
    others = legal & ~lane
    if others == ZERO:
        return lowest_bit(legal)
    plain = others & ~trumps
    if plain == ZERO:
        return lowest_bit(others)
    mine = hand & kings
    if not collects:
        if my_tricks != ZERO:
            return highest(plain, trumps)
        if popcount(mine) >= U(2) or hand & tops != ZERO:
            alone = singles(hand & ~trumps) & kings & plain
            if alone != ZERO:
                return lowest_bit(alone)
        middle = longest(plain)
        if popcount(middle) >= U(3):
            return lowest_bit(middle & ~lowest_bit(middle))
    loose = plain & ~lanes_of(mine)
    return lowest_bit(longest(loose if loose != ZERO else plain))
