"""The money of a session from its start to its end. Repeats `lhombre_core.engine.session`.

A *book* is made by `lhombre_core.kernel.encode.money.money_book`, a *purse* by `new_purse`. Where
a function returns 1, or `MISFIT` of the purse is set, the session does not fit: a sum has grown
too large, a pool has no room for a lot, or the engine would have refused to go on. Such a session
is then played by the engine from its start.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import compiled, inner
from lhombre_core.kernel.compiled.money_judge import list_at, read_auction, read_deal, sit_down
from lhombre_core.kernel.compiled.money_lot import (
    choose,
    close_pot,
    held,
    holds,
    list_stacks,
    lots_of,
)
from lhombre_core.kernel.compiled.money_open import arm, call, find_occasion, join
from lhombre_core.kernel.compiled.money_pay import begin, set_off
from lhombre_core.kernel.encode.money_column import (
    AFTER_OCCASION,
    AT_STAKE,
    AUCTION,
    BANK_ACCOUNT,
    BETE_ACCOUNT,
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
    LIST,
    LIST_BANK,
    LIST_BETE,
    LIST_DEALER,
    LIST_POOLS,
    LIST_SPEAKER,
    LOT,
    LOT_LEFT,
    LOT_PROMISE,
    MOST_BALANCE,
    NOW_EVENTS,
    NOW_HAS_BID,
    NOW_OMBRE,
    NOW_ONE,
    NOW_SEATS,
    OCCASION_ROW,
    OCCASIONS_AT,
    ON_ALL_PASS,
    ON_NEEDLESS,
    ON_PASS,
    ON_WIN,
    OPENING,
    ORDERS,
    OWNER,
    POOL_ACCOUNT,
    POOL_COUNT,
    POOL_KIND,
    POOL_ROW,
    POOLS_AT,
    POT,
    REST_TO_DEALER,
    SAME_DEALER,
    SEATS_AT,
    SEATS_ROW,
    SET_BY_FIRST_WIN,
    SETTLED,
    SINGLES_AT,
    STACK,
    STACKS,
    STEP,
    SUM,
    SUMS,
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
    POOLS,
    PREVIOUS,
    ROOM,
    TRUMP,
    VOLE,
)
from lhombre_core.kernel.space import NO_TRUMP


@compiled
def start(book, purse, players, first_dealer):
    """Begin a session: nothing anywhere."""
    room = purse[ROOM]
    for column in range(STACKS):
        purse[column] = 0
    for column in range(OCCASION, PREVIOUS + 1):
        purse[column] = -1
    purse[LAST_DEALER] = -1
    purse[COULEUR] = -1
    purse[DEALER] = first_dealer
    purse[FIRST_DEALER] = first_dealer
    purse[AT_TABLE] = players
    purse[ROOM] = room
    purse[POOLS] = book[POOL_COUNT]
    purse[NOW_ONE] = 1
    purse[LIST_BANK] = book[SINGLES_AT] + 2 * (BANK_ACCOUNT + 1)
    purse[LIST_BETE] = book[SINGLES_AT] + 2 * (BETE_ACCOUNT + 1)
    for pool in range(book[POOL_COUNT]):
        purse[LIST_POOLS + pool] = book[SINGLES_AT] + 2 * (POOL_ACCOUNT + pool + 1)


@compiled
def open_next(book, purse):
    """Open the next deal: find what it is played for, and have it laid and called.

    Return 0, or 1 where the session does not fit. Repeats `stake.open_deal`.
    """
    sit_down(book, purse, purse[DEALER])
    pool, first_bete = book[AT_STAKE], purse[FIRST_BETE]
    purse[DEAL] = purse[INDEX]
    purse[IN_PLAY] = -1
    purse[FIRST_BETE] = 0
    fresh = pool < 0 or not holds(purse, pool, np.int64(LOT_LEFT), np.int64(-1))
    occasion = find_occasion(book, purse, fresh)
    purse[OCCASION] = occasion
    if fresh:
        purse[ARMED] = -1
    begin(book, purse, np.int64(OPENING))
    set_off(book, purse, np.int64(OPENING))
    if occasion >= 0 and pool >= 0:
        row = book[OCCASIONS_AT] + OCCASION_ROW * occasion
        if fresh:
            for at in range(book[row + JOINS_AT], book[row + JOINS_END], 2):
                join(book, purse, book[at], book[at + 1], book[row + CALLED_KIND])
        elif first_bete and book[row + WHEN] != CUP_FULL and book[row + WHEN] != AFTER_OCCASION:
            for queue in range(book[POOL_COUNT]):
                asked = book[POOLS_AT] + POOL_ROW * queue
                if book[asked + WITH_FIRST_BETE] and book[asked + USED]:
                    call(book, purse, queue, np.int64(LOT_PROMISE), pool < 0)
    choose(book, purse)
    if purse[IN_PLAY] < 0 and book[POT] >= 0 and purse[HELD + pool] > 0:
        # Rests alone are played for, once nothing more is laid.
        purse[IN_PLAY] = purse[lots_of(purse, pool)[0] + STACK]
        choose(book, purse)
    return _fits(purse)


@compiled
def close_deal(book, purse, facts, verdict):
    """Settle the open deal and write what it has come to, as `pay_auction` and `settle`.

    Return 0, or 1 where the session does not fit.
    """
    read_auction(book, purse, facts)
    if book[AUCTION] < book[AUCTION + 1]:
        begin(book, purse, np.int64(AUCTION))
        passes, needless, all_pass = facts[PASSES], facts[NEEDLESS], facts[ALL_PASS]
        while passes | needless | all_pass:
            purse[NOW_HAS_BID] = -1
            if passes:
                purse[NOW_EVENTS] = ON_PASS
                purse[NOW_HAS_BID] = passes >> 3 & 1
                purse[LIST_SPEAKER] = list_at(book, purse, passes & 3, facts[MORT])
                passes >>= 4
            elif needless:
                purse[NOW_EVENTS] = ON_NEEDLESS
                purse[LIST_SPEAKER] = list_at(book, purse, needless & 3, facts[MORT])
                needless >>= 4
            else:
                purse[NOW_EVENTS] = ON_ALL_PASS
                purse[LIST_SPEAKER] = book[SINGLES_AT]
                all_pass = 0
            set_off(book, purse, np.int64(AUCTION))
    read_deal(book, purse, facts, verdict)
    events, before = purse[NOW_EVENTS], np.int64(0)
    if book[POT] >= 0:
        before = list_stacks(purse, book[POT], before)
        for place in range(STACKS, STACKS + before):
            purse[place + 4 * purse[ROOM]] = purse[place]
    begin(book, purse, np.int64(SETTLED))
    set_off(book, purse, np.int64(SETTLED))
    if book[POT] >= 0:
        close_pot(book, purse, verdict[OUTCOME], events & ON_WIN != 0, before)
    purse[PREVIOUS] = verdict[OUTCOME]
    purse[IN_PLAY] = -1
    if events & ON_WIN:
        _win(book, purse, facts, verdict)
    passed = events == ON_ALL_PASS
    purse[LAST_DEALER] = purse[DEALER]
    purse[INDEX] += 1
    purse[COUNTED] += not passed or book[VOID_COUNTS] != 0
    if not passed or not book[SAME_DEALER]:
        purse[DEALER] = (purse[DEALER] + book[STEP]) % purse[AT_TABLE]
    return _fits(purse)


@compiled
def finish(book, purse):
    """Make the last payments of a session that has ended. Return 0, or 1 where it does not fit."""
    if purse[LAST_DEALER] < 0:
        return 0
    sit_down(book, purse, purse[LAST_DEALER])
    begin(book, purse, np.int64(LAST))
    set_off(book, purse, np.int64(LAST))
    purse[IN_PLAY] = -1
    _divide(book, purse)
    return _fits(purse)


@compiled
def ended(book, purse):
    """Return 0 where the session goes on, 1 where it is over, 2 where it is cut at the limit."""
    if book[ENDS] == ENDS_DEALS:
        over = purse[COUNTED] >= book[DEALS + purse[AT_TABLE] - 3]
        if over and book[WAITS]:
            over = held(purse, book[AT_STAKE]) <= 0
    elif book[ENDS] == ENDS_OCCASIONS:
        over = purse[OCCASIONS_WON] >= book[TARGET] and purse[OCCASION] < 0
        if over and purse[ARMED] >= 0:
            row = book[OCCASIONS_AT] + OCCASION_ROW * purse[ARMED]
            over = book[row + WHEN] != AFTER_OCCASION
    else:
        over = purse[MARKS] >= book[TARGET]
    if over:
        return 1
    return 2 if purse[INDEX] >= book[LIMIT] else 0


@compiled
def seats_at(book, players, dealer):
    """Return where in the book it stands who has which seat.

    From there on stand, as `money_column` names them: at `ACTIVE` the players in the seats 0 to
    2, at `RESTING` those without cards in the order in which they are asked, -1 for nobody.
    """
    return book[SEATS_AT] + SEATS_ROW * (5 * (players - 3) + dealer)


@compiled
def order_at(book, players, dealer, mort):
    """Return where in the book the number of seats stands, and behind it the seats in turn order.

    `mort` is the player who plays as mort, -1 for none. Repeats `Seating.order`.
    """
    return seats_at(book, players, dealer) + ORDERS + LIST * (mort + 1)


@inner
def _fits(purse):
    """Return 0 where the balances fit and nothing else did not, otherwise 1."""
    for account in range(BANK + 1):
        if abs(purse[account]) > MOST_BALANCE:
            purse[MISFIT] = 1
    return purse[MISFIT]


@inner
def _win(book, purse, facts, verdict):
    """Write down that the occasion has been won, and what that brings about, as `_won`."""
    occasion, won_before, winner = purse[OCCASION], purse[OCCASIONS_WON], purse[NOW_OMBRE]
    if book[SET_BY_FIRST_WIN] and purse[COULEUR] < 0 and facts[TRUMP] != NO_TRUMP:
        purse[COULEUR] = facts[TRUMP]
    if purse[ARMED] < 0:
        purse[ARMED] = arm(book, purse, occasion)
    purse[OCCASION] = -1
    if occasion >= 0:
        purse[OCCASIONS_WON] += book[book[OCCASIONS_AT] + OCCASION_ROW * occasion + COUNTS]
    purse[MARKS] += verdict[OUTCOME] == WIN and verdict[VOLE] <= 0
    if won_before < book[TARGET] <= purse[OCCASIONS_WON]:
        for pool in range(book[POOL_COUNT]):
            if book[DEBTS] >> pool & 1:
                first, end = lots_of(purse, pool)
                for at in range(first, end, LOT):
                    if purse[at + OWNER] >= 0:  # a debt that nobody owes lapses
                        purse[purse[at + OWNER]] -= purse[at + SUM]
                        purse[winner] += purse[at + SUM]
                purse[HELD + pool] = 0


@inner
def _divide(book, purse):
    """Divide what is left equally, the rest as the rules say. Repeats `leftover.settle_leftover`.

    Each sum in its turn is paid to the players in their order, as far as they are to have
    something. A debtor keeps what falls to himself; a debt that nobody owes brings nothing.
    """
    total, players, everybody = 0, purse[AT_TABLE], purse[NOW_SEATS] + EVERYBODY + 1
    for pool in range(book[POOL_COUNT]):
        if book[DIVIDED] >> pool & 1:
            total += held(purse, pool)
    rest = total % players
    for place in range(players):
        purse[SUMS + place] = total // players
        if not book[REST_TO_DEALER]:
            purse[SUMS + place] += place < rest
        elif book[everybody + place] == book[purse[LIST_DEALER] + 1]:
            purse[SUMS + place] += rest
    for pool in range(book[POOL_COUNT]):
        written = book[book[POOLS_AT] + POOL_ROW * pool + POOL_KIND] == KIND_LEDGER
        if not book[DIVIDED] >> pool & 1 or (not written and held(purse, pool) == 0):
            continue
        first, end = lots_of(purse, pool)
        for at in range(first, end, LOT):
            left, debtor = purse[at + SUM], purse[at + OWNER]
            for place in range(players):
                share = min(left, purse[SUMS + place])
                left -= share
                purse[SUMS + place] -= share
                if debtor >= 0 or not written:
                    purse[book[everybody + place]] += share
                if debtor >= 0 and written:
                    purse[debtor] -= share
        purse[HELD + pool] = 0
