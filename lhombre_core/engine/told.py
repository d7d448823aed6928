"""A deal of which only the outcome is told: how its tricks were split, and what was undertaken.

The split must be one at which the variant ends a deal, or the whole of nine tricks: a deal that
was played out beyond its end settles as it did there. Which side won the first five tricks, and
whether a vole was undertaken, is told too where a payment reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from lhombre_core.cards import EMPTY, Suit
from lhombre_core.engine.money.stake import given_money
from lhombre_core.engine.money.table import Lot, LotKind, Money
from lhombre_core.engine.phase.stop import First, Split, after, is_fixed
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
class Told:
    """What is told of a deal that has ended."""

    contract: str
    ombre: Seat = Seat.FOREHAND
    """Who ended it as ombre: after a take-over the taker."""
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
    """Who gave up the deal that the ombre took over."""
    runs: Runs = _UNKNOWN
    mort: int | None = None
    passes: tuple[tuple[Seat, bool], ...] = ()
    needless: tuple[Seat, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()


class _Ending(NamedTuple):
    """An end that play can come to."""

    split: Split
    stopped: bool

    @property
    def tricks(self) -> Tricks:
        return self.split.tricks


def facts_told(game: Game, told: Told) -> Facts:
    """Return what payments read of a deal that is told.

    UsageError in a sentence for what cannot have happened under the rules of the game.
    """
    contract = game.contracts[told.contract]
    rule = contract.concession
    if told.surrenderer is not None and (not rule.allowed or rule.consent is not Consent.TAKE_OVER):
        raise UsageError(f"{told.contract} cannot be taken over")
    if told.conceded:
        _require_concession(game, told, contract)
        return _facts(told, NO_TRICKS, (), stopped=False)
    tricks = _by_seat(told, contract)
    ending = _ending(game, told, contract, tricks)
    return _facts(
        told, tricks, _winners(told.ombre, tricks, ending.split.first), stopped=ending.stopped
    )


def _facts(told: Told, tricks: Tricks, winners: tuple[Seat, ...], *, stopped: bool) -> Facts:
    return Facts(
        contract=told.contract,
        colour=told.colour,
        ombre=told.ombre,
        trump=told.trump,
        tricks=tricks,
        winners=winners,
        vole_undertaken=told.vole is not None,
        stopped=stopped,
        conceded=told.conceded,
        surrenderer=told.surrenderer,
        passes=told.passes,
        needless=told.needless,
        mort=told.mort,
        runs=told.runs,
        irregularities=told.irregularities,
    )


def _require_concession(game: Game, told: Told, contract: Contract) -> None:
    if not contract.concession.allowed:
        raise UsageError(f"{told.contract} cannot be given up")
    if told.vole is not None or told.primera:
        raise UsageError("a deal that was given up has no vole and no first five tricks")
    late = game.rules.concession.until is ConcessionUntil.OWN_FOURTH_CARD
    if told.split is not None and sum(told.split) > (3 if late else 0):
        raise UsageError(
            f"{told.contract} cannot be given up once {format_split(told.split)} tricks are made; "
            f"expected {'three tricks at most' if late else 'none'}"
        )


def _by_seat(told: Told, contract: Contract) -> Tricks:
    """Return the tricks of the four seats."""
    split = told.split
    if split is None:
        raise UsageError("the split of the tricks is missing, such as 4-4-1")
    others = [seat for seat in _HANDS if seat is not told.ombre]
    if len(split) == 1 and contract.goal is Goal.NO_TRICK:
        rest = TRICKS - split[0]
        split = (split[0], *(len(range(place, rest, len(others))) for place in range(len(others))))
    if len(split) != 1 + len(others):
        numbers = "three" if len(others) == 2 else "four"
        one = ", or the ombre's alone" if contract.goal is Goal.NO_TRICK else ""
        raise UsageError(
            f"{format_split(split)} has {len(split)} number{'s' * (len(split) > 1)}; "
            f"{told.contract} is split among {numbers}{one}"
        )
    tricks = dict(zip((told.ombre, *others), split, strict=True))
    first, second, third, mort = (tricks.get(seat, 0) for seat in (*_HANDS, Seat.MORT))
    return first, second, third, mort


def _ending(game: Game, told: Told, contract: Contract, tricks: Tricks) -> _Ending:
    """Return the end to which the tricks told belong."""
    _require_sense(told, contract, tricks)
    ends = [end for end in _endings(game, told, contract) if _within(end.tricks, tricks)]
    exact = [end for end in ends if end.tricks == tricks]
    found = [*exact, *ends] if sum(tricks) == TRICKS else exact
    if not found:
        raise UsageError(_impossible(told, tricks, ends))
    if not reads_first_five(game):
        return found[0]
    wanted = [end for end in found if (_five(end) is not First.MIXED) == told.primera]
    if wanted:
        return wanted[0]
    shown = format_split(told.split or ())
    if told.primera:
        raise UsageError(f"no side can have won the first five tricks and no more in {shown}")
    raise UsageError(
        f"{shown} means that one side won the first five tricks, which is paid for; say primera"
    )


def money_told(
    game: Game,
    players: int,
    held: Mapping[str, int],
    *,
    bete: bool = False,
    over: str | None = None,
    first_dealer: int = 0,
) -> Money:
    """Return the money of a table of which some pools are told, as a deal is settled.

    `bete` says that a bête lies in the pool that takes the first one, `over` for which occasion
    is played. UsageError for a pool or occasion that is not there.
    """
    money = replace(given_money(game, players, held, over), first_dealer=first_dealer)
    if not bete:
        return money
    place = None if game.rules.stakes.bete is None else game.rules.stakes.bete.first
    if place is None or not held.get(place):
        raise UsageError("a bête lies where nothing lies; say what the pool holds that takes it")
    pools = tuple(
        (name, tuple(map(_as_bete, lots)) if name == place else lots) for name, lots in money.pools
    )
    return replace(money, pools=pools)


def _as_bete(lot: Lot) -> Lot:
    return replace(lot, kind=LotKind.BETE) if lot.kind is LotKind.STAKE else lot


def reads_first_five(game: Game) -> bool:
    """Return whether a payment of the variant asks who has won the first five tricks."""
    return any(transfer.if_.first_five is not None for transfer in game.rules.settlement.values())


def _five(end: _Ending) -> First:
    """Return who has won the first five tricks of an end, and stopped where it was the ombre."""
    first, total = end.split.first, sum(end.tricks)
    if total < 5:
        return First.MIXED
    if first is First.OMBRE and not end.stopped:
        return First.MIXED
    return first


def _require_sense(told: Told, contract: Contract, tricks: Tricks) -> None:
    mine, shown = tricks[told.ombre], format_split(told.split or ())
    if told.vole is not None and contract.vole.by is VoleBy.NOT:
        raise UsageError(f"there is no vole in {told.contract}")
    if told.vole is not None and told.surrenderer is not None:
        raise UsageError("there is no vole in a deal that was taken over")
    if told.vole == "made" and mine != TRICKS:
        raise UsageError(f"a vole made is all nine tricks, not {shown}")
    if told.vole == "failed" and mine == TRICKS:
        raise UsageError(f"{shown} is a vole made, not one that failed")
    by_choice = contract.vole.by is VoleBy.CHOICE and told.surrenderer is None
    if told.vole is None and mine == TRICKS and by_choice:
        raise UsageError(f"{shown} is a vole; say that it was made")


def _impossible(told: Told, tricks: Tricks, ends: Iterable[_Ending]) -> str:
    shown, total = format_split(told.split or ()), sum(tricks)
    reached = max(ends, key=lambda end: sum(end.tricks), default=None)
    if told.vole is not None:
        return f"a vole of {told.contract} cannot be undertaken and then end with {shown}"
    if reached is None:
        left = TRICKS - total
        return (
            f"the deal is not over at {shown}: {left} trick{'s' * (left > 1)} more "
            f"{'are' if left > 1 else 'is'} played; expected nine in all"
        )
    others = [seat for seat in _HANDS if seat is not told.ombre]
    ended = format_split(tuple(reached.tricks[seat] for seat in (told.ombre, *others)))
    return f"{shown} cannot occur: {told.contract} ends at {ended}; expected that, or nine in all"


def _within(part: Tricks, whole: Tricks) -> bool:
    return all(a <= b for a, b in zip(part, whole, strict=True))


def _winners(ombre: Seat, tricks: Tricks, first: First) -> tuple[Seat, ...]:
    """Return an order of tricks in which the first five were won as is told."""
    mine = [ombre] * tricks[ombre]
    others = [
        Seat(seat) for seat, number in enumerate(tricks) if seat != ombre for _ in range(number)
    ]
    match first:
        case First.OMBRE:
            return (*mine, *others)
        case First.OPPONENTS:
            return (*others, *mine)
        case First.MIXED:
            return (*mine[:1], *others, *mine[1:])


def _endings(game: Game, told: Told, contract: Contract) -> Iterator[_Ending]:
    """Yield every end that play can come to, with the vole undertaken or without it as told."""
    four = contract.entry.by is EnteredBy.RESTING_SEAT
    seats = range(4 if four else 3)
    status = at_first_lead(contract) if told.surrenderer is None else VoleStatus.CLOSED
    surrenderer = None if told.surrenderer is None else int(told.surrenderer)
    start = Split(
        told.contract,
        told.colour,
        int(told.ombre),
        surrenderer,
        status is VoleStatus.UNDERTAKEN,
        four,
        NO_TRICKS,
        First.OPPONENTS,
    )
    wanted = told.vole is not None
    seen = {(start, status)}
    waiting = [(start, status)]
    while waiting:
        split, status = waiting.pop()
        for winner in seats:
            for now, stopped in _after_trick(game, split, status, winner):
                following = after(split, winner)._replace(
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
    """Yield how it can stand with the vole when a trick is won, and whether the ombre stops."""
    if status is not VoleStatus.OPEN:
        yield status, False
        return
    rules = game.rules.vole
    play = _play(game, after(split, winner), winner, status)
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
    """Return tricks of which only number and winners count."""
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
