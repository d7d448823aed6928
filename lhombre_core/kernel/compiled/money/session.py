"""The money of a session from its start to its end. Repeats `lhombre_core.engine.money.session`.

A *book* is made by `kernel.encode.money.money`, a *till* by `new_till`, *purses*
by `new_purses`; `lots` are those of a purse (`money_lot`). Where a function returns 1, or `MISFIT`
of the till is set, the session does not fit: a sum has grown too large, there is no room for a lot,
or the engine would have refused to go on. Such a session is then played by the engine from its
start.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import compiled, inlined, inner
from lhombre_core.kernel.compiled.money.judge import list_at, read_auction, read_deal, sit_down
from lhombre_core.kernel.compiled.money.lot import (
    choose,
    close_pot,
    empty,
    held,
    is_filled,
    lot_at,
    lot_count,
    owner_of,
)
from lhombre_core.kernel.compiled.money.open import arm, call, find_occasion, join
from lhombre_core.kernel.compiled.money.pay import begin, set_off
from lhombre_core.kernel.encode.money.column import (
    AFTER_OCCASION,
    AT_STAKE,
    AUCTION,
    CALLED_KIND,
    COUNTS,
    CUP_FULL,
    DEALS,
    DEBTS,
    DIVIDED,
    ENDS,
    ENDS_DEALS,
    ENDS_OCCASIONS,
    EVERYBODY,
    JOINS_AT,
    JOINS_END,
    KIND_LEDGER,
    LAST,
    LIMIT,
    LIST_DEALER,
    LIST_SPEAKER,
    LOT_PROMISE,
    MOST_BALANCE,
    NOW_EVENTS,
    NOW_HAS_BID,
    NOW_OMBRE,
    NOW_SEATS,
    OCCASION_ROW,
    OCCASIONS_AT,
    ON_ALL_PASS,
    ON_NEEDLESS,
    ON_PASS,
    ON_WIN,
    OPENING,
    POOL_COUNT,
    POOL_KIND,
    POOL_ROW,
    POOLS,
    POOLS_AT,
    POT,
    REST_TO_DEALER,
    SAME_DEALER,
    SET_BY_FIRST_WIN,
    SETTLED,
    SINGLES_AT,
    STEP,
    SUM,
    SUMS,
    TAG,
    TAG_STACK,
    TARGET,
    USED,
    VOID_COUNTS,
    WAITS,
    WHEN,
    WIN,
    WITH_FIRST_BETE,
)
from lhombre_core.kernel.layout import (
    ALL_PASS,
    ARMED,
    AT_TABLE,
    BANK,
    COULEUR,
    COUNTED,
    DEAL,
    DEALER,
    FIRST_BETE,
    FIRST_DEALER,
    HELD,
    IN_PLAY,
    INDEX,
    LAST_DEALER,
    MARKS,
    MISFIT,
    MORT,
    NEEDLESS,
    OCCASION,
    OCCASIONS_WON,
    OUTCOME,
    PASSES,
    POOL,
    PREVIOUS,
    PURSE,
    TRUMP,
    VOLE,
)
from lhombre_core.kernel.space import NO_TRUMP


@compiled
def start(till, players, first_dealer):
    """Begin a session in a till: nothing anywhere."""
    for column in range(PURSE):
        till[column] = 0
    for column in range(OCCASION, PREVIOUS + 1):
        till[column] = -1
    till[LAST_DEALER] = -1
    till[COULEUR] = -1
    till[DEALER] = first_dealer
    till[FIRST_DEALER] = first_dealer
    till[AT_TABLE] = players


@inlined
def take_out(till, purse):
    """Put the columns of a purse into a till; its lots stay where they are."""
    for column in range(HELD + POOL * till[POOLS]):
        till[column] = purse[column]


@inlined
def put_back(till, purse):
    """Put the columns of a till into a purse."""
    for column in range(HELD + POOL * till[POOLS]):
        purse[column] = till[column]


@compiled
def open_next(book, till, lots):
    """Open the next deal: find what it is played for, and have it laid and called.

    Return 0, or 1 where the session does not fit. Repeats `stake.open_deal`.
    """
    sit_down(book, till, till[DEALER])
    pool, first_bete = book[AT_STAKE], till[FIRST_BETE]
    till[DEAL] = till[INDEX]
    till[IN_PLAY] = -1
    till[FIRST_BETE] = 0
    fresh = pool < 0 or not is_filled(till, lots, pool, np.int64(-1))
    occasion = find_occasion(book, till, fresh)
    till[OCCASION] = occasion
    if fresh:
        till[ARMED] = -1
    begin(book, till, lots, np.int64(OPENING))
    set_off(book, till, lots, np.int64(OPENING))
    if occasion >= 0 and pool >= 0:
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        if fresh:
            for at in range(book[row + JOINS_AT], book[row + JOINS_END], 2):
                join(book, till, lots, book[at], book[at + 1], book[row + CALLED_KIND])
        elif first_bete and book[row + WHEN] != CUP_FULL and book[row + WHEN] != AFTER_OCCASION:
            for queue in range(book[POOL_COUNT]):
                asked = book[POOLS_AT] + POOL_ROW * queue
                if book[asked + WITH_FIRST_BETE] and book[asked + USED]:
                    call(book, till, lots, queue, np.int64(LOT_PROMISE), pool < 0)
    choose(book, till, lots)
    if till[IN_PLAY] < 0 and book[POT] >= 0 and lot_count(till, pool) > 0:
        # Rests alone are played for, once nothing more is laid.
        till[IN_PLAY] = lots[lot_at(till, pool, 0) + TAG] >> TAG_STACK
        choose(book, till, lots)
    return _fits(till)


@compiled
def close_deal(book, till, lots, facts, verdict):
    """Settle the open deal and write what it has come to, as `pay_auction` and `settle`.

    Return 0, or 1 where the session does not fit.
    """
    sit_down(book, till, till[DEALER])
    read_auction(book, till, facts)
    if book[AUCTION] < book[AUCTION + 1]:
        begin(book, till, lots, np.int64(AUCTION))
        passes, needless, all_pass = facts[PASSES], facts[NEEDLESS], facts[ALL_PASS]
        while passes | needless | all_pass:
            till[NOW_HAS_BID] = -1
            if passes:
                till[NOW_EVENTS] = ON_PASS
                till[NOW_HAS_BID] = passes >> 3 & 1
                till[LIST_SPEAKER] = list_at(book, till, passes & 3, facts[MORT])
                passes >>= 4
            elif needless:
                till[NOW_EVENTS] = ON_NEEDLESS
                till[LIST_SPEAKER] = list_at(book, till, needless & 3, facts[MORT])
                needless >>= 4
            else:
                till[NOW_EVENTS] = ON_ALL_PASS
                till[LIST_SPEAKER] = book[SINGLES_AT]
                all_pass = 0
            set_off(book, till, lots, np.int64(AUCTION))
    read_deal(book, till, facts, verdict)
    events = till[NOW_EVENTS]
    begin(book, till, lots, np.int64(SETTLED))
    set_off(book, till, lots, np.int64(SETTLED))
    if book[POT] >= 0:
        close_pot(book, till, lots, verdict[OUTCOME], events & ON_WIN != 0)
    till[PREVIOUS] = verdict[OUTCOME]
    till[IN_PLAY] = -1
    if events & ON_WIN:
        _win(book, till, lots, facts, verdict)
    passed = events == ON_ALL_PASS
    till[LAST_DEALER] = till[DEALER]
    till[INDEX] += 1
    till[COUNTED] += not passed or book[VOID_COUNTS] != 0
    if not passed or not book[SAME_DEALER]:
        till[DEALER] = (till[DEALER] + book[STEP]) % till[AT_TABLE]
    return _fits(till)


@compiled
def finish(book, till, lots):
    """Make the last payments of a session that has ended. Return 0, or 1 where it does not fit."""
    if till[LAST_DEALER] < 0:
        return 0
    sit_down(book, till, till[LAST_DEALER])
    begin(book, till, lots, np.int64(LAST))
    set_off(book, till, lots, np.int64(LAST))
    till[IN_PLAY] = -1
    _divide(book, till, lots)
    return _fits(till)


@compiled
def ended(book, till):
    """Return 0 where the session goes on, 1 where it is over, 2 where it is cut at the limit."""
    if book[ENDS] == ENDS_DEALS:
        over = till[COUNTED] >= book[DEALS + till[AT_TABLE] - 3]
        if over and book[WAITS]:
            over = held(till, book[AT_STAKE]) <= 0
    elif book[ENDS] == ENDS_OCCASIONS:
        over = till[OCCASIONS_WON] >= book[TARGET] and till[OCCASION] < 0
        if over and till[ARMED] >= 0:
            row = book[OCCASIONS_AT] + OCCASION_ROW * till[ARMED]
            over = book[row + WHEN] != AFTER_OCCASION
    else:
        over = till[MARKS] >= book[TARGET]
    if over:
        return 1
    return 2 if till[INDEX] >= book[LIMIT] else 0


@inlined
def _fits(till):
    """Return 0 where the balances fit and nothing else did not, otherwise 1."""
    for account in range(BANK + 1):
        if abs(till[account]) > MOST_BALANCE:
            till[MISFIT] = 1
    return till[MISFIT]


@inner
def _win(book, till, lots, facts, verdict):
    """Write down that the occasion has been won, and what that brings about, as `_won`."""
    occasion, won_before, winner = till[OCCASION], till[OCCASIONS_WON], till[NOW_OMBRE]
    if book[SET_BY_FIRST_WIN] and till[COULEUR] < 0 and facts[TRUMP] != NO_TRUMP:
        till[COULEUR] = facts[TRUMP]
    if till[ARMED] < 0:
        till[ARMED] = arm(book, till, occasion)
    till[OCCASION] = -1
    if occasion >= 0:
        till[OCCASIONS_WON] += book[book[OCCASIONS_AT] + OCCASION_ROW * occasion + COUNTS]
    till[MARKS] += verdict[OUTCOME] == WIN and verdict[VOLE] <= 0
    if won_before < book[TARGET] <= till[OCCASIONS_WON]:
        for pool in range(book[POOL_COUNT]):
            if book[DEBTS] >> pool & 1:
                for number in range(lot_count(till, pool)):
                    at = lot_at(till, pool, number)
                    debtor = owner_of(lots[at + TAG])
                    if debtor >= 0:  # a debt that nobody owes lapses
                        till[debtor] -= lots[at + SUM]
                        till[winner] += lots[at + SUM]
                empty(till, pool)


@inner
def _divide(book, till, lots):
    """Divide what is left equally, the rest as the rules say. Repeats `leftover.settle_leftover`.

    Each sum in its turn is paid to the players in their order, as far as they are to have
    something. A debtor keeps what falls to himself; a debt that nobody owes brings nothing.
    """
    total, players, everybody = 0, till[AT_TABLE], till[NOW_SEATS] + EVERYBODY + 1
    for pool in range(book[POOL_COUNT]):
        if book[DIVIDED] >> pool & 1:
            total += held(till, pool)
    rest = total % players
    for place in range(players):
        till[SUMS + place] = total // players
        if not book[REST_TO_DEALER]:
            till[SUMS + place] += place < rest
        elif book[everybody + place] == book[till[LIST_DEALER] + 1]:
            till[SUMS + place] += rest
    for pool in range(book[POOL_COUNT]):
        written = book[book[POOLS_AT] + POOL_ROW * pool + POOL_KIND] == KIND_LEDGER
        if not book[DIVIDED] >> pool & 1 or (not written and held(till, pool) == 0):
            continue
        for number in range(lot_count(till, pool)):
            at = lot_at(till, pool, number)
            left, debtor = lots[at + SUM], owner_of(lots[at + TAG])
            for place in range(players):
                share = min(left, till[SUMS + place])
                left -= share
                till[SUMS + place] -= share
                if debtor >= 0 or not written:
                    till[book[everybody + place]] += share
                if debtor >= 0 and written:
                    till[debtor] -= share
        empty(till, pool)
