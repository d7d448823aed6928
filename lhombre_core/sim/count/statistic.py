"""Statistics from sums of whole numbers: shares with intervals, means, spreads.

Sums are exact and can be added up in any order, so that nothing depends on how a run was parted
among processes. Only the last step, here, makes a fraction of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, sqrt
from typing import Final

Z95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

DIGITS: Final = 6
"""Fractions are given to so many digits after the point."""


@dataclass(slots=True)
class Spread:
    """The sums of a row of whole numbers: how many, their total, that of their squares, extremes.

    >>> spread = Spread()
    >>> for value in (2, 4, 4, 4, 5, 5, 7, 9):
    ...     spread.add(value)
    >>> spread.mean, spread.deviation
    (5.0, 2.13809)
    """

    number: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def add(self, value: int) -> None:
        """Count one more number."""
        self.number += 1
        self.total += value
        self.squares += value * value
        if self.least is None or value < self.least:
            self.least = value
        if self.most is None or value > self.most:
            self.most = value

    def merge(self, other: Spread) -> None:
        """Count all numbers of another row."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares
        for value in (other.least, other.most):
            if value is not None:
                self.least = value if self.least is None else min(self.least, value)
                self.most = value if self.most is None else max(self.most, value)

    @property
    def mean(self) -> float | None:
        """The mean; None of no numbers, or where it is too large to be written."""
        return ratio(self.total, self.number)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the sample, with n - 1; None of fewer than two numbers."""
        if self.number < 2:
            return None
        above = self.number * self.squares - self.total * self.total
        return root(above, self.number * (self.number - 1))

    def as_data(self) -> list[int | None]:
        """Return the sums, exactly, for JSON."""
        return [self.number, self.total, self.squares, self.least, self.most]

    @classmethod
    def from_data(cls, data: Sequence[int | None]) -> Spread:
        """Return the row of which these are the sums."""
        number, total, squares, least, most = data
        return cls(number or 0, total or 0, squares or 0, least, most)

    def as_dict(self) -> dict[str, int | float | None]:
        """Return number, total, mean, deviation and extremes."""
        return {
            "n": self.number,
            "total": self.total,
            "mean": self.mean,
            "deviation": self.deviation,
            "least": self.least,
            "most": self.most,
        }


def ratio(number: int, by: int) -> float | None:
    """Return a quotient, rounded; None where it cannot be written."""
    try:
        return round(number / by, DIGITS)
    except (ZeroDivisionError, OverflowError):
        return None


def root(number: int, by: int) -> float | None:
    """Return the root of a quotient, rounded; None where it cannot be written."""
    try:
        return round(sqrt(number / by), DIGITS)
    except OverflowError:
        pass
    try:
        return float(isqrt(number // by))
    except OverflowError:
        return None


def wilson(count: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval of a share: E. B. Wilson, JASA 22 (1927), 209-212.

    With no trials it is the whole range from 0 to 1; a count out of range is a ValueError.

    >>> wilson(0, 20)
    (0.0, 0.161125)
    """
    low, high = _wilson(count, of, z)
    return round(low, DIGITS), round(high, DIGITS)


def _wilson(count: int, of: int, z: float = Z95) -> tuple[float, float]:
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    if not of:
        return 0.0, 1.0
    share = count / of
    square = z * z
    middle = share + square / (2 * of)
    half = z * sqrt(share * (1 - share) / of + square / (4 * of * of))
    scale = 1 + square / of
    low = 0.0 if count == 0 else (middle - half) / scale
    high = 1.0 if count == of else (middle + half) / scale
    return low, high


def share(count: int, of: int) -> dict[str, int | float | None]:
    """Return a count, of how many, their quotient, and its Wilson interval of 95 %."""
    low, high = wilson(count, of)
    return {"count": count, "of": of, "share": ratio(count, of), "low": low, "high": high}


def in_hundredths(count: int, of: int, digits: int = 2) -> tuple[str, str, str]:
    """Return a share and the ends of its Wilson interval of 95 % as `hundredths` writes them.

    They come of the counts, since a summary has shares to `DIGITS` only. Of nothing the share is a
    dash; a count out of range is a ValueError.

    >>> in_hundredths(2, 10_000_000)
    ('0.000020', '0.0000055', '0.000073')
    """
    low, high = _wilson(count, of)
    shown = hundredths(count / of, digits) if of else "–"
    return shown, hundredths(low, digits), hundredths(high, digits)


def hundredths(share: float, digits: int = 2) -> str:
    """Return a share as a number of hundredths with so many digits after the point, or more.

    What is neither nothing nor all never looks so: where it would be too near to 0 or to 100, the
    distance has two digits that say something, or one where whole numbers are wanted.

    >>> hundredths(0.12345), hundredths(0.000_012_3), hundredths(0.999_999_6), hundredths(0.0)
    ('12.35', '0.0012', '99.999960', '0.00')
    >>> hundredths(0.12345, 0), hundredths(0.004, 0)
    ('12', '0.4')
    """
    number = 100 * share
    near = min(number, 100 - number)
    if 0 < near < 10**-digits:
        more = 1 if digits else 0
        digits = more - int(f"{near:.{more}e}".partition("e")[2])
    return f"{number:.{digits}f}"
