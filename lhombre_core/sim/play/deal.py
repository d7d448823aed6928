"""One deal of a simulation: who is asked when, and what chance does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from lhombre_core.bots.protocol import Bot, Draw, View
from lhombre_core.cards import Suit
from lhombre_core.engine.deal import force, legal_actions
from lhombre_core.engine.state.action import CHANCE, TURNS, Action, DealCards
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.kernel.stream import Purpose, below, deal, fold
from lhombre_core.notation import Seat

_SEATS: Final = tuple(Seat)
_SECOND_PACK: Final = Purpose.SECOND_PACK << 40

Hear: TypeAlias = Callable[[State, Sequence[Action], Action], None]
"""Takes a state, what may be done there, and what of it is done."""


def deal_cards(state: State, seed: int, session: int) -> State:
    """Return the state after the cards of its deal are dealt, the same under every variant."""
    dealt = deal(seed, session, state.deal_index)
    return force(state, DealCards(dealt.hands, dealt.talon))


def turned_suit(key: int) -> Suit:
    """Return the suit that is turned from a second pack, by the key of the deal."""
    return Suit(below(fold(key, _SECOND_PACK), len(Suit)))


def play_deal(state: State, bots: Sequence[Bot], key: int, hear: Hear | None = None) -> State:
    """Return the end of a deal whose cards are dealt.

    `bots` stand by player and `key` is that of the deal (`stream.deal_key`). A seat that has only
    one thing to do is not asked, but that counts as one of its decisions. Whatever is done, by
    chance too, `hear` is told first.
    """
    asked = [0] * len(_SEATS)
    while (actor := state.actor) is not None:
        actions: Sequence[Action] = TURNS
        if actor == CHANCE:
            chosen = int(turned_suit(key))
        else:
            actions, chosen = legal_actions(state), 0
            if len(actions) > 1:
                view = View(state, _SEATS[actor])
                draw = Draw(key, actor, asked[actor])
                chosen = bots[_player(state, actor)].choose(view, actions, draw)
            asked[actor] += 1
        if hear is not None:
            hear(state, actions, actions[chosen])
        state = force(state, actions[chosen])
    return state


def _player(state: State, actor: int) -> int:
    if actor < Seat.MORT:
        return state.seating.active[actor]
    if state.phase is Phase.ENTER or state.mort is None:
        return state.seating.resting[state.auction.asked]
    return state.mort
