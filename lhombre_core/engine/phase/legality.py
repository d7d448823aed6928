"""The legal acts of a state, in the order in which acts are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lhombre_core.engine.phase import auction, concession, exchange, trick
from lhombre_core.engine.phase import declaration as declare
from lhombre_core.engine.state.action import (
    NAMES,
    TURNS,
    Action,
    Bid,
    DealCards,
    Declare,
    Enter,
    Look,
    Pass,
    PlayCard,
)
from lhombre_core.engine.state.state import Phase, PlayState, State

_FIXED: Final[dict[Phase, tuple[Action, ...]]] = {
    Phase.TURN: TURNS,
    Phase.ENTER: (Enter(yes=False), Enter(yes=True)),
    Phase.LOOK: (Look(yes=False), Look(yes=True)),
    Phase.YIELD: concession.ASKED_TO_YIELD,
}
"""The acts of phases in which they are always the same."""


def legal_actions(state: State) -> Sequence[Action]:
    """Return the legal acts of the player to act, in the order in which acts are numbered.

    In the auction the pass stands first, then the bids from low to high, equal bids in the order
    of the file. Contracts stand in the order of the file, suits as ``SHDC``, no before yes.
    Discards stand by size, then by their cards, and are not stored; to cede comes after them.
    Cards stand by number, then to announce the vole, to stop, to give up. The sequence is empty
    after the end of a deal, and before the cards are dealt: there are too many deals to list.
    """
    match state.phase:
        case Phase.PLAY:
            return trick.legal(state, playing(state))
        case Phase.EXCHANGE:
            return exchange.options(state)
        case Phase.AUCTION:
            return auction.legal(state)
        case Phase.DECLARE:
            return tuple(Declare(name) for name in declare.declarable(state))
        case Phase.NAME:
            return tuple(NAMES[suit] for suit in declare.nameable(state))
        case Phase.CONSENT:
            return concession.asked(state)
        case phase:
            return _FIXED.get(phase, ())


def is_legal(state: State, action: Action) -> bool:
    """Return whether an act of the player to act is legal."""
    match action:
        case PlayCard():
            play = state.play
            return (
                play is not None
                and state.phase is Phase.PLAY
                and trick.is_legal(state, play, action.card)
            )
        case Pass():
            return state.phase is Phase.AUCTION
        case Bid():
            return state.phase is Phase.AUCTION and auction.refuse(state, action) is None
        case DealCards():
            return state.phase is Phase.DEAL
        case _:
            return action in legal_actions(state)


def playing(state: State) -> PlayState:
    """Return the tricks so far; a ValueError before the first lead."""
    if state.play is None:
        raise ValueError("no card has been led yet")
    return state.play
