"""What is counted of many deals, as `lhombre_core.sim.count.tally` counts it, in rows of sums.

What the rows are is said in `lhombre_core.kernel.count`. Deals are summed a few hundred at a time,
in plain numbers and four amounts by one step, and then poured into the rows; where an amount is too
large for that, one by one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from lhombre_core.kernel import row
from lhombre_core.kernel.bits import U, entry, inlined, inner, words
from lhombre_core.kernel.count import (
    BANK_SUMS,
    CONCEDED,
    FIRST_FIVE,
    FIRST_FIVE_AGAINST,
    FOUR,
    GREATEST,
    LANE,
    LANES,
    LEAST,
    LENGTHS,
    MADE,
    MEMBERS,
    MORTS,
    MOST_TRICKS,
    NUMBER,
    OMBRES,
    OWN_GREATEST,
    OWN_LEAST,
    OWN_NUMBER,
    OWN_SQUARES,
    OWN_TOTAL,
    OWN_TRICKS,
    POOLS,
    RESULTS,
    ROLES,
    SEATS,
    SMALL,
    SQUARES,
    STOPPED,
    SUMS,
    TAKEN_OVER,
    TOGETHER,
    TOTAL,
    UNDERTAKEN,
)
from lhombre_core.kernel.layout import BALANCES, BANK, INDEX

_HALF: Final = 32
_LOW: Final = (1 << 32) - 1
_MORT: Final = 3
_RESTING: Final = 4
_GAINS: Final = 5
_WORD: Final = ir.IntType(64)
_ALIGNED: Final = 8
"""Bytes at whose multiples amounts lie."""


@inner
def add(sums, number):
    """Count one more number."""
    sums[NUMBER] += 1
    sums[TOTAL] += number & _LOW
    sums[TOTAL + 1] += number >> _HALF
    low, high = abs(number) & _LOW, abs(number) >> _HALF
    square = U(low) * U(low)
    sums[SQUARES] += np.int64(square & U(_LOW))
    sums[SQUARES + 1] += np.int64(square >> U(_HALF))
    if high:
        mixed, square = 2 * high * low, high * high
        sums[SQUARES + 1] += mixed & _LOW
        sums[SQUARES + 2] += (mixed >> _HALF) + (square & _LOW)
        sums[SQUARES + 3] += square >> _HALF
    sums[LEAST] = min(sums[LEAST], number)
    sums[GREATEST] = max(sums[GREATEST], number)


@inner
def _pour(sums, number, total, squares, least, greatest):
    """Count so many numbers more, of which these are the sums."""
    sums[NUMBER] += number
    sums[TOTAL] += total & _LOW
    sums[TOTAL + 1] += total >> _HALF
    sums[SQUARES] += squares & _LOW
    sums[SQUARES + 1] += squares >> _HALF
    sums[LEAST] = min(sums[LEAST], least)
    sums[GREATEST] = max(sums[GREATEST], greatest)


@entry
def count_deals(rows, seating, pools, groups, own, counts, sums):
    """Count the deals of all rows; return how many of them are void.

    `counts` is ``int64[contracts, COUNTS]``, `sums` ``int64[8 + 2 * pools + 2 * contracts, SUMS]``.
    `groups` and `own` are room, as `new_groups` and `new_own` make it and as it is left.
    """
    void, of_contracts = 0, POOLS + 2 * pools
    for first in range(0, rows.shape[0], TOGETHER):
        last = min(first + TOGETHER, rows.shape[0])
        void += _gather(rows, first, last, seating, pools, groups, own, counts)
        small = _are_small(groups, pools)
        if small:
            _pour_groups(seating, pools, groups, sums)
        else:
            _add_amounts(rows, first, last, seating, pools, sums)
        for contract in range(own.shape[0]):
            at = SUMS * (of_contracts + 2 * contract)
            line = words(own, own.shape[1] * contract)
            _pour_own(line, words(sums, at), words(sums, at + SUMS), small)
        for group in range(groups.shape[0]):
            groups[group, MEMBERS] = 0
    return void


@inner
def _gather(rows, first, last, seating, pools, groups, own, counts):
    """Count what is no amount, and sum amounts; return how many deals are void.

    Squares of amounts that are not small are summed wrongly.
    """
    void, fours, size = 0, (_GAINS + 2 * pools + LANES - 1) // LANES, groups.shape[1]
    end = row.POOLS + 2 * pools - LANES
    for n in range(first, last):
        line = words(rows, rows.shape[1] * n)
        dealer, mort, ombre = line[row.DEALER], line[row.MORT], line[row.OMBRE]
        group = words(groups, size * _group(dealer, mort, ombre))
        if group[MEMBERS] == 0:
            _begin(group, fours)
        group[MEMBERS] += 1
        for four in range(fours):
            at = row.GAIN + LANES * four
            _add_four(group, LANE + FOUR * four, line, min(end, at))
        contract = line[row.CONTRACT]
        if contract < 0:
            void += 1
            continue
        player = mort if ombre == _MORT else seating.active[dealer, ombre]
        _add_own(words(own, own.shape[1] * contract), line, line[row.GAIN + player], ombre)
        _count_one(words(counts, counts.shape[1] * contract), line)
    return void


@inlined
def _group(dealer, mort, ombre):
    return (dealer * MORTS + mort + 1) * OMBRES + ombre + 1


@inlined
def _begin(group, fours):
    """Have a group be of no deals."""
    for four in range(fours):
        at = LANE + FOUR * four
        for lane in range(LANES):
            group[at + lane] = group[at + LANES + lane] = 0
            group[at + 2 * LANES + lane] = SMALL
            group[at + 3 * LANES + lane] = -SMALL


@intrinsic
def _add_four(_context: Any, group: Any, _to: Any, line: Any, _at: Any) -> Any:
    """Add four amounts of a row to the sums of a group, each kind by one step of the processor."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        four = ir.VectorType(_WORD, LANES)
        sums, to, amounts, at = arguments
        read = builder.bitcast(builder.gep(amounts, [at]), four.as_pointer())
        amount = builder.load(read, align=_ALIGNED)
        half = ir.Constant(four, [_HALF] * LANES)
        small = builder.ashr(builder.shl(amount, half), half)
        for kind in range(4):
            place = builder.gep(sums, [builder.add(to, _WORD(kind * LANES))])
            written = builder.bitcast(place, four.as_pointer())
            before = builder.load(written, align=_ALIGNED)
            if kind == 0:
                after = builder.add(before, amount)
            elif kind == 1:
                after = builder.add(before, builder.mul(small, small))
            else:
                further = builder.icmp_signed("<" if kind == 2 else ">", amount, before)
                after = builder.select(further, amount, before)
            builder.store(after, written, align=_ALIGNED)
        return _context.get_dummy_value()

    return types.none(group, types.int64, line, types.int64), generate


