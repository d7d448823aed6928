"""What a seat decides before its first card: `bots.thumb.undertake` and `.evaluate`."""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, popcount
from lhombre_core.kernel.compiled.choice import either


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
    """Return whether the ombre gives the deal up, unasked, before the first trick (AV27)."""
    if deck.trumps != ZERO:
        return quarters(deck, hand) < style.give_up
    bad_cards = 0
    for lane in range(U(4)):
        bad_cards += play.bad[hand >> U(16) * lane & U(0x3FF)]
    return bad_cards >= style.give_up_no_trick


@inner
def collects(cards, hand, near, often):
    """Return whether an opponent tries to collect tricks; without trumps every opponent does.

    `cards` are the cards that count under the trumps: `lane.Note`, in play space, or the record
    `encode.thumb.TRUMP`, in card space. `hand` is the hand before his exchange, or with which play
    begins. `near` says that he plays directly after the ombre and that his style counts this,
    `often` that his style does what is only often right.
    """
    trumps = cards.trumps
    mine = popcount(hand & trumps) + either(near, ONE, ZERO)  # AV115
    king, is_black = hand & cards.kings != ZERO, cards.red == ZERO
    # With two trumps: in red a king, often (AV53); in black a king, or often without (AV52, AV54).
    likely = (king & often) | (is_black & (king | often))
    # A top trump (AV50) or three trumps (AV51); all other opponents support (AV55).
    strong = (hand & cards.tops != ZERO) | (mine >= U(3)) | ((mine == U(2)) & likely)
    return strong | (trumps == ZERO)
