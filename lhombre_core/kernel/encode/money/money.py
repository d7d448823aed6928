"""The money of a rule set as one row of numbers, a book, and room for the money of sessions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np

from lhombre_core.engine.money.session import deals
from lhombre_core.engine.money.table import holds_money
from lhombre_core.engine.money.transfer import transfer_plan
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import next_dealer
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import UsageError
from lhombre_core.kernel.encode.money import column
from lhombre_core.kernel.encode.money.column import NONE
from lhombre_core.kernel.encode.money.table import (
    contract_rows,
    occasion_rows,
    packed,
    pool_rows,
    seat_rows,
)
from lhombre_core.kernel.encode.money.term import Terms
from lhombre_core.kernel.encode.money.transfer import Moment, Transfers
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import MOST_POOLS
from lhombre_core.kernel.space import Unencodable
from lhombre_core.notation import Seat
from lhombre_core.rules.auction import AfterAllPass, PrivilegeSetBy
from lhombre_core.rules.session import Leftover, Overtime, SessionEnd, VoidDeals
from lhombre_core.rules.settlement import OddUnit
from lhombre_core.rules.stake import PoolKind

DIVIDED = {
    Leftover.SPLIT: (PoolKind.POT, PoolKind.CUP),
    Leftover.SHARE_DEBTS: (PoolKind.CUP, PoolKind.LEDGER),
}
"""The kinds of pools that are divided when a session has ended."""
LOTS = 500
"""How many lots each pool of a purse has room for, unless said otherwise."""


def money_book(game: Game) -> np.ndarray:
    """Return the book of a game: one ``int64`` row, see `money_column`.

    What cannot be written so is `Unencodable`.
    """
    try:
        return Book(game).row
    except UsageError as error:
        raise Unencodable(str(error)) from error


def new_till(book: np.ndarray, room: int = LOTS) -> np.ndarray:
    """Return a till for the sessions of a book, whose pools have room for so many lots each.

    A session is begun in it with `money_session.start`.
    """
    if not 8 <= room <= column.MOST_ROOM:
        raise ValueError(f"room for {room} lots; expected 8 to {column.MOST_ROOM}")
    pools = int(book[column.POOL_COUNT])
    till = np.zeros(column.STACKS + room * column.STACKS_ROOM, np.int64)
    till[column.ROOM] = room
    till[column.POOLS] = pools
    till[column.NOW_ONE] = 1
    for list_, account in (
        (column.LIST_BANK, column.BANK_ACCOUNT),
        (column.LIST_BETE, column.BETE_ACCOUNT),
        *((column.LIST_POOLS + pool, column.POOL_ACCOUNT + pool) for pool in range(pools)),
    ):
        till[list_] = book[column.SINGLES_AT] + 2 * (account + 1)
    return till


def new_purses(book: np.ndarray, number: int, room: int = LOTS) -> np.ndarray:
    """Return so many purses for sessions of a book, each with room for so many lots in each pool.

    Of that room a session touches what it needs. A purse begins a line of memory, as its lots do.
    """
    pools = int(book[column.POOL_COUNT])
    lines = -(-room // column.LOTS_IN_LINE) * pools
    columns = column.LINE * (lines + column.lots_at(pools) // column.LINE)
    purses = np.zeros(number * columns + column.LINE, np.int64)
    skipped = -(purses.ctypes.data // purses.itemsize) % column.LINE
    return purses[skipped : skipped + number * columns].reshape(number, columns)


class Book:
    """A book, and what it was made of."""

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self.game = game
        self.terms = Terms(game)
        self.transfers = Transfers(game, self.terms)
        self.scalars = [NONE] * column.SCALARS
        stakes = game.rules.stakes
        if len(stakes.pools) > MOST_POOLS:
            raise Unencodable(f"there are more than {MOST_POOLS} pools")
        at_stake = stakes.at_stake
        if at_stake is not None and stakes.pools[at_stake].kind is not PoolKind.POT:
            raise Unencodable("what is played for is no pot")
        self.row = self._made()

    def _made(self) -> np.ndarray:
        """Return all tables, one after another behind the scalars."""
        scalars, joins, betes = self.scalars, list[int](), list[int]()
        self._moments()
        pools = self._pools()
        occasions = occasion_rows(self.terms, joins, betes)
        self._rules()
        self._session()
        scalars[column.POOL_COUNT] = len(pools)
        scalars[column.OCCASION_COUNT] = len(occasions) - 1
        data = list(scalars)
        terms_at = self._append_transfers(data)
        _move(pools, terms_at, column.TERM, column.PROMISE_AT, column.PROMISE_END)
        _move(occasions, len(data), 1, column.JOINS_AT, column.JOINS_END)
        data += joins
        _move(occasions, len(data), 1, column.BETES_AT)
        data += betes
        data[column.NO_BETE] = len(data)
        data += [0] * column.BETE_ROW
        data[column.NO_WORTH] = len(data)
        data += [0, 1] * (column.WORTH // 2)
        data[column.SINGLES_AT] = len(data)
        data += [0, NONE]
        for account in range(column.POOL_ACCOUNT + len(pools)):
            data += [1, account]
        for scalar, rows in (
            (column.POOLS_AT, pools),
            (column.OCCASIONS_AT, occasions),
            (column.CONTRACTS_AT, contract_rows(self.game)),
            (column.SEATS_AT, seat_rows(self.game)),
        ):
            data[scalar] = len(data)
            data += chain.from_iterable(rows)
        return np.array(data, np.int64)

    def _append_transfers(self, data: list[int]) -> int:
        """Append transfers and what belongs to them; return where the terms begin.

        The numbers of rows that stand in them are turned into places in the book.
        """
        rows = self.transfers.rows
        _move(rows, len(data), 1, column.IFS_AT, column.IFS_END)
        data += self.transfers.conditions
        _move(rows, len(data), 1, column.GROUPS_AT, column.GROUPS_END)
        data += self.transfers.groups
        terms_at = len(data)
        _move(rows, terms_at, column.TERM, column.TERMS_AT, column.TERMS_END)
        data += chain.from_iterable(self.terms.rows)
        for moment in (column.OPENING, column.AUCTION, column.SETTLED, column.LAST):
            _move([data], len(data), column.TRANSFER, moment, moment + 1)
        data += chain.from_iterable(rows)
        return terms_at

    def _moments(self) -> None:
        payments = transfer_plan(self.game)
        for place, items, moment in (
            (column.OPENING, payments.opening, Moment.EDGE),
            (column.AUCTION, payments.auction, Moment.AUCTION),
            (column.SETTLED, payments.settled, Moment.SETTLED),
            (column.LAST, payments.last, Moment.EDGE),
        ):
            self.terms.reads = 0
            self.scalars[place : place + 2] = self.transfers.add(items, moment)
            self.scalars[place + 2] = self.terms.reads

    def _pools(self) -> list[list[int]]:
        stakes, scalars = self.game.rules.stakes, self.scalars
        self.terms.reads = 0
        pools = pool_rows(self.terms)
        scalars[column.OPENING + 2] |= self.terms.reads
        at_stake = scalars[column.AT_STAKE] = self.terms.pool(stakes.at_stake)
        used = stakes.at_stake is not None and stakes.pools[stakes.at_stake].used
        scalars[column.POT] = at_stake if used else NONE
        closed = self._accounts(not pool.used for pool in stakes.pools.values())
        scalars[column.NO_PAYEE] = closed
        scalars[column.NO_PAYER] = closed | 1 << column.BETE_ACCOUNT
        written = (not holds_money(pool.kind) for pool in stakes.pools.values())
        scalars[column.ON_PAPER] = self._accounts(written)
        if stakes.bete is not None:
            scalars[column.BETE_FIRST] = self.terms.pool(stakes.bete.first)
            scalars[column.BETE_LATER] = self.terms.pool(stakes.bete.later)
            scalars[column.OPENING_KEY] = self.transfers.key(stakes.bete.opening)
        if len(self.transfers.keys) > column.MOST_KEY:
            raise Unencodable(f"there are more than {column.MOST_KEY} transfers")
        scalars[column.BETE_CAPPED] = int(stakes.bete is not None and stakes.bete.cap is not None)
        return pools

    def _rules(self) -> None:
        rules, scalars = self.game.rules, self.scalars
        given_up = Facts(next(iter(self.game.contracts)), ombre=Seat.FOREHAND, conceded=True)
        scalars[column.VOIDED] = packed(judge(self.game, Facts()))
        scalars[column.ALL_PASSED] = packed(judge(self.game, Facts(all_pass=True)))
        scalars[column.GIVEN_UP] = packed(judge(self.game, given_up))
        scalars[column.ODD_STAYS] = int(rules.result.odd_unit is OddUnit.STAYS)
        scalars[column.CONCEDED_RUN_COUNTS] = int(rules.concession.run_counts)
        privilege, first_won = rules.auction.privilege, PrivilegeSetBy.FIRST_WON_DEAL
        by_win = privilege is not None and privilege.set_by is first_won
        scalars[column.SET_BY_FIRST_WIN] = int(by_win)
        same = rules.auction.after_all_pass is AfterAllPass.SAME_DEALER
        scalars[column.SAME_DEALER] = int(same)
        scalars[column.STEP] = 1 if next_dealer(rules.table, 3, 0) == 1 else -1

    def _session(self) -> None:
        rules, scalars = self.game.rules.session, self.scalars
        scalars[column.VOID_COUNTS] = int(rules.void_deals is VoidDeals.COUNT)
        scalars[column.ENDS] = code(rules.ends)
        by_deals = rules.ends is SessionEnd.AFTER_DEALS
        for place, players in enumerate((3, 4, 5)):
            scalars[column.DEALS + place] = self._deals(players) if by_deals else NONE
        asked = rules.target is not None and not by_deals
        target = self.game.number(rules.target or 0) * rules.target_times if asked else 0
        scalars[column.TARGET] = target
        if rules.limit > column.MOST_ORIGIN:
            raise Unencodable(f"a session has more than {column.MOST_ORIGIN} deals")
        scalars[column.LIMIT] = rules.limit
        waits = rules.overtime is Overtime.UNTIL_POT_EMPTY and scalars[column.AT_STAKE] != NONE
        scalars[column.WAITS] = int(waits)
        scalars[column.DIVIDED] = self._mask(DIVIDED.get(rules.leftover, ()))
        scalars[column.REST_TO_DEALER] = int(rules.leftover is Leftover.SHARE_DEBTS)
        winner = rules.leftover is Leftover.DEBTS_TO_WINNER
        due = winner and asked and rules.ends is SessionEnd.OCCASIONS_WON
        scalars[column.DEBTS] = self._mask([PoolKind.LEDGER] if due else ())

    def _accounts(self, pools: Iterable[bool]) -> int:
        """Return the accounts of some of the pools as a mask; whether it is one is said of each."""
        return sum(is_one << column.POOL_ACCOUNT + place for place, is_one in enumerate(pools))

    def _mask(self, kinds: Iterable[PoolKind]) -> int:
        """Return the pools of some kinds as a mask."""
        pools = enumerate(self.game.rules.stakes.pools.values())
        return sum(1 << place for place, pool in pools if pool.kind in set(kinds))

    def _deals(self, players: int) -> int:
        """Return how many deals a session has; the engine lets no session begin without such."""
        try:
            return deals(self.game, players)
        except UsageError:
            return NONE


def _move(rows: list[list[int]], first: int, length: int, *columns: int) -> None:
    """Turn numbers of rows into places in the book, where those rows begin at `first`."""
    for row in rows:
        for one in columns:
            row[one] = first + length * row[one]
