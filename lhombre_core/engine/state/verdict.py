"""The verdict on a deal: its outcome by tricks, vole, concession and irregularities."""

from __future__ import annotations

from typing import assert_never

from lhombre_core.engine.state.facts import Facts, Irregularity
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.engine.state.irregularity import NO_REMEDIES, Remedies, remedies, side
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Contract, Goal, VoleBy
from lhombre_core.rules.play import TakeOverSettlement
from lhombre_core.rules.settlement import Event, FailedVole, Loss, Outcome, Side


@frozen
class Verdict:
    """The outcome of a deal, and the events that payments answer to."""

    outcome: Outcome
    events: frozenset[Event]
    won: bool = False
    """The ombre has won the deal by tricks, whatever the vole."""
    vole: int = 0
    """1: undertaken and made, -1: undertaken and missed, 0: neither, or ignored."""
    vole_undertaken: bool = False
    ahead: tuple[Seat, ...] = ()
    """The opponents with most tricks, in the order of the seats."""
    run_counts: bool = True
    """False where a concession or an irregularity keeps runs from counting."""
    bete_factor: int = 1
    """The factor of a bête because of an irregularity."""
    irregular: Remedies = NO_REMEDIES

    @property
    def loss(self) -> Loss | None:
        """The kind of loss, None if the deal was not lost."""
        return _LOSSES.get(self.outcome)


_LOSSES = {Outcome.REMISE: Loss.REMISE, Outcome.CODILLE: Loss.CODILLE}
_OUTCOMES = {
    Outcome.WIN: Event.WIN,
    Outcome.REMISE: Event.REMISE,
    Outcome.CODILLE: Event.CODILLE,
}


def opponents(facts: Facts) -> tuple[Seat, ...]:
    """Return the seats that play against the ombre: two, or three against the mort."""
    hands = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
    return tuple(seat for seat in hands if seat is not facts.ombre)


def other_opponent(facts: Facts) -> Seat | None:
    """Return the third player of a take-over; None without a take-over."""
    if facts.surrenderer is None:
        return None
    return next(seat for seat in opponents(facts) if seat is not facts.surrenderer)


def judge(game: Game, facts: Facts) -> Verdict:
    """Return the verdict on a deal; tricks that were not played decide nothing.

    An irregularity without a remedy is an `IllegalAction`.
    """
    irregular = remedies(game.rules.irregularities, facts.irregularities, facts.ombre)
    if irregular.thrown_in or facts.thrown_in:
        return Verdict(Outcome.VOID, frozenset(), irregular=irregular)
    charged = frozenset({Event.IRREGULARITY} if irregular.charged else ())
    if facts.contract is None or facts.ombre is None:
        passed = frozenset({Event.ALL_PASS} if facts.all_pass else ())
        return Verdict(Outcome.VOID, charged | passed, irregular=irregular)
    if irregular.decided_by is not None:
        return _decided(game, facts, irregular, irregular.decided_by)
    if facts.conceded:
        return Verdict(
            Outcome.REMISE,
            charged | {Event.CONCEDED},
            run_counts=game.rules.concession.run_counts,
            irregular=irregular,
        )
    return _played(game, facts, game.contracts[facts.contract], facts.ombre, irregular)


def _decided(game: Game, facts: Facts, irregular: Remedies, act: Irregularity) -> Verdict:
    won = side(act, facts.ombre) is Side.OPPONENT
    rules = game.rules.irregularities
    return Verdict(
        Outcome.WIN if won else Outcome.REMISE,
        frozenset({Event.WIN if won else Event.REMISE, Event.IRREGULARITY}),
        won=won,
        ahead=_ahead(facts),
        run_counts=won or rules.run_counts,
        bete_factor=1 if won else rules.ombre_factor,
        irregular=irregular,
    )


def _played(
    game: Game, facts: Facts, contract: Contract, ombre: Seat, irregular: Remedies
) -> Verdict:
    by_tricks = _by_tricks(game, contract, facts, ombre)
    won = by_tricks is Outcome.WIN
    undertaken = facts.surrenderer is None and (
        facts.vole_undertaken or contract.vole.by is VoleBy.BID
    )
    made = undertaken and facts.tricks[ombre] == TRICKS
    outcome, fired, vole = _with_vole(game, by_tricks, undertaken=undertaken, made=made)
    if facts.surrenderer is not None:
        by_table = game.rules.concession.take_over is TakeOverSettlement.BY_TABLE
        fired = frozenset({Event.TAKEN_OVER}) | (frozenset() if by_table else fired)
    if irregular.charged:
        fired |= {Event.IRREGULARITY}
    return Verdict(
        outcome,
        fired,
        won=won,
        vole=vole,
        vole_undertaken=undertaken,
        ahead=_ahead(facts),
        irregular=irregular,
    )


def _with_vole(
    game: Game, by_tricks: Outcome, *, undertaken: bool, made: bool
) -> tuple[Outcome, frozenset[Event], int]:
    """Return outcome, events and sign of the vole; a deal lost by tricks stays lost."""
    base = frozenset({_OUTCOMES[by_tricks]})
    if made:
        return by_tricks, base | {Event.VOLE_MADE}, 1
    if not undertaken:
        return by_tricks, base, 0
    if by_tricks is Outcome.WIN:
        match game.rules.result.failed_vole:
            case FailedVole.REPLACES:
                return Outcome.VOLE_FAILED, frozenset({Event.VOLE_FAILED}), -1
            case FailedVole.BECOMES_REMISE:
                return Outcome.REMISE, frozenset({Event.REMISE}), 0
            case FailedVole.ADDS:
                pass
            case other:
                assert_never(other)
    return by_tricks, base | {Event.VOLE_FAILED}, -1


def _by_tricks(game: Game, contract: Contract, facts: Facts, ombre: Seat) -> Outcome:
    mine = facts.tricks[ombre]
    most = max(facts.tricks[seat] for seat in opponents(facts))
    match contract.goal:
        case Goal.NO_TRICK:
            if mine == 0:
                return Outcome.WIN
            two = game.rules.result.two_in_no_trick
            return Outcome.CODILLE if mine >= 2 and two is Loss.CODILLE else Outcome.REMISE
        case Goal.FIVE_TRICKS:
            return Outcome.WIN if mine >= 5 else Outcome.REMISE
        case Goal.MOST_TRICKS:
            if mine > most:
                return Outcome.WIN
            if mine == most:
                return Outcome.REMISE
            if len(_ahead(facts)) == 1 or game.rules.result.one_four_four is Loss.CODILLE:
                return Outcome.CODILLE
            return Outcome.REMISE
        case _:
            assert_never(contract.goal)


def _ahead(facts: Facts) -> tuple[Seat, ...]:
    others = opponents(facts)
    most = max(facts.tricks[seat] for seat in others)
    return tuple(seat for seat in others if facts.tricks[seat] == most)
