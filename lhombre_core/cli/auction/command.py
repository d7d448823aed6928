"""`lhombre auction`: is an auction legal, who plays, and what must the hands have held."""

from typing import TYPE_CHECKING, Annotated

import typer

from lhombre_core.cli.option import AsJson, Patches, Readings, Settings, TableOf, Variant

if TYPE_CHECKING:
    from lhombre_core.cli.auction.answer import Answer
    from lhombre_core.language.resolve.resolution import Resolved


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
    reading: Readings = None,
    patch: Patches = None,
    setting: Settings = None,
) -> int:
    """Say whether an auction is legal, who plays what, and what the hands must have held.

    A bid is named by id or by its own or English name; `hold` holds, `pass` passes, and a
    privilege stands after the bid: "forehand frage couleur".
    """
    from lhombre_core.cli.auction.answer import answer
    from lhombre_core.cli.output import show_json
    from lhombre_core.cli.question import ask, cite

    resolved = ask(variant, reading, patch, setting)
    found = answer(resolved, calls, table)
    if json:
        shown = {"variant": resolved.id, "hash": resolved.hash} | found.as_json()
        show_json(shown | {"sources": [cite(resolved, rule).as_json() for rule in _rules(found)]})
    else:
        _show(resolved, found)
    return 0 if found.legal else 1


def _show(resolved: "Resolved", found: "Answer") -> None:
    from lhombre_core.cli.output import show
    from lhombre_core.cli.question import cite

    show(found.sentence)
    for condition in found.conditions:
        show(f"  {condition.sentence}")
    for rule in _rules(found):
        show(f"  {cite(resolved, rule)}")


def _rules(found: "Answer") -> list[str]:
    """Return the rules on which an answer rests, each once."""
    rules = [condition.rule for condition in found.conditions]
    return list(dict.fromkeys([*([found.rule] if found.rule else []), *rules]))
