"""The parts of the page on the command, its memory, and the solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lhombre_core.sim.bench.table import figure, table
from lhombre_core.sim.bench.target import Data

_QUESTIONS: Final = (
    ("solo", "codille, remise or win: the strongest hand, its best trump", "deals"),
    ("table", "every hand as ombre with every trump, twelve answers", "tables"),
    ("misere", "misère: can the ombre be made to take a trick", "deals"),
    ("misere-tricks", "misère: how many tricks at least", "deals"),
)


def start(data: Data) -> Iterable[str]:
    """Yield how soon the command answers."""
    found = data["start"]
    yield "## The command\n"
    yield f"`lhombre simulate {found['variant']} --deals {found['deals']} --seed 1 --json`, a"
    yield "process of its own, from its call to its end:\n"
    many = f"{found['compiled_deals']:,} deals, nothing compiled: the kernel is compiled first"
    names = {
        "warm": f"{found['deals']:,} deals, compiled before",
        "ever": f"{found['deals']:,} deals, nothing compiled",
        "compiled": many,
    }
    rows = [(told, *_times(found[name])) for name, told in names.items()]
    yield table(("", "on the wall", "processor time"), rows, "lrr")
    yield "\nWhere nothing is compiled yet, so few deals are played by the reference engine, which"
    yield "is sooner done. Python's own bytecode was there each time."
    if "many" in data:
        yield f"\nAnd {data['many'][0]['deals']:,} deals of each variant, one process:\n"
        runs = [
            (one["variant"], *_times(one), f"{one['megabytes']:.0f} MB") for one in data["many"]
        ]
        yield table(
            ("variant", "on the wall", "processor time", "memory at the peak"), runs, "lrrr"
        )


def _times(one: Data) -> tuple[str, str]:
    return f"{one['seconds']:.2f} s", f"{one['processor']:.2f} s"


def memory(data: Data) -> Iterable[str]:
    """Yield the memory of a long run."""
    found = data["memory"]
    yield "## Memory\n"
    fewer = next((one for one in data.get("many", ()) if one["variant"] == found["variant"]), None)
    yield f"{found['deals']:,} deals of {found['variant']}, summarised, took"
    yield f"{found['megabytes']:.0f} MB at the peak, Python and all libraries included"
    yield "." if fewer is None else f"({fewer['deals']:,} deals: {fewer['megabytes']:.0f} MB)."
    yield "It does not depend on the number of deals: they are played a block at a time, and of a"
    yield "block the sums are kept. So 100,000,000 deals take as much."


def solver(data: Data) -> Iterable[str]:
    """Yield the rates of the solver, beside that of a solver of bridge."""
    found = data["solver"]
    yield "## The solver\n"
    yield f"Hands of nine cards under {found['variant']} on one core, {found['assumes']}.\n"
    rows = [
        (what, f"{figure(one['rate'])} {unit}/s", f"{one['p50_ms']:.3g}", f"{one['p99_ms']:.3g}")
        for name, what, unit in _QUESTIONS
        if isinstance(one := found.get(name), dict)
    ]
    beside = data.get("side", {})
    dds = beside.get("rates", {}).get("dds")
    if dds:
        what = "different games: nine-card endings of bridge, all leads, spades trumps"
        rows.append((f"{what} ({dds['package']}, DDS)", f"{figure(dds['rate'])} deals/s", "", ""))
    heads = ("question", "rate", "half within, ms", "99 of 100 within, ms")
    yield table(heads, rows, "lrrr")
    if dds:
        yield "\nThe last is a larger question, four hands and every lead, and no comparison."
    elif told := beside.get("absent", {}).get("dds"):
        yield f"\nA yardstick is missing: {told}."