@inlined
def _square(amount):
    """Return the square of a small amount, from its low half: that is one step."""
    half = np.int64(np.int32(amount))
    return half * half


@inlined
def _add_own(own, line, gained, ombre):
    if own[OWN_NUMBER] == 0:
        own[OWN_LEAST] = own[OWN_GREATEST] = gained
    own[OWN_NUMBER] += 1
    own[OWN_TOTAL] += gained
    own[OWN_SQUARES] += _square(gained)
    own[OWN_LEAST] = min(own[OWN_LEAST], gained)
    own[OWN_GREATEST] = max(own[OWN_GREATEST], gained)
    if not line[row.CONCEDED]:
        own[OWN_TRICKS + line[row.TRICKS + ombre]] += 1


@inlined
def _count_one(counts, line):
    counts[RESULTS + line[row.OUTCOME]] += 1
    counts[CONCEDED] += line[row.CONCEDED]
    counts[TAKEN_OVER] += line[row.SURRENDERER] >= 0
    counts[STOPPED] += line[row.STOPPED]
    counts[UNDERTAKEN] += line[row.VOLE_UNDERTAKEN]
    counts[MADE] += line[row.VOLE] > 0
    counts[FIRST_FIVE] += line[row.FIRST_FIVE] == 1
    counts[FIRST_FIVE_AGAINST] += line[row.FIRST_FIVE] == -1


@inner
def _are_small(groups, pools):
    """Return whether the amounts of all groups are small."""
    for n in range(groups.shape[0]):
        group = words(groups, groups.shape[1] * n)
        if group[MEMBERS]:
            for amount in range(_GAINS + 2 * pools):
                at = _lane(amount, pools)
                if group[at + 2 * LANES] <= -SMALL or group[at + 3 * LANES] >= SMALL:
                    return False
    return True


