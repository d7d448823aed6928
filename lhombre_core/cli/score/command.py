"""`lhombre score`: the result of a deal, and who pays whom."""

from typing import Annotated, TypeAlias

import typer

from lhombre_core.cli.option import AsJson, Choices, Variant, with_choices

Contract: TypeAlias = Annotated[
    str, typer.Option("--contract", metavar="C", help="What was played, by id or name.")
]
Tricks: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--tricks",
        metavar="D-A-B",
        help="The ombre's tricks, then the opponents' in seat order, as in 4-4-1.",
    ),
]
Ombre: TypeAlias = Annotated[
    str | None, typer.Option("--ombre", metavar="SEAT", help="Who was ombre [forehand].")
]
Trump: TypeAlias = Annotated[
    str | None, typer.Option("--trump", metavar="S", help="The trump suit: S, H, D or C.")
]
Run: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--run",
        "--matadors",
        metavar="N",
        help="Length of the ombre's run of top trumps, held or lacking as the variant counts.",
    ),
]
Hand: TypeAlias = Annotated[
    str | None,
    typer.Option("--hand", metavar="CARDS", help="The ombre's nine cards, instead of --run."),
]
OpponentRun: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--opponent-run", metavar="SEAT=N", help="An opponent who has all matadors: his run."
    ),
]
Vole: TypeAlias = Annotated[
    str | None, typer.Option("--vole", metavar="made|failed", help="The vole was undertaken.")
]
Primera: TypeAlias = Annotated[
    bool, typer.Option("--primera", help="One side won the first five tricks.")
]
Conceded: TypeAlias = Annotated[
    bool, typer.Option("--conceded", help="The ombre gave up, and that settled the deal.")
]
Surrendered: TypeAlias = Annotated[
    str | None,
    typer.Option("--surrendered", metavar="SEAT", help="Who gave up; the ombre took over."),
]
SurrenderedRun: TypeAlias = Annotated[
    int | None,
    typer.Option("--surrendered-run", metavar="N", help="The run of the one who gave up."),
]
Colour: TypeAlias = Annotated[
    str | None,
    typer.Option("--colour", metavar="couleur|sur", help="It was bid in a privileged suit."),
]
Pot: TypeAlias = Annotated[
    int | None, typer.Option("--pot", metavar="N", help="What lies in the pot.")
]
Pools: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--pool", metavar="NAME=N", help="What a pool holds before the settlement."),
]
Bete: TypeAlias = Annotated[bool, typer.Option("--bete", help="A bête lies in the pot already.")]
Over: TypeAlias = Annotated[
    str | None,
    typer.Option("--over", metavar="OCCASION", help="What the deal was played for."),
]


@with_choices
def score(
    variant: Variant,
    *,
    contract: Contract,
    tricks: Tricks = None,
    ombre: Ombre = None,
    trump: Trump = None,
    run: Run = None,
    hand: Hand = None,
    opponent_run: OpponentRun = None,
    vole: Vole = None,
    primera: Primera = False,
    conceded: Conceded = False,
    surrendered: Surrendered = None,
    surrendered_run: SurrenderedRun = None,
    colour: Colour = None,
    pot: Pot = None,
    pool: Pools = None,
    bete: Bete = False,
    over: Over = None,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Say what a deal comes to: the result, and who pays whom.

    A flag that is absent means no. A number that a payment reads is asked for, not assumed.
    """
    from lhombre_core.cli.question import ask
    from lhombre_core.cli.score.answer import show_score
    from lhombre_core.cli.score.scoring import ScoreOptions, score_deal

    options = ScoreOptions(
        contract=contract, tricks=tricks, ombre=ombre, trump=trump, run=run, hand=hand,
        opponent_run=opponent_run, vole=vole, primera=primera, conceded=conceded,
        surrendered=surrendered, surrendered_run=surrendered_run, colour=colour,
        pot=pot, pools=tuple(pool or ()), bete=bete, over=over,
    )  # fmt: skip
    resolved = ask(variant, choices)
    show_score(resolved, score_deal(resolved, options), as_json=json)
