"""Tables and figures in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_RULES: Final = {"l": "---", "r": "--:"}


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], sides: str = "") -> str:
    """Return a table; `sides` has l or r for each column, all l if it is not given."""
    sides = sides or "l" * len(heads)
    lines = [_row(heads), "|" + "|".join(_RULES[side] for side in sides) + "|"]
    lines += (_row(row) for row in rows)
    return "\n".join(lines)


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def figure(number: float) -> str:
    """Return a number with as many digits as mean something.

    >>> figure(12_345_678), figure(345.6), figure(12.34), figure(0.1234)
    ('12.3 M', '346', '12.3', '0.123')
    >>> figure(10_000_000), figure(1_234)
    ('10 M', '1,234')
    """
    if number >= 1e6:
        return f"{number / 1e6:.3g} M"
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"
