"""Play space: hands laid out in it and taken back, and the cards that follow a lead."""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_bit, lowest_place
from lhombre_core.kernel.compiled.choice import either


@inner
def lay_out(into, number, hand):
    """Return a hand in the play space of a trump number."""
    return (
        into[number, 0, hand & U(255)]
        | into[number, 1, hand >> U(8) & U(255)]
        | into[number, 2, hand >> U(16) & U(255)]
        | into[number, 3, hand >> U(24) & U(255)]
        | into[number, 4, hand >> U(32) & U(255)]
    )


@inner
def take_up(out, number, hand):
    """Return a hand of the play space of a trump number in card space."""
    cards = ZERO
    while hand != ZERO:
        cards |= ONE << U(out[number, lowest_place(hand)])
        hand &= hand - ONE
    return cards


@inlined
def legal_cards(matadors, floor, free, hand, lane, counts):
    """Return the cards of a hand that may be played to the suit of a lane.

    `counts` is the trump that counts as led; the other words are those of `SpaceTables`.
    """
    held = hand & lane
    level = (counts & matadors) >> floor
    level -= level >> U(2)
    kept = free >> ((level << U(3)) + (held >> floor)) & ONE != ZERO
    # Cards of plain lanes are lower than the lowest matador.
    kept &= lowest_bit(held) >= ONE << floor
    return either((held == ZERO) | kept, hand, held)
