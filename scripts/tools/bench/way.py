"""The same deals alone, in two threads and by a cluster: their times, and whether they agree.

The cluster is one of Dask on this machine, with two workers, in processes of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from bench.start import MANY
from bench.watch import simulation, watched

PACKAGE: Final = "distributed"
WORKERS: Final = 2
CLUSTER: Final = "--cluster"
ANY_PORT: Final = "localhost:0"
"""Where a scheduler tells of itself: any port that is free. Without an address it takes 8787, even
without its pages, and a second one on the machine would find that taken."""
PROGRAM: Final = """
import sys
from distributed import LocalCluster
with LocalCluster(
    n_workers=int(sys.argv[1]), threads_per_worker=1, processes=True,
    dashboard_address=sys.argv[2], scheduler_kwargs={"dashboard": False}, silence_logs=50,
) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""
"""Tells the address of a cluster, which lives until standard input ends."""


def ways(variants: Sequence[str], say: Callable[[str], None], deals: int = MANY) -> dict[str, Any]:
    """Return for each variant the seconds of each way, and whether all print the same JSON.

    `absent` says why a way is missing. There is no time in the JSON, so that it is compared whole.
    """
    with local_cluster() as (address, absent):
        found: list[tuple[str, list[str]]] = [
            ("--jobs 1", ["--jobs", "1"]),
            (f"--jobs {WORKERS}", ["--jobs", str(WORKERS)]),
        ]
        if address:
            found.append((CLUSTER, [CLUSTER, address]))
        # Once uncounted: the workers must load what the others find in the caches of the machine.
        _run(variants[0], deals, found)
        rows = [{"variant": variant, **_run(variant, deals, found)} for variant in variants]
    for row in rows:
        times = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in row["seconds"].items())
        say(f"{row['variant']:<20}{times}: {'the same' if row['same'] else 'DIFFERENT'} JSON")
    if absent:
        say(absent)
    return {"deals": deals, "workers": WORKERS, "absent": absent, "rows": rows}


def _run(variant: str, deals: int, found: Sequence[tuple[str, list[str]]]) -> dict[str, Any]:
    seconds, shown = dict[str, float](), set[bytes]()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "shown.json"
        for name, more in found:
            took = watched([*simulation(variant, deals), *more], shown=file)
            seconds[name] = took.seconds
            shown.add(file.read_bytes())
    return {"seconds": seconds, "same": len(shown) == 1}


@contextmanager
def local_cluster() -> Iterator[tuple[str, str]]:
    """Yield the address of a cluster, and why there is none where it is empty."""
    if find_spec(PACKAGE) is None:
        yield "", f"{PACKAGE} is not installed here"
        return
    with subprocess.Popen(  # noqa: S603  this Python, and our own words
        [sys.executable, "-P", "-c", PROGRAM, str(WORKERS), ANY_PORT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        address = "" if process.stdout is None else process.stdout.readline().strip()
        try:
            yield address, "" if address else f"{PACKAGE} could not start a cluster here"
        finally:
            if process.stdin is not None:
                process.stdin.close()
            process.wait()
