"""`lhombre simulate`: many deals played by bots, and their results."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from lhombre_core.cli.option import AsJson, Choices, Jobs, TableOf, Variant, with_choices, workers

if TYPE_CHECKING:
    from lhombre_core.sim.run.progress import Line


class Columns(StrEnum):
    """The columns of each deal that a folder keeps."""

    ALL = "all"
    NONE = "none"


Deals: TypeAlias = Annotated[
    int, typer.Option("--deals", metavar="N", help="How many deals; whole sessions are played.")
]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", metavar="N", help="The seed.")]
Bots: TypeAlias = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="One bot, or one for each player parted by commas; module:Class for your own.",
    ),
]
ClusterAt: TypeAlias = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Have the workers of Dask play."),
]
RunFolder: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep the run in a folder, or go on with it."),
]
WithColumns: TypeAlias = Annotated[
    Columns,
    typer.Option("--columns", metavar="all|none", help="What the folder has of each deal."),
]
ReplaceRun: TypeAlias = Annotated[
    bool, typer.Option("--force", help="Replace another run that is in the folder.")
]


@with_choices
def simulate(
    variant: Variant,
    *,
    deals: Deals = 1000,
    seed: Seed = 1,
    bots: Bots = "thumb",
    table: TableOf = 3,
    jobs: Jobs = None,
    cluster: ClusterAt = None,
    out: RunFolder = None,
    columns: WithColumns = Columns.ALL,
    force: ReplaceRun = False,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Play deals under a variant and count what became of them.

    The same seed gives the same outcome, however many work at it. A run with --out that was
    broken off goes on when its command is given again.
    """
    from lhombre_core.cli.output import say
    from lhombre_core.cli.question import ask
    from lhombre_core.cli.ready import make_ready
    from lhombre_core.cli.simulate.answer import show_summary
    from lhombre_core.sim.run.simulation import Keeping, run

    resolved, names = ask(variant, choices), bots.split(",")
    jobs_or_cluster = _jobs_or_cluster(jobs, cluster)
    keep = None
    if out is not None:
        keep = Keeping(out, columns is Columns.ALL, force, say, _command())

    def ready() -> None:
        make_ready(deals, names)

    with _watched(kept=out is not None) as line:
        summary = run(
            resolved, deals, seed, names, jobs_or_cluster, line, table=table, out=keep, ready=ready
        )
    show_summary(summary.as_json(), as_json=json)
    if out is not None:
        say(f"Written to {out}.")


def _jobs_or_cluster(jobs: str | None, cluster: str | None) -> int | str | None:
    """Return the number of workers, or the address of a cluster. UsageError for both at once."""
    from lhombre_core.errors import UsageError

    if cluster is None:
        return workers(jobs)
    if jobs is not None:
        raise UsageError("a cluster has its own processes; leave --jobs out")
    return cluster


@contextmanager
def _watched(*, kept: bool) -> Iterator["Line"]:
    """Yield the line that shows the progress of a run, and say so if the run is interrupted."""
    from lhombre_core.cli.ending import interruptible
    from lhombre_core.sim.run.progress import Line

    line = Line()
    text = "Interrupted; the same command goes on with it." if kept else "Interrupted."
    with interruptible(text, line.close):
        yield line


def _command() -> str:
    """Return the command line as the user has typed it."""
    import shlex
    import sys

    return shlex.join(["lhombre", *sys.argv[1:]])
