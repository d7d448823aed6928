"""`scripts/bench`: how many deals a second, and the page that says so.

Whole sessions are played, money and counting included, in one process. What counts is the
processor time of that process, so that other work on the machine matters little; the median of
several runs is given, after one run that is not counted.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import lhombre_core
from lhombre_core.errors import LhombreError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim.backend import Task
from lhombre_core.sim.reference import Reference

BOTS: Final = ("random", "thumb")
DEALS: Final = 600
RUNS: Final = 5
SEED: Final = 1
_ROOT: Final = Path(lhombre_core.__file__).parents[1]
DATA: Final = _ROOT / "docs" / "reference" / "performance.json"
PAGE: Final = _ROOT / "docs" / "reference" / "performance.md"
_PROCESSORS: Final = Path("/proc/cpuinfo")

_TEXT: Final = """\
# Performance

<!-- Made by `scripts/bench --write` from performance.json; not to be edited by hand. -->

Deals a second on one core of the reference engine, which is written to be read: one act at a time,
immutable states, whole sessions with their money. Each figure is the median of {runs} runs of about
{deals:,} deals (seed {seed}), in processor time, after a run that is not counted.

{table}

| | |
|---|---|
| package | lhombre {version} |
| Python | {python} |
| processor | {processor} |
| system | {system} |

Repeat it with `scripts/bench`; `scripts/bench --write` renews this page. Compare figures of one
machine only, and mind that a variant whose deals are longer or whose money is more intricate is
slower whatever the engine.
"""


def measure(variant: str, bot: str, deals: int, runs: int) -> dict[str, Any]:
    """Return how fast a variant is played by a bot: the median of deals a second, and each run."""
    backend = Reference(Task(load(variant).rules, 3, SEED, (bot,) * 3))
    rates = []
    for _ in range(runs + 1):
        start = time.process_time()
        played = backend.run_block(range(deals), deals).deals
        rates.append(round(played / (time.process_time() - start), 1))
    return {
        "variant": variant,
        "bot": bot,
        "deals": played,
        "rate": median(rates[1:]),
        "rates": rates[1:],
    }


def bench(variants: Iterable[str], bots: Sequence[str], deals: int, runs: int) -> dict[str, Any]:
    """Return the measurements of variants and bots, with what they were made on."""
    results = []
    for variant in variants:
        for bot in bots:
            results.append(measure(variant, bot, deals, runs))
            _say(f"{variant:<20} {bot:<16} {results[-1]['rate']:>9,.0f} deals/s")
    return {"deals": deals, "runs": runs, "seed": SEED, **machine(), "results": results}


def machine() -> dict[str, str]:
    """Return what figures of speed depend on: package, Python, processor and system."""
    return {
        "version": lhombre_core.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    if _PROCESSORS.exists():
        for line in _PROCESSORS.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "not known"


def page(data: dict[str, Any]) -> str:
    """Return the page of documentation that shows measurements."""
    bots = list(dict.fromkeys(result["bot"] for result in data["results"]))
    rates = {(result["variant"], result["bot"]): result["rate"] for result in data["results"]}
    lines = [
        f"| variant | {' | '.join(f'`{bot}`' for bot in bots)} |",
        "|---" * (len(bots) + 1) + "|",
    ]
    for variant in dict.fromkeys(result["variant"] for result in data["results"]):
        cells = (f"{rates[variant, bot]:,.0f}" for bot in bots)
        lines.append(f"| {variant} | {' | '.join(cells)} |")
    known = {key: value for key, value in data.items() if key != "results"}
    return _TEXT.format(table="\n".join(lines), **known)


def _say(text: str) -> None:
    print(text, flush=True)


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures how many deals a second are played."
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="by default all variants")
    parser.add_argument("--bots", default=",".join(BOTS), help="names parted by commas")
    parser.add_argument(
        "--deals", type=int, default=DEALS, help="how many deals a run has at least"
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="how many runs are counted")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the measurements to a file"
    )
    parser.add_argument(
        "--write", action="store_true", help="renew docs/reference/performance.json and its page"
    )
    found = parser.parse_args(words)
    if found.deals < 1 or found.runs < 1:
        parser.error("expected at least one deal and one run")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write what was asked for; return the exit code."""
    asked = _arguments(sys.argv[1:] if words is None else words)
    try:
        data = bench(
            asked.variants or variant_ids(), asked.bots.split(","), asked.deals, asked.runs
        )
    except LhombreError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    text = json.dumps(data, indent=2) + "\n"
    if asked.json is not None:
        asked.json.write_text(text, encoding="utf-8")
    if asked.write:
        DATA.write_text(text, encoding="utf-8")
        PAGE.write_text(page(data), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
