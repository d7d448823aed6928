"""`lhombre site`: everything as a static site."""

from pathlib import Path
from typing import Annotated

import typer


def site(
    *,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder: new, empty, or an older site.")
    ] = Path("build/site"),
    deals: Annotated[
        int | None, typer.Option("--deals", metavar="N", help="How many deals each game is played.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The seed of those deals.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", help="Processes that work; 0: all processors.")
    ] = 0,
) -> None:
    """Make rulebooks, comparisons, disputed points and sources as pages that link to one another.

    A folder that holds an older site is replaced; one that holds anything else is left alone.
    """
    from lhombre_core.cli.output import count, say
    from lhombre_core.cli.ready import make_ready
    from lhombre_core.report.site import DEALS, SEED, build, refuse_foreign

    wanted = DEALS if deals is None else deals
    refuse_foreign(out)
    make_ready(wanted)
    pages = build(out, deals=wanted, seed=SEED if seed is None else seed, jobs=jobs)
    say(f"{count(len(pages), 'page')} written to {out}.")
