"""Payments: what amounts come to, and who pays whom.

Repeats `lhombre_core.engine.money.amount`, `payment` and `party`. What a moment reads stands in the
till before: see `lhombre_core.kernel.encode.money.column`.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import inlined, inner
from lhombre_core.kernel.compiled.money.lot import (
    candidate,
    choose,
    draw,
    held,
    highest_stack,
    holds_bete,
    is_stake,
    lay,
    lies_beside,
    list_stacks,
    lot_at,
    lot_count,
    put_together,
    stack_for,
)
from lhombre_core.kernel.encode.money.column import (
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
    HOW,
    HOW_BETE,
    HOW_EMPTIES,
    HOW_RUN,
    IFS_AT,
    IFS_END,
    INTO,
    LESS,
    LOT_BETE,
    LOT_CUP,
    LOT_LEFT,
    LOT_TAG,
    MOST,
    MOST_BALANCE,
    NO_BETE,
    NO_PAYEE,
    NO_PAYER,
    NOW_BEFORE,
    NOW_BETE,
    NOW_BETE_STACK,
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
    ON_PAPER,
    OTHERS,
    OTHERS_FIRST,
    OTHERS_OR_PART,
    PART,
    PER_OPPONENT,
    PLAIN,
    POOL_ACCOUNT,
    POT,
    READS,
    REAL,
    ROOM,
    ROUND,
    ROUND_DOWN,
    ROUND_NEAREST,
    STACKS,
    STAKE,
    SUM,
    SUMS,
    TAG,
    TAG_KIND,
    TAG_ORIGIN,
    TAG_OWNER,
    TAG_STACK,
    TERM,
    TERMS_AT,
    TERMS_END,
    TO,
    TO_SHARED,
    TRANSFER,
    VIEW,
    VIEWS,
    WHOLE,
)
from lhombre_core.kernel.layout import BESIDE, DEAL, FIRST_BETE, IN_PLAY, MISFIT


@inner
def begin(book, till, lots, moment):
    """Begin a moment in which payments are made: look at the pools that will be read.

    What amounts and conditions read of a pool is what it held now, before it is said what is
    played for and rests join that.
    """
    for column in range(NOW_TOP, NOW_CODILLE + 1):
        till[column] = 0
    till[NOW_BETE_STACK] = -1
    till[NOW_TOP] = -1
    pot, read = book[POT], book[moment + 2]
    pool, others = 0, read & ~(1 << pot) if pot >= 0 else read
    while others >> pool:
        if others >> pool & 1:
            chosen = till[IN_PLAY]
            if pool != book[AT_STAKE] and lot_count(till, pool) > 0:
                chosen = lots[lot_at(till, pool, 0) + TAG] >> TAG_STACK
            _look(book, till, lots, pool, chosen)
        pool += 1
    if pot >= 0:
        _look_at_pot(book, till, lots, pot, read >> pot & 1)


@inlined
def _look_at_pot(book, till, lots, pot, is_read):
    """Write down what the pot holds, as far as that is needed, and say what is played for."""
    if till[IN_PLAY] < 0:
        till[IN_PLAY] = candidate(book, till, lots, pot)
        till[BESIDE] = 1
    here, kept = till[IN_PLAY], np.int64(STACKS + 4 * till[ROOM])
    if lot_count(till, pot) > 0:
        till[NOW_TOP] = here
        till[NOW_BEFORE] = 1
        till[kept] = here
    if is_read:
        _look(book, till, lots, pot, here)
        till[BESIDE] = till[VIEWS + VIEW * pot + APART_LIES]
    elif till[BESIDE]:
        till[BESIDE] = lies_beside(till, lots, pot, here)
    if till[BESIDE]:
        till[NOW_TOP] = highest_stack(till, lots, pot)
        till[NOW_BEFORE] = list_stacks(till, lots, pot, kept, np.int64(0))
        if here >= 0:
            put_together(book, till, lots)


@inlined
def _look(book, till, lots, pool, chosen):
    """Write down what a pool holds, of which a stack is in play."""
    view, apart, real = VIEWS + VIEW * pool, False, False
    part = stake = from_cup = 0
    for number in range(lot_count(till, pool)):
        at = lot_at(till, pool, number)
        tag = lots[at + TAG]
        kind, stack = tag & TAG_KIND, tag >> TAG_STACK
        real |= kind != LOT_LEFT
        apart |= stack != chosen
        # Masks, since what lies where is past all foreseeing.
        amount = lots[at + SUM] & -np.int64(stack == chosen)
        part += amount
        from_cup += amount & -np.int64(kind == LOT_CUP)
        stake += amount & -np.int64(is_stake(book, tag, till[DEAL]))
    others = held(till, pool) - part
    till[view + WHOLE] = part + others
    till[view + PART] = part
    till[view + STAKE] = stake
    till[view + FROM_CUP] = from_cup
    till[view + DRAWABLE] = part - till[NOW_LESS_OPENING] * stake
    till[view + OTHERS] = others
    till[view + OTHERS_OR_PART] = part if others == 0 else others
    till[view + REAL] = real
    till[view + APART_LIES] = apart


@inlined
def add_up(book, till, first, end, opponents):
    """Add the terms of an amount to the sums of their groups, as `term_values`."""
    term = first
    while term < end:
        reads, how = book[term + READS], book[term + HOW]
        below = book[term + DIVISOR]
        if reads < 0:
            worth = till[NOW_WORTH] + ~reads
            above = book[worth]
            below *= book[worth + 1]
        else:
            above = till[reads]
            if how == HOW_EMPTIES:
                till[reads] = 0
            elif how == HOW_RUN:
                if above < 0:
                    till[MISFIT] = 1
                above = max(0, above - book[term + LESS])
            elif how == HOW_BETE:
                above = _bete(book, till, reads)
        if abs(above) > book[term + BOUND]:
            till[MISFIT] = 1
            above = 0
        above *= book[term + FACTOR]
        if book[term + PER_OPPONENT]:
            above *= opponents
        if below != 1:
            whole = above
            if below == 0:
                till[MISFIT] = 1
            elif book[term + ROUND] == ROUND_NEAREST:
                whole = (2 * above + below) // (2 * below)
            else:
                whole = above // below
                if whole * below != above and book[term + ROUND] != ROUND_DOWN:
                    till[MISFIT] = 1  # it must be whole: the engine refuses
            above = whole
        if abs(above) > MOST:
            till[MISFIT] = 1
            above = 0
        till[book[term + INTO]] += above
        term += TERM


@inlined
def _bete(book, till, reads):
    """Return the bête: its base, times the factors of contract and occasion, capped."""
    row, amount, cap = till[NOW_BETE], till[reads], till[reads + 1]
    till[reads] = 0
    till[reads + 1] = 0
    if row == book[NO_BETE]:
        return 0
    amount *= book[row + BETE_OPENING]
    if book[AT_STAKE] >= 0:
        view = VIEWS + VIEW * book[AT_STAKE]
        amount += till[view + PART] * book[row + BETE_PART]
        amount -= till[view + FROM_CUP] * book[row + BETE_CUP]
        amount -= till[view + STAKE] * book[row + BETE_STAKE]
    if abs(amount) > MOST:
        till[MISFIT] = 1
        return 0
    amount *= book[row + BETE_FACTOR]
    return min(amount, cap) if book[BETE_CAPPED] else amount


@inlined
def pay(book, till, lots, payer, payee, amount, tag, others):
    """Make a payment and return what was paid, as `Till.pay`.

    `tag` is that of the lot as which it lies in a pool, but for its owner. `others`: a pool gives
    first what is not in play.
    """
    from_pool, to_pool = payer >= POOL_ACCOUNT, payee >= POOL_ACCOUNT
    if amount <= 0 or (book[NO_PAYER] >> payer | book[NO_PAYEE] >> payee) & 1:
        return 0
    if amount > MOST:
        till[MISFIT] = 1
        return 0
    if from_pool:
        amount = draw(book, till, lots, payer - POOL_ACCOUNT, amount, others)
    elif book[ON_PAPER] >> payee & 1 == 0:
        till[payer] -= amount
    if to_pool:
        if payer < BANK_ACCOUNT:
            tag |= payer + 1 << TAG_OWNER
        lay(till, lots, payee - POOL_ACCOUNT, amount, tag)
    else:
        till[payee] += amount
    return amount


@inner
def set_off(book, till, lots, moment):
    """Pay the transfers of a moment that its events set off and whose conditions hold.

    Repeats `Payments.make`, for each of them.
    """
    row = book[moment]
    while row < book[moment + 1]:
        if book[row + ON] & till[NOW_EVENTS] and _hold(book, till, row):
            if book[row + PLAIN]:
                _pay_all(book, till, lots, row)
            else:
                _pay_groups(book, till, lots, row)
        row += TRANSFER


@inlined
def _hold(book, till, row):
    """Return whether the conditions of a transfer hold: columns of the till and their values."""
    at = book[row + IFS_AT]
    while at < book[row + IFS_END]:
        if book[at + 1] >> (till[book[at]] + 1) & 1 == 0:
            return False
        at += 2
    return True


@inlined
def _flows(book, row, amount):
    """Return whether an amount goes the way that a transfer goes."""
    flow = book[row + FLOW]
    return not ((flow == FLOW_FORWARD) & (amount < 0) | (flow == FLOW_REVERSE) & (amount > 0))


@inlined
def _pay_all(book, till, lots, row):
    """Pay a transfer that has one term, for one party, and of which nobody has but a share."""
    till[SUMS] = 0
    add_up(book, till, book[row + TERMS_AT], book[row + TERMS_END], book[till[book[row + FOES_OF]]])
    amount = till[SUMS]
    if not _flows(book, row, amount):
        return
    payer, payees = till[book[row + FROM]], till[book[book[row + GROUPS_AT] + TO]]
    last, last_payee = payer + book[payer], payees + book[payees]
    while payer < last:
        payer += 1
        payee = payees
        while payee < last_payee:
            payee += 1
            if book[payee] != book[payer]:
                _pay(book, till, lots, row, book[payer], book[payee], amount)


@inner
def _pay_groups(book, till, lots, row):
    """Pay a transfer whose terms go to several parties, or which some share."""
    groups, end = book[row + GROUPS_AT], book[row + GROUPS_END]
    sums = SUMS
    for column in range(SUMS, SUMS + (end - groups) // GROUP):
        till[column] = 0
    opponents = book[till[book[row + FOES_OF]]]
    add_up(book, till, book[row + TERMS_AT], book[row + TERMS_END], opponents)
    for group in range(groups, end, GROUP):
        amount = till[sums]
        sums += 1
        if not _flows(book, row, amount):
            continue
        payers, shared = till[book[row + FROM]], book[row + FROM_SHARED]
        had = _count(till, shared, -amount)
        for place in range(book[payers]):
            payer, share = book[payers + 1 + place], amount
            if shared >= 0:
                share = -_share(book, shared, had, -amount, book[payers], place)
            payees, pooled = till[book[group + TO]], book[group + TO_SHARED]
            has = _count(till, pooled, share)
            for other in range(book[payees]):
                payee, due = book[payees + 1 + other], share
                if pooled >= 0:
                    due = _share(book, pooled, has, share, book[payees], other)
                if payee != payer:
                    _pay(book, till, lots, row, payer, payee, due)


@inlined
def _count(till, shared, amount):
    """Write down that those who share have had an amount more; return what they had before."""
    if shared < 0:
        return 0
    had = till[shared]
    till[shared] = had + amount
    if abs(had) > MOST_BALANCE:
        till[MISFIT] = 1
    return had


@inlined
def _share(book, shared, had, amount, members, place):
    """Return what the member in that place has of an amount, over all payments so far."""
    odd = 0 if shared == NOW_CODILLE and book[ODD_STAYS] else members - 1 - place
    before, after = (abs(had) + odd) // members, (abs(had + amount) + odd) // members
    return (after if had + amount >= 0 else -after) - (before if had >= 0 else -before)


@inlined
def _pay(book, till, lots, row, payer, payee, amount):
    """Make one payment of a transfer and remember what the ombre has of it."""
    if amount < 0:
        payer, payee, amount = payee, payer, -amount
    tag, stack, bete, others = book[row + LOT_TAG], np.int64(0), np.int64(0), np.int64(0)
    if payee == BETE_ACCOUNT:
        tag, bete = tag & ~TAG_KIND | LOT_BETE, np.int64(1)
        if holds_bete(till, lots, book[BETE_FIRST]):
            payee = POOL_ACCOUNT + book[BETE_LATER]
        else:
            payee = POOL_ACCOUNT + book[BETE_FIRST]
            till[FIRST_BETE] = 1
    if payee >= POOL_ACCOUNT:
        stack = stack_for(book, till, lots, payee - POOL_ACCOUNT, bete, book[row + APART])
    if payer >= POOL_ACCOUNT:
        others = book[row + OTHERS_FIRST] >> (payer - POOL_ACCOUNT) & 1
    tag |= till[DEAL] << TAG_ORIGIN | stack << TAG_STACK
    amount = pay(book, till, lots, payer, payee, amount, tag, others)
    if payee == till[NOW_OMBRE] and payer != BANK_ACCOUNT:
        till[NOW_RECEIVED if payer < BANK_ACCOUNT else NOW_DRAWN] += amount
        till[NOW_WINNINGS] += amount
    if book[row + AT_OPENING]:
        choose(book, till, lots)
