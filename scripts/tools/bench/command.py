"""`scripts/bench`: measure, print, and write the page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import differential
import lhombre_core
from bench import side, start, thread, way, whole_game
from bench.clock import Pace
from bench.machine import machine
from bench.page import page
from bench.rest import Rest, disturbed
from bench.target import told_of
from bench.yardstick import Yardsticks, installed
from lhombre_core.errors import LhombreError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim.machine import processors

_ROOT: Final = Path(lhombre_core.__file__).parents[1]
DATA: Final = _ROOT / "docs" / "reference" / "performance.json"
PAGE: Final = _ROOT / "docs" / "reference" / "performance.md"
_PACE: Final = Pace()

Found: TypeAlias = dict[str, Any]
Part: TypeAlias = Callable[["Asked", Found], Any]


class Asked(argparse.Namespace):
    """What the command line asks for."""

    variants: list[str]
    parts: Any
    seconds: float
    runs: int
    json: Path | None
    write: bool
    yardsticks: str
    install_yardsticks: bool
    differential: int | None
    seed: int
    jobs: int

    @property
    def pace(self) -> Pace:
        """How long is measured."""
        return Pace(self.seconds, self.runs)


def _side(asked: Asked, _: Found) -> Any:  # noqa: ANN401  data for JSON
    with _python(asked) as python, Yardsticks(python) as yardsticks:
        return side.side_by_side(asked.variants[0], asked.pace, yardsticks, _say)


@contextmanager
def _python(asked: Asked) -> Iterator[str]:
    if not asked.install_yardsticks:
        yield asked.yardsticks
        return
    with installed() as python:
        yield python


def _solver(asked: Asked, _: Found) -> Any:  # noqa: ANN401
    from bench.solver import bench

    found = bench(runs=asked.runs)
    _say(f"{found['variant']}, hands of nine cards: {found['assumes']}")
    for name, one in found.items():
        if isinstance(one, dict):
            _say(f"{name:<20}{one['rate']:>12,.0f} a second, 99 of 100 in {one['p99_ms']} ms")
    return found


def _stages(asked: Asked, _: Found) -> Any:  # noqa: ANN401
    found = whole_game.stages(asked.variants, asked.seconds)
    for one in found:
        told = ", ".join(f"{name} {ns:,.0f}" for name, ns in one.items() if name != "variant")
        _say(f"{one['variant']:<20}{told} ns a deal")
    return found


def _memory(asked: Asked, found: Found) -> Any:  # noqa: ANN401
    """Measure the variant that has just taken most; runs that are short have fewer deals."""
    most = max(found.get("many", ()), key=lambda one: float(one["megabytes"]), default=None)
    variant = asked.variants[0] if most is None else most["variant"]
    took = start.memory(variant, asked.seconds / _PACE.seconds)
    _say(f"{variant:<20}{took['deals']:>12,} deals, {took['megabytes']:.0f} MB")
    return took


def _many(asked: Asked, _: Found) -> Any:  # noqa: ANN401
    found = start.many(asked.variants)
    for one in found:
        told = f"{one['seconds']:.2f} s, {one['megabytes']:.0f} MB"
        _say(f"{one['variant']:<20}{one['deals']:>12,} deals by the command, {told}")
    return found


PARTS: Final[dict[str, Part]] = {
    "side": _side,
    "play": lambda asked, _: side.play_of_all(asked.variants, asked.pace, _say),
    "games": lambda asked, _: whole_game.games(asked.variants, asked.pace, _say),
    "stages": _stages,
    "threads": lambda asked, _: thread.threads(asked.variants[0], asked.pace),
    "solver": _solver,
    "start": lambda asked, _: start.first_results(asked.variants[0], asked.runs),
    "many": _many,
    "ways": lambda asked, _: way.ways(asked.variants, _say),
    "memory": _memory,
    "site": lambda _asked, _: start.site(_say),
}
"""What is measured, in this order."""


def bench(asked: Asked) -> Found:
    """Return what was asked to be measured, with what it was measured on."""
    for variant in asked.variants:
        load(variant)
    found: Found = {
        "pace": {"seconds": asked.seconds, "runs": asked.runs},
        "machine": machine(),
    }
    rest = Rest()
    for name, part in PARTS.items():
        if name in asked.parts:
            _say(f"== {name}")
            found[name] = part(asked, found)
            rest.end(name)
    found["rest"] = rest.as_data()
    _tell_reached(found)
    return found


def _tell_reached(found: Found) -> None:
    """Print what was to be reached and has been measured, and whether somebody was in the way."""
    _say("== what was to be reached")
    for told in told_of(found):
        _say(told)
    for part, cores in disturbed(found["rest"]).items():
        _say(f"not at rest during {part}: other processes had {cores:g} cores")


def _check(asked: Asked) -> Found:
    """Return what came of the comparison of kernel and engine, and of what version."""
    deals = asked.differential or 0
    found = differential.differential(deals, asked.seed, asked.jobs, _say, asked.variants)
    return {**found, "version": lhombre_core.__version__}


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _arguments(words: Sequence[str]) -> Asked:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures how fast the package is on one core."
    )
    add = parser.add_argument
    add("variants", nargs="*", metavar="ID", help="by default all variants")
    add("--parts", metavar="NAMES", help=f"some of {','.join(PARTS)}, parted by commas")
    add("--seconds", type=float, default=_PACE.seconds, help="about how long a run lasts")
    add("--runs", type=int, default=_PACE.runs, help="how many runs are counted")
    add("--json", type=Path, metavar="FILE", help="write what was measured to a file")
    add("--write", action="store_true", help="renew docs/reference/performance.json and its page")
    add(
        "--yardsticks",
        metavar="PYTHON",
        default=sys.executable,
        help="a Python that has open_spiel, rlcard or endplay; by default this one is asked",
    )
    add(
        "--install-yardsticks",
        action="store_true",
        help="install those into a throw-away environment, by pip",
    )
    add(
        "--differential",
        type=int,
        metavar="N",
        help="measure nothing, but compare kernel and reference engine on N deals",
    )
    add("--seed", type=int, default=whole_game.SEED, help="of the comparison")
    add("--jobs", type=int, default=processors(), help="processes of the comparison")
    found = parser.parse_args(words, namespace=Asked())
    names = found.parts.split(",") if isinstance(found.parts, str) else list(PARTS)
    if unknown := [name for name in names if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; expected some of {', '.join(PARTS)}")
    if min(found.runs, found.jobs, 1 if found.differential is None else found.differential) < 1:
        parser.error("expected at least one run, one deal and one process")
    if found.write and (found.variants or (len(names) < len(PARTS) and not found.differential)):
        parser.error("--write renews the whole page; expected no variants and no parts")
    found.parts = names
    found.variants = found.variants or variant_ids()
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write what was asked for; return the exit code.

    0: done; 1: kernel and engine, or the ways of a simulation, differ; 2: what was asked cannot
    be.
    """
    asked = _arguments(sys.argv[1:] if words is None else words)
    try:
        found = bench(asked) if asked.differential is None else {"differential": _check(asked)}
    except LhombreError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    if asked.json is not None:
        asked.json.write_text(_text(found), encoding="utf-8")
    if asked.write:
        _renew(found)
    differs = found.get("differential", {}).get("differences", 0) > 0
    return int(differs or not all(row["same"] for row in found.get("ways", {}).get("rows", ())))


def _renew(found: Found) -> None:
    """Write what was measured, and the page; the comparison and the figures outlive each other."""
    before = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    kept = {"differential"} if "differential" not in found else set(before)
    data = {**{name: before[name] for name in before if name in kept}, **found}
    DATA.write_text(_text(data), encoding="utf-8")
    PAGE.write_text(page(data), encoding="utf-8")


def _text(data: Found) -> str:
    return json.dumps(data, indent=2) + "\n"
