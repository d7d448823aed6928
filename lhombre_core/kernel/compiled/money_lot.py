"""The lots of a purse: how they are laid, drawn and ordered. Repeats `lhombre_core.engine.pot`."""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import compiled, inner
from lhombre_core.kernel.encode.money_column import (
    AFTER_CODILLE,
    AFTER_REMISE,
    AT_STAKE,
    CODILLE,
    HOW_IN_PLAY,
    LOT,
    LOT_BETE,
    LOT_DUE,
    LOT_KEY,
    LOT_LEFT,
    LOT_OPENING,
    NOW_BETE_STACK,
    NOW_DRAWN_UPON,
    NOW_TOP,
    OPENING_KEY,
    ORIGIN,
    OWNER,
    PLACE_JOINS,
    PLACE_LAST,
    PLAYED_LARGEST,
    PLAYED_WHOLE,
    POOL_ROW,
    POOLS_AT,
    POT,
    STACK,
    STACKS,
    STACKS_ROOM,
    SUM,
    WHY,
)
from lhombre_core.kernel.layout import DEAL, HELD, IN_PLAY, MISFIT, ROOM


@compiled
def lots_of(purse, pool):
    """Return where in a purse the lots of a pool begin and end."""
    first = STACKS + (STACKS_ROOM + LOT * pool) * purse[ROOM]
    return first, first + LOT * purse[HELD + pool]


@compiled
def held(purse, pool):
    """Return what a pool holds, or what is written or promised in it."""
    found = 0
    first, end = lots_of(purse, pool)
    for at in range(first, end, LOT):
        found += purse[at + SUM]
    return found


@inner
def holds(purse, pool, why, stack):
    """Return whether a pool holds a lot of that kind; or, for rests, one that is none.

    A `stack` of -1 means all its stacks.
    """
    first, end = lots_of(purse, pool)
    for at in range(first, end, LOT):
        meant = stack < 0 or purse[at + STACK] == stack
        if meant and (purse[at + WHY] == why) != (why == LOT_LEFT):
            return True
    return False


@inner
def lay(purse, pool, why, owner, amount, origin, key, stack):
    """Lay a lot behind those that lie in a pool."""
    at = lots_of(purse, pool)[1]
    if purse[HELD + pool] == purse[ROOM]:
        purse[MISFIT] = 1
        return
    purse[at + WHY] = why
    purse[at + OWNER] = owner
    purse[at + SUM] = amount
    purse[at + ORIGIN] = origin
    purse[at + LOT_KEY] = key
    purse[at + STACK] = stack
    purse[HELD + pool] += 1


@inner
def keep_full(purse, pool):
    """Take lots of nothing out of a pool; those behind them move up."""
    first, end = lots_of(purse, pool)
    kept = first
    for at in range(first, end):
        purse[kept] = purse[at]
        kept += 1
        if (at - first) % LOT == LOT - 1 and purse[kept - LOT + SUM] == 0:
            kept -= LOT
    purse[HELD + pool] = (kept - first) // LOT


@inner
def draw(book, purse, pool, amount, others):
    """Take up to `amount` out of a pool and return how much that was, as `Till._draw`.

    The lots are drawn in eight turns: by what was laid in this settlement, what is in play (or is
    not, where the `others` go first), and the opening stake of this deal.
    """
    first, end = lots_of(purse, pool)
    at_stake = pool == book[AT_STAKE]
    here = purse[IN_PLAY] if at_stake else -1
    left = amount
    for turn in range(8):
        if left == 0:
            break
        for at in range(first, end, LOT):
            now, why, there = purse[at + ORIGIN] == purse[DEAL], purse[at + WHY], purse[at + STACK]
            mine = 4 if now and (why in (LOT_DUE, LOT_BETE)) else 0
            if (there != here) != (others != 0):
                mine += 2
            if now and why == LOT_OPENING and purse[at + LOT_KEY] == book[OPENING_KEY]:
                mine += 1
            if mine == turn:
                part = min(left, purse[at + SUM])
                if part > 0 and at_stake and there == here:
                    purse[NOW_DRAWN_UPON] = 1
                purse[at + SUM] -= part
                left -= part
    keep_full(purse, pool)
    return amount - left


@inner
def stack_for(book, purse, pool, bete, apart):
    """Return the stack on which a lot is laid that comes into a pool now, as `pot.stack_for`."""
    if pool != book[AT_STAKE]:
        return 0
    column = NOW_BETE_STACK if bete else IN_PLAY
    if purse[column] >= 0 and (bete or not apart):
        return purse[column]
    new = purse[NOW_TOP]
    first, end = lots_of(purse, pool)
    for at in range(first, end, LOT):
        new = max(new, purse[at + STACK])
    if bete or not apart:
        purse[column] = new + 1
    return new + 1


