"""A recorded deal or session run by the rules, with its money and its claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lhombre_core.cards import Card
from lhombre_core.engine.money.session import Session, close_deal, finish, open_next, start
from lhombre_core.engine.money.stake import money_from_pools
from lhombre_core.engine.money.table import Line
from lhombre_core.engine.replay.claim import false_claim, sums
from lhombre_core.engine.replay.deal import run_deal
from lhombre_core.engine.replay.facts import recorded_facts
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.replay.verdict import (
    DealVerdict,
    IllegalMoveError,
    RecordVerdict,
    Remark,
    RemarkKind,
)
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import IllegalAction, MissingNumber, UnclearError, UsageError
from lhombre_core.notation import Seat
from lhombre_core.rules.record import DealRecord, Record

_HANDS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


def replay(game: Game, record: Record) -> RecordVerdict:
    """Return the verdict on a record under the rules of a game.

    UnclearError for a record that contradicts itself or lacks what is needed to go on.
    """
    first = record.deals[0].dealer if record.deals else None
    players = len(record.players)
    try:
        session = start(game, players, record.first_dealer if first is None else first)
    except UsageError as error:
        raise UnclearError(str(error), "players") from error
    verdicts: list[DealVerdict] = []
    for index, deal in enumerate(record.deals):
        opened, opening = _open(session, record, index)
        verdict, after = _judged(opened, deal, index)
        verdicts.append(replace(verdict, opening=opening))
        if not verdict.legal:
            return RecordVerdict(legal=False, deals=tuple(verdicts))
        if after is None:
            if index + 1 < len(record.deals):
                why = verdict.missing or "the deal does not end, and others follow"
                raise UnclearError(why, deal=index)
            return RecordVerdict(legal=True, deals=tuple(verdicts))
        session = after
    return _closed(session, record, tuple(verdicts))


def _placed(error: UsageError, index: int) -> UnclearError:
    if isinstance(error, UnclearError):
        return error.in_deal(index)
    return UnclearError(str(error), deal=index)


def _open(session: Session, record: Record, index: int) -> tuple[Session, tuple[Line, ...]]:
    if index or record.pools is None:
        return open_next(session)
    try:
        money = money_from_pools(
            session.game,
            session.players,
            record.pools,
            bete=record.bete,
            occasion=record.over,
            first_dealer=session.dealer,
        )
    except UsageError as error:
        raise _placed(error, index) from error
    return replace(session, money=money), ()


def _judged(session: Session, deal: DealRecord, index: int) -> tuple[DealVerdict, Session | None]:
    """Return the verdict on a deal and the session after it, None if the deal has not ended."""
    dealer = session.dealer
    if deal.dealer is not None and deal.dealer != dealer:
        message = f"player {dealer} deals now, not player {deal.dealer}"
        remark = Remark(RemarkKind.ILLEGAL, "dealer", 0, message, "table.next_dealer")
        return DealVerdict(legal=False, dealer=dealer, fault=remark), None
    try:
        run = run_deal(session.game, session.seating, deal, session.index, session.money.couleur)
        facts, missing = recorded_facts(session.game, run)
    except IllegalMoveError as illegal:
        return DealVerdict(legal=False, dealer=dealer, fault=illegal.remark), None
    except UsageError as error:
        raise _placed(error, index) from error
    verdict = _so_far(dealer, run, facts)
    if facts is None:
        return verdict, None
    try:
        return _settled(session, deal, verdict, facts, missing)
    except IllegalAction as error:
        remark = Remark(RemarkKind.ILLEGAL, "irregularities", 0, error.message, error.rule)
        return replace(verdict, legal=False, fault=remark), None


def _so_far(dealer: int, run: DealRun, facts: Facts | None) -> DealVerdict:
    state = run.state
    it, play = state.undertaking, state.play
    counts = (0, 0, 0, 0) if play is None else play.tricks
    ombre = None if it is None else Seat(it.ombre if play is None else play.ombre)
    if facts is not None:
        counts, ombre = facts.tricks, facts.ombre
    seats = (*_HANDS, Seat.MORT) if state.mort is not None else _HANDS
    return DealVerdict(
        legal=True,
        dealer=dealer,
        remarks=tuple(run.remarks),
        ended=facts is not None,
        contract=None if it is None else it.name,
        ombre=ombre,
        trump=None if it is None else it.trump,
        tricks={seat: counts[seat] for seat in seats},
        missing=run.open,
    )


def _settled(
    session: Session,
    deal: DealRecord,
    verdict: DealVerdict,
    facts: Facts,
    missing: Mapping[str, Card],
) -> tuple[DealVerdict, Session | None]:
    game, before, seating = session.game, session.money, session.seating
    outcome = judge(game, facts).outcome
    verdict = replace(verdict, outcome=outcome)
    try:
        after, lines = close_deal(session, facts)
    except MissingNumber as number:
        verdict = replace(verdict, missing=_asked_for(number, missing))
        fault = false_claim(deal, verdict, facts)
        return replace(verdict, legal=fault is None, fault=fault), None
    won = [now - then for now, then in zip(after.money.balances, before.balances, strict=True)]
    verdict = replace(
        verdict,
        payments=_by_seat(seating, facts.mort, won),
        lines=lines,
        pools={
            name: after.money.held(name)
            for name, _ in after.money.pools
            if name not in after.money.unknown
        },
        balances=after.money.balances,
    )
    fault = false_claim(deal, verdict, facts)
    return replace(verdict, legal=fault is None, fault=fault), after


def _by_seat(seating: Seating, mort: int | None, won: list[int]) -> dict[Seat, int]:
    """Return sums by seat; RESTING has the sum of all resting players."""
    by_seat: dict[Seat, int] = {}
    for player, amount in enumerate(won):
        seat = seating.seat(player, mort)
        by_seat[seat] = by_seat.get(seat, 0) + amount
    return dict(sorted(by_seat.items()))


def _asked_for(number: MissingNumber, missing: Mapping[str, Card]) -> str:
    card = missing.get(number.name)
    if card is None:
        return f"{number.rule} reads the {number.name}, which nobody knows: add it to the record"
    return (
        f"{number.rule} reads the {number.name} of top trumps, and nobody knows where "
        f"{card.name} was: add it, or the length of the run"
    )


def _closed(session: Session, record: Record, deals: tuple[DealVerdict, ...]) -> RecordVerdict:
    """Return the verdict on the whole, after the last payments of a session that has ended."""
    lines: tuple[Line, ...] = ()
    if record.finished or (record.is_session and session.ended is not None):
        session, lines = finish(session)
    totals = session.money.balances
    fault = None
    if record.totals is not None and record.totals != totals:
        message = f"the totals are {sums(totals)}, not {sums(record.totals)}"
        fault = Remark(RemarkKind.ILLEGAL, "totals", 0, message, "session")
    return RecordVerdict(fault is None, deals, fault, totals, lines, session.money)
