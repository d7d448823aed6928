"""`lhombre replay`: a recorded deal or session verified move by move."""

from pathlib import Path
from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Choices, with_choices


@with_choices
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record as YAML or JSON.")],
    *,
    any_hash: Annotated[
        bool,
        typer.Option("--any-hash", help="Run it even if the rules have changed since it was made."),
    ] = False,
    json: AsJson = False,
    choices: Choices,
) -> int:
    """Verify a recorded deal or session move by move, with its result and payments.

    Readings, patches and settings are added to those that the record names.
    """
    from lhombre_core.cli.replay.answer import verify

    return verify(record, choices, any_hash=any_hash, as_json=json)
