"""`lhombre rulebook`: the rules of a variant as a book."""

from typing import Annotated

import typer

from lhombre_core.cli.option import Choices, Force, Out, Variant, with_choices


@with_choices
def rulebook(
    variant: Variant,
    *,
    form: Annotated[
        str, typer.Option("--format", metavar="md|html", help="Markdown, or one HTML page.")
    ] = "md",
    out: Out = None,
    force: Force = False,
    choices: Choices,
) -> None:
    """Print the rulebook of a variant, made from its rules."""
    from lhombre_core.cli.output import deliver
    from lhombre_core.cli.question import ask, require_format
    from lhombre_core.report.rulebook.book import rulebook as markdown
    from lhombre_core.report.rulebook.book import rulebook_html

    require_format(form, ("md", "html"))
    resolved = ask(variant, choices)
    deliver(rulebook_html(resolved) if form == "html" else markdown(resolved), out, force=force)
