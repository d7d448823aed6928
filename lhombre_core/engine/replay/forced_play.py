"""The forced play after three passes, by what a record says of the card that forces its holder.

Where the holder is unknown the record may state the ombre, or that no seat played. Otherwise the
deal stays open.
"""

from __future__ import annotations

from dataclasses import dataclass

from lhombre_core.cards import Card
from lhombre_core.engine.phase.declaration import after_passes
from lhombre_core.engine.replay.cards.clue import clues_of
from lhombre_core.engine.replay.cards.evidence import Evidence, first_deal
from lhombre_core.engine.replay.cards.partial import Truth
from lhombre_core.engine.replay.outline import Outline
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.replay.verdict import RemarkKind
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.errors import UnclearError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.record import DealRecord
from lhombre_core.rules.settlement import Outcome

_RULE = "auction.forced_play"
_HANDS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@dataclass(frozen=True, slots=True)
class _Holder:
    """The holder of the card by the cards dealt or by the record."""

    seat: int | None
    """None: the card lay in the talon."""


def decides(before: State, after: State) -> bool:
    """Return whether a call has ended the auction so that the holder of a card has to play."""
    forced = before.game.rules.auction.forced_play
    over = before.phase is Phase.AUCTION and after.phase is not Phase.AUCTION
    return forced is not None and over and after.auction.standing is None


def continue_after_passes(run: DealRun, before: State, entry: int) -> None:
    """Continue after the last pass, call number `entry`, with the seat that has to play.

    UnclearError where the record has an exchange or a play and the holder is unknown.
    """
    rule = run.game.rules.auction.forced_play
    if rule is None:
        return
    card = run.game.card(rule.card)
    holder = _holder(run, card)
    passed = before._replace(auction=run.state.auction, history=run.state.history)
    if holder is None:
        run.open = (
            f"{_RULE} asks who held {card.name}, and nobody knows where it was: "
            "add it, or the ombre"
        )
        if run.record.exchange or run.record.play:
            raise UnclearError(run.open, "exchange" if run.record.exchange else "play")
        message = f"whoever held {card.name} has to play {rule.contract}; who plays is not known"
        run.remark(RemarkKind.UNDETERMINED, "auction", entry, message, _RULE)
        run.state = passed._replace(actor=None)
        return
    _judge(run, holder, card, entry)
    run.state = after_passes(passed, holder.seat)
    if run.state.undertaking is not None and holder.seat is not None:
        run.forced = holder.seat, card


def _holder(run: DealRun, card: Card) -> _Holder | None:
    """Return the holder of a card as dealt, None where the record leaves it open."""
    record = run.record
    dealt = Evidence(clues_of(record, Outline(), late=False), first_deal(record))
    truths = {seat: dealt.dealt(seat).has(card) for seat in _HANDS}
    for seat, truth in truths.items():
        if truth is Truth.YES:
            return _Holder(int(seat))
    if Truth.OPEN not in truths.values() or _is_unplayed(record, run.calls):
        return _Holder(None)
    return None if record.ombre is None else _Holder(int(record.ombre))


def _is_unplayed(record: DealRecord, calls: int) -> bool:
    """Return whether a record implies that no seat had to play, as by asking a resting player."""
    asked = len(record.auction or ()) > calls
    return asked or record.ombre is Seat.MORT or record.claims.result is Outcome.VOID


def _judge(run: DealRun, holder: _Holder, card: Card, entry: int) -> None:
    """Compare the holder by the record with what is known of the hands."""
    if run.evidence is None:
        return
    for seat in _HANDS:
        truth, holds = run.evidence.dealt(seat).has(card), seat == holder.seat
        who = format_seat(seat)
        if truth is Truth.YES and not holds:
            raise run.illegal("auction", entry, f"the {who} held {card.name} and plays", _RULE)
        if truth is Truth.NO and holds:
            raise run.illegal("ombre", 0, f"the {who} had no {card.name} and need not play", _RULE)
        if truth is Truth.OPEN and (holds or holder.seat is None):
            whether = f"whether {card.name} was {f'with the {who}' if holds else 'in the talon'}"
            message = f"{whether}, which decides who plays, is not known"
            run.remark(RemarkKind.UNDETERMINED, "auction", entry, message, _RULE)
            return
