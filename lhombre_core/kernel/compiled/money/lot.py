"""The lots of a purse: how they are laid, drawn and ordered. Repeats `engine.money.pot`.

`lots` is what follows the columns of a purse: in turn the first four lots of each pool, the next
four of each, and so on, so that the few there are lie close together and those of a pool in one
line of memory. How many a pool has stands in the till.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import inlined, inner
from lhombre_core.kernel.encode.money.column import (
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
    LOTS_IN_LINE,
    MOST_KEY,
    MOST_ORIGIN,
    MOST_OWNER,
    MOST_STACK,
    NOW_BEFORE,
    NOW_BETE_STACK,
    NOW_DRAWN_UPON,
    NOW_TOP,
    OPENING_KEY,
    PLACE_JOINS,
    PLACE_LAST,
    PLAYED_LARGEST,
    PLAYED_WHOLE,
    POOL_ROW,
    POOLS,
    POOLS_AT,
    POT,
    ROOM,
    STACKS,
    SUM,
    TAG,
    TAG_KEY,
    TAG_KIND,
    TAG_ORIGIN,
    TAG_OWNER,
    TAG_STACK,
)
from lhombre_core.kernel.layout import BESIDE, COUNT, DEAL, HELD, IN_PLAY, MISFIT, POOL, TOTAL

_BITS_IN_LINE: Final = LOTS_IN_LINE.bit_length() - 1


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
    found = (tag & TAG_KIND == LOT_OPENING) & is_of(tag, origin)
    return found & (key == book[OPENING_KEY] + 1)


@inlined
def lot_count(till, pool):
    """Return how many lots lie in a pool."""
    return till[HELD + POOL * pool + COUNT]


@inlined
def held(till, pool):
    """Return what a pool holds, or what is written or promised in it."""
    return till[HELD + POOL * pool + TOTAL]


@inlined
def lot_at(till, pool, number):
    """Return where among all lots a lot of a pool stands."""
    line = (number >> _BITS_IN_LINE) * till[POOLS] + pool
    return LOT * (line << _BITS_IN_LINE | number & LOTS_IN_LINE - 1)


@inner
def is_filled(till, lots, pool, stack):
    """Return whether a pool has a lot on a stack that is no rest; -1 means all its stacks."""
    for number in range(lot_count(till, pool)):
        tag = lots[lot_at(till, pool, number) + TAG]
        if tag & TAG_KIND != LOT_LEFT and (stack < 0 or tag >> TAG_STACK == stack):
            return True
    return False


@inlined
def holds_bete(till, lots, pool):
    """Return whether a bête lies in a pool."""
    found = False
    for number in range(lot_count(till, pool)):
        found |= lots[lot_at(till, pool, number) + TAG] & TAG_KIND == LOT_BETE
    return found


@inlined
def lay(till, lots, pool, amount, tag):
    """Lay a lot behind those that lie in a pool."""
    number = lot_count(till, pool)
    if number == till[ROOM]:
        till[MISFIT] = 1
        return
    at = lot_at(till, pool, number)
    lots[at + SUM] = amount
    lots[at + TAG] = tag
    till[HELD + POOL * pool + COUNT] = number + 1
    till[HELD + POOL * pool + TOTAL] += amount


@inlined
def take_away(till, lots, pool, number):
    """Take a lot out of a pool; those behind it move up."""
    last = lot_count(till, pool) - 1
    till[HELD + POOL * pool + TOTAL] -= lots[lot_at(till, pool, number) + SUM]
    till[HELD + POOL * pool + COUNT] = last
    for other in range(number, last):
        _move(lots, lot_at(till, pool, other + 1), lot_at(till, pool, other))


@inlined
def empty(till, pool):
    """Take all lots out of a pool."""
    till[HELD + POOL * pool + COUNT] = 0
    till[HELD + POOL * pool + TOTAL] = 0


@inlined
def _move(lots, at, to):
    lots[to + SUM], lots[to + TAG] = lots[at + SUM], lots[at + TAG]


@inlined
def put_on(lots, at, stack):
    """Put a lot on another stack."""
    lots[at + TAG] = lots[at + TAG] & ((1 << TAG_STACK) - 1) | stack << TAG_STACK


@inner
def draw(book, till, lots, pool, amount, others):
    """Take up to `amount` out of a pool and return how much that was, as `Till._draw`.

    The lots are drawn in eight turns: by what was laid in this settlement, what is in play (or is
    not, where the `others` go first), and the opening stake of this deal. Lots of nothing are taken
    away; those behind them move up.
    """
    count, at_stake = lot_count(till, pool), pool == book[AT_STAKE]
    here = till[IN_PLAY] if at_stake else -1
    if amount >= held(till, pool):
        amount = held(till, pool)
        for number in range(count if at_stake else 0):
            at = lot_at(till, pool, number)
            if lots[at + SUM] != 0 and lots[at + TAG] >> TAG_STACK == here:
                till[NOW_DRAWN_UPON] = 1
        empty(till, pool)
        return amount
    places, turns, left = STACKS + 3 * till[ROOM], 0, amount
    for number in range(count):
        tag, turn = lots[lot_at(till, pool, number) + TAG], 0
        kind = tag & TAG_KIND
        if kind in (LOT_DUE, LOT_BETE) and is_of(tag, till[DEAL]):
            turn = 4
        if (tag >> TAG_STACK != here) != (others != 0):
            turn += 2
        if is_stake(book, tag, till[DEAL]):
            turn += 1
        till[places + number] = turn
        turns |= 1 << turn
    for turn in range(8):
        if left > 0 and turns >> turn & 1:
            for number in range(count):
                if till[places + number] == turn:
                    at = lot_at(till, pool, number)
                    part = min(left, lots[at + SUM])
                    if part > 0 and at_stake and lots[at + TAG] >> TAG_STACK == here:
                        till[NOW_DRAWN_UPON] = 1
                    lots[at + SUM] -= part
                    left -= part
    kept = 0
    for number in range(count):
        at = lot_at(till, pool, number)
        if lots[at + SUM] != 0:
            _move(lots, at, lot_at(till, pool, kept))
            kept += 1
    till[HELD + POOL * pool + COUNT] = kept
    till[HELD + POOL * pool + TOTAL] -= amount - left
    return amount - left


@inner
def highest_stack(till, lots, pool):
    """Return the highest number of a stack in a pool; -1 where nothing lies there."""
    found = -1
    for number in range(lot_count(till, pool)):
        found = max(found, lots[lot_at(till, pool, number) + TAG] >> TAG_STACK)
    return found


@inner
def stack_for(book, till, lots, pool, bete, apart):
    """Return the stack on which a lot is laid that comes into a pool now, as `pot.stack_for`."""
    if pool != book[AT_STAKE]:
        return 0
    column = NOW_BETE_STACK if bete else IN_PLAY
    if till[IN_PLAY] >= 0 and not bete and not apart:
        return till[IN_PLAY]
    till[BESIDE] = 1
    if bete and till[column] >= 0:
        return till[column]
    new = max(till[NOW_TOP], highest_stack(till, lots, pool)) + 1
    if new > MOST_STACK:
        till[MISFIT] = 1
        return 0
    if bete or not apart:
        till[column] = new
    return new


@inner
def candidate(book, till, lots, pool):
    """Return the stack that a deal is played for; -1 where there is none to play for.

    Repeats `choose_in_play`: the stacks in the order of their first lots.
    """
    largest = book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_LARGEST
    found, most, before = -1, 0, -1
    for number in range(lot_count(till, pool)):
        stack, together = lots[lot_at(till, pool, number) + TAG] >> TAG_STACK, 0
        if stack == before or not is_filled(till, lots, pool, stack):
            continue
        if not largest:
            return stack
        before = stack
        for other in range(lot_count(till, pool)):
            at = lot_at(till, pool, other)
            if lots[at + TAG] >> TAG_STACK == stack:
                together += lots[at + SUM]
        if found < 0 or together > most:
            found, most = stack, together
    return found


@inner
def list_stacks(till, lots, pool, first, count):
    """Put the stacks of a pool behind the `count` that are listed; return how many are then.

    `first` is the column of the till in which the list begins.
    """
    before = -1
    for number in range(lot_count(till, pool)):
        stack, place = lots[lot_at(till, pool, number) + TAG] >> TAG_STACK, first
        if stack == before:
            continue
        before = stack
        till[first + count] = stack
        while till[place] != stack:
            place += 1
        if place == first + count:
            count += 1
    return count


@inner
def arrange(till, lots, pool, count, stack):
    """Put rests on a stack and a pool in order, as `pot._joined` and `pot._arrange`.

    Every stack that holds nothing but rests is put on `stack`, unless that is -1. Then the lots
    are put in the order of the `count` stacks listed, others behind them.
    """
    places = STACKS + 3 * till[ROOM]
    for number in range(lot_count(till, pool)):
        at = lot_at(till, pool, number)
        there = lots[at + TAG] >> TAG_STACK
        if stack >= 0 and there != stack and not is_filled(till, lots, pool, there):
            put_on(lots, at, stack)
            there = stack
        place = 0
        while place < count and till[STACKS + place] != there:
            place += 1
        # Lots before this one are in order: it moves up past those that come after it.
        amount, tag, to = lots[at + SUM], lots[at + TAG], number
        while to > 0 and till[places + to - 1] > place:
            till[places + to] = till[places + to - 1]
            _move(lots, lot_at(till, pool, to - 1), lot_at(till, pool, to))
            to -= 1
        till[places + to] = place
        at = lot_at(till, pool, to)
        lots[at + SUM], lots[at + TAG] = amount, tag


@inner
def lies_beside(till, lots, pool, stack):
    """Return whether a pool has a lot on another stack."""
    found = 0
    for number in range(lot_count(till, pool)):
        found |= lots[lot_at(till, pool, number) + TAG] ^ stack << TAG_STACK
    return found >> TAG_STACK != 0


@inner
def choose(book, till, lots):
    """Say what is played for, if that is not yet said; rests join it. Repeats `pot.choose`."""
    pool = book[POT]
    if pool < 0:
        return
    if till[IN_PLAY] < 0:
        till[IN_PLAY] = candidate(book, till, lots, pool)
        till[BESIDE] = 1
    here = till[IN_PLAY]
    if here >= 0 and till[BESIDE]:
        till[BESIDE] = lies_beside(till, lots, pool, here)
        if till[BESIDE]:
            put_together(book, till, lots)


@inner
def put_together(book, till, lots):
    """Put with what is played for whatever joins it."""
    pool, none = book[POT], np.int64(0)
    if book[book[POOLS_AT] + POOL_ROW * pool + HOW_IN_PLAY] == PLAYED_WHOLE:
        for number in range(lot_count(till, pool)):
            put_on(lots, lot_at(till, pool, number), till[IN_PLAY])
        till[BESIDE] = 0
    else:
        count = list_stacks(till, lots, pool, np.int64(STACKS), none)
        arrange(till, lots, pool, count, till[IN_PLAY])


@inner
def close_pot(book, till, lots, outcome, won):
    """Put the pot in order when a settlement ends, as `pot.close_pot`.

    The stacks that lay there when it began come before those that lots are sorted by now.
    """
    pool, here, betes, to = book[POT], till[IN_PLAY], till[NOW_BETE_STACK], np.int64(-1)
    number_of = lot_count(till, pool)
    if (won or till[NOW_DRAWN_UPON]) and here != betes:
        for number in range(number_of):
            at = lot_at(till, pool, number)
            tag = lots[at + TAG]
            due = tag & TAG_KIND == LOT_DUE and is_of(tag, till[DEAL]) and not won
            if tag >> TAG_STACK == here and not due:
                lots[at + TAG] = tag & ~TAG_KIND | LOT_LEFT
    row = book[POOLS_AT] + POOL_ROW * pool
    where = book[row + (AFTER_CODILLE if outcome == CODILLE else AFTER_REMISE)]
    if betes >= 0:
        to = betes
        if here >= 0 and (
            where == PLACE_JOINS or (where == PLACE_LAST and is_filled(till, lots, pool, here))
        ):
            to = here
    apart, first = False, to if to >= 0 else lots[lot_at(till, pool, 0) + TAG] >> TAG_STACK
    for number in range(number_of):
        there = lots[lot_at(till, pool, number) + TAG] >> TAG_STACK
        apart |= (there != betes) & (there != first)
    count = np.int64(0)
    if apart:
        count = till[NOW_BEFORE]
        for place in range(count):
            till[STACKS + place] = till[STACKS + 4 * till[ROOM] + place]
        count = list_stacks(till, lots, pool, np.int64(STACKS), count)
        if betes >= 0 and where != PLACE_JOINS:
            kept = STACKS
            for place in range(STACKS, STACKS + count):
                till[kept] = till[place]
                kept += till[place] != to
            till[kept] = to
            count = kept + 1 - STACKS
    if betes >= 0:
        for number in range(number_of):
            at = lot_at(till, pool, number)
            if lots[at + TAG] >> TAG_STACK == betes:
                put_on(lots, at, to)
    if apart:  # what lies on one stack is in order
        arrange(till, lots, pool, count, to)
