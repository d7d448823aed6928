"""Sessions of the random stream at a table of a given size, act by act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from lhombre_core.engine.deal import apply_action
from lhombre_core.engine.money.session import Session, start
from lhombre_core.engine.phase.legality import legal_actions
from lhombre_core.engine.state.action import CHANCE, Action, TurnSecondPack
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import State, begin
from lhombre_core.kernel.stream import deal_key
from lhombre_core.notation import Seat
from lhombre_core.sim.play.check import sizes
from lhombre_core.sim.play.deal import deal_cards, turned_suit
from lhombre_core.sim.play.reference import first_dealer

Choose: TypeAlias = Callable[[State, Sequence[Action], int, int], int]
"""A function of a state, its legal acts, the key of the deal and the number of the decision, from
which a `Draw` is built. It returns the number of an act."""


def shares(game: Game, deals: int) -> Iterator[tuple[int, int]]:
    """Yield each number of players of the variant with its equal share of the deals."""
    tables = list(sizes(game))
    for nth, players in enumerate(tables):
        yield players, deals * (nth + 1) // len(tables) - deals * nth // len(tables)


def new_session(game: Game, players: int, seed: int, number: int) -> Session:
    """Return session `number` of a simulation with this seed, before its first deal."""
    return start(game, players, first_dealer(seed, number, players))


def states(
    session: Session, seed: int, number: int, choose: Choose
) -> Iterator[tuple[State, Sequence[Action]]]:
    """Yield the states of the open deal of a session with their legal acts.

    `choose` decides for all seats where there is a choice. The cards, the suit of the second pack
    and the numbers of decisions are those of a simulation with this seed. The last state has no
    legal acts.
    """
    money = session.money
    state = begin(session.game, session.seating, money, session.index, privileged=money.couleur)
    state = deal_cards(state, seed, number)
    key = deal_key(seed, number, session.index)
    asked = [0] * len(Seat)
    while True:
        actions = legal_actions(state)
        yield state, actions
        actor = state.actor
        if actor is None or not actions:
            return
        if actor == CHANCE:
            state = apply_action(state, TurnSecondPack(turned_suit(key)))
            continue
        chosen = choose(state, actions, key, asked[actor]) if len(actions) > 1 else 0
        asked[actor] += 1
        state = apply_action(state, actions[chosen])
