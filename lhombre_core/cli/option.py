"""Arguments and options that several commands share, and the values read from them."""

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from lhombre_core.frozen import frozen

Variant: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="A variant by id or alias, or a variant file.")
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

Result = TypeVar("Result")


@frozen
class Choices:
    """Readings, patches and settings, as a command line or a record states them."""

    readings: tuple[str, ...] = ()
    patches: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


def with_choices(command: Callable[..., Result]) -> Callable[..., Result]:
    """Return a command with --reading, --patch and --set in the place of its `choices`.

    Typer reads the options of a command from its signature.
    """
    own, group = inspect.signature(command), inspect.signature(_choices)

    @wraps(command)
    def with_options(*arguments: Any, **options: Any) -> Result:  # noqa: ANN401  of any command
        chosen = {name: options.pop(name, None) for name in group.parameters}
        return command(*arguments, **options, choices=_choices(**chosen))

    parameters = {**own.parameters, **group.parameters}
    del parameters["choices"]
    with_options.__signature__ = own.replace(  # type: ignore[attr-defined]  # read by inspect
        parameters=list(parameters.values())
    )
    with_options.__annotations__ = {name: part.annotation for name, part in parameters.items()}
    return with_options


def _choices(
    *,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POINT=READING",
            help="Choose a reading of a disputed point; ID[POINT=READING] names one variant.",
        ),
    ] = None,
    patch: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Lay a patch over the rules.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter or a rule."),
    ] = None,
) -> Choices:
    return Choices(tuple(reading or ()), tuple(patch or ()), tuple(setting or ()))


def workers(jobs: str | None) -> int | str | None:
    """Return the number of workers for a simulation, `auto`, or None where it is left open.

    UsageError for any other text.
    """
    from lhombre_core.errors import UsageError, quoted
    from lhombre_core.sim.run.simulation import AUTO

    if jobs is None or jobs == AUTO:
        return jobs
    try:
        return int(jobs)
    except ValueError as error:
        raise UsageError(f"--jobs {quoted(jobs)} is no number; expected one, or auto") from error
