"""Payments: what amounts come to, and who pays whom.

Repeats `lhombre_core.engine.amount`, `payment` and `party`. What a moment reads stands in the
purse before: see `lhombre_core.kernel.encode.money_column`.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import inner
from lhombre_core.kernel.compiled.money_lot import (
    candidate,
    choose,
    draw,
    holds,
    lay,
    lots_of,
    stack_for,
)
from lhombre_core.kernel.encode.money_column import (
    APART,
    APART_LIES,
    AT_OPENING,
    AT_STAKE,
    BANK_ACCOUNT,
    BETE_ACCOUNT,
    BETE_CAPPED,
    BETE_CUP,
    BETE_FACTOR,
    BETE_FIRST,
    BETE_LATER,
    BETE_OPENING,
    BETE_PART,
    BETE_STAKE,
    BOUND,
    DIVISOR,
    DRAWABLE,
    FACTOR,
    FLOW,
    FLOW_FORWARD,
    FLOW_REVERSE,
    FOES_OF,
    FROM,
    FROM_CUP,
    FROM_SHARED,
    GROUP,
    GROUPS_AT,
    GROUPS_END,
    HOLDS_MONEY,
    HOW,
    HOW_BETE,
    HOW_EMPTIES,
    HOW_RUN,
    IFS_AT,
    IFS_END,
    INTO,
    KEY,
    LESS,
    LOT,
    LOT_BETE,
    LOT_CUP,
    LOT_KEY,
    LOT_KIND,
    LOT_LEFT,
    LOT_OPENING,
    MOST,
    MOST_BALANCE,
    NO_BETE,
    NOW_BETE,
    NOW_BETE_STACK,
    NOW_CHOSEN,
    NOW_CODILLE,
    NOW_DRAWN,
    NOW_EVENTS,
    NOW_LESS_OPENING,
    NOW_OMBRE,
    NOW_RECEIVED,
    NOW_TOP,
    NOW_WINNINGS,
    NOW_WORTH,
    ODD_STAYS,
    ON,
    OPENING_KEY,
    ORIGIN,
    OTHERS,
    OTHERS_FIRST,
    OTHERS_OR_PART,
    PART,
    PER_OPPONENT,
    POOL_ACCOUNT,
    POOL_ROW,
    POOLS_AT,
    POT,
    READS,
    REAL,
    ROUND,
    ROUND_DOWN,
    ROUND_NEAREST,
    STACK,
    STAKE,
    SUM,
    SUMS,
    TERM,
    TERMS_AT,
    TERMS_END,
    TO,
    TO_SHARED,
    TRANSFER,
    USED,
    VIEW,
    VIEWS,
    WHOLE,
    WHY,
)
from lhombre_core.kernel.layout import DEAL, FIRST_BETE, IN_PLAY, MISFIT, POOLS


@inner
def begin(book, purse, moment):
    """Begin a moment in which payments are made: look at the pools that will be read.

    What amounts and conditions read of a pool is what it held now, before it is said what is
    played for and rests join that.
    """
    for column in range(NOW_TOP, NOW_CODILLE + 1):
        purse[column] = 0
    purse[NOW_BETE_STACK] = -1
    purse[NOW_TOP] = -1
    purse[NOW_CHOSEN] = purse[IN_PLAY]
    if book[POT] >= 0:
        first, end = lots_of(purse, book[POT])
        for at in range(first, end, LOT):
            purse[NOW_TOP] = max(purse[NOW_TOP], purse[at + STACK])
        if purse[IN_PLAY] < 0:
            purse[NOW_CHOSEN] = candidate(book, purse, book[POT])
    for pool in range(purse[POOLS]):
        if book[moment + 2] >> pool & 1:
            _look(book, purse, pool, VIEWS + VIEW * pool)
    choose(book, purse)


@inner
def _look(book, purse, pool, view):
    """Write down what a pool holds."""
    for column in range(view, view + VIEW):
        purse[column] = 0
    first, end = lots_of(purse, pool)
    chosen = purse[NOW_CHOSEN]
    if pool != book[AT_STAKE] and first < end:
        chosen = purse[first + STACK]
    for at in range(first, end, LOT):
        amount, why = purse[at + SUM], purse[at + WHY]
        purse[view + WHOLE] += amount
        purse[view + REAL] |= why != LOT_LEFT
        if purse[at + STACK] != chosen:
            purse[view + APART_LIES] = 1
            purse[view + OTHERS] += amount
            continue
        purse[view + PART] += amount
        if why == LOT_CUP:
            purse[view + FROM_CUP] += amount
        now = purse[at + ORIGIN] == purse[DEAL]
        if why == LOT_OPENING and now and purse[at + LOT_KEY] == book[OPENING_KEY]:
            purse[view + STAKE] += amount
    purse[view + DRAWABLE] = purse[view + PART] - purse[NOW_LESS_OPENING] * purse[view + STAKE]
    purse[view + OTHERS_OR_PART] = purse[view + OTHERS]
    if purse[view + OTHERS] == 0:
        purse[view + OTHERS_OR_PART] = purse[view + PART]


@inner
def add_up(book, purse, first, end, opponents):
    """Add the terms of an amount to the sums of their groups, as `term_values`."""
    for term in range(first, end, TERM):
        reads, how = book[term + READS], book[term + HOW]
        below = book[term + DIVISOR]
        if reads < 0:
            worth = purse[NOW_WORTH] + ~reads
            above = book[worth]
            below *= book[worth + 1]
        else:
            above = purse[reads]
            if how == HOW_EMPTIES:
                purse[reads] = 0
            elif how == HOW_RUN:
                if above < 0:
                    purse[MISFIT] = 1
                above = max(0, above - book[term + LESS])
            elif how == HOW_BETE:
                above = _bete(book, purse, reads)
        if abs(above) > book[term + BOUND]:
            purse[MISFIT] = 1
            above = 0
        above *= book[term + FACTOR]
        if book[term + PER_OPPONENT]:
            above *= opponents
        if below != 1:
            whole = above
            if below == 0:
                purse[MISFIT] = 1
            elif book[term + ROUND] == ROUND_NEAREST:
                whole = (2 * above + below) // (2 * below)
            else:
                whole = above // below
                if whole * below != above and book[term + ROUND] != ROUND_DOWN:
                    purse[MISFIT] = 1  # it must be whole: the engine refuses
            above = whole
        if abs(above) > MOST:
            purse[MISFIT] = 1
            above = 0
        purse[book[term + INTO]] += above


@inner
def _bete(book, purse, reads):
    """Return the bête: its base, times the factors of contract and occasion, capped."""
    row, amount, cap = purse[NOW_BETE], purse[reads], purse[reads + 1]
    purse[reads] = 0
    purse[reads + 1] = 0
    if row == book[NO_BETE]:
        return 0
    amount *= book[row + BETE_OPENING]
    if book[AT_STAKE] >= 0:
        view = VIEWS + VIEW * book[AT_STAKE]
        amount += purse[view + PART] * book[row + BETE_PART]
        amount -= purse[view + FROM_CUP] * book[row + BETE_CUP]
        amount -= purse[view + STAKE] * book[row + BETE_STAKE]
    amount *= book[row + BETE_FACTOR]
    return min(amount, cap) if book[BETE_CAPPED] else amount


@inner
def pay(book, purse, payer, payee, amount, why, origin, key, stack, others):
    """Make a payment and return what was paid, as `Till.pay`.

    `why` to `stack` are the lot as which it lies in a pool. `others`: a pool gives first what is
    not in play.
    """
    pools = book[POOLS_AT] - POOL_ROW * POOL_ACCOUNT
    moves, from_pool, to_pool = True, payer >= POOL_ACCOUNT, payee >= POOL_ACCOUNT
    if to_pool:
        moves = book[pools + POOL_ROW * payee + HOLDS_MONEY] != 0
    if (
        amount <= 0
        or payer == BETE_ACCOUNT
        or (from_pool and not book[pools + POOL_ROW * payer + USED])
        or (to_pool and not book[pools + POOL_ROW * payee + USED])
    ):
        return 0
    if amount > MOST:
        purse[MISFIT] = 1
        return 0
    if from_pool:
        amount = draw(book, purse, payer - POOL_ACCOUNT, amount, others)
    elif moves:
        purse[payer] -= amount
    if to_pool:
        owner = payer if payer < BANK_ACCOUNT else -1
        lay(purse, payee - POOL_ACCOUNT, why, owner, amount, origin, key, stack)
    else:
        purse[payee] += amount
    return amount


@inner
def set_off(book, purse, moment):
    """Pay the transfers of a moment that its events set off and whose conditions hold.

    Repeats `Payments.make`, for each of them.
    """
    for row in range(book[moment], book[moment + 1], TRANSFER):
        if book[row + ON] & purse[NOW_EVENTS] == 0 or not _hold(book, purse, row):
            continue
        groups, end, flow = book[row + GROUPS_AT], book[row + GROUPS_END], book[row + FLOW]
        sums = SUMS
        for column in range(SUMS, SUMS + (end - groups) // GROUP):
            purse[column] = 0
        opponents = book[purse[book[row + FOES_OF]]]
        add_up(book, purse, book[row + TERMS_AT], book[row + TERMS_END], opponents)
        for group in range(groups, end, GROUP):
            amount = purse[sums]
            sums += 1
            if (flow == FLOW_FORWARD and amount < 0) or (flow == FLOW_REVERSE and amount > 0):
                continue
            payers, shared = purse[book[row + FROM]], book[row + FROM_SHARED]
            had = _count(purse, shared, -amount)
            for place in range(book[payers]):
                payer, share = book[payers + 1 + place], amount
                if shared >= 0:
                    share = -_share(book, shared, had, -amount, book[payers], place)
                payees, pooled = purse[book[group + TO]], book[group + TO_SHARED]
                has = _count(purse, pooled, share)
                for other in range(book[payees]):
                    payee, due = book[payees + 1 + other], share
                    if pooled >= 0:
                        due = _share(book, pooled, has, share, book[payees], other)
                    if payee != payer:
                        _pay(book, purse, row, payer, payee, due)


@inner
def _hold(book, purse, row):
    """Return whether the conditions of a transfer hold: columns of the purse and their values."""
    for at in range(book[row + IFS_AT], book[row + IFS_END], 2):
        if book[at + 1] >> (purse[book[at]] + 1) & 1 == 0:
            return False
    return True


@inner
def _count(purse, shared, amount):
    """Write down that those who share have had an amount more; return what they had before."""
    if shared < 0:
        return 0
    had = purse[shared]
    purse[shared] = had + amount
    if abs(had) > MOST_BALANCE:
        purse[MISFIT] = 1
    return had


@inner
def _share(book, shared, had, amount, members, place):
    """Return what the member in that place has of an amount, over all payments so far."""
    odd = 0 if shared == NOW_CODILLE and book[ODD_STAYS] else members - 1 - place
    before, after = (abs(had) + odd) // members, (abs(had + amount) + odd) // members
    return (after if had + amount >= 0 else -after) - (before if had >= 0 else -before)


@inner
def _pay(book, purse, row, payer, payee, amount):
    """Make one payment of a transfer and remember what the ombre has of it."""
    if amount < 0:
        payer, payee, amount = payee, payer, -amount
    why, stack, bete, others = book[row + LOT_KIND], np.int64(0), np.int64(0), np.int64(0)
    if payee == BETE_ACCOUNT:
        why, bete = np.int64(LOT_BETE), np.int64(1)
        if holds(purse, book[BETE_FIRST], why, np.int64(-1)):
            payee = POOL_ACCOUNT + book[BETE_LATER]
        else:
            payee = POOL_ACCOUNT + book[BETE_FIRST]
            purse[FIRST_BETE] = 1
    if payee >= POOL_ACCOUNT:
        stack = stack_for(book, purse, payee - POOL_ACCOUNT, bete, book[row + APART])
    if payer >= POOL_ACCOUNT:
        others = book[row + OTHERS_FIRST] >> (payer - POOL_ACCOUNT) & 1
    key = book[row + KEY]
    amount = pay(book, purse, payer, payee, amount, why, purse[DEAL], key, stack, others)
    if payee == purse[NOW_OMBRE] and payer != BANK_ACCOUNT:
        purse[NOW_RECEIVED if payer < BANK_ACCOUNT else NOW_DRAWN] += amount
        purse[NOW_WINNINGS] += amount
    if book[row + AT_OPENING]:
        choose(book, purse)
