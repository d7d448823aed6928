"""The lots of a till: how they are laid, drawn and ordered. Repeats `lhombre_core.engine.pot`."""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import compiled, inlined, inner
from lhombre_core.kernel.encode.money_column import (
    AFTER_CODILLE,
    AFTER_REMISE,
    AT_STAKE,
    CODILLE,
    HOW_IN_PLAY,
    LOT,
    LOT_BETE,
    LOT_DUE,
    LOT_LEFT,
    LOT_OPENING,
    MOST_KEY,
    MOST_ORIGIN,
    MOST_OWNER,
    MOST_STACK,
    NOW_BETE_STACK,
    NOW_DRAWN_UPON,
    NOW_TOP,
    OPENING_KEY,
    PLACE_JOINS,
    PLACE_LAST,
    PLAYED_LARGEST,
    PLAYED_WHOLE,
    POOL_ROW,
    POOLS_AT,
    POT,
    ROOM,
    STACKS,
    STACKS_ROOM,
    SUM,
    TAG,
    TAG_KEY,
    TAG_KIND,
    TAG_ORIGIN,
    TAG_OWNER,
    TAG_STACK,
)
from lhombre_core.kernel.layout import DEAL, HELD, IN_PLAY, MISFIT


@inlined
def tag_of(kind, origin, key, stack):
    """Return the tag of a lot that belongs to nobody."""
    return kind | (key + 1) << TAG_KEY | origin << TAG_ORIGIN | stack << TAG_STACK


@inlined
def owner_of(tag):
    """Return who has laid a lot or owes it; -1: nobody."""
    return (tag >> TAG_OWNER & MOST_OWNER) - 1


@inlined
def is_of(tag, origin):
    """Return whether a lot comes of a deal."""
    return tag >> TAG_ORIGIN & MOST_ORIGIN == origin


@inlined
def is_stake(book, tag, origin):
    """Return whether a lot is the opening stake of a deal, that of which bêtes speak."""
    key = tag >> TAG_KEY & MOST_KEY
    return tag & TAG_KIND == LOT_OPENING and is_of(tag, origin) and key == book[OPENING_KEY] + 1


@compiled
def lots_of(till, pool):
    """Return where in a till the lots of a pool begin and end."""
    first = STACKS + (STACKS_ROOM + LOT * pool) * till[ROOM]
    return first, first + LOT * till[HELD + pool]


@inner
def held(till, pool):
    """Return what a pool holds, or what is written or promised in it."""
    found = 0
    first, end = lots_of(till, pool)
    for at in range(first, end, LOT):
        found += till[at + SUM]
    return found


@inner
def is_filled(till, pool, stack):
    """Return whether a pool has a lot on a stack that is no rest; -1 means all its stacks."""
    first, end = lots_of(till, pool)
    for at in range(first, end, LOT):
        tag = till[at + TAG]
        if tag & TAG_KIND != LOT_LEFT and (stack < 0 or tag >> TAG_STACK == stack):
            return True
    return False


@inlined
def holds_bete(till, pool):
    """Return whether a bête lies in a pool."""
    first, end = lots_of(till, pool)
    found = False
    for at in range(first, end, LOT):
        found |= till[at + TAG] & TAG_KIND == LOT_BETE
    return found


@inlined
def lay(till, pool, amount, tag):
    """Lay a lot behind those that lie in a pool."""
    at = lots_of(till, pool)[1]
    if till[HELD + pool] == till[ROOM]:
        till[MISFIT] = 1
        return
    till[at + SUM] = amount
    till[at + TAG] = tag
    till[HELD + pool] += 1


@inlined
def put_on(till, at, stack):
    """Put a lot on another stack."""
    till[at + TAG] = till[at + TAG] & ((1 << TAG_STACK) - 1) | stack << TAG_STACK


