"""Deals one after another at a small table, settled by the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from lhombre_core.engine import Facts, Game, Runs
from lhombre_core.engine.money.session import Session, close_deal, open_next, start
from lhombre_core.engine.money.table import Account, Line, holds_money
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.summary import DealSummary, facts_from_summary
from lhombre_core.errors import LhombreError
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Contract, EnteredBy, Goal, VoleBy
from lhombre_core.rules.settlement import Event
from lhombre_core.rules.table import TableSize

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
_SEATS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
_NAMES: Final = "ABCDE"
_SHOWN: Final = (
    Event.REMISE,
    Event.CODILLE,
    Event.WIN,
    Event.VOLE_FAILED,
    Event.CONCEDED,
    Event.VOLE_MADE,
)
"""What the deals show, in this order; what a variant has not got is left out."""


@dataclass(frozen=True, slots=True)
class ExamplePayment:
    """A sum with its payer and receiver: a player by letter, or a pool by name."""

    rule: str
    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class DealExample:
    """A deal with its contract, result and payments."""

    number: int
    players: tuple[str, ...]
    dealer: str
    ombre: str
    contract: str
    event: Event
    """What it shows."""
    tricks: tuple[int, ...]
    """The ombre's tricks, then the opponents'; empty in a deal that was given up."""
    run: int | None
    """The ombre's run of top trumps, None where none is counted."""
    laid: tuple[ExamplePayment, ...]
    """What was paid before and while the deal was bid."""
    paid: tuple[ExamplePayment, ...]
    gain: int
    """What the ombre gained in the settlement; negative: lost."""
    owed: int
    """What was written down against him in the settlement and is not yet paid."""
    balances: tuple[tuple[str, int], ...]
    pools: tuple[tuple[str, int], ...]
    """What the pools hold, and what is owed, after the deal."""

    @property
    def laid_by_ombre(self) -> bool:
        """Whether the ombre paid something before or while the deal was bid."""
        return any(one.payer == self.ombre for one in self.laid)

    @property
    def others_count(self) -> bool:
        """Whether it matters how the others' tricks were split."""
        return sum(self.tricks[1:]) > 0 and len(self.tricks) > 1


def settle_deals(game: Game) -> tuple[DealExample, ...]:
    """Return consecutive deals that show each result of the variant."""
    players = min(_SIZES[size] for size in game.rules.table.sizes)
    try:
        session = start(game, players)
    except LhombreError:
        return ()
    found: list[DealExample] = []
    for event in _SHOWN:
        for told in _told(game, event, len(found)):
            made = _deal(session, told, event, len(found) + 1)
            if made is not None:
                session, example = made
                found.append(example)
                break
    no_trick = _no_trick(session, len(found))
    return (*found, no_trick) if no_trick is not None else tuple(found)


def _no_trick(session: Session, place: int) -> DealExample | None:
    """Return a deal in which no trick was to be won and two were; None where there is none."""
    game, ombre = session.game, _SEATS[place % 3]
    for name, contract in _by_turns(game, 0):
        if contract.goal is Goal.NO_TRICK:
            told = DealSummary(contract=name, ombre=ombre, split=(2,), passes=_passes(ombre))
            for event in (Event.CODILLE, Event.REMISE):
                made = _deal(session, told, event, place + 1)
                if made is not None:
                    return made[1]
    return None


def _told(game: Game, event: Event, place: int) -> Iterator[DealSummary]:
    """Yield deals that may show an event, the likeliest first."""
    ombre = _SEATS[place % 3]
    run = max(3, 0 if game.rules.result.run is None else game.rules.result.run.least)
    for name, contract in _by_turns(game, place):
        for told in _of_event(name, contract, event):
            yield replace(told, ombre=ombre, runs=Runs(ombre=run), passes=_passes(ombre))


def _by_turns(game: Game, place: int) -> list[tuple[str, Contract]]:
    """Return the contracts that are bid, rotated by a place for each deal."""
    named = [
        (name, one) for name, one in game.rules.contracts.items() if one.entry.by is EnteredBy.BID
    ]
    turn = place % max(1, len(named))
    return named[turn:] + named[:turn]


