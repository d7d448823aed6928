"""A deal that was played by the engine, written down as a record."""

from __future__ import annotations

from typing import Final

from lhombre_core.cards import CARDS, Card, Hand, cards_of
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
from lhombre_core.engine.state.call import write_call
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.state import State
from lhombre_core.notation import Seat
from lhombre_core.rules.record import (
    Call,
    Claims,
    DealRecord,
    Declared,
    Drawn,
    Held,
    Move,
    MoveKind,
    Record,
)

_ACTS: Final = {
    Concede: MoveKind.CONCEDES,
    PlayOn: MoveKind.PLAYS_ON,
    Announce: MoveKind.ANNOUNCES,
    Stop: MoveKind.STOPS,
}


def record_deal(state: State, claims: Claims | None = None) -> DealRecord:
    """Return a deal, as far as it was played, as a record with every card known.

    `claims` is what the record says of the end, to be verified when it is replayed.
    """
    hands: dict[Seat, Held] = {}
    talon: tuple[Card, ...] | None = None
    second_pack = None
    calls: list[Call] = []
    exchange: list[Drawn] = []
    moves: list[Move] = []
    for actor, action in state.history:
        match action:
            case DealCards(dealt, rest):
                hands = {Seat(seat): Held(hand) for seat, hand in enumerate(dealt)}
                talon = tuple(CARDS[card] for card in rest)
            case TurnSecondPack(suit):
                second_pack = suit
            case Pass() | Bid() | Enter():
                calls.append(Call(Seat(actor), write_call(action)))
            case Discard() | Cede() | Look():
                exchange.extend(_drawn(state, actor, action))
            case _:
                moves.extend(_moves(actor, action))
    it, play = state.undertaking, state.play
    return DealRecord(
        hands=hands,
        talon=talon,
        second_pack=second_pack,
        auction=tuple(calls),
        contract=None if it is None or not it.declared else it.name,
        trump=None if it is None else it.trump,
        exchange=tuple(exchange),
        play=tuple(moves),
        tricks={} if play is None else _tricks(state),
        irregularities=tuple(map(_declared, state.irregularities)),
        claims=claims or Claims(),
    )


def _drawn(state: State, actor: int, action: Discard | Cede | Look) -> list[Drawn]:
    if isinstance(action, Discard) and actor == CHANCE:
        return [Drawn(_taken_from(state, action.cards), number=0, discards=_row(action.cards))]
    seat = Seat(actor)
    match action:
        case Cede():
            return [Drawn(seat, cedes=True)]
        case Look(yes):
            return [Drawn(seat, looks=True)] if yes else []
        case Discard(cards):
            it = state.undertaking
            drew = dict(() if it is None else it.exchanged).get(int(seat), 0)
            return [Drawn(seat, number=drew, discards=_row(cards))]


def _taken_from(state: State, cards: Hand) -> Seat:
    """Return the seat from which chance has taken cards: they lie with its discards."""
    discards = () if state.undertaking is None else state.undertaking.discards
    return Seat(next(seat for seat, away in enumerate(discards) if away & cards))


def _row(cards: Hand) -> tuple[Card, ...]:
    return cards_of(cards)


def _moves(actor: int, action: Action) -> list[Move]:
    seat = Seat(actor)
    match action:
        case PlayCard(card):
            return [Move(MoveKind.CARD, None, card)]
        case Agree(yes):
            return [Move(MoveKind.AGREES if yes else MoveKind.REFUSES, seat)]
        case TakeOver(yes):
            return [Move(MoveKind.TAKES_OVER if yes else MoveKind.DECLINES, seat)]
        case Declare() | NameTrump():
            return []
        case _:
            return [Move(_ACTS[type(action)], seat)]


def _tricks(state: State) -> dict[Seat, int]:
    play = state.play
    counts = (0, 0, 0, 0) if play is None else play.tricks
    seats = range(4 if state.mort is not None else 3)
    return {Seat(seat): counts[seat] for seat in seats}


def _declared(act: Irregularity) -> Declared:
    return Declared(act.offence, act.seat, act.notice, act.seen, act.late, act.count)


def record_single(
    variant: str,
    deal: DealRecord,
    *,
    players: int = 3,
    dealer: int = 0,
    readings: tuple[str, ...] = (),
    hash_: str | None = None,
) -> Record:
    """Return the record of one deal."""
    return Record(
        variant=variant,
        readings=readings,
        hash=hash_,
        players=tuple(map(str, range(players))),
        first_dealer=dealer,
        deals=(deal,),
    )
