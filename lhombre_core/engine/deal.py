"""A deal, act by act: who acts, the legal acts, and the state after an act.

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
from lhombre_core.engine.state import action as acts
from lhombre_core.engine.state.action import CHANCE, Action
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
    """Return the seat to act, `CHANCE`, or None when the deal has ended."""
    actor = state.actor
    return actor if actor is None or actor == CHANCE else Seat(actor)


def is_terminal(state: State) -> bool:
    """Return whether the deal has ended."""
    return state.actor is None


def apply_action(state: State, action: Action) -> State:
    """Return the state after an act of the player to act.

    An act that is not legal is an `IllegalAction` with the path of the rule that forbids it.
    """
    if not is_legal(state, action):
        why = explain(state, action)
        raise IllegalAction(why.message, why.rule)
    return force(state, action)


def force(state: State, action: Action) -> State:
    """Return the state after an act, legal or not, that a record declares.

    The rules are not consulted. An act of a kind that has no sense now is a ValueError.
    """
    if isinstance(action, acts.PlayCard) and state.play is not None:
        return trick.play_card(state, state.play, action)
    after = _apply(state, action)
    actor = CHANCE if state.actor is None else state.actor
    return after._replace(history=(*state.history, (actor, action)))


def _apply(state: State, action: Action) -> State:
    match action:
        case acts.DealCards():
            return _deal_cards(state, action)
        case acts.TurnSecondPack(suit):
            spoken = state.auction._replace(privileged=True)
            return _open_auction(state._replace(privileged=suit, auction=spoken))
        case acts.Pass() | acts.Bid():
            seat = 0 if state.actor is None else state.actor
            spoken, actor = auction.speak(state.game, state.auction, seat, action)
            after = state._replace(auction=spoken, actor=actor)
            return declare.after_auction(after) if actor is None else after
        case acts.Enter():
            return declare.enter(state, action)
        case acts.Declare():
            return declare.declare(state, action)
        case acts.NameTrump():
            return declare.name_trump(state, action)
        case acts.Discard() | acts.Cede():
            return declare.proceed(exchange.exchange(state, action))
        case acts.Look(yes):
            it = undertaking(state)._replace(asked_to_look=True, rest_seen=yes)
            return declare.proceed(state._replace(undertaking=it))
        case _:
            return _apply_in_play(state, action)


def _apply_in_play(state: State, action: Action) -> State:
    play = playing(state)
    match action:
        case acts.PlayOn():
            return state._replace(phase=Phase.PLAY, actor=play.leader)
        case acts.Concede():
            return concession.concede(state, play)
        case acts.Agree(yes) | acts.TakeOver(yes):
            return concession.answer(state, play, yes=yes)
        case acts.Announce():
            return state._replace(play=play._replace(vole=VoleStatus.UNDERTAKEN))
        case acts.Stop():
            return _ended(state._replace(play=play._replace(stopped=True)))
        case _:
            raise ValueError(f"{action} has no sense here")


def _open_auction(state: State) -> State:
    return state._replace(phase=Phase.AUCTION, actor=Seat.FOREHAND)


def _ended(state: State) -> State:
    return state._replace(phase=Phase.END, actor=None)


def _deal_cards(state: State, action: acts.DealCards) -> State:
    _require_pack(state, action)
    hands = (*action.hands, EMPTY)
    dealt = state._replace(hands=hands, dealt=hands, talon=action.talon)
    rules = state.game.rules
    if remedies(rules.irregularities, state.irregularities).thrown_in:
        return _ended(dealt._replace(thrown_in=True))
    privilege = rules.auction.privilege
    if privilege is not None and privilege.set_by is PrivilegeSetBy.SECOND_PACK:
        return dealt._replace(phase=Phase.TURN, actor=CHANCE)
    return _open_auction(dealt)


def _require_pack(state: State, deal: acts.DealCards) -> None:
    """Require that hands and talon are the pack, and that a wrong number is declared."""
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

    The deal ends if the remedy of the variant throws it in or decides it. An act without a remedy
    is an `IllegalAction`. A wrong draw is declared before the exchange in which it happens: a later
    one is charged, and no card is drawn or discarded for it.
    """
    declared = state._replace(irregularities=(*state.irregularities, act))
    it = state.undertaking
    ombre = None if it is None else Seat(it.ombre if state.play is None else state.play.ombre)
    remedy = remedies(state.game.rules.irregularities, declared.irregularities, ombre)
    if remedy.thrown_in:
        return _ended(declared._replace(thrown_in=True))
    return declared if remedy.decided_by is None else _ended(declared)
