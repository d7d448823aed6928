"""`lhombre auction`: is an auction legal, who plays, and what must the hands have held."""

from typing import TYPE_CHECKING, Annotated

import typer

from lhombre_core.cli.option import AsJson, Choices, TableOf, Variant, with_choices

if TYPE_CHECKING:
    from lhombre_core.cli.auction.answer import AuctionAnswer
    from lhombre_core.language.resolve.resolution import Resolved


@with_choices
def auction(
    variant: Variant,
    calls: Annotated[
        str,
        typer.Argument(
            metavar="CALLS", help='What was said in order: "forehand spil; middlehand pass; …".'
        ),
    ],
    *,
    table: TableOf = 3,
    json: AsJson = False,
    choices: Choices,
) -> int:
    """Say whether an auction is legal, who plays what, and what the hands must have held.

    A bid is named by id or by its own or English name; `hold` holds, `pass` passes, and a
    privilege stands after the bid: "forehand frage couleur".
    """
    from lhombre_core.cli.auction.answer import answer_auction
    from lhombre_core.cli.output import show_json
    from lhombre_core.cli.question import ask, cite, heading

    resolved = ask(variant, choices)
    answer = answer_auction(resolved, calls, table)
    if json:
        show_json(
            heading(resolved)
            | answer.as_json()
            | {"sources": [cite(resolved, rule).as_json() for rule in _rules(answer)]}
        )
    else:
        _show(resolved, answer)
    return 0 if answer.legal else 1


def _show(resolved: "Resolved", answer: "AuctionAnswer") -> None:
    from lhombre_core.cli.output import show
    from lhombre_core.cli.question import cite

    show(answer.sentence)
    for condition in answer.conditions:
        show(f"  {condition.sentence}")
    for rule in _rules(answer):
        show(f"  {cite(resolved, rule)}")


def _rules(answer: "AuctionAnswer") -> list[str]:
    """Return the rules on which an answer rests, each once."""
    rules = [condition.rule for condition in answer.conditions]
    return list(dict.fromkeys([*([answer.rule] if answer.rule else []), *rules]))