def _of_event(name: str, contract: Contract, event: Event) -> Iterator[DealSummary]:
    no_trick = contract.goal is Goal.NO_TRICK
    played = contract.vole.by is not VoleBy.NOT
    match event:
        case Event.WIN:
            yield from _each(name, [(0,)] if no_trick else [(5, 0, 0)], primera=(True,))
            yield from _each(name, [(0,)] if no_trick else [(5, 2, 2), (5, 0, 0)])
        case Event.REMISE:
            yield from _each(name, [(1,)] if no_trick else [(4, 4, 1), (3, 3, 3)])
        case Event.CODILLE:
            yield from _each(name, [(2,)] if no_trick else [(3, 4, 2), (3, 5, 1)])
        case Event.VOLE_MADE if played:
            yield DealSummary(contract=name, split=(9, 0, 0), vole="made")
        case Event.VOLE_FAILED if played:
            yield DealSummary(contract=name, split=(8, 1, 0), vole="failed")
        case Event.CONCEDED if contract.concession.allowed:
            yield DealSummary(contract=name, conceded=True)
        case _:
            return


def _each(
    name: str, splits: Iterable[tuple[int, ...]], *, primera: Iterable[bool] = (False, True)
) -> Iterator[DealSummary]:
    for split in splits:
        for first_five in primera:
            yield DealSummary(contract=name, split=split, primera=first_five)


def _passes(ombre: Seat) -> tuple[tuple[Seat, bool], ...]:
    return tuple((seat, False) for seat in _SEATS if seat is not ombre)


def _deal(
    session: Session, told: DealSummary, event: Event, number: int
) -> tuple[Session, DealExample] | None:
    """Return the session after a deal, and the deal; None if it cannot be or shows another."""
    game = session.game
    try:
        facts = facts_from_summary(game, told)
        opened, laid = open_next(session)
        closed, paid = close_deal(opened, facts)
    except LhombreError:
        return None
    if event not in judge(game, facts).events:
        return None
    at_once, settled = _parted(paid, opened)
    ombre = session.seating.active[told.ombre]
    return closed, DealExample(
        number=number,
        players=tuple(_NAMES[: session.players]),
        dealer=_NAMES[session.dealer],
        ombre=_NAMES[ombre],
        contract=told.contract,
        event=event,
        tricks=_tricks(facts, told),
        run=told.runs.ombre if _counts_run(game, told) else None,
        laid=_payments((*laid, *at_once)),
        paid=_payments(settled),
        gain=sum(_gain(line, ombre) for line in settled if not _is_debt(game, line)),
        owed=-sum(_gain(line, ombre) for line in settled if _is_debt(game, line)),
        balances=tuple(zip(_NAMES, closed.money.balances, strict=False)),
        pools=tuple((name, closed.money.held(name)) for name, _ in closed.money.pools),
    )


def _parted(lines: Iterable[Line], session: Session) -> tuple[list[Line], list[Line]]:
    """Return the lines that were paid in the auction and those of the settlement."""
    settlement = session.game.rules.settlement
    at_once: list[Line] = []
    settled: list[Line] = []
    for line in lines:
        key = line.rule.removeprefix("settlement.")
        auction = key in settlement and settlement[key].phase.value == "auction"
        (at_once if auction else settled).append(line)
    return at_once, settled


def _tricks(facts: Facts, told: DealSummary) -> tuple[int, ...]:
    if told.conceded or facts.ombre is None:
        return ()
    others = (facts.tricks[seat] for seat in _SEATS if seat is not facts.ombre)
    return facts.tricks[facts.ombre], *others


def _counts_run(game: Game, told: DealSummary) -> bool:
    contract = game.rules.contracts[told.contract]
    return game.rules.result.run is not None and contract.trump.by.value != "none"


def _payments(lines: Iterable[Line]) -> tuple[ExamplePayment, ...]:
    """Return payment lines, the terms of each payment added up."""
    sums: dict[tuple[str, Account, Account], int] = {}
    for line in lines:
        key = line.rule, line.payer, line.payee
        sums[key] = sums.get(key, 0) + line.amount
    return tuple(
        ExamplePayment(rule, _account(payer), _account(payee), amount)
        for (rule, payer, payee), amount in sums.items()
    )


def _account(account: Account) -> str:
    return _NAMES[account] if isinstance(account, int) else account


def _is_debt(game: Game, line: Line) -> bool:
    """Return whether a line is only written down and no money has moved."""
    pool = game.rules.stakes.pools.get(str(line.payee))
    return pool is not None and not holds_money(pool.kind)


def _gain(line: Line, player: int) -> int:
    return (line.amount if line.payee == player else 0) - (
        line.amount if line.payer == player else 0
    )
