"""`lhombre results`: a run that is kept in a folder, summarised or asked in SQL."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lhombre_core.cli.option import AsJson

if TYPE_CHECKING:
    from lhombre_core.sim.store.results import Answer

_MEASURED = 1000
"""The number of rows by which the widths of columns are set."""
_WIDEST = 60
_PIECE = 1 << 20
"""The number of characters printed at a time."""


def results(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of simulate --out.")],
    *,
    sql: Annotated[
        str | None,
        typer.Option("--sql", metavar="QUERY", help="Ask the deals, which are called deals."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Print the summary of a run that is kept in a folder, or what a query finds in its deals."""
    from lhombre_core.cli.output import say
    from lhombre_core.cli.simulate.answer import read, show_summary
    from lhombre_core.sim.store.results import (
        amounts_beyond,
        bounded,
        query,
        read_summary,
        understood,
    )

    text = read_summary(folder)
    with understood(folder):
        if sql is None:
            show_summary(text, as_json=json)
            return
        beyond = amounts_beyond(read(text))
    with bounded():
        answer = query(folder, sql)
        for text in _json(answer) if json else _table(answer):
            _print(text)
    if beyond:
        say("Some amounts are outside of 64 bits: they are null, and stand in the column beyond.")


def _print(text: str) -> None:
    """Print a text in pieces: Python loses the part of a single write beyond 2 GiB."""
    import sys

    for start in range(0, len(text), _PIECE):
        sys.stdout.write(text[start : start + _PIECE])


def _json(answer: "Answer") -> Iterator[str]:
    """Yield the rows as a list of objects, each as soon as it has been read."""
    before = "["
    for row in answer.rows:
        yield f"{before}\n  {_as_json(dict(zip(answer.names, row, strict=True)))}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _as_json(value: object) -> str:
    from json import dumps

    return dumps(_value(value), ensure_ascii=False)


def _value(value: Any) -> Any:  # noqa: ANN401  any value of a query
    """Return a value of a query as a value of JSON; other types become text."""
    from decimal import Decimal
    from math import isfinite

    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, Decimal):
        if value == value.to_integral_value():
            return int(value)
        # A reader of JSON may keep no more digits of a number than a float has.
        return float(value) if Decimal(repr(float(value))) == value else f"{value:f}"
    if isinstance(value, list | tuple):
        return [_value(part) for part in value]
    if isinstance(value, dict):
        return {_cell(key): _value(part) for key, part in value.items()}
    return value if value is None or isinstance(value, int | str) else str(value)


def _table(answer: "Answer") -> Iterator[str]:
    """Yield the lines of a table of all rows, with numbers to the right."""
    from itertools import chain, islice

    head = list(islice(answer.rows, _MEASURED))
    texts = [answer.names, *([_cell(value) for value in row] for row in head)]
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*texts, strict=True)]
    right = [_is_number([row[place] for row in head]) for place in range(len(answer.names))]
    rows = ([_cell(value) for value in row] for row in chain(head, answer.rows))
    for cells in chain([answer.names, ["-" * width for width in widths]], rows):
        yield f"{_line(cells, widths, right)}\n"


def _cell(value: object) -> str:
    """Return a value as a cell of a table; lists and mappings are shown as JSON."""
    from lhombre_core.errors import visible

    if isinstance(value, list | tuple | dict):
        return visible(_as_json(value))
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else visible(str(value))


def _is_number(values: Sequence[object]) -> bool:
    from decimal import Decimal

    numbers = [value for value in values if value is not None]
    return bool(numbers) and all(isinstance(value, int | float | Decimal) for value in numbers)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    shown = (
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    )
    return "  ".join(shown).rstrip()
