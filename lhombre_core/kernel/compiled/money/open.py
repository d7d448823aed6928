"""What a deal is played for, and what is called when it opens.

Repeats `lhombre_core.engine.money.stake`.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import inlined, inner
from lhombre_core.kernel.compiled.money.lot import (
    held,
    lay,
    lot_at,
    lot_count,
    owner_of,
    stack_for,
    tag_of,
    take_away,
)
from lhombre_core.kernel.compiled.money.pay import add_up, pay
from lhombre_core.kernel.encode.money.column import (
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
    LOT_CUP,
    LOT_PROMISE,
    MOST,
    MOST_KEY,
    MOST_ORIGIN,
    NAMES_OCCASION,
    NAMES_POOL,
    OCCASION_COUNT,
    OCCASION_ROW,
    OCCASIONS_AT,
    OTHERWISE,
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
    TAG,
    TAG_KEY,
    TAG_ORIGIN,
    TAG_OWNER,
    TAG_STACK,
    USED,
    WHEN,
)
from lhombre_core.kernel.layout import (
    ARMED,
    AT_TABLE,
    DEAL,
    DEALER,
    FIRST_DEALER,
    MISFIT,
    OCCASION,
)


@inlined
def find_occasion(book, till, fresh):
    """Return what the deal is played for: what a win has armed, or the first that applies."""
    if not fresh and till[OCCASION] >= 0:
        return till[OCCASION]
    if fresh and till[ARMED] >= 0:
        return till[ARMED]
    for occasion in range(book[OCCASION_COUNT]):
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        debts = book[row + NAMES_POOL]
        owed = fresh and book[row + WHEN] == DEBT_OPEN and debts >= 0 and lot_count(till, debts) > 0
        if owed or book[row + WHEN] == OTHERWISE:
            return occasion
    return -1


@inner
def arm(book, till, won):
    """Return the occasion that a win has brought about, the first of the file; -1: none."""
    for occasion in range(book[OCCASION_COUNT]):
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        full, when = book[row + FULL], book[row + WHEN]
        if when == CUP_FULL and full != MOST and held(till, book[row + NAMES_POOL]) >= full:
            return occasion
        if when == AFTER_OCCASION and book[row + NAMES_OCCASION] == won:
            for pool in range(book[POOL_COUNT]):
                if book[row + CUPS] >> pool & 1 and held(till, pool) != 0:
                    return occasion
    return -1


@inner
def join(book, till, lots, pool, how, called_kind):
    """Bring what joins the stake of an occasion onto the table, as `stake._join`."""
    asked = book[POOLS_AT] + POOL_ROW * pool
    kind, all_of_it = book[asked + POOL_KIND], how == JOIN_ALL
    if how == JOIN_NONE or not book[asked + USED]:
        return
    if kind == KIND_CUP:
        stake, none = book[AT_STAKE], np.int64(0)
        stack = stack_for(book, till, lots, stake, none, none)
        tag = tag_of(np.int64(LOT_CUP), till[DEAL], np.int64(-1), stack)
        payer, payee = POOL_ACCOUNT + pool, POOL_ACCOUNT + stake
        pay(book, till, lots, payer, payee, held(till, pool), tag, none)
    elif kind == KIND_QUEUE or (kind == KIND_LEDGER and lot_count(till, pool) > 0):
        why = called_kind if kind == KIND_LEDGER else np.int64(LOT_PROMISE)
        call(book, till, lots, pool, why, all_of_it)
        while all_of_it and lot_count(till, pool) > 0:
            call(book, till, lots, pool, why, all_of_it)


@inner
def call(book, till, lots, pool, why, all_of_it):
    """Have the debtor or owner pay whose turn it is; the lot keeps the deal of which it comes.

    Where no promise is open, all players promise anew before. Where all promises are called, it
    is in the order in which they were made.
    """
    asked, players = book[POOLS_AT] + POOL_ROW * pool, till[AT_TABLE]
    if lot_count(till, pool) == 0:
        _promise(book, till, lots, pool)
    turn = 0
    for number in range(1, lot_count(till, pool)):
        lot, best = lot_at(till, pool, number), lot_at(till, pool, turn)
        if book[asked + POOL_KIND] == KIND_LEDGER:
            if book[asked + DEBT_ORDER] == LARGEST_FIRST and lots[lot + SUM] > lots[best + SUM]:
                turn = number
        elif book[asked + OWNERS] == DEALERS_OWN and not all_of_it:
            away = (owner_of(lots[lot + TAG]) - till[DEALER]) * book[STEP] % players
            if away < (owner_of(lots[best + TAG]) - till[DEALER]) * book[STEP] % players:
                turn = number
    at = lot_at(till, pool, turn)
    amount, tag = lots[at + SUM], lots[at + TAG]
    take_away(till, lots, pool, turn)
    stake, nothing = book[AT_STAKE], np.int64(0)
    stack, owner = stack_for(book, till, lots, stake, nothing, nothing), owner_of(tag)
    if owner < 0:
        till[MISFIT] = 1  # nobody owes it: the engine refuses
        return
    tag = why | tag & (MOST_KEY << TAG_KEY | MOST_ORIGIN << TAG_ORIGIN) | stack << TAG_STACK
    pay(book, till, lots, owner, POOL_ACCOUNT + stake, amount, tag, nothing)


@inner
def _promise(book, till, lots, queue):
    """Have all players promise, in the order in which they deal."""
    asked, player, none = book[POOLS_AT] + POOL_ROW * queue, till[FIRST_DEALER], np.int64(0)
    till[SUMS] = 0
    add_up(book, till, book[asked + PROMISE_AT], book[asked + PROMISE_END], none)
    amount, tag = till[SUMS], tag_of(np.int64(LOT_PROMISE), till[DEAL], np.int64(-1), none)
    if amount < 0 or amount > MOST:
        till[MISFIT] = 1
    for _ in range(till[AT_TABLE]):
        lay(till, lots, queue, amount, tag | player + 1 << TAG_OWNER)
        player = (player + book[STEP]) % till[AT_TABLE]
