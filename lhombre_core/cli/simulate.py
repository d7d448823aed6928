"""`lhombre simulate`: many deals played by bots, and what became of them."""

from pathlib import Path
from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Force, Patches, Readings, Settings, TableOf, Variant


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
        int, typer.Option("--jobs", metavar="N", help="Processes that work; 0: all processors.")
    ] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write the outcome to a folder.")
    ] = None,
    force: Force = False,
    json: AsJson = False,
    reading: Readings = None,
    patch: Patches = None,
    setting: Settings = None,
) -> None:
    """Play deals under a variant and count what became of them.

    The same seed gives the same outcome for any number of processes.
    """
    from lhombre_core.cli import outcome
    from lhombre_core.cli.output import say
    from lhombre_core.cli.question import ask
    from lhombre_core.sim import Line, refuse_folder, run, write_folder

    resolved = ask(variant, reading, patch, setting)
    if out is not None:
        refuse_folder(out, force=force)
    line = Line()
    try:
        found = run(resolved, deals, seed, bots.split(","), jobs, line, table=table)
    finally:
        line.close()
    outcome.show(found, as_json=json)
    if out is not None:
        write_folder(out, found, force=force)
        say(f"Written to {out}.")
