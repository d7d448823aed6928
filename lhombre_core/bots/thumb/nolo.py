"""The play of a contract in which the ombre is to take no trick: his own."""

from __future__ import annotations

from lhombre_core.bots.thumb.evaluate import DISPLAY_PLACE, dangerous_lead, open_table
from lhombre_core.bots.thumb.scene import Scene, each
from lhombre_core.cards import Hand
from lhombre_core.rules.contract import Family


def play_nolo(scene: Scene) -> int:
    """Return the card the ombre plays."""
    if not scene.trick:
        return _lead(scene)
    under = scene.legal & ~scene.winners()
    return scene.highest(under) if under else scene.lowest(scene.legal)


def _lead(scene: Scene) -> int:
    if scene.contract.family is Family.NO_TRICK_OPEN and not scene.information.played:
        card = dangerous_lead(open_table(scene.game), scene.hand)
        if card is not None:  # AV24, AV46
            return card
    return safest(scene, scene.legal)


def safest(scene: Scene, cards: Hand) -> int:
    """Return the card that is least likely to win when it is led.

    That is one with unseen cards above it, with as few as can be below and then as many above; of
    equal ones the lowest of its suit, then the first of ♠ ♣ ♥ ♦.
    """

    def risk(card: int) -> tuple[bool, int, int, int, int]:
        below, above = scene.unseen_below(card), scene.unseen_above(card)
        return above == 0, below, -above, scene.strengths[card], DISPLAY_PLACE[card]

    return min(each(cards), key=risk)
