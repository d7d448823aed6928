"""`lhombre compare`: what variants share and where they part."""

from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Choices, Force, Out, with_choices


@with_choices
def compare(
    variants: Annotated[
        list[str], typer.Argument(metavar="A B …", help="Two or more variants by id or file.")
    ],
    *,
    form: Annotated[
        str, typer.Option("--format", metavar="md|html|json", help="Markdown, HTML page or JSON.")
    ] = "md",
    json: AsJson = False,
    out: Out = None,
    force: Force = False,
    choices: Choices,
) -> None:
    """Compare variants rule by rule; the same variant may stand twice with other readings."""
    from lhombre_core.cli.output import deliver
    from lhombre_core.cli.question import ask_all, require_format
    from lhombre_core.report.compare.comparison import compare as compared
    from lhombre_core.report.compare.render import render

    form = "json" if json else form
    require_format(form, ("md", "html", "json"))
    comparison = compared(ask_all(variants, choices))
    deliver(render(comparison, form), out, force=force)
