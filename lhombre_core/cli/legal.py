"""`lhombre legal`: which cards may be played, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from lhombre_core.cli.option import AsJson, Choices, Variant, with_choices

if TYPE_CHECKING:
    from lhombre_core.cards import Card
    from lhombre_core.engine.why.reason import Why
    from lhombre_core.language.resolve.resolution import Resolved


@with_choices
def legal(
    variant: Variant,
    *,
    contract: Annotated[
        str, typer.Option("--contract", metavar="C", help="What is played, by id or name.")
    ],
    hand: Annotated[
        str, typer.Option("--hand", metavar="CARDS", help='The cards held, as in "SA CA D3".')
    ],
    led: Annotated[
        str,
        typer.Option(
            "--led", metavar="CARDS", help="The trick so far, the card led first; none: you lead."
        ),
    ] = "",
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="S", help="The trump suit: S, H, D or C.")
    ] = None,
    json: AsJson = False,
    choices: Choices,
) -> None:
    """Say which cards of a hand may be played to a trick, and why."""
    from lhombre_core.cards import hand_of
    from lhombre_core.cli.output import show_json
    from lhombre_core.cli.question import ask, contract_id, trump_of
    from lhombre_core.engine.state.game import prepare
    from lhombre_core.engine.why.ruling import card_why
    from lhombre_core.rules.consumer.require import require
    from lhombre_core.rules.consumer.stance import Consumer

    resolved = ask(variant, choices)
    require(Consumer.LEGAL, resolved.rules)
    game = prepare(resolved.rules)
    name = contract_id(resolved.rules, contract)
    suit = trump_of(game, name, trump)
    held, trick = _cards(hand, led, 4 if name == game.resting_contract else 3)
    rulings = {card: card_why(game, suit, hand_of(held), trick, card) for card in held}
    if json:
        show_json(_as_json(resolved, rulings))
    else:
        _show(resolved, rulings)


def _cards(hand: str, led: str, seats: int) -> "tuple[tuple[Card, ...], tuple[Card, ...]]":
    """Return the hand and the trick so far. UsageError where the two contradict each other."""
    from lhombre_core.errors import UsageError
    from lhombre_core.notation import parse_cards

    held, trick = parse_cards(hand), parse_cards(led)
    if not held:
        raise UsageError("the hand is empty; expected one to nine cards")
    if len(held) > 9:
        raise UsageError(f"the hand has {len(held)} cards; expected at most nine")
    if len(trick) >= seats:
        raise UsageError(f"the trick has {len(trick)} cards already; expected at most {seats - 1}")
    both = [card.name for card in held if card in trick]
    if both:
        raise UsageError(f"{both[0]} is in the hand and was played to the trick")
    return held, trick


def _as_json(resolved: "Resolved", rulings: "dict[Card, Why]") -> dict[str, object]:
    from lhombre_core.cli.question import cite, heading

    return {
        **heading(resolved),
        "legal": [card.name for card, why in rulings.items() if why.legal],
        "why": [
            {
                "card": card.name,
                "legal": why.legal,
                "rule": why.rule,
                "message": why.message,
                "sources": [cite(resolved, why.rule).as_json()],
            }
            for card, why in rulings.items()
        ],
    }


def _show(resolved: "Resolved", rulings: "dict[Card, Why]") -> None:
    from lhombre_core.cards import hand_of
    from lhombre_core.cli.output import show
    from lhombre_core.cli.question import cite
    from lhombre_core.engine.why.reason import card_name, cards_name

    may = hand_of(card for card, why in rulings.items() if why.legal)
    rest = hand_of(card for card, why in rulings.items() if not why.legal)
    if rest:
        show(
            f"You must play {cards_name(may)}. ({cards_name(rest, last='and')} may not be played.)"
        )
    else:
        show(f"You may play any card: {cards_name(may)}.")
    for card, why in rulings.items():
        show(f"  {card_name(card)}  {'may' if why.legal else 'may not'}: {why.message}")
    for rule in dict.fromkeys(why.rule for why in rulings.values()):
        show(f"  {cite(resolved, rule)}")
