"""Arguments and options that several commands share, and what is read of them."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Variant: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="A variant by id or alias, or a variant file.")
]
Readings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="POINT=READING",
        help="Choose a reading of a disputed point; ID[POINT=READING] names one variant.",
    ),
]
Patches: TypeAlias = Annotated[
    list[str] | None, typer.Option("--patch", metavar="NAME", help="Lay a patch over the rules.")
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter or a rule."),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Out: TypeAlias = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write there instead of printing.")
]
Force: TypeAlias = Annotated[
    bool, typer.Option("--force", help="Replace the file if it is there already.")
]
TableOf: TypeAlias = Annotated[
    int, typer.Option("--table", metavar="N", help="How many are at the table: 3, 4 or 5.")
]
Jobs: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--jobs",
        metavar="N|auto",
        help="How many work at a time; auto: one a processor. Left out: as many as are a gain.",
    ),
]


def workers(jobs: str | None) -> int | str | None:
    """Return how many work as `sim.run.simulation` takes it. UsageError for what is no number."""
    from lhombre_core.errors import UsageError, quoted
    from lhombre_core.sim.run.simulation import AUTO

    if jobs is None or jobs == AUTO:
        return jobs
    try:
        return int(jobs)
    except ValueError as error:
        raise UsageError(f"--jobs {quoted(jobs)} is no number; expected one, or auto") from error
