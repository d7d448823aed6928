"""The questions beside the cards: the vole, giving up, agreeing to it, taking the deal over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lhombre_core.bots.protocol import View
from lhombre_core.bots.thumb.evaluate import bad_cards, open_table, quarters, trump_table
from lhombre_core.bots.thumb.scene import Scene, each
from lhombre_core.bots.thumb.style import Style
from lhombre_core.engine.state.action import Action, Announce, Concede, PlayCard, Stop
from lhombre_core.rules.contract import Consent

_EARLIEST: Final = 4
"""The number of tricks before which the vole is not announced."""


def gives_up(view: View, style: Style) -> bool:
    """Return whether the ombre, who may, gives the deal up before his first card (AV27).

    He does so only if no opponent is asked; without trumps he gives up a nolo only.
    """
    seen, game = view.information, view.game
    contract = None if seen.contract is None else game.contracts[seen.contract]
    if contract is None or contract.concession.consent is not Consent.NOBODY or any(seen.tricks):
        return False
    if seen.trump is None:
        bad = len(bad_cards(open_table(game), seen.hand)) if game.orders.has_no_trump else 0
        return bad >= style.give_up_no_trick
    return quarters(trump_table(game, seen.trump), seen.hand) < style.give_up


def _worth(view: View) -> int:
    """Return the q of an opponent's hand under the trumps of the ombre; 0 without trumps."""
    seen = view.information
    return 0 if seen.trump is None else quarters(trump_table(view.game, seen.trump), seen.hand)


def agrees(view: View, style: Style) -> bool:
    """Return whether an opponent lets the ombre give up: his own hand is too weak to play."""
    return _worth(view) < style.exchange


def takes_over(view: View, style: Style) -> bool:
    """Return whether an opponent takes the deal over: his hand is good for it without exchange."""
    return _worth(view) >= style.solo


def goes_on(scene: Scene) -> bool:
    """Return whether the ombre goes for all tricks: each card is the highest unseen (AV26)."""
    return all(scene.is_master(card) for card in each(scene.hand))


def special(view: View, style: Style, scene: Scene, actions: Sequence[Action]) -> int | None:
    """Return the number of an act beside the cards, or None to play a card."""
    others = {
        type(action): place
        for place, action in enumerate(actions)
        if not isinstance(action, PlayCard)
    }
    if Stop in others and not goes_on(scene):
        return others[Stop]
    if Announce in others and sum(view.information.tricks) >= _EARLIEST and goes_on(scene):
        return others[Announce]
    if Concede in others and gives_up(view, style):
        return others[Concede]
    return None
