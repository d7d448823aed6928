"""Records of deals that the engine has played."""

from __future__ import annotations

from typing import Final

from lhombre_core.cards import CARDS, Card, cards_of
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.state import action as acts
from lhombre_core.engine.state.action import CHANCE, Action
from lhombre_core.engine.state.call import write_call
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.state import State
from lhombre_core.notation import Seat
from lhombre_core.rules.record import (
    Call,
    DealClaims,
    DealRecord,
    Declared,
    Drawn,
    Held,
    Move,
    MoveKind,
)

_MOVES: Final = {
    acts.Concede: MoveKind.CONCEDES,
    acts.PlayOn: MoveKind.PLAYS_ON,
    acts.Announce: MoveKind.ANNOUNCES,
    acts.Stop: MoveKind.STOPS,
}


def record_deal(state: State, claims: DealClaims | None = None) -> DealRecord:
    """Return the record of a deal as far as it was played, with every card known.

    `claims` are the statements about the end that a replay verifies.
    """
    hands: dict[Seat, Held] = {}
    talon: tuple[Card, ...] | None = None
    second_pack = None
    calls: list[Call] = []
    exchange: list[Drawn] = []
    moves: list[Move] = []
    for actor, action in state.history:
        match action:
            case acts.DealCards(dealt, rest):
                hands = {Seat(seat): Held(hand) for seat, hand in enumerate(dealt)}
                talon = tuple(CARDS[card] for card in rest)
            case acts.TurnSecondPack(suit):
                second_pack = suit
            case acts.Pass() | acts.Bid() | acts.Enter():
                calls.append(Call(Seat(actor), write_call(action)))
            case acts.Discard() | acts.Cede() | acts.Look(yes=True):
                exchange.append(_drawn(state, actor, action))
            case acts.Declare() | acts.NameTrump() | acts.Look():
                pass
            case _:
                moves.append(_move(Seat(actor), action))
    it, play = state.undertaking, state.play
    seats = range(3 if state.mort is None else 4)
    return DealRecord(
        hands=hands,
        talon=talon,
        second_pack=second_pack,
        auction=tuple(calls),
        contract=None if it is None or not it.declared else it.name,
        trump=None if it is None else it.trump,
        exchange=tuple(exchange),
        play=tuple(moves),
        tricks={} if play is None else {Seat(seat): play.tricks[seat] for seat in seats},
        irregularities=tuple(map(_declared, state.irregularities)),
        claims=claims or DealClaims(),
    )


def _declared(act: Irregularity) -> Declared:
    return Declared(act.offence, act.seat, act.notice, act.seen, act.late, act.count)


def _drawn(state: State, actor: int, action: acts.Discard | acts.Cede | acts.Look) -> Drawn:
    match action:
        case acts.Cede():
            return Drawn(Seat(actor), cedes=True)
        case acts.Look():
            return Drawn(Seat(actor), looks=True)
        case acts.Discard(cards):
            it = undertaking(state)
            if actor == CHANCE:
                # Cards that chance discards lie with the discards of the hand they come from.
                seat = next(seat for seat, away in enumerate(it.discards) if away & cards)
                return Drawn(Seat(seat), number=0, discards=cards_of(cards))
            number = dict(it.exchanged).get(actor, 0)
            return Drawn(Seat(actor), number=number, discards=cards_of(cards))


def _move(seat: Seat, action: Action) -> Move:
    match action:
        case acts.PlayCard(card):
            return Move(MoveKind.CARD, None, card)
        case acts.Agree(yes):
            return Move(MoveKind.AGREES if yes else MoveKind.REFUSES, seat)
        case acts.TakeOver(yes):
            return Move(MoveKind.TAKES_OVER if yes else MoveKind.DECLINES, seat)
        case _:
            return Move(_MOVES[type(action)], seat)
