"""The form of a ruling: the rule that decides, a reason, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from lhombre_core.cards import Card, Hand, Ranking
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import COLOURS, Game
from lhombre_core.notation import Seat, display_order, format_card

Argument: TypeAlias = str | int
_NONE: Mapping[str, Argument] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Why:
    """A ruling: is an act legal, and why."""

    legal: bool
    rule: str
    """The dotted path of the rule that decides."""
    reason: str
    """A word for the case, the same in every language."""
    message: str
    """The sentence, in English."""
    args: Mapping[str, Argument] = field(default_factory=lambda: _NONE, repr=False)
    """The names and numbers in the sentence, for a sentence in another language."""


def allowed(rule: str, reason: str, message: str, args: Mapping[str, Argument] = _NONE) -> Why:
    """Return the ruling that an act is legal."""
    return Why(legal=True, rule=rule, reason=reason, message=_sentence(message), args=args)


def refused(rule: str, reason: str, message: str, args: Mapping[str, Argument] = _NONE) -> Why:
    """Return the ruling that an act is not legal."""
    return Why(legal=False, rule=rule, reason=reason, message=_sentence(message), args=args)


def _sentence(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def seat_name(seat: int) -> str:
    """Return a seat as a sentence names it."""
    return f"the {Seat(seat).name.lower()}" if seat != Seat.RESTING else "a resting player"


def card_name(card: int) -> str:
    """Return a card as a sentence names it: ``♠A``."""
    return format_card(Card(card), pretty=True)


def cards_name(hand: Hand, ranking: Ranking | None = None, last: str = "or") -> str:
    """Return the cards of a hand as a sentence lists them: ``♠A, ♣A or ♥5``."""
    names = [card_name(card) for card in display_order(hand, ranking)]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def contract_name(game: Game, name: str) -> str:
    """Return the name of a contract in the variant's own language."""
    contract = game.contracts.get(name)
    return name if contract is None else contract.name.own


def bid_name(game: Game, bid: Bid) -> str:
    """Return a bid as a sentence names it: the contract and, after it, the privilege."""
    name = contract_name(game, bid.contract)
    colour = COLOURS[bid.colour] if 0 <= bid.colour < len(COLOURS) else str(bid.colour)
    return f"{name} in {colour.capitalize()}" if bid.colour else name
