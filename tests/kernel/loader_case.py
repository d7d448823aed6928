"""Entries that take every kind of argument, and inner functions that they call."""

from typing import NamedTuple

import numpy as np

from lhombre_core.kernel.bits import entry, inner, vectorised

RECORD = np.dtype([("number", "i8"), ("row", "u8", (3,))])


class Pair(NamedTuple):
    first: np.ndarray
    second: np.ndarray


@entry
def mixed(record, rows, pair, small, number, word, truth):
    """Write into all arrays; return numbers of every kind."""
    record.number += number
    record.row[2] = word
    for n in range(rows.shape[0]):
        for m in range(rows.shape[1]):
            rows[n, m] = 10 * n + m + pair.first[0] + pair.second[1, 1]
    for n in range(small.shape[0]):
        small[n] += 1
    return number - 1, word, not truth


@inner
def _counted_down(number):
    """Call itself."""
    if number <= 0:
        return 0
    return 1 + _counted_down(number - 1)


@entry
def counted_down(number):
    return _counted_down(number)


@entry
def twice(number):
    return 2 * number


@entry
def gives_up(number):
    if number > 3:
        raise ValueError("too large")
    return number


@entry
def added(one, other):
    for n in range(one.shape[0]):
        one[n] += other[n]


@vectorised
def added_as_vectors(one, other):
    for n in range(one.shape[0]):
        one[n] += other[n]