@inner
def draw(book, till, pool, amount, others):
    """Take up to `amount` out of a pool and return how much that was, as `Till._draw`.

    The lots are drawn in eight turns: by what was laid in this settlement, what is in play (or is
    not, where the `others` go first), and the opening stake of this deal. Lots of nothing are taken
    away; those behind them move up.
    """
    first, end = lots_of(till, pool)
    at_stake = pool == book[AT_STAKE]
    here = till[IN_PLAY] if at_stake else -1
    places, turns, left = STACKS + 3 * till[ROOM], 0, amount
    for at in range(first, end, LOT):
        tag, turn = till[at + TAG], 0
        kind = tag & TAG_KIND
        if kind in (LOT_DUE, LOT_BETE) and is_of(tag, till[DEAL]):
            turn = 4
        if (tag >> TAG_STACK != here) != (others != 0):
            turn += 2
        if is_stake(book, tag, till[DEAL]):
            turn += 1
        till[places + (at - first) // LOT] = turn
        turns |= 1 << turn
    for turn in range(8):
        if left > 0 and turns >> turn & 1:
            for at in range(first, end, LOT):
                if till[places + (at - first) // LOT] == turn:
                    part = min(left, till[at + SUM])
                    if part > 0 and at_stake and till[at + TAG] >> TAG_STACK == here:
                        till[NOW_DRAWN_UPON] = 1
                    till[at + SUM] -= part
                    left -= part
    kept = first
    for at in range(first, end, LOT):
        if till[at + SUM] != 0:
            till[kept + SUM], till[kept + TAG] = till[at + SUM], till[at + TAG]
            kept += LOT
    till[HELD + pool] = (kept - first) // LOT
    return amount - left


@inner
def highest_stack(till, pool):
    """Return the highest number of a stack in a pool; -1 where nothing lies there."""
    first, end = lots_of(till, pool)
    found = -1
    for at in range(first, end, LOT):
        found = max(found, till[at + TAG] >> TAG_STACK)
    return found


@inner
def stack_for(book, till, pool, bete, apart):
    """Return the stack on which a lot is laid that comes into a pool now, as `pot.stack_for`."""
    if pool != book[AT_STAKE]:
        return 0
    column = NOW_BETE_STACK if bete else IN_PLAY
    if till[column] >= 0 and (bete or not apart):
        return till[column]
    new = max(till[NOW_TOP], highest_stack(till, pool)) + 1
    if new > MOST_STACK:
        till[MISFIT] = 1
        return 0
    if bete or not apart:
        till[column] = new
    return new


@inner
def candidate(book, till, pool):
    """Return the stack that a deal is played for; -1 where there is none to play for.

    Repeats `choose_in_play`: the stacks in the order of their first lots.
    """
    largest = book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_LARGEST
    first, end = lots_of(till, pool)
    found, most, before = -1, 0, -1
    for at in range(first, end, LOT):
        stack, together = till[at + TAG] >> TAG_STACK, 0
        if stack == before or not is_filled(till, pool, stack):
            continue
        if not largest:
            return stack
        before = stack
        for other in range(first, end, LOT):
            if till[other + TAG] >> TAG_STACK == stack:
                together += till[other + SUM]
        if found < 0 or together > most:
            found, most = stack, together
    return found


@inner
def list_stacks(till, pool, count):
    """Put the stacks of a pool behind the `count` that are listed; return how many are then."""
    first, end = lots_of(till, pool)
    before = -1
    for at in range(first, end, LOT):
        stack, place = till[at + TAG] >> TAG_STACK, STACKS
        if stack == before:
            continue
        before = stack
        till[STACKS + count] = stack
        while till[place] != stack:
            place += 1
        if place == STACKS + count:
            count += 1
    return count


@inner
def arrange(till, pool, count, stack):
    """Put rests on a stack and a pool in order, as `pot._joined` and `pot._arrange`.

    Every stack that holds nothing but rests is put on `stack`, unless that is -1. Then the lots
    are put in the order of the `count` stacks listed, others behind them.
    """
    first, end = lots_of(till, pool)
    places = STACKS + 3 * till[ROOM]
    for at in range(first, end, LOT):
        there = till[at + TAG] >> TAG_STACK
        if stack >= 0 and there != stack and not is_filled(till, pool, there):
            put_on(till, at, stack)
            there = stack
        place = 0
        while place < count and till[STACKS + place] != there:
            place += 1
        # Lots before this one are in order: it moves up past those that come after it.
        lot, amount, tag = (at - first) // LOT, till[at + SUM], till[at + TAG]
        while lot > 0 and till[places + lot - 1] > place:
            till[places + lot] = till[places + lot - 1]
            moved = first + LOT * lot
            till[moved + SUM], till[moved + TAG] = till[moved - LOT + SUM], till[moved - LOT + TAG]
            lot -= 1
        till[places + lot] = place
        till[first + LOT * lot + SUM], till[first + LOT * lot + TAG] = amount, tag


@inner
def lies_beside(till, pool, stack):
    """Return whether a pool has a lot on another stack."""
    first, end = lots_of(till, pool)
    found = 0
    for at in range(first, end, LOT):
        found |= till[at + TAG] ^ stack << TAG_STACK
    return found >> TAG_STACK != 0


@inner
def choose(book, till):
    """Say what is played for, if that is not yet said; rests join it. Repeats `pot.choose`."""
    pool = book[POT]
    if pool < 0:
        return
    if till[IN_PLAY] < 0:
        till[IN_PLAY] = candidate(book, till, pool)
    here = till[IN_PLAY]
    if here < 0 or not lies_beside(till, pool, here):
        return
    if book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_WHOLE:
        first, end = lots_of(till, pool)
        for at in range(first, end, LOT):
            put_on(till, at, here)
    else:
        arrange(till, pool, list_stacks(till, pool, np.int64(0)), here)


@inlined
def close_pot(book, till, outcome, won, before):
    """Put the pot in order when a settlement ends, as `pot.close_pot`.

    `before` stacks lay there when it began; they are listed behind what lots are sorted by.
    """
    pool, here, betes, to = book[POT], till[IN_PLAY], till[NOW_BETE_STACK], np.int64(-1)
    first, end = lots_of(till, pool)
    if (won or till[NOW_DRAWN_UPON]) and here != betes:
        for at in range(first, end, LOT):
            tag = till[at + TAG]
            due = tag & TAG_KIND == LOT_DUE and is_of(tag, till[DEAL]) and not won
            if tag >> TAG_STACK == here and not due:
                till[at + TAG] = tag & ~TAG_KIND | LOT_LEFT
    row = book[POOLS_AT] + POOL_ROW * pool
    where = book[row + (AFTER_CODILLE if outcome == CODILLE else AFTER_REMISE)]
    if betes >= 0:
        to = betes
        if here >= 0 and (
            where == PLACE_JOINS or (where == PLACE_LAST and is_filled(till, pool, here))
        ):
            to = here
    apart = False
    for at in range(first, end, LOT):
        there = till[at + TAG] >> TAG_STACK
        apart |= there != betes and there != (till[first + TAG] >> TAG_STACK if to < 0 else to)
    count = np.int64(0)
    if apart:
        for place in range(before):
            till[STACKS + place] = till[STACKS + 4 * till[ROOM] + place]
        count = list_stacks(till, pool, before)
        if betes >= 0 and where != PLACE_JOINS:
            kept = STACKS
            for place in range(STACKS, STACKS + count):
                till[kept] = till[place]
                kept += till[place] != to
            till[kept] = to
            count = kept + 1 - STACKS
    if betes >= 0:
        for at in range(first, end, LOT):
            if till[at + TAG] >> TAG_STACK == betes:
                put_on(till, at, to)
    if apart:  # what lies on one stack is in order
        arrange(till, pool, count, to)
