"""What may be done in a state, and the order in which acts are numbered."""

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

_ENTER: Final = (Enter(yes=False), Enter(yes=True))
_LOOK: Final = (Look(yes=False), Look(yes=True))


def legal_actions(state: State) -> Sequence[Action]:
    """Return what the player whose turn it is may do, in the order in which acts are numbered.

    In the auction the pass, then the bids from low to high, equal ones in the order of the file.
    Contracts stand in the order of the file, suits as ``SHDC``, no before yes. Discards stand by
    size, then by their cards, and are not stored; to cede comes after them. Cards stand by number,
    then to announce the vole, to stop, to give up. A deal that has ended has no acts, and the deal
    of the cards too many to be listed: there the sequence is empty.
    """
    if state.phase is Phase.PLAY:
        return trick.legal(state, playing(state))
    match state.phase:
        case Phase.EXCHANGE:
            return exchange.options(state)
        case Phase.AUCTION:
            return auction.legal(state)
        case Phase.TURN:
            return TURNS
        case Phase.DECLARE:
            return tuple(Declare(name) for name in declare.declarable(state))
        case Phase.NAME:
            return tuple(NAMES[suit] for suit in declare.nameable(state))
        case _:
            return _asked(state)


def _asked(state: State) -> tuple[Action, ...]:
    """Return the answers to a question."""
    match state.phase:
        case Phase.ENTER:
            return _ENTER
        case Phase.LOOK:
            return _LOOK
        case Phase.YIELD:
            return concession.ASKED_TO_YIELD
        case Phase.CONSENT:
            return concession.asked(state)
        case _:
            return ()


def is_legal(state: State, action: Action) -> bool:
    """Return whether the player whose turn it is may do this."""
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
