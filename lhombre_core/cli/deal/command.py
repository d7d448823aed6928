"""`lhombre deal`: a seeded deal, the same under every variant, or a record that begins with it."""

from typing import Annotated, TypeAlias

import typer

from lhombre_core.cli.option import AsJson, Choices, Force, Out, TableOf, with_choices

Seed: TypeAlias = Annotated[int, typer.Option("--seed", metavar="N", help="The seed.")]
Session: TypeAlias = Annotated[
    int, typer.Option("--session", metavar="N", help="Number of the session, from 0.")
]
Index: TypeAlias = Annotated[
    int, typer.Option("--index", metavar="N", help="Number of the deal in it, from 0.")
]
AsRecord: TypeAlias = Annotated[
    str | None, typer.Option("--record", metavar="ID", help="Print it as a record of a variant.")
]
Playout: TypeAlias = Annotated[
    str | None,
    typer.Option("--playout", metavar="BOT", help="With --record: have a bot play it out."),
]


@with_choices
def deal(
    *,
    seed: Seed,
    session: Session = 0,
    index: Index = 0,
    table: TableOf = 3,
    record: AsRecord = None,
    playout: Playout = None,
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Deal the cards that a seed, a session and an index stand for.

    The same three numbers give the same cards under every variant. With --record it is printed as a
    record, which `lhombre replay` reads.
    """
    from lhombre_core.cli.deal import answer
    from lhombre_core.cli.output import deliver
    from lhombre_core.cli.question import ask

    number = answer.DealNumber(seed, session, index)
    if record is None:
        answer.refuse_without_record(
            {
                "--playout": playout,
                "--out": out,
                "--reading": choices.readings,
                "--patch": choices.patches,
                "--set": choices.settings,
            }
        )
        answer.show_deal(number, table, as_json=json)
        return
    resolved = ask(record, choices)
    text = answer.record_text(number, table, record, resolved, playout=playout, as_json=json)
    deliver(text, out, force=force)
