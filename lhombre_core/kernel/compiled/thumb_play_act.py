"""What the player `thumb` does beside playing cards: `bots.thumb.undertake` and `.role`."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, popcount
from lhombre_core.kernel.encode.play_card import (
    BASTA,
    KINGS,
    MANILLE,
    RED,
    SPADILLE,
    THREE,
    TWO,
)
from lhombre_core.kernel.space import NO_TRUMP
from lhombre_core.kernel.thumb import Styles

STYLE: Final = Styles()


@inner
def quarters(cards, number, trumps, hand):
    """Return what a hand is worth in quarters of a trick; 0 without trumps."""
    mine = popcount(hand & trumps)
    best = popcount(hand & (cards[number, SPADILLE] | cards[number, MANILLE]))
    worth = mine + U(3) * best + U(2) * popcount(hand & cards[number, KINGS])
    worth += U(2) * popcount(hand & cards[number, THREE]) + popcount(hand & cards[number, TWO])
    if hand & cards[number, BASTA] != ZERO:
        worth += U(3) if best == U(2) else U(2)
    if cards[number, RED] != ZERO and mine > U(4):
        worth += mine - U(4)
    return np.int64(worth) if number != NO_TRUMP else 0


@inner
def gives_up(cards, bad, number, trumps, hand, give_up, give_up_no_trick):
    """Return whether the ombre gives the deal up before a trick is played, nobody being asked."""
    few = quarters(cards, number, trumps, hand) < give_up
    many = 0
    for lane in range(4):
        many += bad[hand >> U(16 * lane) & U(0x3FF)]
    return few if number != NO_TRUMP else many >= give_up_no_trick


@inner
def collects(trumps, tops, kings, red, hand, near, often):
    """Return whether an opponent tries to collect tricks where there are trumps.

    `hand` is that with which play began; `near` says that he plays directly after the ombre and
    is of a style that counts it, `often` that he is of one that does what is only often right.
    """
    if hand & tops != ZERO:
        return True
    mine = popcount(hand & trumps)
    if near:
        mine += ONE
    if mine >= U(3):
        return True
    if mine < U(2):
        return False
    king = hand & kings != ZERO
    if red:
        return king and often
    return king or often
