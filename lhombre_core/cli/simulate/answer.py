"""The answer of `lhombre simulate` and `lhombre results`: the summary of a run."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from lhombre_core.cli.output import count
from lhombre_core.cli.output import show as print_answer
from lhombre_core.sim.count.statistic import in_hundredths

Data: TypeAlias = Mapping[str, Any]
Row: TypeAlias = Sequence[str]
Table: TypeAlias = Sequence[Row]
"""A head and rows, or empty."""

_VOID: Final = "void"
_NOTHING: Final = "–"
_WIDEST: Final = 10
"""The most characters of a mean; a larger mean is shown as a power of ten."""


def show_summary(text: str, *, as_json: bool) -> None:
    """Print the summary of a run, which is given as JSON."""
    print_answer(text.rstrip("\n") if as_json else "\n".join(_lines(read(text))))


def read(text: str) -> dict[str, Any]:
    """Return the data of a summary."""
    data: dict[str, Any] = json.loads(text)
    return data


def _lines(data: Data) -> Iterator[str]:
    groups = (_shares(data), _counters(data), _pools(data))
    first = max(len(row[0]) for tables in groups for table in tables for row in table)
    yield from _head(data)
    for tables in groups:
        if any(tables):
            yield ""
            yield from _aligned(tables, first)


def _shares(data: Data) -> list[Table]:
    """Return the shares of results, of contracts, and of wins by contract."""
    rates, own = data["rates"], data["by_contract"]
    played = {name: rate for name, rate in rates.items() if name != _VOID}
    every = {name: row["share"] for name, row in own.items()} | {_VOID: rates[_VOID]}
    won = {name: row["rates"]["win"] for name, row in own.items()}
    return [
        _table((title, "deals", "share", "(95 % interval)"), map(_share, rows, rows.values()))
        for title, rows in (
            ("of the deals played", played),
            ("of all deals", every),
            ("won by their ombre", won),
        )
    ]


def _counters(data: Data) -> list[Table]:
    """Return the counters won in a deal, by seat and by role."""
    return [
        _table(
            (f"counters by {by}", "deals", "mean", "spread", "least", "most"),
            (_spread(name, row) for name, row in data["counters"][f"by_{by}"].items() if row["n"]),
        )
        for by in ("seat", "role")
    ]


def _pools(data: Data) -> list[Table]:
    """Return the content of each pool at the opening and at the end of a deal."""
    rows = (
        (name, _number(held["opening"]["mean"]), _number(held["end"]["mean"]))
        for name, held in data["pools"].items()
    )
    return [_table(("pools, on average", "opening", "end"), rows)]


def _head(data: Data) -> Iterator[str]:
    """Yield the variant, deals and bots of a run; different bots have a line of their own."""
    played = (
        f"{data['variant']} {data['hash'][:12]}, seed {data['seed']}: "
        f"{count(data['deals'], 'deal')} in {count(data['sessions'], 'session')}"
    )
    bots = data["bots"]
    if len(set(bots)) == 1:
        yield f"{played} played by {bots[0]}."
    else:
        yield played
        named = (f"{bot} (player {place})" for place, bot in enumerate(bots))
        yield f"played by {', '.join(named)}."
    chosen = [*data["readings"], *data["patches"], *data["settings"]]
    if chosen:
        yield f"With {', '.join(chosen)}."
    lengths = data["lengths"]
    if lengths["n"]:
        yield (
            f"Deals in a session: {_number(lengths['mean'], digits=1)} on average, "
            f"{lengths['least']} to {lengths['most']}."
        )
    if data["cut"]:
        yield f"{count(data['cut'], 'session')} cut off at the limit."


def _table(head: Row, rows: Iterable[Row]) -> Table:
    """Return the rows below their head; empty without rows."""
    below = [(f"  {name}", *cells) for name, *cells in rows]
    return [head, *below] if below else []


def _aligned(tables: Sequence[Table], first: int) -> Iterator[str]:
    """Yield tables with the same columns, names to the left and numbers to the right."""
    rows = [row for table in tables for row in table]
    _, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, *cells in rows:
        shown = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join((f"  {name.ljust(first)}", *shown)).rstrip()


def _share(name: str, rate: Data) -> Row:
    """Return a count, its share in hundredths and the interval of the share."""
    if rate["share"] is None:
        return name, str(rate["count"]), _NOTHING, ""
    share, low, high = in_hundredths(rate["count"], rate["of"])
    return name, str(rate["count"]), f"{share} %", f"({low} to {high})"


def _spread(name: str, row: Data) -> Row:
    """Return the number of deals, mean, standard deviation and extremes."""
    return (
        name,
        str(row["n"]),
        _number(row["mean"], "+"),
        _number(row["deviation"]),
        _number(row["least"], digits=0),
        _number(row["most"], digits=0),
    )


def _number(value: float | None, sign: str = "", digits: int = 3) -> str:
    """Return a number with its digits after the point, a very large number as a power of ten."""
    if value is None:
        return _NOTHING
    try:
        text = f"{value:{sign}.{digits}f}"
        return text if len(text) <= _WIDEST else f"{value:{sign}.3e}"
    except OverflowError:  # a whole number beyond what a fraction can hold
        return f"{'-' if value < 0 else sign}1e{len(str(abs(int(value)))) - 1}"
