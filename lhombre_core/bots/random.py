"""The bot `random`: it chooses legal acts by chance and passes often, so that all contracts occur.

In the order of `docs/reference/players.md`, each number drawn by `draw` of the decision:

* auction: `draw(8)` below 4, below 7 once somebody has bid, passes; otherwise `draw(bids)` is the
  number of the bid;
* resting player asked to enter: he enters if `draw(4)` is 0;
* exchange: may the turn be ceded, `draw(4)` 0 cedes; then `least + draw(most - least + 1)` is how
  many cards go, then `draw(sets of that size)` which; a discard of one card kept is any of them;
* play: may he stop, `draw(2)` 0 stops; may he announce the vole, he does if no card may be played
  or `draw(16)` is 0; may he give up, `draw(64)` 0 gives up; else `draw(cards)` is the card, counted
  in a hand that is laid out (`Follow.places`);
* asked before the first lead whether he gives up: `draw(16)` 0 gives up;
* all else: `draw(acts)` is the number of the act.

A number is drawn only where the act that depends on it is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state.action import Action, Announce, Concede, PlayCard, Stop
from lhombre_core.engine.state.state import Phase

_PASSES: Final = 4
_PASSES_ON_A_BID: Final = 7
"""The passes among eight chances to bid: before the first bid, and after it."""


class Random:
    """A player that chooses by chance."""

    def choose(self, view: View, actions: Sequence[Action], draw: Draw) -> int:
        match view.phase:
            case Phase.PLAY:
                return _play(view, actions, draw)
            case Phase.AUCTION:
                passes = _PASSES if view.standing is None else _PASSES_ON_A_BID
                return 0 if draw(8) < passes else 1 + draw(len(actions) - 1)
            case Phase.EXCHANGE if isinstance(actions, Discards):
                return _discard(actions, draw)
            case Phase.ENTER:
                return int(draw(4) == 0)
            case Phase.YIELD:
                return int(draw(16) == 0)
            case _:
                return draw(len(actions))


def _play(view: View, actions: Sequence[Action], draw: Draw) -> int:
    cards = len(actions)
    last = actions[-1]
    if not isinstance(last, PlayCard):
        while cards and not isinstance(actions[cards - 1], PlayCard):
            cards -= 1
        others = {type(action): place for place, action in enumerate(actions[cards:], cards)}
        if Stop in others and draw(2) == 0:
            return others[Stop]
        if Announce in others and (not cards or draw(16) == 0):
            return others[Announce]
        if Concede in others and draw(64) == 0:
            return others[Concede]
    if cards < 2:
        return 0
    places = view.follow.places
    laid_out = sorted(range(cards), key=lambda place: places[_card(actions[place])])
    return laid_out[draw(cards)]


def _card(action: Action) -> int:
    return action.card if isinstance(action, PlayCard) else -1


def _discard(actions: Discards, draw: Draw) -> int:
    if actions.after and draw(4) == 0:
        return len(actions) - 1
    held = actions.hand.bit_count()
    size = actions.least + draw(actions.most - actions.least + 1)
    before = sum(comb(held, smaller) for smaller in range(actions.least, size))
    return before + draw(comb(held, size))
