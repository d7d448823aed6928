"""One deal of a simulation: who is asked when, and what chance does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lhombre_core.bots.protocol import Bot, Draw, View
from lhombre_core.cards import Suit
from lhombre_core.engine.action import CHANCE, DealCards, TurnSecondPack
from lhombre_core.engine.deal import force, legal_actions
from lhombre_core.engine.state import Phase, State
from lhombre_core.kernel.stream import Purpose, below, deal, fold
from lhombre_core.notation import Seat

_SEATS: Final = tuple(Seat)
_SECOND_PACK: Final = Purpose.SECOND_PACK << 40


def deal_cards(state: State, seed: int, session: int) -> State:
    """Return the state after the cards of its deal are dealt, the same under every variant."""
    dealt = deal(seed, session, state.deal_index)
    return force(state, DealCards(dealt.hands, dealt.talon))


def turned_suit(key: int) -> Suit:
    """Return the suit that is turned from a second pack, by the key of the deal."""
    return Suit(below(fold(key, _SECOND_PACK), len(Suit)))


def play_deal(state: State, bots: Sequence[Bot], key: int) -> State:
    """Return the end of a deal whose cards are dealt.

    `bots` stand by player and `key` is that of the deal (`stream.deal_key`). A seat that has only
    one thing to do is not asked, but that counts as one of its decisions.
    """
    asked = [0] * len(_SEATS)
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = force(state, TurnSecondPack(turned_suit(key)))
            continue
        actions = legal_actions(state)
        chosen = 0
        if len(actions) > 1:
            view = View(state, _SEATS[actor])
            draw = Draw(key, actor, asked[actor])
            chosen = bots[_player(state, actor)].choose(view, actions, draw)
        asked[actor] += 1
        state = force(state, actions[chosen])
    return state


def _player(state: State, actor: int) -> int:
    if actor < Seat.MORT:
        return state.seating.active[actor]
    if state.phase is Phase.ENTER or state.mort is None:
        return state.seating.resting[state.auction.asked]
    return state.mort