@inner
def candidate(book, purse, pool):
    """Return the stack that a deal is played for; -1 where there is none to play for.

    Repeats `choose_in_play`: the stacks in the order of their first lots.
    """
    largest = book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_LARGEST
    first, end = lots_of(purse, pool)
    found, most = -1, 0
    for at in range(first, end, LOT):
        stack, together = purse[at + STACK], 0
        if not holds(purse, pool, np.int64(LOT_LEFT), stack):
            continue
        if not largest:
            return stack
        for other in range(first, end, LOT):
            if purse[other + STACK] == stack:
                together += purse[other + SUM]
        if found < 0 or together > most:
            found, most = stack, together
    return found


@inner
def list_stacks(purse, pool, count):
    """Put the stacks of a pool behind the `count` that are listed; return how many are then."""
    first, end = lots_of(purse, pool)
    for at in range(first, end, LOT):
        place = STACKS
        purse[STACKS + count] = purse[at + STACK]
        while purse[place] != purse[at + STACK]:
            place += 1
        if place == STACKS + count:
            count += 1
    return count


@inner
def arrange(purse, pool, count, stack):
    """Put rests on a stack and a pool in order, as `pot._joined` and `pot._arrange`.

    Every stack that holds nothing but rests is put on `stack`, unless that is -1. Then the lots
    are put in the order of the `count` stacks listed, others behind them.
    """
    first, end = lots_of(purse, pool)
    places = STACKS + 3 * purse[ROOM]
    for at in range(first, end, LOT):
        if stack >= 0 and not holds(purse, pool, np.int64(LOT_LEFT), purse[at + STACK]):
            purse[at + STACK] = stack
        place = 0
        while place < count and purse[STACKS + place] != purse[at + STACK]:
            place += 1
        # Lots before this one are in order: it moves up past those that come after it.
        lot = (at - first) // LOT
        while lot > 0 and purse[places + lot - 1] > place:
            purse[places + lot] = purse[places + lot - 1]
            moved = first + LOT * lot
            for column in range(moved, moved + LOT):
                purse[column], purse[column - LOT] = purse[column - LOT], purse[column]
            lot -= 1
        purse[places + lot] = place


@inner
def choose(book, purse):
    """Say what is played for, if that is not yet said; rests join it. Repeats `pot.choose`."""
    pool = book[POT]
    if pool < 0:
        return
    first, end = lots_of(purse, pool)
    if purse[IN_PLAY] < 0:
        purse[IN_PLAY] = candidate(book, purse, pool)
    here = purse[IN_PLAY]
    apart = 0
    for at in range(first, end, LOT):
        apart += purse[at + STACK] != here
    if here < 0 or apart == 0:
        return
    if book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_WHOLE:
        for at in range(first, end, LOT):
            purse[at + STACK] = here
    else:
        arrange(purse, pool, list_stacks(purse, pool, np.int64(0)), here)


@inner
def close_pot(book, purse, outcome, won, before):
    """Put the pot in order when a settlement ends, as `pot.close_pot`.

    `before` stacks lay there when it began; they are listed behind the places of lots.
    """
    pool, here, betes, to = book[POT], purse[IN_PLAY], purse[NOW_BETE_STACK], np.int64(-1)
    first, end = lots_of(purse, pool)
    if (won or purse[NOW_DRAWN_UPON]) and here != betes:
        for at in range(first, end, LOT):
            due = purse[at + ORIGIN] == purse[DEAL] and purse[at + WHY] == LOT_DUE and not won
            if purse[at + STACK] == here and not due:
                purse[at + WHY] = LOT_LEFT
    for place in range(before):
        purse[STACKS + place] = purse[STACKS + 4 * purse[ROOM] + place]
    count = list_stacks(purse, pool, before)
    if betes >= 0:
        where = book[POOLS_AT] + POOL_ROW * pool
        where = book[where + (AFTER_CODILLE if outcome == CODILLE else AFTER_REMISE)]
        to = betes
        if here >= 0 and (
            where == PLACE_JOINS
            or (where == PLACE_LAST and holds(purse, pool, np.int64(LOT_LEFT), here))
        ):
            to = here
        if where != PLACE_JOINS:
            kept = STACKS
            for place in range(STACKS, STACKS + count):
                purse[kept] = purse[place]
                kept += purse[place] != to
            purse[kept] = to
            count = kept + 1 - STACKS
        for at in range(first, end, LOT):
            if purse[at + STACK] == betes:
                purse[at + STACK] = to
    arrange(purse, pool, count, to)
