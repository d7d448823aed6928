"""A finished deal of which only a summary is known: the split of the tricks, vole and bids.

The split must be one at which the variant ends a deal, or all nine tricks: a deal that was played
on beyond its end settles as it did there. The side that won the first five tricks is stated only
where a payment reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from lhombre_core.cards import EMPTY, Suit
from lhombre_core.engine.phase.stop import First, Split, example_winners, is_fixed
from lhombre_core.engine.phase.vole import (
    after_card,
    after_trick,
    at_first_lead,
    may_announce,
    may_lead,
    may_stop,
)
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs, Tricks
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.engine.state.state import NO_HANDS, NO_TRICKS, PlayState, VoleStatus
from lhombre_core.errors import UsageError
from lhombre_core.notation import Seat, format_split
from lhombre_core.rules.contract import Consent, Contract, EnteredBy, Goal, VoleBy
from lhombre_core.rules.play import ConcessionUntil, Stop

_UNKNOWN: Final = Runs()
_HANDS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@dataclass(frozen=True, slots=True)
class DealSummary:
    """The outcome of a deal, as a user states it."""

    contract: str
    ombre: Seat = Seat.FOREHAND
    """The ombre at the end: after a take-over the taker."""
    split: tuple[int, ...] | None = None
    """The ombre's tricks, then the opponents' in the order of the seats. In a contract of no
    tricks the ombre's alone is enough; a deal that was given up needs none."""
    colour: int = 0
    trump: Suit | None = None
    vole: Literal["made", "failed"] | None = None
    primera: bool = False
    """One side has won the first five tricks: the ombre, who then stopped, or his opponents."""
    conceded: bool = False
    surrenderer: Seat | None = None
    """The player whose deal the ombre took over."""
    runs: Runs = _UNKNOWN
    mort: int | None = None
    passes: tuple[tuple[Seat, bool], ...] = ()
    needless: tuple[Seat, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()


class _Ending(NamedTuple):
    """A way in which play can end."""

    split: Split
    stopped: bool

    @property
    def tricks(self) -> Tricks:
        return self.split.tricks

    @property
    def first_five(self) -> First:
        """The side that won the first five tricks and, if it is the ombre, then stopped."""
        won = self.split.first
        by_ombre = won is First.OMBRE and not self.stopped
        return First.MIXED if sum(self.tricks) < 5 or by_ombre else won


def facts_from_summary(game: Game, summary: DealSummary) -> Facts:
    """Return the facts that payments read, completed from a summary.

    A summary that the rules of the game make impossible is a `UsageError`.
    """
    contract = game.contracts[summary.contract]
    rule = contract.concession
    taken_over = summary.surrenderer is not None
    if taken_over and not (rule.allowed and rule.consent is Consent.TAKE_OVER):
        raise UsageError(f"{summary.contract} cannot be taken over")
    tricks, stopped = NO_TRICKS, False
    winners: tuple[Seat, ...] = ()
    if summary.conceded:
        _require_concession(game, summary, contract)
    else:
        tricks = _by_seat(summary, contract)
        ending = _ending(game, summary, contract, tricks)
        winners = example_winners(summary.ombre, tricks, ending.split.first)
        stopped = ending.stopped
    return Facts(
        contract=summary.contract,
        colour=summary.colour,
        ombre=summary.ombre,
        trump=summary.trump,
        tricks=tricks,
        winners=winners,
        vole_undertaken=summary.vole is not None,
        stopped=stopped,
        conceded=summary.conceded,
        surrenderer=summary.surrenderer,
        passes=summary.passes,
        needless=summary.needless,
        mort=summary.mort,
        runs=summary.runs,
        irregularities=summary.irregularities,
    )


def _require_concession(game: Game, summary: DealSummary, contract: Contract) -> None:
    if not contract.concession.allowed:
        raise UsageError(f"{summary.contract} cannot be given up")
    if summary.vole is not None or summary.primera:
        raise UsageError("a deal that was given up has no vole and no first five tricks")
    late = game.rules.concession.until is ConcessionUntil.OWN_FOURTH_CARD
    if summary.split is not None and sum(summary.split) > (3 if late else 0):
        raise UsageError(
            f"{summary.contract} cannot be given up once {format_split(summary.split)} tricks are "
            f"made; expected {'three tricks at most' if late else 'none'}"
        )


def _by_seat(summary: DealSummary, contract: Contract) -> Tricks:
    """Return the tricks of the four seats."""
    split = summary.split
    if split is None:
        raise UsageError("the split of the tricks is missing, such as 4-4-1")
    others = [seat for seat in _HANDS if seat is not summary.ombre]
    if len(split) == 1 and contract.goal is Goal.NO_TRICK:
        rest = TRICKS - split[0]
        split = (split[0], *(len(range(place, rest, len(others))) for place in range(len(others))))
    if len(split) != 1 + len(others):
        numbers = "three" if len(others) == 2 else "four"
        one = ", or the ombre's alone" if contract.goal is Goal.NO_TRICK else ""
        raise UsageError(
            f"{format_split(split)} has {len(split)} number{'s' * (len(split) > 1)}; "
            f"{summary.contract} is split among {numbers}{one}"
        )
    tricks = dict(zip((summary.ombre, *others), split, strict=True))
    first, second, third, mort = (tricks.get(seat, 0) for seat in (*_HANDS, Seat.MORT))
    return first, second, third, mort


def _ending(game: Game, summary: DealSummary, contract: Contract, tricks: Tricks) -> _Ending:
    """Return the end of play that the summary describes."""
    _require_sense(summary, contract, tricks)
    ends = [
        end
        for end in _endings(game, summary, contract)
        if all(a <= b for a, b in zip(end.tricks, tricks, strict=True))
    ]
    exact = [end for end in ends if end.tricks == tricks]
    candidates = [*exact, *ends] if sum(tricks) == TRICKS else exact
    if not candidates:
        raise UsageError(_impossible(summary, tricks, ends))
    if not reads_first_five(game):
        return candidates[0]
    for end in candidates:
        if (end.first_five is not First.MIXED) == summary.primera:
            return end
    shown = format_split(summary.split or ())
    if summary.primera:
        raise UsageError(f"no side can have won the first five tricks and no more in {shown}")
    raise UsageError(
        f"{shown} means that one side won the first five tricks, which is paid for; say primera"
    )


def reads_first_five(game: Game) -> bool:
    """Return whether a payment of the variant depends on the winner of the first five tricks."""
    return any(transfer.if_.first_five is not None for transfer in game.rules.settlement.values())


def _require_sense(summary: DealSummary, contract: Contract, tricks: Tricks) -> None:
    mine, shown = tricks[summary.ombre], format_split(summary.split or ())
    if summary.vole is not None and contract.vole.by is VoleBy.NOT:
        raise UsageError(f"there is no vole in {summary.contract}")
    if summary.vole is not None and summary.surrenderer is not None:
        raise UsageError("there is no vole in a deal that was taken over")
    if summary.vole == "made" and mine != TRICKS:
        raise UsageError(f"a vole made is all nine tricks, not {shown}")
    if summary.vole == "failed" and mine == TRICKS:
        raise UsageError(f"{shown} is a vole made, not one that failed")
    by_choice = contract.vole.by is VoleBy.CHOICE and summary.surrenderer is None
    if summary.vole is None and mine == TRICKS and by_choice:
        raise UsageError(f"{shown} is a vole; say that it was made")


def _impossible(summary: DealSummary, tricks: Tricks, ends: Iterable[_Ending]) -> str:
    shown, total = format_split(summary.split or ()), sum(tricks)
    reached = max(ends, key=lambda end: sum(end.tricks), default=None)
    if summary.vole is not None:
        return f"a vole of {summary.contract} cannot be undertaken and then end with {shown}"
    if reached is None:
        left = TRICKS - total
        return (
            f"the deal is not over at {shown}: {left} trick{'s' * (left > 1)} more "
            f"{'are' if left > 1 else 'is'} played; expected nine in all"
        )
    others = [seat for seat in _HANDS if seat is not summary.ombre]
    ended = format_split(tuple(reached.tricks[seat] for seat in (summary.ombre, *others)))
    return (
        f"{shown} cannot occur: {summary.contract} ends at {ended}; expected that, or nine in all"
    )


def _endings(game: Game, summary: DealSummary, contract: Contract) -> Iterator[_Ending]:
    """Yield every possible end of play, the vole undertaken or not as the summary says."""
    four = contract.entry.by is EnteredBy.RESTING_SEAT
    seats = range(4 if four else 3)
    status = at_first_lead(contract) if summary.surrenderer is None else VoleStatus.CLOSED
    surrenderer = None if summary.surrenderer is None else int(summary.surrenderer)
    start = Split(
        summary.contract,
        summary.colour,
        int(summary.ombre),
        surrenderer,
        status is VoleStatus.UNDERTAKEN,
        four,
        NO_TRICKS,
        First.OPPONENTS,
    )
    wanted = summary.vole is not None
    seen = {(start, status)}
    waiting = [(start, status)]
    while waiting:
        split, status = waiting.pop()
        for winner in seats:
            for now, stopped in _after_trick(game, split, status, winner):
                following = split.after(winner)._replace(
                    vole_undertaken=now is VoleStatus.UNDERTAKEN
                )
                ended = stopped or _is_over(game, following, now)
                if ended and (
                    following.vole_undertaken == wanted or contract.vole.by is VoleBy.BID
                ):
                    yield _Ending(following, stopped)
                if not ended and (following, now) not in seen:
                    seen.add((following, now))
                    waiting.append((following, now))


def _is_over(game: Game, split: Split, status: VoleStatus) -> bool:
    if sum(split.tricks) == TRICKS:
        return True
    if game.rules.play.stop is Stop.PLAY_OUT or status is VoleStatus.OPEN:
        return False
    return is_fixed(game, split)


def _after_trick(
    game: Game, split: Split, status: VoleStatus, winner: int
) -> Iterator[tuple[VoleStatus, bool]]:
    """Yield the possible states of the vole after a trick, each with whether the ombre stops."""
    if status is not VoleStatus.OPEN:
        yield status, False
        return
    rules = game.rules.vole
    play = _play(game, split.after(winner), winner, status)
    now = after_trick(rules, play)
    if now is not VoleStatus.OPEN:
        yield now, False
        return
    if may_stop(rules, play):
        yield VoleStatus.OPEN, True
    if may_announce(rules, play):
        yield VoleStatus.UNDERTAKEN, False
    if winner != split.ombre:
        yield VoleStatus.OPEN, False
    elif may_lead(rules, play):
        yield after_card(rules, play), False


def _play(game: Game, split: Split, leader: int, status: VoleStatus) -> PlayState:
    """Return a play state in which only the number and winners of the tricks are real."""
    return PlayState(
        start=NO_HANDS,
        follow=game.follow(Suit.S),
        order=(),
        after=(),
        ombre=split.ombre,
        leader=leader,
        vole=status,
        may=EMPTY,
        tricks=split.tricks,
        winners=(Seat(split.ombre),) * sum(split.tricks),
    )
