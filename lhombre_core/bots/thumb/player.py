"""The bot itself: it answers each phase of a deal by a part of the rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.thumb.bid import Wanted, choose_bid, choose_contract, situation_of, wanted
from lhombre_core.bots.thumb.evaluate import best_suit
from lhombre_core.bots.thumb.exchange import SOLO, choose_discard
from lhombre_core.bots.thumb.follow import follow
from lhombre_core.bots.thumb.lead import lead
from lhombre_core.bots.thumb.nolo import play_against_nolo, play_nolo
from lhombre_core.bots.thumb.scene import Scene
from lhombre_core.bots.thumb.style import Style
from lhombre_core.bots.thumb.undertake import agrees, gives_up, special, takes_over
from lhombre_core.engine.state.action import Action, Agree, NameTrump, PlayCard, TakeOver
from lhombre_core.engine.state.state import Phase


class Thumb:
    """A player by rules of thumb, in one of three styles, without chance."""

    def __init__(self, style: Style) -> None:
        """Take the thresholds from which it bids, turns and gives up."""
        self.style = style

    def choose(self, view: View, actions: Sequence[Action], draw: Draw) -> int:
        match view.phase:
            case Phase.PLAY:
                return self._play(view, actions)
            case Phase.AUCTION:
                return choose_bid(self._wanted(view), view.game, actions)
            case Phase.DECLARE:
                return choose_contract(self._wanted(view), view, actions)
            case Phase.NAME:
                return _name(view, actions)
            case Phase.EXCHANGE:
                return choose_discard(view, self.style, actions)
            case _:
                return self._answer(view, actions)

    def _wanted(self, view: View) -> Wanted:
        return wanted(view.game, self.style, view.information.hand, situation_of(view))

    def _play(self, view: View, actions: Sequence[Action]) -> int:
        scene = Scene(view.game, view.information, actions)
        if not isinstance(actions[-1], PlayCard):
            place = special(view, self.style, scene, actions)
            if place is not None:
                return place
        if scene.no_trick:
            card = play_nolo(scene) if scene.is_ombre else play_against_nolo(scene)
        elif scene.trick:
            card = follow(scene, self.style)
        else:
            card = lead(scene, self.style)
        return (scene.legal & ((1 << card) - 1)).bit_count()

    def _answer(self, view: View, actions: Sequence[Action]) -> int:
        """Return the number of the answer to a question: 0 for the first act, 1 for the second."""
        match view.phase:
            case Phase.YIELD:
                return int(gives_up(view, self.style))
            case Phase.CONSENT if isinstance(actions[0], TakeOver):
                return int(takes_over(view, self.style))
            case Phase.CONSENT if isinstance(actions[0], Agree):
                return int(agrees(view, self.style))
            case Phase.ENTER:
                return int(self.style.mort)
            case _:
                return 0


def _name(view: View, actions: Sequence[Action]) -> int:
    seen = view.information
    suits = [action.suit for action in actions if isinstance(action, NameTrump)]
    contract = None if seen.contract is None else view.game.contracts[seen.contract]
    solo = contract is not None and contract.family in SOLO
    return suits.index(best_suit(view.game, suits, seen.hand, seen.privileged, solo=solo))
