"""`lhombre solve`: what a deal is worth with every card in sight."""

from typing import Annotated

import typer

from lhombre_core.cli.option import AsJson, Patches, Readings, Settings


def solve(
    deal: Annotated[
        str,
        typer.Argument(
            metavar="DEAL",
            help="A record, what `lhombre deal` prints (a file, or - for standard input), a seed "
            'as in 7 or 7/SESSION/INDEX, or hands as in "forehand SA C7; middlehand …".',
        ),
    ],
    *,
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="ID", help="By whose rules; a record says it itself."),
    ] = None,
    contract: Annotated[
        str | None, typer.Option("--contract", metavar="C", help="What is played, by id or name.")
    ] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="S", help="The trump suit: S, H, D or C.")
    ] = None,
    ombre: Annotated[
        str | None, typer.Option("--ombre", metavar="SEAT", help="Who is ombre [forehand].")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="TRICK.CARD",
            help="Of a record: the position before this card, as in 3.2 [1.1].",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--deal", metavar="N", help="Which deal of a session, from 1.")
    ] = None,
    leader: Annotated[
        str | None,
        typer.Option("--leader", metavar="SEAT", help="Of hands: who leads to this trick."),
    ] = None,
    led: Annotated[
        str, typer.Option("--led", metavar="CARDS", help="Of hands: the trick so far.")
    ] = "",
    tricks: Annotated[
        str | None,
        typer.Option(
            "--tricks",
            metavar="D-A-B",
            help="Of hands: tricks so far, the ombre's first, then the opponents' in seat order.",
        ),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Also the value for each ombre and trump suit.")
    ] = False,
    line: Annotated[bool, typer.Option("--line", help="Also one line of best play.")] = False,
    any_hash: Annotated[
        bool,
        typer.Option("--any-hash", help="Even if the rules have changed since a record was made."),
    ] = False,
    json: AsJson = False,
    reading: Readings = None,
    patch: Patches = None,
    setting: Settings = None,
) -> None:
    """Say what each card is worth with every card in sight (double dummy).

    All play their best, and the opponents act as one side against the ombre. At a table nobody
    sees the cards: the answer judges a deal, not a player.
    """
    from lhombre_core.cli import solve_answer, solve_question
    from lhombre_core.cli.solve_record import Asked

    asked = Asked(
        deal=deal,
        variant=variant,
        contract=contract,
        trump=trump,
        ombre=ombre,
        at=at,
        number=number,
        leader=leader,
        led=led,
        tricks=tricks,
        any_hash=any_hash,
        readings=tuple(reading or ()),
        patches=tuple(patch or ()),
        settings=tuple(setting or ()),
    )
    question = solve_question.read_question(asked)
    answer = solve_answer.solve(question, table=table, line=line)
    if json:
        solve_answer.show_json(answer)
    else:
        solve_answer.show(answer)
