"""What a deal is played for, and what is called when it opens.

Repeats `lhombre_core.engine.stake`.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import inner
from lhombre_core.kernel.compiled.money_lot import held, lay, lots_of, stack_for
from lhombre_core.kernel.compiled.money_pay import add_up, pay
from lhombre_core.kernel.encode.money_column import (
    AFTER_OCCASION,
    AT_STAKE,
    CUP_FULL,
    CUPS,
    DEALERS_OWN,
    DEBT_OPEN,
    DEBT_ORDER,
    FULL,
    JOIN_ALL,
    JOIN_NONE,
    KIND_CUP,
    KIND_LEDGER,
    KIND_QUEUE,
    LARGEST_FIRST,
    LOT,
    LOT_CUP,
    LOT_KEY,
    LOT_PROMISE,
    MOST,
    NAMES_OCCASION,
    NAMES_POOL,
    OCCASION_COUNT,
    OCCASION_ROW,
    OCCASIONS_AT,
    ORIGIN,
    OTHERWISE,
    OWNER,
    OWNERS,
    POOL_ACCOUNT,
    POOL_COUNT,
    POOL_KIND,
    POOL_ROW,
    POOLS_AT,
    PROMISE_AT,
    PROMISE_END,
    STEP,
    SUM,
    SUMS,
    USED,
    WHEN,
)
from lhombre_core.kernel.layout import (
    ARMED,
    AT_TABLE,
    DEAL,
    DEALER,
    FIRST_DEALER,
    HELD,
    MISFIT,
    OCCASION,
)


@inner
def find_occasion(book, purse, fresh):
    """Return what the deal is played for: what a win has armed, or the first that applies."""
    if not fresh and purse[OCCASION] >= 0:
        return purse[OCCASION]
    if fresh and purse[ARMED] >= 0:
        return purse[ARMED]
    for occasion in range(book[OCCASION_COUNT]):
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        debts = book[row + NAMES_POOL]
        owed = fresh and book[row + WHEN] == DEBT_OPEN and debts >= 0 and purse[HELD + debts] > 0
        if owed or book[row + WHEN] == OTHERWISE:
            return occasion
    return -1


@inner
def arm(book, purse, won):
    """Return the occasion that a win has brought about, the first of the file; -1: none."""
    for occasion in range(book[OCCASION_COUNT]):
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        full, when = book[row + FULL], book[row + WHEN]
        if when == CUP_FULL and full != MOST and held(purse, book[row + NAMES_POOL]) >= full:
            return occasion
        if when == AFTER_OCCASION and book[row + NAMES_OCCASION] == won:
            for pool in range(book[POOL_COUNT]):
                if book[row + CUPS] >> pool & 1 and held(purse, pool) != 0:
                    return occasion
    return -1


@inner
def join(book, purse, pool, how, called_kind):
    """Bring what joins the stake of an occasion onto the table, as `stake._join`."""
    asked = book[POOLS_AT] + POOL_ROW * pool
    kind, all_of_it = book[asked + POOL_KIND], how == JOIN_ALL
    if how == JOIN_NONE or not book[asked + USED]:
        return
    if kind == KIND_CUP:
        stake, none = book[AT_STAKE], np.int64(-1)
        stack = stack_for(book, purse, stake, np.int64(0), np.int64(0))
        payer, payee, why = POOL_ACCOUNT + pool, POOL_ACCOUNT + stake, np.int64(LOT_CUP)
        pay(book, purse, payer, payee, held(purse, pool), why, purse[DEAL], none, stack, none + 1)
    elif kind == KIND_QUEUE or (kind == KIND_LEDGER and purse[HELD + pool] > 0):
        why = called_kind if kind == KIND_LEDGER else np.int64(LOT_PROMISE)
        call(book, purse, pool, why, all_of_it)
        while all_of_it and purse[HELD + pool] > 0:
            call(book, purse, pool, why, all_of_it)


@inner
def call(book, purse, pool, why, all_of_it):
    """Have the debtor or owner pay whose turn it is; the lot keeps the deal of which it comes.

    Where no promise is open, all players promise anew before. Where all promises are called, it
    is in the order in which they were made.
    """
    asked, players = book[POOLS_AT] + POOL_ROW * pool, purse[AT_TABLE]
    if purse[HELD + pool] == 0:
        _promise(book, purse, pool)
    at, end = lots_of(purse, pool)
    for other in range(at, end, LOT):
        if book[asked + POOL_KIND] == KIND_LEDGER:
            if book[asked + DEBT_ORDER] == LARGEST_FIRST and purse[other + SUM] > purse[at + SUM]:
                at = other
        elif book[asked + OWNERS] == DEALERS_OWN and not all_of_it:
            away = (purse[other + OWNER] - purse[DEALER]) * book[STEP] % players
            if away < (purse[at + OWNER] - purse[DEALER]) * book[STEP] % players:
                at = other
    owner, amount, origin, key = (
        purse[at + OWNER],
        purse[at + SUM],
        purse[at + ORIGIN],
        purse[at + LOT_KEY],
    )
    for column in range(at, end - LOT):
        purse[column] = purse[column + LOT]
    purse[HELD + pool] -= 1
    stake, nothing = book[AT_STAKE], np.int64(0)
    stack = stack_for(book, purse, stake, nothing, nothing)
    if owner < 0:
        purse[MISFIT] = 1  # nobody owes it: the engine refuses
        return
    pay(book, purse, owner, POOL_ACCOUNT + stake, amount, why, origin, key, stack, nothing)


@inner
def _promise(book, purse, queue):
    """Have all players promise, in the order in which they deal."""
    asked, player, none = book[POOLS_AT] + POOL_ROW * queue, purse[FIRST_DEALER], np.int64(-1)
    purse[SUMS] = 0
    add_up(book, purse, book[asked + PROMISE_AT], book[asked + PROMISE_END], none + 1)
    amount, why = purse[SUMS], np.int64(LOT_PROMISE)
    if amount < 0 or amount > MOST:
        purse[MISFIT] = 1
    for _ in range(purse[AT_TABLE]):
        lay(purse, queue, why, player, amount, purse[DEAL], none, none + 1)
        player = (player + book[STEP]) % purse[AT_TABLE]
