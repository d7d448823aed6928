"""Pictures of a site: places of lines and words, computed; templates draw them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from lhombre_core.report.compare.distance import Branch, Distances
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.question import wording

Line: TypeAlias = tuple[float, float, float, float]
"""A line: x and y of its beginning and of its end."""
Scale: TypeAlias = Callable[[float], float]
"""Returns where a number stands."""

_WIDTH: Final = 420
_ROW: Final = 40
_LETTER: Final = 6.4
"""About so wide is a letter of a label."""
_LEAF: Final = 26
_TREE: Final = 160
_TICK: Final = 50
_STEP: Final = 10

_YEAR: Final = re.compile(r"\b(1[0-9]{3}|20[0-9]{2})\b")
_ROUGHLY: Final = 10
TODAY: Final = 2015
"""Where "today" begins in a picture: it has no clock, so that it stays the same."""
LAST: Final = 2030
"""Where it ends."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the timeline: a game by number, the place of its bar and its name."""

    game: int
    x: float
    width: float
    y: float
    text_x: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """When games were played: bars over years."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, int], ...]
    """Where years stand."""


def timeline(periods: Sequence[str], names: Sequence[str], *, language: str) -> Timeline:
    """Return the timeline of games; a game whose period names no year has no bar."""
    spans = [years(period, language=language) for period in periods]
    first = min((span[0] for span in spans if span is not None), default=LAST - _TICK)
    start = first // _TICK * _TICK

    def at(year: int) -> float:
        return round((year - start) / (LAST - start) * _WIDTH, 1)

    bars: list[Bar] = []
    for game, span in enumerate(spans):
        if span is None:
            continue
        x, end = at(span[0]), at(span[1])
        fits = x + len(names[game]) * _LETTER <= _WIDTH
        y = float(len(bars) * _ROW)
        text_x, anchor = (x, "start") if fits else (end, "end")
        bars.append(Bar(game, x, round(max(end - x, 3.0), 1), y, text_x, anchor))
    ticks = tuple((at(year), year) for year in range(start, LAST, _TICK))
    return Timeline(_WIDTH, len(bars) * _ROW + 24, tuple(bars), ticks)


@dataclass(frozen=True, slots=True)
class DrawnTree:
    """A tree of likeness: lines, names at its ends, a scale."""

    width: int
    height: int
    lines: tuple[Line, ...]
    leaves: tuple[tuple[int, float], ...]
    """Games by number, and the height at which each stands."""
    label_x: float
    ticks: tuple[tuple[float, int], ...]


def tree(distances: Distances, names: Sequence[str]) -> DrawnTree:
    """Return the picture of how games are joined by likeness."""
    top = distances.tree
    most = max(_STEP, -(-int(top.height + 1) // _STEP) * _STEP)

    def at(distance: float) -> float:
        return round(_TREE * (1 - distance / most), 1)

    places = {game: float(place * _LEAF + _LEAF / 2) for place, game in enumerate(top.leaves)}
    lines = tuple(_lines(top, places, at))
    width = int(_TREE + 12 + max(map(len, names)) * _LETTER)
    return DrawnTree(
        width,
        len(places) * _LEAF + 26,
        lines,
        tuple((game, places[game]) for game in top.leaves),
        _TREE + 8,
        tuple((at(tick), tick) for tick in range(0, most + 1, 2 * _STEP)),
    )


def _middle(branch: Branch, places: Mapping[int, float]) -> float:
    if not branch.parts:
        return places[branch.leaves[0]]
    return sum(_middle(part, places) for part in branch.parts) / len(branch.parts)


def _lines(branch: Branch, places: Mapping[int, float], at: Scale) -> Iterator[Line]:
    """Yield the lines of a branch: from its parts up to it, and one that joins them."""
    if not branch.parts:
        return
    x = at(float(branch.height))
    heights = [_middle(part, places) for part in branch.parts]
    for part, y in zip(branch.parts, heights, strict=True):
        yield at(float(part.height)), round(y, 1), x, round(y, 1)
        yield from _lines(part, places, at)
    yield x, round(min(heights), 1), x, round(max(heights), 1)


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