@inner
def _lane(amount, pools):
    """Return the column of a group with the total of an amount, counted from the gains on."""
    first, end = amount - amount % LANES, _GAINS + 2 * pools - LANES
    return LANE + FOUR * (amount // LANES) + amount - (min(end, first))


@inner
def _pour_groups(seating, pools, groups, sums):
    """Count the amounts of all groups, which are small."""
    for dealer in range(seating.players):
        for mort in range(-1, seating.players):
            for ombre in range(-1, _MORT + 1):
                group = words(groups, groups.shape[1] * _group(dealer, mort, ombre))
                if group[MEMBERS]:
                    for player in range(seating.players):
                        at, seat = _lane(player, pools), _seat(seating, dealer, mort, player)
                        _pour_lane(words(sums, SUMS * (SEATS + seat)), group, at)
                        if ombre >= 0:
                            role = _role(seat, ombre)
                            _pour_lane(words(sums, SUMS * (ROLES + role)), group, at)
                    for pool in range(2 * pools):
                        at = _lane(_GAINS + pool, pools)
                        _pour_lane(words(sums, SUMS * (POOLS + pool)), group, at)


@inner
def _pour_lane(sums, group, at):
    total, squares = group[at], group[at + LANES]
    _pour(sums, group[MEMBERS], total, squares, group[at + 2 * LANES], group[at + 3 * LANES])


@inner
def _seat(seating, dealer, mort, player):
    """Return the seat of a player."""
    if player == mort:
        return _MORT
    for seat in range(3):
        if seating.active[dealer, seat] == player:
            return seat
    return _RESTING


@inner
def _role(seat, ombre):
    """Return the role of a seat where somebody is ombre: ombre, opponent, resting."""
    if seat == ombre:
        return 0
    return 2 if seat == _RESTING else 1


@inner
def _pour_own(own, tricks, gains, small):
    """Count what the ombre made under a contract, and what he gained if that is `small`."""
    if own[OWN_NUMBER] == 0:
        return
    if small:
        total, squares = own[OWN_TOTAL], own[OWN_SQUARES]
        _pour(gains, own[OWN_NUMBER], total, squares, own[OWN_LEAST], own[OWN_GREATEST])
    own[OWN_NUMBER] = own[OWN_TOTAL] = own[OWN_SQUARES] = 0
    for made in range(MOST_TRICKS + 1):
        number = own[OWN_TRICKS + made]
        if number:
            _pour(tricks, number, number * made, number * made * made, made, made)
            own[OWN_TRICKS + made] = 0


@inner
def _add_amounts(rows, first, last, seating, pools, sums):
    """Count amounts of any size one by one."""
    for n in range(first, last):
        line = words(rows, rows.shape[1] * n)
        dealer, mort, ombre = line[row.DEALER], line[row.MORT], line[row.OMBRE]
        for player in range(seating.players):
            seat, gained = _seat(seating, dealer, mort, player), line[row.GAIN + player]
            add(words(sums, SUMS * (SEATS + seat)), gained)
            if line[row.CONTRACT] >= 0:
                add(words(sums, SUMS * (ROLES + _role(seat, ombre))), gained)
                if seat == ombre:
                    contract = 2 * (pools + line[row.CONTRACT])
                    add(words(sums, SUMS * (POOLS + contract + 1)), gained)
        for pool in range(2 * pools):
            add(words(sums, SUMS * (POOLS + pool)), line[row.POOLS + pool])


@entry
def count_sessions(purses, keep, cut, players, sums):
    """Count the ends of the sessions that ``keep`` marks; return how many, and how many were cut.

    `sums` is ``int64[7, SUMS]``: what a session brought to each of five players and to the bank,
    and how many deals it had.
    """
    sessions = cuts = 0
    for slot in range(purses.shape[0]):
        if keep[slot]:
            sessions += 1
            cuts += cut[slot]
            purse = words(purses, purses.shape[1] * slot)
            for player in range(players):
                add(words(sums, SUMS * player), purse[BALANCES + player])
            add(words(sums, SUMS * BANK_SUMS), purse[BANK])
            add(words(sums, SUMS * LENGTHS), purse[INDEX])
    return sessions, cuts
