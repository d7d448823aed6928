"""The card played to a trick that another has led, in a contract for tricks."""

from __future__ import annotations

from lhombre_core.bots.thumb.scene import Scene, longest
from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import EMPTY, Hand


def follow(scene: Scene, style: Style) -> int:
    """Return the card that is played to the trick."""
    if scene.is_ombre:
        return scene.lowest(scene.winners() or scene.legal)
    winners = _worth_winning(scene, style)
    if winners:
        return scene.lowest(winners)  # AV62
    others = scene.legal & ~scene.suit_of(scene.trick[0])
    if not others:
        return scene.lowest(scene.legal)
    plain = others & ~scene.trumps
    return _discard(scene, style, plain) if plain else scene.lowest(others)


def _worth_winning(scene: Scene, style: Style) -> Hand:
    """Return the cards with which an opponent takes the trick; none where he leaves it."""
    if scene.best_seat != scene.ombre:
        return EMPTY
    if scene.to_play and scene.my_tricks and not scene.collects(style):
        return EMPTY
    winners = scene.winners()
    if not winners & scene.suit_of(scene.trick[0]):
        winners &= ~scene.spadille  # AV83
    return winners


def _discard(scene: Scene, style: Style, plain: Hand) -> int:
    """Return the plain card that is thrown away by an opponent who need not follow."""
    if not scene.collects(style):
        if scene.my_tricks:
            return scene.highest(plain)  # AV70
        alone = _lone_king(scene, plain)
        if alone is not None:
            return alone
        middle = longest(scene.suits(), plain)
        if middle.bit_count() >= 3:  # AV68
            return scene.lowest(middle & ~(1 << scene.lowest(middle)))
    kings = scene.kings & scene.hand
    loose = EMPTY
    for suit in scene.suits():
        if not suit & kings:
            loose |= suit & plain
    return scene.lowest(longest(scene.suits(), loose or plain))


def _lone_king(scene: Scene, plain: Hand) -> int | None:
    """Return a plain king without another card of its suit, if a trick is hoped for elsewhere."""
    kings = scene.kings & scene.hand
    if kings.bit_count() < 2 and not scene.hand & scene.tops:
        return None
    for suit, order in scene.sequences():  # AV69
        if scene.hand & suit == 1 << order[0] and plain & suit:
            return order[0]
    return None
