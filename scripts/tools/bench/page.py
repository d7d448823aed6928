"""The page of documentation that shows what was measured. Every figure in it is from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bench.page_check import differential
from bench.page_game import games, play, side, stages, threads
from bench.page_run import memory, site, solver, start, ways
from bench.rest import AT_REST, disturbed
from bench.table import figure, table
from bench.target import WIDEST, Data, measured

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
  other work on the machine matters little; the threads, the command, its memory and the site are
  measured from outside, by the clock on the wall.
- How much of the machine others had is what all its processors did, as Linux counts it, less what
  the measuring process and those that it began have used.
- Deals, players and money are those of `simulate`: whole sessions with all that is counted of them.
- The deals are those of seed 1; a machine of another speed may play more of them in a run.
"""

_PARTS: Final = {
    "side": "other packages",
    "play": "the tricks alone",
    "games": "whole games",
    "stages": "where the time goes",
    "threads": "two threads",
    "solver": "the solver",
    "start": "the command",
    "many": "a million deals of each variant",
    "ways": "alone, in threads, by a cluster",
    "memory": "memory",
    "site": "the site",
}
"""What a part is called on the page."""


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
        ("ways", ways),
        ("memory", memory),
        ("site", site),
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
    names = {
        "processor": machine["processor"],
        "vectors": f"{machine['vectors']}, as the compiler is told",
        "cores": machine["cores"],
        "system": machine["system"],
        "Python": machine["python"],
        "numba, numpy": f"{machine['numba']}, {machine['numpy']}",
        "lhombre": machine["version"],
    }
    yield table(("", ""), names.items())
    yield from _rest(data["rest"])


def _rest(rest: Data) -> Iterable[str]:
    if rest["others"] is None:
        yield "\nWhat other processes did on it meanwhile is not known."
        return
    yield f"\nWhile all this was measured other processes had {rest['others']:g} cores on"
    found = disturbed(rest)
    if not found:
        yield f"average, and in no part more than {AT_REST:g}: the machine was at rest."
        return
    yield "average. It was **not at rest** during some of the parts: what is measured there by the"
    yield "clock on the wall would be better on an idle machine.\n"
    yield from (f"- {_PARTS.get(part, part)}: {cores:g}" for part, cores in found.items())


def _targets(data: Data) -> Iterable[str]:
    is_widest = data["machine"]["vectors"] == WIDEST
    rows = [
        (
            target.work,
            f"{figure(target.reach)} {target.unit}",
            "" if target.aim is None else figure(target.aim),
            *(() if is_widest else (figure(target.reach * target.share(data)),)),
            f"{figure(value)} {target.unit}",
            target.verdict(data, value),
        )
        for target, value in measured(data)
    ]
    if not rows:
        return
    yield "## What was to be reached\n"
    owed = () if is_widest else ("owed here",)
    sides = "l" + "r" * (len(rows[0]) - 2) + "l"
    yield table(("work", "reach", "aim", *owed, "measured", ""), rows, sides)
    yield "\n*Reach* is what this edition has set itself, *aim* what would be better still. Rates"
    yield "are those of one core. A command has all cores of the machine, the site two. In the rows"
    yield "of the solver every card is in sight and the opponents are one side."
    if not is_widest:
        yield f"\nThis machine has no {WIDEST}. The rates of play are asked of one that has it, and"
        yield "half of them without it: that is what the column *owed here* says."
    missed = [row[0] for row in rows if row[-1].startswith("**")]
    if missed:
        yield "\nNot reached on this machine:\n"
        yield from (f"- {work}" for work in missed)
