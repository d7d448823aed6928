"""The page of documentation that shows what was measured. Every figure in it is from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from lhombre_core.sim.bench.page_check import differential
from lhombre_core.sim.bench.page_game import games, play, side, stages, threads
from lhombre_core.sim.bench.page_run import memory, solver, start
from lhombre_core.sim.bench.table import figure, table
from lhombre_core.sim.bench.target import TARGETS, WIDEST, Data

_HEAD: Final = """\
# Performance

<!-- Made by `scripts/bench --write` from performance.json; not to be edited by hand. -->

What one machine was measured to do. Compare figures of one machine only: another is faster or
slower by a factor, the ratios are the point. Repeat them with `scripts/bench`; `scripts/bench
--write` renews this page.
"""

_HOW: Final = """\
## How it was measured

- A rate is the median of {runs} runs of about {seconds:g} s each, after one that is not counted.
  What is compared takes turns, run by run. The clock is the processor time of the process, so that
  other work on the machine matters little; the threads, the command and its memory are measured
  from outside, by the clock on the wall.
- Deals, players and money are those of `simulate`: whole sessions with all that is counted of them.
- The deals are those of seed 1; a machine of another speed may play more of them in a run.
"""


def page(data: Data) -> str:
    """Return the page of what was measured; a part that was not is left out."""
    parts: Sequence[tuple[str, Callable[[Data], Iterable[str]]]] = (
        ("machine", _machine),
        ("targets", _targets),
        ("games", games),
        ("stages", stages),
        ("side", side),
        ("play", play),
        ("threads", threads),
        ("start", start),
        ("memory", memory),
        ("solver", solver),
        ("differential", differential),
    )
    found = [_HEAD]
    for name, part in parts:
        if name == "targets" or data.get(name) is not None:
            found.append("\n".join(part(data)) + "\n")
    if "pace" in data:
        found.append(_HOW.format(**data["pace"]))
    return "\n".join(found)


def _machine(data: Data) -> Iterable[str]:
    machine = data["machine"]
    yield "## The machine\n"
    load = "not known" if machine["load"] is None else f"{machine['load']:g}"
    names = {
        "processor": machine["processor"],
        "vectors": f"{machine['vectors']}, as the compiler is told",
        "cores": machine["cores"],
        "load before the first figure": f"{load} (processes that wanted a core, in one minute)",
        "system": machine["system"],
        "Python": machine["python"],
        "numba, numpy": f"{machine['numba']}, {machine['numpy']}",
        "lhombre": machine["version"],
    }
    yield table(("", ""), names.items())
    if machine["load"] is not None and machine["load"] > machine["cores"] / 4:
        yield "\nThe machine was **not at rest**: what is measured by the clock on the wall, the"
        yield "threads above all, would be better on an idle one."


def _targets(data: Data) -> Iterable[str]:
    rows = []
    for target in TARGETS:
        share = target.share(data)
        try:
            value = target.value(data)
        except (LookupError, ValueError):
            continue
        aim = "" if target.aim is None else figure(target.aim)
        owed = f"{figure(target.reach * share)}"
        rows.append(
            (
                target.work,
                f"{figure(target.reach)} {target.unit}",
                aim,
                owed,
                f"{figure(value)} {target.unit}",
                target.verdict(data, value),
            )
        )
    if not rows:
        return
    yield "## What was to be reached\n"
    yield table(("work, one core", "reach", "aim", "owed here", "measured", ""), rows, "lrrrrl")
    if data["machine"]["vectors"] != WIDEST:
        yield f"\nThis machine has no {WIDEST}. The rates of play are asked of one that has it, and"
        yield "half of them without it: that is what the column *owed here* says."
    missed = [row[0] for row in rows if row[-1].startswith("**")]
    if missed:
        yield f"\nNot reached on this machine: {'; '.join(missed)}."
