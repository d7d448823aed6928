"""Statistics against numbers known from elsewhere."""

from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.sim.count.statistic import (
    Spread,
    hundredths,
    in_hundredths,
    ratio,
    root,
    share,
    wilson,
)

rows = st.lists(st.integers(-(10**9), 10**9), max_size=20)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.883, 1.0),
    ],
)
def test_the_wilson_interval_is_that_of_newcombes_examples(count, of, low, high):
    found = wilson(count, of)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@given(of=st.integers(1, 10**6), data=st.data())
def test_the_interval_contains_the_share_and_mirrors_its_complement(of, data):
    count = data.draw(st.integers(0, of))
    low, high = wilson(count, of)
    assert 0 <= low <= round(count / of, 6) <= high <= 1
    mirror = wilson(of - count, of)
    assert abs(low - (1 - mirror[1])) < 2e-6
    assert abs(high - (1 - mirror[0])) < 2e-6


def test_of_nothing_nothing_is_known():
    assert wilson(0, 0) == (0.0, 1.0)
    assert share(0, 0) == {"count": 0, "of": 0, "share": None, "low": 0.0, "high": 1.0}


def test_more_than_there_are_is_no_share():
    with pytest.raises(ValueError, match="is no share"):
        wilson(3, 2)


@given(of=st.integers(1, 10**12), digits=st.integers(0, 3), data=st.data())
def test_a_share_that_is_neither_nothing_nor_all_is_never_shown_so(of, digits, data):
    rare = st.integers(0, min(of, 20))
    count = data.draw(rare | rare.map(lambda number: of - number) | st.integers(0, of))
    told, low, high = map(float, in_hundredths(count, of, digits))
    assert (told == 0, told == 100) == (count == 0, count == of)
    assert (low == 0, high == 100) == (count == 0, count == of)
    assert (low == 100, high == 0) == (False, False)
    assert low <= told <= high


@pytest.mark.parametrize(
    ("share", "digits", "told"),
    [
        (0.5, 2, "50.00"),
        (0.0001, 2, "0.01"),
        (0.000_099, 2, "0.0099"),
        (0.000_000_123, 2, "0.000012"),
        (0.999_9, 2, "99.99"),
        (0.999_999_87, 2, "99.999987"),
        (0.000_6, 1, "0.060"),
        (0.006, 0, "0.6"),
        (0.994, 0, "99.4"),
        (0.01, 0, "1"),
        (0.0, 2, "0.00"),
        (1.0, 1, "100.0"),
    ],
)
def test_a_share_has_two_digits_after_the_point_or_two_that_say_something(share, digits, told):
    assert hundredths(share, digits) == told


@given(rows)
def test_mean_and_deviation_are_those_of_the_library(row):
    spread = Spread()
    for value in row:
        spread.add(value)
    if not row:
        assert spread.mean is None
        assert spread.least is None
    else:
        assert spread.mean == pytest.approx(mean(row), abs=1e-5)
        assert (spread.least, spread.most) == (min(row), max(row))
    if len(row) > 1:
        assert spread.deviation == pytest.approx(stdev(row), rel=1e-9, abs=1e-5)
    else:
        assert spread.deviation is None


@given(rows, rows)
def test_two_rows_put_together_are_one(first, second):
    spread, other, both = Spread(), Spread(), Spread()
    for value in first:
        spread.add(value)
        both.add(value)
    for value in second:
        other.add(value)
        both.add(value)
    spread.merge(other)
    assert spread == both


def test_sums_beyond_what_a_fraction_holds_are_left_out_or_made_whole():
    huge = 10**400
    assert ratio(huge, 3) is None
    assert root(huge * huge, 1) is None
    assert root(10**500, 1) == pytest.approx(1e250)
    assert ratio(1, 0) is None


def test_a_root_is_that_of_the_exact_quotient():
    assert root(2, 9) == round(sqrt(Fraction(2, 9)), 6)
