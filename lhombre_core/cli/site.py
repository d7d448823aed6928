"""`lhombre site`: everything as a static site."""

from pathlib import Path
from typing import Annotated

import typer

from lhombre_core.cli.option import Jobs, workers


def site(
    *,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder: new, empty, or an older site.")
    ] = Path("build/site"),
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            metavar="N",
            help="How many deals each game is played: usually 1,000,000, without numba 3,000.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The seed of those deals.")
    ] = None,
    jobs: Jobs = None,
) -> None:
    """Make rulebooks, comparisons, disputed points and sources as pages that link to one another.

    A folder that holds an older site is replaced; one that holds anything else is left alone.
    """
    from lhombre_core.cli.ending import interruptible
    from lhombre_core.cli.output import count, say
    from lhombre_core.cli.ready import make_ready
    from lhombre_core.report.site.build import DEALS, SEED, build, require_place, usual_deals
    from lhombre_core.sim.run.progress import Line
    from lhombre_core.sim.run.simulation import require_numbers, require_workers

    wanted, first = usual_deals() if deals is None else deals, SEED if seed is None else seed
    number = workers(jobs)
    if isinstance(number, int):
        require_workers(number, in_threads=False)
    require_numbers(wanted, first)
    require_place(out)
    if deals is None and wanted < DEALS:
        say(
            f"The kernel is not installed, so each game is played {wanted:,} deals, not {DEALS:,}; "
            "pip install 'lhombre[sim]' adds it."
        )
    line, processes = Line(steps="games and pages"), number if isinstance(number, int) else 0
    with interruptible("Interrupted; no page was written.", line.close):
        make_ready(wanted)
        pages = build(out, deals=deals, seed=first, jobs=processes, progress=line)
    say(f"{count(len(pages), 'page')} written to {out}.")
