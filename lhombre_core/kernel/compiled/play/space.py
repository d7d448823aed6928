"""Hands from card space into play space and back."""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, lowest_place


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
    found = ZERO
    while hand != ZERO:
        found |= ONE << U(out[number, lowest_place(hand)])
        hand &= hand - ONE
    return found
