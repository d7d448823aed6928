"""Transfers of a rule set as rows of a book: when, on what conditions, from whom to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from lhombre_core.engine.money.transfer import PlannedTransfer
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import LotKind
from lhombre_core.kernel.encode.money.column import (
    APART_LIES,
    LIST_ACTIVE,
    LIST_AHEAD,
    LIST_BANK,
    LIST_BETE,
    LIST_DEALER,
    LIST_EVERYBODY,
    LIST_FOES,
    LIST_FOES_WIDE,
    LIST_OMBRE,
    LIST_OTHER,
    LIST_POOLS,
    LIST_SPEAKER,
    LIST_SURRENDERER,
    LIST_WITH_RUN,
    MOST_GROUPS,
    NONE,
    NOW_CODILLE,
    NOW_CONTRACT,
    NOW_FIRST_FIVE,
    NOW_HAS_BID,
    NOW_ONE,
    NOW_PREVIOUS,
    NOW_RUN_COUNTS,
    NOW_STOPPED,
    NOW_TAKE_OVER,
    NOW_TAKEN_OVER,
    NOW_TOGETHER,
    NOW_UNDERTAKEN,
    NOW_WON,
    REAL,
    SUMS,
    TAG_KEY,
    TRANSFER,
    VIEW,
    VIEWS,
)
from lhombre_core.kernel.encode.money.term import Terms
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import OCCASION
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.settlement import (
    Amount,
    Condition,
    DealEnd,
    Event,
    Lots,
    Party,
    Phase,
    PoolView,
    RunOf,
    TermKind,
    Transfer,
)
from lhombre_core.rules.stake import PoolKind
from lhombre_core.rules.table import RestingMoney

LISTS = {
    Party.OMBRE: LIST_OMBRE,
    Party.EACH_OPPONENT: LIST_FOES,
    Party.OPPONENTS_TOGETHER: LIST_FOES,
    Party.CODILLE_WINNER: LIST_AHEAD,
    Party.OPPONENT_WITH_RUN: LIST_WITH_RUN,
    Party.SURRENDERER: LIST_SURRENDERER,
    Party.OTHER_OPPONENT: LIST_OTHER,
    Party.DEALER: LIST_DEALER,
    Party.SPEAKER: LIST_SPEAKER,
    Party.EACH_ACTIVE: LIST_ACTIVE,
    Party.EACH_PLAYER: LIST_EVERYBODY,
    Party.EACH_OTHER: LIST_ACTIVE,  # nobody pays himself anyway
    Party.OFFENDER: LIST_SPEAKER,  # who speaks offends: in a deal that has none of either, nobody
    Party.BETE: LIST_BETE,
    Party.BANK: LIST_BANK,
}
"""The column of a till in which the place of the list of a party stands."""

_SHARED = {Party.OPPONENTS_TOGETHER: NOW_TOGETHER, Party.CODILLE_WINNER: NOW_CODILLE}
_LOT_KINDS = {Phase.OPENING: LotKind.OPENING, Phase.AUCTION: LotKind.MARK}
_PARTIES = {str(party): party for party in Party}
_MOST_VALUES = 62
_MOST_TERMS = 64


class Moment(Enum):
    """When transfers are made; what may be asked of them is not the same everywhere."""

    EDGE = auto()
    """A deal opens, or the session has ended: there is no deal to ask about."""
    AUCTION = auto()
    SETTLED = auto()


class Transfers:
    """The tables of transfers, of their conditions and of where they go, while a book is made."""

    def __init__(self, game: Game, terms: Terms) -> None:
        """Take the game, and the table to which terms are added."""
        self.game = game
        self.terms = terms
        self.rows: list[list[int]] = []
        self.conditions: list[int] = []
        self.groups: list[int] = []
        self.keys: dict[str, int] = {}
        self.contracts = {name: place for place, name in enumerate(game.contracts)}
        self.occasions = {name: n for n, name in enumerate(game.rules.stakes.occasions)}
        if max(len(self.contracts), len(self.occasions)) > _MOST_VALUES:
            raise Unencodable(f"there are more than {_MOST_VALUES} contracts or occasions")

    def key(self, name: str | None) -> int:
        """Return the number of a key; -1 for none."""
        return NONE if name is None else self.keys.setdefault(name, len(self.keys))

    def add(self, items: Iterable[PlannedTransfer], moment: Moment) -> tuple[int, int]:
        """Add the transfers of a moment; return the numbers of the first and of what follows."""
        first = len(self.rows)
        for item in items:
            if moment is not Moment.SETTLED or self._may_fire(item.transfer):
                self._add(item, moment)
        return first, len(self.rows)

    def _may_fire(self, transfer: Transfer) -> bool:
        """Return whether a deal without irregular acts may set a transfer off."""
        asked, run = transfer.if_, self.game.rules.result.run
        return (
            asked.offence is None
            and asked.by is None
            and transfer.on != {Event.IRREGULARITY}
            and asked.run_on_loss in {None, bool(run and run.paid_on_loss)}
        )

    def _add(self, item: PlannedTransfer, moment: Moment) -> None:
        key, rule, transfer = item
        conditions, groups = len(self.conditions), len(self.groups)
        first_term = len(self.terms.rows)
        for column, values in self._conditions(transfer, moment):
            self.conditions += [column, _mask(values)]
        self._groups(transfer, rule)
        if len(self.terms.rows) - first_term > _MOST_TERMS:
            raise Unencodable(f"{rule} has more than {_MOST_TERMS} terms")
        from_, from_shared = self.party(transfer.from_, transfer.phase)
        row = [
            sum(1 << code(event) for event in transfer.on - {Event.IRREGULARITY}),
            conditions,
            len(self.conditions),
            first_term,
            len(self.terms.rows),
            groups,
            len(self.groups),
            from_,
            from_shared,
            self._foes(transfer.phase),
            code(transfer.flow),
            code(_LOT_KINDS.get(transfer.phase, LotKind.DUE)) | self.key(key) + 1 << TAG_KEY,
            int(transfer.lots is Lots.ONE_EACH),
            self._others(transfer.amount),
            int(transfer.phase is Phase.OPENING),
            int(len(transfer.amount) == 1 and self.groups[groups + 1] == from_shared == NONE),
        ]
        if len(row) != TRANSFER:
            raise AssertionError(len(row))
        self.rows.append(row)

    def _groups(self, transfer: Transfer, rule: str) -> None:
        """Add where the terms of a transfer go, and the terms, those of one party together."""
        going = {
            str(transfer.to if term.to is None else term.to): None
            for term in transfer.amount.values()
        }
        if len(going) > MOST_GROUPS:
            raise Unencodable(f"{rule} goes to more than {MOST_GROUPS}")
        for place, to in enumerate(going):
            self.groups += self.party(to, transfer.phase)
            terms = [t for t in transfer.amount.values() if str(t.to or transfer.to) == to]
            self.terms.add(terms, SUMS + place, transfer.run_of)

    def party(self, name: str, phase: Phase) -> tuple[int, int]:
        """Return the column of the list of a party or pool, and that of what they share."""
        if name in self.terms.pools:
            return LIST_POOLS + self.terms.pools[name], NONE
        if name not in _PARTIES:
            raise Unencodable(f"{name} is no party and no pool")
        party = _PARTIES[name]
        if party is Party.BETE and self.game.rules.stakes.bete is None:
            raise Unencodable("a bête is laid, but there is none")
        column = self._foes(phase) if LISTS[party] == LIST_FOES else LISTS[party]
        return column, _SHARED.get(party, NONE)

    def _foes(self, phase: Phase) -> int:
        wide = self.game.rules.table.resting.money is RestingMoney.AS_OPPONENT
        return LIST_FOES_WIDE if wide and phase is Phase.PLAYERS else LIST_FOES

    def _others(self, amount: Amount) -> int:
        """Return the pools of which only what is not in play is drawn, as a mask."""
        views: dict[str, set[PoolView]] = {}
        for term in amount.values():
            if term.of is TermKind.POOL:
                views.setdefault(str(term.pool), set()).add(term.view)
        drawn = (pool for pool, seen in views.items() if seen == {PoolView.OTHERS})
        return sum(1 << self.terms.pool(pool) for pool in drawn)

    def _conditions(
        self, transfer: Transfer, moment: Moment
    ) -> Iterator[tuple[int, Iterable[int]]]:
        """Yield the conditions of a transfer: a column of the till and the values it may have."""
        asked = transfer.if_
        if moment is Moment.SETTLED:
            yield from self._fed(transfer)
        if moment is not Moment.EDGE:
            yield from self._by_tricks(asked)
        if moment is Moment.AUCTION and asked.has_bid is not None:
            yield NOW_HAS_BID, [int(asked.has_bid)]
        yield from self._by_money(asked)
        if moment is Moment.SETTLED and asked.run_counts is not None:
            given_up = transfer.on == {Event.TAKEN_OVER} or asked.taken_over
            if transfer.run_of is RunOf.SURRENDERER and not given_up:
                raise Unencodable("the run of a player is asked for who may not have given up")
            yield NOW_RUN_COUNTS + code(transfer.run_of), [int(asked.run_counts)]

    def _fed(self, transfer: Transfer) -> Iterator[tuple[int, Iterable[int]]]:
        """Yield, for a transfer into a cup, the occasions that feed it."""
        stakes = self.game.rules.stakes
        pool = stakes.pools.get(transfer.to)
        if transfer.phase is Phase.CUPS and pool is not None and pool.kind is PoolKind.CUP:
            feeding = (n for n, o in stakes.occasions.items() if transfer.to in o.feeds)
            yield OCCASION, [NONE, *(self.occasions[name] for name in feeding)]

    def _by_tricks(self, asked: Condition) -> Iterator[tuple[int, Iterable[int]]]:
        """Yield what `holds_by_tricks` asks."""
        if asked.first_five is not None:
            yield NOW_FIRST_FIVE, [code(asked.first_five)]
        if asked.stopped is not None:
            yield NOW_STOPPED, [int(asked.stopped)]
        if asked.deal is not None:
            yield NOW_WON, [int(asked.deal is DealEnd.WON)]
        if asked.vole_undertaken is not None:
            yield NOW_UNDERTAKEN, [int(asked.vole_undertaken)]
        if asked.taken_over is not None:
            yield NOW_TAKEN_OVER, [int(asked.taken_over)]
        if asked.take_over is not None:
            yield NOW_TAKE_OVER, [code(asked.take_over)]
        if asked.contracts is not None:
            known = [self.contracts[name] for name in asked.contracts if name in self.contracts]
            yield NOW_CONTRACT, known

    def _by_money(self, asked: Condition) -> Iterator[tuple[int, Iterable[int]]]:
        """Yield what `holds_by_money` asks."""
        if asked.empty is not None:
            yield VIEWS + VIEW * self.terms.read(asked.empty) + REAL, [0]
        if asked.filled is not None:
            yield VIEWS + VIEW * self.terms.read(asked.filled) + REAL, [1]
        if asked.others is not None:
            pool = self.terms.read(self.game.rules.stakes.at_stake)
            if pool >= 0:
                yield VIEWS + VIEW * pool + APART_LIES, [int(asked.others)]
            elif asked.others:
                yield NOW_ONE, []  # nothing is at stake, so that nothing lies beside it
        if asked.previous is not None:
            yield NOW_PREVIOUS, [code(asked.previous)]


def _mask(values: Iterable[int]) -> int:
    return sum(1 << value + 1 for value in set(values))
