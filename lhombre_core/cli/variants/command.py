"""`lhombre variants`: list variants, show their rules, check their files, begin a file."""

from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Choices, Force, Out, Variant, with_choices

app = typer.Typer(
    help="List, show, check and begin variants.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.command("list")
def list_variants(json: AsJson = False) -> None:
    """List the variants: id, name, period, region and contracts."""
    from lhombre_core.cli.variants.answer import show_list

    show_list(as_json=json)


@app.command("show")
@with_choices
def show_variant(
    variant: Variant,
    path: Annotated[
        str | None, typer.Argument(metavar="[PATH]", help="Only the rules at a path.")
    ] = None,
    *,
    origins: Annotated[
        bool, typer.Option("--origins", help="Say of each rule where it stands and its source.")
    ] = False,
    complete: Annotated[
        bool, typer.Option("--all", help="Every rule, also where an overview is shorter.")
    ] = False,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Show the rules of a variant, resolved: every value by its path."""
    from lhombre_core.cli.question import ask
    from lhombre_core.cli.variants.answer import show_rules

    show_rules(ask(variant, choices), path, origins=origins, complete=complete, as_json=json)


@app.command("check")
def check_variants(
    variants: Annotated[
        list[str],
        typer.Argument(
            metavar="ID…", help="Variants by id or alias, or files: variants, parents, patches."
        ),
    ],
    *,
    json: AsJson = False,
) -> int:
    """Say what is wrong with variants: exit 0 if they are sound, 1 if not.

    A sound variant parses, resolves, makes sense, has a source for every rule, and plays: random
    deals come to their end with cards and counters conserved.
    """
    from lhombre_core.cli.variants.answer import check

    return check(variants, as_json=json)


@app.command("new")
def new_variant(
    name: Annotated[str, typer.Argument(metavar="ID", help="The id of the new variant.")],
    *,
    extends: Annotated[
        str, typer.Option("--extends", metavar="ID", help="The variant that it is to play like.")
    ],
    out: Out = None,
    force: Force = False,
) -> None:
    """Print a commented file for a new variant that plays like another."""
    from lhombre_core.cli.output import deliver
    from lhombre_core.language.skeleton import schema_beside, skeleton

    schema = None if out is None else schema_beside(out)
    deliver(skeleton(name, extends, schema=schema), out, force=force)
