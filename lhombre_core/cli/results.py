"""`lhombre results`: a run that is kept in a folder, summarised or asked in SQL."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lhombre_core.cli.option import AsJson

if TYPE_CHECKING:
    from lhombre_core.sim.results import Answer

_MEASURED = 1000
"""By so many rows the widths of columns are found."""
_WIDEST = 60


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
    from lhombre_core.cli import outcome
    from lhombre_core.cli.output import say
    from lhombre_core.sim.results import amounts_beyond, query, read_summary, understood

    text = read_summary(folder)
    with understood(folder):
        if sql is None:
            outcome.show_text(text, as_json=json)
            return
        beyond = amounts_beyond(outcome.read(text))
    answer = query(folder, sql)
    if json:
        _print_json(answer)
    else:
        for line in _table(answer):
            print(line)
    if beyond:
        say("Some amounts are outside of 64 bits: they are null, and stand in the column beyond.")


def _print_json(answer: "Answer") -> None:
    """Print the rows as a list of objects, each as soon as it is there."""
    from json import dumps

    before = "["
    for row in answer.rows:
        values = dict(zip(answer.names, map(_value, row), strict=True))
        print(f"{before}\n  {dumps(values, ensure_ascii=False)}", end="")
        before = ","
    print("[]" if before == "[" else "\n]")


def _value(value: Any) -> Any:  # noqa: ANN401  whatever a query finds
    """Return a value as JSON has it: what is no number, text or truth there is text."""
    from decimal import Decimal
    from math import isfinite

    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list | tuple):
        return [_value(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _value(one) for key, one in value.items()}
    return value if value is None or isinstance(value, int | str) else str(value)


def _table(answer: "Answer") -> Iterator[str]:
    """Return the rows one below another, numbers to the right; nothing is left out."""
    from itertools import chain, islice

    head = list(islice(answer.rows, _MEASURED))
    texts = [answer.names, *([_cell(value) for value in row] for row in head)]
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*texts, strict=True)]
    right = [_is_number([row[place] for row in head]) for place in range(len(answer.names))]
    yield _line(answer.names, widths, right)
    yield _line(["-" * width for width in widths], widths, right)
    for row in chain(head, answer.rows):
        yield _line([_cell(value) for value in row], widths, right)


def _cell(value: object) -> str:
    """Return a value as a terminal shows it; nothing is an empty cell."""
    from lhombre_core.errors import visible

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
