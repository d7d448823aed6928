"""Compiled functions that have every kind of argument and result, and some that cannot be kept."""

from typing import NamedTuple

import numpy as np
from numba import njit

from lhombre_core.kernel.bits import compiled

RECORD = np.dtype([("number", "i8"), ("row", "u8", (3,))])


class Pair(NamedTuple):
    first: np.ndarray
    second: np.ndarray


@compiled
def mixed(record, rows, pair, small, number, word, truth):
    """Write into all that is passed by its place; return of the rest what came."""
    record.number += number
    record.row[2] = word
    for n in range(rows.shape[0]):
        for m in range(rows.shape[1]):
            rows[n, m] = 10 * n + m + pair.first[0] + pair.second[1, 1]
    for n in range(small.shape[0]):
        small[n] += 1
    return number - 1, word, not truth


@compiled
def nothing(rows):
    rows[0] = 7


@compiled
def twice(number):
    return 2 * number


@compiled
def counted_down(number):
    """Call itself."""
    if number <= 0:
        return 0
    return 1 + counted_down(number - 1)


@compiled
def plus(number, other, truth):
    return number + other if truth else number


@compiled
def calls_with_literals(number):
    return plus(number, 1, True) + plus(number, 2, False) + plus(3, other=number, truth=True)


@compiled
def counted_by(number, step):
    """Call itself with a literal."""
    if number <= 0:
        return 0
    return 1 + counted_by(number - step, 2)


@compiled
def counts_by_literals(number):
    return 10 * counted_by(number, 1) + counted_by(number, 4)


@compiled
def compares(number):
    """Use what the compiler makes itself for the types at hand."""
    pair = (number, 2)
    return max(pair[0], 3) + min(4, pair[1]) + abs(-number) + (1 if number in (1, 5) else 0)


@compiled
def makes_room(number):
    return np.zeros(number, np.int64).sum()


@njit(cache=True)
def _kept_elsewhere(number):
    return number


@compiled
def calls_what_is_kept_elsewhere(number):
    return _kept_elsewhere(number)


@compiled
def gives_up(number):
    if number > 3:
        raise ValueError
    return number


@compiled
def with_a_closure(number):
    def more(other):
        return number + other

    return more(1)


@compiled
def begins(live, rows, begun):
    """End the deal of each session that lives, begin its next, and let the last session end."""
    for n in range(rows.shape[0]):
        rows[n, 1] = 10 * rows[n, 0]
    for n in range(begun.shape[0]):
        begun[n, 0] = live[n]
    return live.shape[0] - 1


@compiled
def adds_up(number, live, found):
    """Add the sessions that live to what was found, and fail when there are so few of them."""
    for n in range(live.shape[0]):
        found[0] += live[n]
    if live.shape[0] < number:
        raise ValueError
