"""The years that a period in words speaks of, for pictures."""

from __future__ import annotations

import re
from typing import Final

from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.question import wording

_YEAR: Final = re.compile(r"\b(1[0-9]{3}|20[0-9]{2})\b")
_ROUGHLY: Final = 10
TODAY: Final = 2015
"""Where "today" begins in a picture: it has no clock, so that it stays the same."""
LAST: Final = 2030
"""Where it ends."""


def years(period: str, *, language: str = LANGUAGE) -> tuple[int, int] | None:
    """Return the first and last year of a period in words; None where it names none.

    >>> years("c. 1660 to 1750"), years("twentieth century to today"), years("around 1860")
    ((1660, 1750), (1900, 2030), (1850, 1870))
    """
    parts = period.casefold().split(wording(language)["periods"]["to"])
    found = [span for part in parts if (span := _span(part.strip(), language)) is not None]
    return (found[0][0], found[-1][1]) if found else None


def _span(part: str, language: str) -> tuple[int, int] | None:
    words = wording(language)
    if words["periods"]["today"] in part:
        return TODAY, LAST
    for ordinal, number in words["centuries"].items():
        if ordinal in part:
            return (number - 1) * 100, number * 100
    year = _YEAR.search(part)
    if year is None:
        return None
    first = int(year[1])
    rough = part.startswith(words["periods"]["around"])
    return (first - _ROUGHLY, first + _ROUGHLY) if rough else (first, first)
