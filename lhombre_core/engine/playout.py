"""A deal played to its end by whoever chooses: for tests, for checks of a variant, for counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.state.action import Action, DealCards
from lhombre_core.engine.state.state import Phase, State

Choose: TypeAlias = Callable[[State, Sequence[Action]], Action]
"""Takes a state and its legal acts, and returns one of them."""


def playout(state: State, choose: Choose) -> State:
    """Return the end of a deal in which `choose` decides everything from here on.

    Chance asks `choose` too, after the cards are dealt: it turns a suit of the second pack.
    """
    while state.actor is not None:
        state = apply_action(state, choose(state, legal_actions(state)))
    return state


def dealt(state: State, hands: tuple[int, int, int], talon: tuple[int, ...]) -> State:
    """Return the state after the cards are dealt; a deal that was already dealt is a ValueError."""
    if state.phase is not Phase.DEAL:
        raise ValueError("the cards are dealt already")
    return apply_action(state, DealCards(hands, talon))
