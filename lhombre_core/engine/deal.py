"""One deal, one act at a time: who acts, what he may do, and what follows.

    state = begin(game, seating)
    while not is_terminal(state):
        state = apply_action(state, choose(legal_actions(state)))

Chance acts like a player: `current_player` is then `CHANCE` and the acts are those of a dealer.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.cards import EMPTY, PACK, hand_of
from lhombre_core.engine.phase import auction, concession, exchange, trick
from lhombre_core.engine.phase import declaration as declare
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.phase.legality import is_legal, legal_actions, playing
from lhombre_core.engine.state.action import (
    CHANCE,
    Action,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    DealCards,
    Declare,
    Discard,
    Enter,
    Look,
    NameTrump,
    Pass,
    PlayCard,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
)
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.engine.state.irregularity import remedies
from lhombre_core.engine.state.state import Phase, State, VoleStatus
from lhombre_core.engine.why.explanation import explain
from lhombre_core.errors import IllegalAction
from lhombre_core.notation import Seat
from lhombre_core.rules.auction import PrivilegeSetBy
from lhombre_core.rules.settlement import Offence

__all__ = [
    "apply_action",
    "current_player",
    "declare_irregularity",
    "force",
    "is_legal",
    "is_terminal",
    "legal_actions",
]

_DEALT_WRONG: Final = {Offence.TOO_FEW_CARDS: -1, Offence.TOO_MANY_CARDS: 1}


def current_player(state: State) -> Seat | int | None:
    """Return the seat that is to act, `CHANCE`, or None when the deal has ended."""
    actor = state.actor
    return actor if actor is None or actor == CHANCE else Seat(actor)


def is_terminal(state: State) -> bool:
    """Return whether the deal has ended."""
    return state.actor is None


def apply_action(state: State, action: Action) -> State:
    """Return the state after an act of the player whose turn it is.

    An act that is not legal is an `IllegalAction` with the path of the rule that forbids it.
    """
    if not is_legal(state, action):
        why = explain(state, action)
        raise IllegalAction(why.message, why.rule)
    return force(state, action)


def force(state: State, action: Action) -> State:
    """Return the state after an act whether or not it is legal: a record has declared it.

    Only the kind of act is looked at. What the rules say of it is for the record's declared
    irregularities; an act of a kind that has no sense here is a ValueError.
    """
    if isinstance(action, PlayCard) and state.play is not None:
        return trick.play_card(state, state.play, action)
    after = _apply(state, action)
    actor = CHANCE if state.actor is None else state.actor
    return after._replace(history=(*state.history, (actor, action)))


def _apply(state: State, action: Action) -> State:
    match action:
        case DealCards():
            return _deal_cards(state, action)
        case TurnSecondPack():
            return state._replace(
                phase=Phase.AUCTION,
                actor=Seat.FOREHAND,
                privileged=action.suit,
                auction=state.auction._replace(privileged=True),
            )
        case Pass() | Bid():
            seat = 0 if state.actor is None else state.actor
            spoken, actor = auction.speak(state.game, state.auction, seat, action)
            after = state._replace(auction=spoken, actor=actor)
            return declare.after_auction(after) if actor is None else after
        case Enter():
            return declare.enter(state, action)
        case Declare():
            return declare.declare(state, action)
        case NameTrump():
            return declare.name_trump(state, action)
        case Discard() | Cede():
            return declare.proceed(exchange.exchange(state, action))
        case Look():
            return _look(state, action)
        case _:
            return _apply_in_play(state, action)


def _apply_in_play(state: State, action: Action) -> State:
    play = playing(state)
    match action:
        case PlayOn():
            return state._replace(phase=Phase.PLAY, actor=play.leader)
        case Concede():
            return concession.concede(state, play)
        case Agree() | TakeOver():
            return concession.answer(state, play, yes=action.yes)
        case Announce():
            return state._replace(play=play._replace(vole=VoleStatus.UNDERTAKEN))
        case Stop():
            stopped = play._replace(stopped=True)
            return state._replace(phase=Phase.END, actor=None, play=stopped)
        case _:
            raise ValueError(f"{action} has no sense here")


def _look(state: State, action: Look) -> State:
    it = undertaking(state)._replace(asked_to_look=True, rest_seen=action.yes)
    return declare.proceed(state._replace(undertaking=it))


def _deal_cards(state: State, action: DealCards) -> State:
    _require_pack(state, action)
    hands = (*action.hands, EMPTY)
    dealt = state._replace(hands=hands, dealt=hands, talon=action.talon)
    rules = state.game.rules
    if remedies(rules.irregularities, state.irregularities).thrown_in:
        return dealt._replace(phase=Phase.END, actor=None, thrown_in=True)
    privilege = rules.auction.privilege
    if privilege is not None and privilege.set_by is PrivilegeSetBy.SECOND_PACK:
        return dealt._replace(phase=Phase.TURN, actor=CHANCE)
    return dealt._replace(phase=Phase.AUCTION, actor=Seat.FOREHAND)


def _require_pack(state: State, deal: DealCards) -> None:
    """Refuse a deal that is not the pack, or in which a wrong number is not declared."""
    together = EMPTY
    for hand in (*deal.hands, hand_of(deal.talon)):
        if together & hand:
            raise IllegalAction("a card is dealt twice", "cards.out")
        together |= hand
    if together != PACK:
        raise IllegalAction("the hands and the talon are not the whole pack", "deal.talon")
    for seat, hand in enumerate(deal.hands):
        wanted = HAND_SIZE + sum(
            _DEALT_WRONG.get(act.offence, 0) * act.count
            for act in state.irregularities
            if act.seat == seat
        )
        if hand.bit_count() != wanted:
            raise IllegalAction(
                f"the {Seat(seat).name.lower()} has {hand.bit_count()} cards; expected {wanted}",
                "deal.packets",
            )


def declare_irregularity(state: State, act: Irregularity) -> State:
    """Return the state after a record has declared an irregular act.

    If the remedy of the variant throws the deal in or decides it, the deal has ended. An act for
    which the variant has no remedy is an `IllegalAction`. A wrong draw is declared before the
    exchange in which it happens: declared later it is charged, and no card is drawn or taken.
    """
    declared = state._replace(irregularities=(*state.irregularities, act))
    it = state.undertaking
    ombre = None if it is None else Seat(it.ombre if state.play is None else state.play.ombre)
    found = remedies(state.game.rules.irregularities, declared.irregularities, ombre)
    if found.thrown_in:
        return declared._replace(phase=Phase.END, actor=None, thrown_in=True)
    if found.decided_by is not None:
        return declared._replace(phase=Phase.END, actor=None)
    return declared
