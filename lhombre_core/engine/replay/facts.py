"""The facts of a recorded deal that payments read, from its play or from its stated outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lhombre_core.cards import Card, Suit
from lhombre_core.engine.replay.cards.partial import PartialHand, partial_held_run, partial_run
from lhombre_core.engine.replay.run import DealRun, irregularity
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.summary import DealSummary, facts_from_summary
from lhombre_core.errors import UnclearError, UsageError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import TrumpBy
from lhombre_core.rules.record import DealRecord
from lhombre_core.rules.settlement import RunHand

_HANDS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


def recorded_facts(game: Game, run: DealRun) -> tuple[Facts | None, Mapping[str, Card]]:
    """Return the facts of a deal, None if it has not ended, and the missing card of each number."""
    record, state = run.record, run.state
    if run.open is not None:
        return None, {}
    if state.actor is None:
        facts = facts_of(state)
        if facts.ombre is None:
            return facts, {}
        runs, missing = _runs(game, run, facts.ombre, facts.surrenderer, facts.trump)
        return replace(facts, runs=runs), missing
    it = state.undertaking
    if it is None or not (record.split or record.tricks or record.conceded):
        return None, {}
    ombre, surrenderer = Seat(it.ombre), None
    if record.taken_over is not None:
        ombre, surrenderer = record.taken_over, ombre
    trump = it.trump if it.trump is not None and it.turned is None else record.trump
    runs, missing = _runs(game, run, ombre, surrenderer, trump)
    stated = DealSummary(
        contract=it.name,
        ombre=ombre,
        split=_split(record, ombre, mort=state.mort is not None),
        colour=it.bid.colour,
        trump=trump,
        vole=record.vole,
        primera=record.primera,
        conceded=record.conceded,
        surrenderer=surrenderer,
        runs=runs,
        mort=state.mort,
        passes=state.auction.passes,
        needless=state.auction.needless,
        irregularities=tuple(irregularity(act) for act in record.irregularities),
    )
    try:
        return facts_from_summary(game, stated), missing
    except UsageError as error:
        raise UnclearError(str(error), "split" if record.split else "tricks") from error


def _split(record: DealRecord, ombre: Seat, *, mort: bool) -> tuple[int, ...] | None:
    """Return the split of the tricks in the record, the ombre's first."""
    if record.split is not None or not record.tricks:
        return record.split
    seats = [ombre, *(seat for seat in _HANDS if seat is not ombre)]
    lacking = [seat for seat in seats if seat not in record.tricks]
    if lacking and (mort or len(record.tricks) > 1):
        message = f"the tricks of the {format_seat(lacking[0])} are missing"
        raise UnclearError(message, "tricks")
    if lacking:
        return (record.tricks[ombre],) if ombre in record.tricks else None
    return tuple(record.tricks[seat] for seat in seats)


def _runs(
    game: Game, run: DealRun, ombre: Seat, surrenderer: Seat | None, trump: Suit | None
) -> tuple[Runs, Mapping[str, Card]]:
    """Return the known runs of top trumps, and the missing cards that decide the other runs."""
    record, it = run.record, run.state.undertaking
    rules = game.rules.result.run
    without = it is None or it.contract.trump.by is TrumpBy.NONE
    if rules is None or without:
        return Runs(ombre=0, surrenderer=0), {}
    missing: dict[str, Card] = {}

    def of(seat: Seat, stated: int | None, name: str) -> int | None:
        if stated is not None or trump is None:
            return stated
        known = partial_run(game, trump, _counted(run, rules.hand, seat))
        if known.missing is not None:
            missing[name] = known.missing
        return known.length

    seats = _HANDS if run.state.mort is None else (*_HANDS, Seat.MORT)
    others = [seat for seat in seats if seat is not ombre]
    opponent, known = _opponent(game, run, others, trump, missing)
    return (
        Runs(
            ombre=of(ombre, record.run, "run"),
            opponent=opponent,
            opponent_known=known,
            surrenderer=None
            if surrenderer is None
            else of(surrenderer, record.surrenderer_run, "run of the surrenderer"),
        ),
        missing,
    )


def _opponent(
    game: Game, run: DealRun, others: list[Seat], trump: Suit | None, missing: dict[str, Card]
) -> tuple[tuple[Seat, int] | None, bool]:
    """Return the opponent who holds all matadors with his run, and whether that is known."""
    rules, record = game.rules.result.run, run.record
    if record.opponent_run is not None or trump is None or rules is None:
        return record.opponent_run, True
    if run.evidence is not None and not run.evidence.clues.known():
        return None, True  # the record has the outcome alone: what it leaves out did not happen
    least = game.rules.cards.matadors
    for seat in others:
        hand = _counted(run, rules.hand, seat)
        known = partial_held_run(game, trump, hand)
        if known.length is not None and known.length >= least:
            return (seat, known.length), True
        if known.length is None and known.missing is not None:
            missing["run of the opponent"] = known.missing
            return None, False
    return None, True


def _counted(run: DealRun, hand: RunHand, seat: Seat) -> PartialHand:
    if hand is RunHand.AS_DEALT and seat is not Seat.MORT:
        return run.known.dealt(int(seat))
    return run.known.held(int(seat))
