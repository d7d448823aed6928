"""What the player `thumb` does beside playing cards: `bots.thumb.undertake` and `.role`."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, popcount
from lhombre_core.kernel.compiled.choice import either
from lhombre_core.kernel.encode.thumb import Styles

STYLE: Final = Styles()


@inner
def quarters(deck, hand):
    """Return what a hand is worth in quarters of a trick; 0 without trumps."""
    mine = popcount(hand & deck.trumps)
    best = popcount(hand & (deck.spadille | deck.manille))
    worth = mine + U(3) * best + U(2) * popcount(hand & deck.kings)
    worth += U(2) * popcount(hand & deck.three) + popcount(hand & deck.two)
    if hand & deck.basta != ZERO:
        worth += U(3) if best == U(2) else U(2)
    if deck.red != ZERO and mine > U(4):
        worth += mine - U(4)
    return np.int64(worth) if deck.trumps != ZERO else 0


@inner
def gives_up(play, deck, hand, style):
    """Return whether the ombre gives the deal up before a trick is played, nobody being asked."""
    if deck.trumps != ZERO:
        return quarters(deck, hand) < style[STYLE.give_up]
    many = 0
    for lane in range(U(4)):
        many += play.bad[hand >> U(16) * lane & U(0x3FF)]
    return many >= style[STYLE.give_up_no_trick]


@inner
def collects(note, hand, near, often):
    """Return whether an opponent tries to collect tricks; without trumps each does.

    `hand` is that with which play began; `near` says that he plays directly after the ombre and
    is of a style that counts it, `often` that he is of one that does what is only often right.
    """
    trumps = note.trumps
    mine = popcount(hand & trumps) + either(near, ONE, ZERO)
    king, is_black = hand & note.kings != ZERO, note.red == ZERO
    likely = (king & often) | (is_black & (king | often))
    some = (hand & note.tops != ZERO) | (mine >= U(3)) | ((mine == U(2)) & likely)
    return some | (trumps == ZERO)
