"""The moves of a recorded play: cards judged by what is known of the hand, and other acts."""

from __future__ import annotations

from typing import Final

from lhombre_core.cards import EMPTY, Card
from lhombre_core.engine.deal import force
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.phase.legality import is_legal
from lhombre_core.engine.phase.vole import may_lead
from lhombre_core.engine.replay.cards.partial import Truth
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.replay.verdict import RemarkKind
from lhombre_core.engine.state.action import (
    PLAYS,
    Action,
    Agree,
    Announce,
    Concede,
    PlayOn,
    Stop,
    TakeOver,
)
from lhombre_core.engine.state.state import Phase, PlayState
from lhombre_core.engine.why.explanation import explain
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import Consent
from lhombre_core.rules.record import Move, MoveKind
from lhombre_core.rules.settlement import Offence

_ACTS: Final[dict[MoveKind, Action]] = {
    MoveKind.CONCEDES: Concede(),
    MoveKind.PLAYS_ON: PlayOn(),
    MoveKind.ANNOUNCES: Announce(),
    MoveKind.STOPS: Stop(),
}
_ANSWERS: Final = {
    MoveKind.AGREES: True,
    MoveKind.REFUSES: False,
    MoveKind.TAKES_OVER: True,
    MoveKind.DECLINES: False,
}


def peek(run: DealRun) -> Move | None:
    """Return the next card or act, and skip moves that only say who won or gano."""
    moves = run.record.play
    while run.moves < len(moves) and moves[run.moves].kind in {MoveKind.GANO, MoveKind.WINS}:
        if moves[run.moves].kind is MoveKind.WINS:
            _check_winner(run, run.moves, moves[run.moves])
        run.moves += 1
    return moves[run.moves] if run.moves < len(moves) else None


def _check_winner(run: DealRun, entry: int, move: Move) -> None:
    play = run.state.play
    if play is None or play.cards or not play.winners:
        raise run.illegal("play", entry, "no trick has just been completed", "play.leader")
    winner = play.winners[-1]
    if move.seat is not None and move.seat is not winner:
        message = f"the {format_seat(winner)} took that trick, not the {format_seat(move.seat)}"
        raise run.illegal("play", entry, message, "play.leader")


def answer(run: DealRun) -> bool:
    """Answer a question about conceding by the record, or with no where it is silent."""
    state, move = run.state, peek(run)
    if state.phase is Phase.YIELD:
        yields = move is not None and move.kind is MoveKind.CONCEDES
        if move is not None and (yields or move.kind is MoveKind.PLAYS_ON):
            run.moves += 1
        run.state = force(state, Concede() if yields else PlayOn())
        return True
    taking = undertaking(state).contract.concession.consent is Consent.TAKE_OVER
    yes = not taking and run.record.conceded
    if move is not None and move.kind in _ANSWERS and move.seat in {None, state.actor}:
        run.moves += 1
        yes = _ANSWERS[move.kind]
    run.state = force(state, TakeOver(yes=yes) if taking else Agree(yes=yes))
    return True


def move(run: DealRun) -> bool:
    """Judge the next move of the record, and return whether there is a move."""
    next_move = peek(run)
    if next_move is None:
        return _stop_unsaid(run)
    entry = run.moves
    run.moves += 1
    if next_move.kind is MoveKind.CARD:
        _card(run, entry, next_move)
        return True
    if next_move.kind in _ANSWERS:
        message = f"the {format_seat(next_move.seat)} " if next_move.seat is not None else "nobody "
        rule = f"contracts.{undertaking(run.state).name}.concession.consent"
        raise run.illegal("play", entry, message + "has not been asked", rule)
    if next_move.seat is not None and next_move.seat != run.state.actor:
        why = explain(run.state, _ACTS[next_move.kind], int(next_move.seat))
        raise run.illegal("play", entry, why.message, why.rule)
    run.do(_ACTS[next_move.kind], "play", entry)
    return True


def _stop_unsaid(run: DealRun) -> bool:
    """Let the ombre stop where the record ends, unless it states more tricks."""
    play, record = run.state.play, run.record
    stated = sum(record.split or ()) or sum(record.tricks.values())
    if play is None or record.vole or stated > len(play.winners):
        return False
    if not is_legal(run.state, Stop()):
        return False
    run.state = force(run.state, Stop())
    return True


def _card(run: DealRun, entry: int, played: Move) -> None:
    state, evidence = run.state, run.known
    seat = Seat(state.actor or 0)
    if played.seat is not None and played.seat is not seat:
        message = (
            f"it is the turn of the {format_seat(seat)}, not of the {format_seat(played.seat)}"
        )
        raise run.illegal("play", entry, message, "play.leader")
    card = next(traced.card for traced in evidence.plays if traced.entry == entry)
    play = state.play
    if play is None or entry in evidence.impossible:
        message = f"the {format_seat(seat)} cannot have held {card.name}"
        raise run.illegal("play", entry, message, "play.follow")
    if seat == play.ombre and not may_lead(run.game.rules.vole, play):
        why = explain(state, PLAYS[card])
        raise run.illegal("play", entry, why.message, why.rule)
    if played.card is None:
        run.remark(
            RemarkKind.UNDETERMINED,
            "play",
            entry,
            "nobody knows which card this was",
            "play.follow",
        )
        run.unknown_gone[seat] = run.unknown_gone.get(seat, 0) + 1
    else:
        _judge(run, entry, seat, play, played.card)
        run.gone[seat] = run.gone.get(seat, EMPTY) | 1 << card
    if run.state.actor is not None:
        run.state = force(run.state, PLAYS[card])


def _judge(run: DealRun, entry: int, seat: Seat, play: PlayState, card: Card) -> None:
    """Judge a known card by what is known of the hand that plays it."""
    held = run.known.held(seat, run.gone.get(seat, EMPTY), run.unknown_gone.get(seat, 0))
    led = play.led if play.cards else None
    truth = held.may_play(play.follow, card, led, play.forcing if play.cards else None)
    if truth is Truth.YES:
        return
    if truth is Truth.OPEN:
        message = f"whether {card.name} was legal depends on cards that nobody knows"
        run.remark(RemarkKind.UNDETERMINED, "play", entry, message, "play.follow")
        return
    if run.excused(Offence.REVOKE, seat):
        return
    why = card_why(run.game, undertaking(run.state).trump, held.cards, play.cards, card)
    raise run.illegal("play", entry, why.message, why.rule)
