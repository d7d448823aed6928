"""The parts of the page on the command, its memory, the site, and the solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bench.start import MOST
from bench.table import figure, table
from bench.target import Data

_QUESTIONS: Final = (
    ("solo", "codille, remise or win: the strongest hand, its best trump", "deals"),
    ("table", "every hand as ombre with every trump, twelve answers", "tables"),
    ("misere", "misère: can the ombre be made to take a trick", "deals"),
    ("misere-tricks", "misère: how many tricks at least", "deals"),
)


_DIFFERENT: Final = """
**They are different games.** In L'Hombre three hands hold 27 cards of 40, one plays against two,
matadors may be kept back, and the answer is one of a few classes: codille, remise, win, or win with
all tricks. The strongest hand is ombre in its best trump, and forehand leads. In bridge four hands
hold 36 cards of 52, two play against two, and the answer is a number of tricks. So the rates say
what such a question costs in each game, not which solver is the quicker."""


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
    most = "" if fewer is None else ", which takes most of all"
    yield f"{found['deals']:,} deals of {found['variant']}{most}, summarised, took"
    yield f"{found['megabytes']:.0f} MB at the peak, Python and all libraries included, and"
    yield f"{found['seconds']:.0f} s on the wall."
    if fewer is not None:
        yield f"Of {fewer['deals']:,} deals it was {fewer['megabytes']:.0f} MB."
    yield "Deals are played a block at a time, and of a block only the sums are kept."
    if found["deals"] < MOST:
        yield f"Runs of full length have {MOST:,} deals played."


def ways(data: Data) -> Iterable[str]:
    """Yield what the same deals take in several ways, and whether they come to the same."""
    found = data["ways"]
    names = list(found["rows"][0]["seconds"])
    yield "### Alone, in threads, by a cluster\n"
    yield f"`lhombre simulate ID --deals {found['deals']} --seed 1 --json` with each of these, a"
    yield "command of its own, on the wall. What it prints is compared byte by byte: there are no"
    yield f"times in the JSON. The cluster is of Dask, on this machine: {found['workers']} workers"
    yield "that have played before.\n"
    rows = [
        (
            row["variant"],
            *(f"{row['seconds'][name]:.2f} s" for name in names),
            "the same" if row["same"] else "**different**",
        )
        for row in found["rows"]
    ]
    heads = ("variant", *(f"`{name}`" for name in names), "their JSON")
    yield table(heads, rows, "l" + "r" * len(names) + "l")
    if found["absent"]:
        yield f"\nA way is missing, `--cluster`: {found['absent']}."


def site(data: Data) -> Iterable[str]:
    """Yield what the site takes."""
    found = data["site"]
    yield "## The site\n"
    yield f"`lhombre site`, {found['pages']} pages and {found['deals']:,} deals of each variant, on"
    yield f"{found['cores']} cores, each time into a new folder; it keeps nothing that was played"
    yield "before. Memory is that of the largest of its processes.\n"
    names = {"warm": "compiled before", "ever": "nothing compiled"}
    rows = [
        (told, *_times(found[name]), f"{found[name]['megabytes']:.0f} MB")
        for name, told in names.items()
    ]
    yield table(("", "on the wall", "processor time", "memory at the peak"), rows, "lrrr")


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
    heads = ("question", "rate", "half within, ms", "99 of 100 within, ms")
    yield table(heads, rows, "lrrr")
    if "side" in data:
        yield from _leads(data["side"])


def _leads(side: Data) -> Iterable[str]:
    """Yield all leads solved beside a solver of bridge."""
    ours, dds = side["rates"]["leads"], side["rates"].get("dds")
    yield "\n### Side by side with DDS\n"
    yield "Nine cards in each hand, and the value of every card that the player on lead may play:"
    yield "in turn within one run, dealing included, on one core.\n"
    rows = [
        (f"**L'Hombre**, {side['variant']}", "this package, as `solve` does it", "lhombre", ours)
    ]
    if dds:
        rows.append(("bridge, endings, spades trumps", "DDS through endplay", dds["package"], dds))
    shown = [(game, by, package, figure(one["rate"])) for game, by, package, one in rows]
    yield table(("game", "by", "package", "deals/s"), shown, "lllr")
    if dds:
        yield _DIFFERENT
    elif told := side["absent"].get("dds"):
        yield f"\nA yardstick is missing: {told}."
