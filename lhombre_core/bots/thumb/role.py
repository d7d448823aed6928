"""Which opponent collects tricks, and which supports him by taking exactly one.

Against an ombre with four tricks the other five beat him only when they fall 4-1 or 5-0.
"""

from __future__ import annotations

from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import TRUMP, Hand, Suit, hand_of, is_red
from lhombre_core.engine.state.game import Game


def collects(game: Game, style: Style, hand: Hand, trump: Suit | None, *, near: bool) -> bool:
    """Return whether an opponent with a hand tries to collect four tricks (AV50 to AV55).

    `near` says that he sits at the ombre's right, directly after him. Without trumps, or before
    they are known, nobody collects.
    """
    if trump is None:
        return False
    ranking = game.ranking(trump)
    if hand & hand_of(ranking.trumps[:3]):  # AV50
        return True
    trumps = (hand & ranking.suit_masks[TRUMP]).bit_count()
    if near and style.near:  # AV115
        trumps += 1
    if trumps >= 3:  # AV51
        return True
    if trumps < 2:  # AV55
        return False
    king = any(hand >> cards[0] & 1 for cards in ranking.sequences[:TRUMP] if cards)
    if is_red(trump):
        return king and style.often  # AV53
    return king or style.often  # AV52, AV54
