"""`lhombre simulate`: many deals played by bots, and what became of them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Patches, Readings, Settings, TableOf, Variant


class Columns(StrEnum):
    """What a folder has of each deal."""

    ALL = "all"
    NONE = "none"


def simulate(
    variant: Variant,
    *,
    deals: Annotated[
        int,
        typer.Option("--deals", metavar="N", help="How many deals; whole sessions are played."),
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed.")] = 1,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="NAMES",
            help="One bot, or one for each player parted by commas; module:Class for your own.",
        ),
    ] = "thumb",
    table: TableOf = 3,
    jobs: Annotated[
        str | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help="How many work at a time; auto: one a processor. Left out: as many as are a gain.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Have the workers of Dask play."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the run in a folder, or go on with it."),
    ] = None,
    columns: Annotated[
        Columns,
        typer.Option("--columns", metavar="all|none", help="What the folder has of each deal."),
    ] = Columns.ALL,
    force: Annotated[
        bool, typer.Option("--force", help="Replace another run that is in the folder.")
    ] = False,
    json: AsJson = False,
    reading: Readings = None,
    patch: Patches = None,
    setting: Settings = None,
) -> None:
    """Play deals under a variant and count what became of them.

    The same seed gives the same outcome for any number of processes. A run with --out that was
    broken off goes on when its command is given again.
    """
    from lhombre_core.cli import outcome
    from lhombre_core.cli.output import say
    from lhombre_core.cli.question import ask
    from lhombre_core.cli.ready import make_ready
    from lhombre_core.sim.progress import Line
    from lhombre_core.sim.run import Keeping, run

    resolved = ask(variant, reading, patch, setting)
    hands = _hands(jobs, cluster)
    keep = None
    if out is not None:
        keep = Keeping(out, columns is Columns.ALL, force, say, _command())
    names = bots.split(",")
    if cluster is None:
        make_ready(deals, names)
    line = Line()
    try:
        found = run(resolved, deals, seed, names, hands, line, table=table, out=keep)
    except KeyboardInterrupt:
        line.close()
        say("Interrupted." if out is None else "Interrupted; the same command goes on with it.")
        raise
    finally:
        line.close()
    outcome.show(found, as_json=json)
    if out is not None:
        say(f"Written to {out}.")


def _hands(jobs: str | None, cluster: str | None) -> int | str | None:
    """Return how many processes work, or at what address. UsageError for what is neither."""
    from lhombre_core.errors import UsageError, quoted
    from lhombre_core.sim.run import AUTO

    if cluster is not None and jobs is not None:
        raise UsageError("a cluster has its own processes; leave --jobs out")
    if cluster is not None or jobs is None:
        return cluster
    if jobs == AUTO:
        return 0
    try:
        return int(jobs)
    except ValueError as error:
        raise UsageError(f"--jobs {quoted(jobs)} is no number; expected one, or auto") from error


def _command() -> str:
    """Return the command line as it was given."""
    import shlex
    import sys

    return shlex.join(["lhombre", *sys.argv[1:]])
