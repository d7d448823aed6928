"""`lhombre solve`: what a deal is worth with every card in sight."""

from typing import Annotated, TypeAlias

import typer

from lhombre_core.cli.option import AsJson, Choices, with_choices

Deal: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="DEAL",
        help="A record, what `lhombre deal` prints (a file, or - for standard input), a seed "
        'as in 7 or 7/SESSION/INDEX, or hands as in "forehand SA C7; middlehand …". What '
        "`lhombre deal` prints and a seed are solved as dealt: nobody has exchanged.",
    ),
]
RulesOf: TypeAlias = Annotated[
    str | None,
    typer.Option("--variant", metavar="ID", help="By whose rules; a record says it itself."),
]
Contract: TypeAlias = Annotated[
    str | None, typer.Option("--contract", metavar="C", help="What is played, by id or name.")
]
Trump: TypeAlias = Annotated[
    str | None, typer.Option("--trump", metavar="S", help="The trump suit: S, H, D or C.")
]
Ombre: TypeAlias = Annotated[
    str | None,
    typer.Option("--ombre", metavar="SEAT", help="Who is ombre [forehand; the mort if one plays]."),
]
At: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="TRICK.CARD",
        help="Of a record: the position before this card, as in 3.2 [1.1].",
    ),
]
Number: TypeAlias = Annotated[
    int | None, typer.Option("--deal", metavar="N", help="Which deal of a session, from 1.")
]
Leader: TypeAlias = Annotated[
    str | None,
    typer.Option("--leader", metavar="SEAT", help="Of hands: who leads to this trick."),
]
Led: TypeAlias = Annotated[
    str, typer.Option("--led", metavar="CARDS", help="Of hands: the trick so far.")
]
Tricks: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--tricks",
        metavar="D-A-B",
        help="Of hands: tricks so far, the ombre's first, then the opponents' in seat order.",
    ),
]
WithTable: TypeAlias = Annotated[
    bool, typer.Option("--table", help="Also the value for each ombre and trump suit.")
]
WithLine: TypeAlias = Annotated[bool, typer.Option("--line", help="Also one line of best play.")]
AnyHash: TypeAlias = Annotated[
    bool,
    typer.Option("--any-hash", help="Even if the rules have changed since a record was made."),
]


@with_choices
def solve(
    deal: Deal,
    *,
    variant: RulesOf = None,
    contract: Contract = None,
    trump: Trump = None,
    ombre: Ombre = None,
    at: At = None,
    number: Number = None,
    leader: Leader = None,
    led: Led = "",
    tricks: Tricks = None,
    table: WithTable = False,
    line: WithLine = False,
    any_hash: AnyHash = False,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Say what each card is worth with every card in sight (double dummy).

    All play their best, and the opponents act as one side against the ombre. At a table nobody
    sees the cards: the answer judges a deal, not a player.
    """
    from lhombre_core.cli.solve import answer
    from lhombre_core.cli.solve.question import read_question
    from lhombre_core.cli.solve.record import SolveOptions

    options = SolveOptions(
        deal, variant, contract, trump, ombre, at, number, leader, led, tricks, any_hash, choices
    )
    solution = answer.solve(read_question(options), table=table, line=line)
    if json:
        answer.show_json(solution)
    else:
        answer.show(solution)
