"""A rule set ready to be played: the tables that the engine reads in every deal."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from lhombre_core.cards import (
    EMPTY,
    Card,
    Hand,
    Orders,
    Rank,
    Ranking,
    Suit,
    card_of,
    hand_of,
    partner,
    ranking,
)
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.following import Follow
from lhombre_core.errors import UsageError, quoted
from lhombre_core.notation import parse_suit
from lhombre_core.rules.auction import PrivilegeCompare, PrivilegeSetBy
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.contract import Contract, EnteredBy, Requirement
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Number

HAND_SIZE: Final = 9
TRICKS: Final = 9
COLOURS: Final = ("plain", "couleur", "sur")
"""Words for a bid in no privileged suit, in Couleur and in Sur."""

ACES: Final[Hand] = hand_of(card_of(suit, Rank.ACE) for suit in Suit)
BLACK_ACES: Final[Hand] = hand_of((Card.SA, Card.CA))
_NO_TRUMP = 4
_KEPT = 32


class Game:
    """A rule set ready to be played. Its values never change.

    Games compare by identity: `prepare` returns the same game for the same rule set object.
    """

    __slots__ = (
        "_tables",
        "bids",
        "contracts",
        "ladder",
        "levels",
        "orders",
        "resting_contract",
        "rules",
    )

    rules: RuleSet
    contracts: dict[str, Contract]
    bids: tuple[Bid, ...]
    """All possible bids, from low to high; equal ranks in the order of the file."""
    ladder: tuple[int, ...]
    """The level of each of `bids`."""
    levels: dict[Bid, int]
    """The level of each bid; bids of one level are of equal rank."""
    resting_contract: str | None
    """The contract of a resting player who enters; None: the variant has none."""

    def __init__(self, rules: RuleSet) -> None:
        """Compute the tables; orders that leave a card without a place are a ValueError."""
        require(Consumer.ENGINE, rules)
        cards = rules.cards
        self.rules = rules
        self.orders = Orders.parse(
            cards.plain_black,
            cards.plain_red,
            cards.trump_black,
            cards.trump_red,
            cards.no_trump_black,
            cards.no_trump_red,
        )
        self.contracts = dict(rules.contracts)
        self.levels = _levels(rules)
        self.bids = tuple(sorted(self.levels, key=self.levels.__getitem__))
        self.ladder = tuple(self.levels[bid] for bid in self.bids)
        self.resting_contract = next(
            (
                name
                for name, contract in self.contracts.items()
                if contract.entry.by is EnteredBy.RESTING_SEAT
            ),
            None,
        )
        self._tables: list[Follow | None] = [None] * 5

    def __repr__(self) -> str:
        """Return the id of the variant in brackets."""
        return f"<Game {self.rules.identity.id}>"

    def follow(self, trump: Suit | None) -> Follow:
        """Return the tables of play under a trump suit, or without trumps."""
        place = _NO_TRUMP if trump is None else int(trump)
        table = self._tables[place]
        if table is None:
            table = Follow(
                ranking(self.orders, trump), self.rules.cards.matadors, self.rules.play.matadors
            )
            self._tables[place] = table
        return table

    def ranking(self, trump: Suit | None) -> Ranking:
        """Return the ranking of the cards under a trump suit, or without trumps."""
        return self.follow(trump).ranking

    def card(self, name: str) -> Card:
        """Return the card that a rule names, such as `SA`."""
        return Card[name]

    def matadors(self, trump: Suit) -> tuple[Card, ...]:
        """Return the matadors of a trump suit, high to low."""
        return self.ranking(trump).trumps[: self.rules.cards.matadors]

    def number(self, value: Number) -> int:
        """Return a number, or the value of the parameter that stands for it.

        A parameter without a value, or with a letter for one, is a `UsageError`.
        """
        while isinstance(value, str):
            parameter = self.rules.stakes.parameters.get(value)
            if parameter is None or parameter.value is None:
                raise UsageError(f"the parameter {quoted(value)} has no value; set it to a number")
            value = parameter.value
        return value

    def agreed_suit(self) -> Suit | None:
        """Return the privileged suit that was agreed for the session; None: not by agreement."""
        privilege = self.rules.auction.privilege
        if privilege is None or privilege.set_by is not PrivilegeSetBy.AGREED:
            return None
        parameter = self.rules.stakes.parameters.get(privilege.suit)
        return parse_suit(privilege.suit if parameter is None else str(parameter.value))

    def colour_suit(self, set_suit: Suit, colour: int) -> Suit:
        """Return the suit of Couleur (1) or Sur (2) when `set_suit` is the suit that was set."""
        privilege = self.rules.auction.privilege
        two = privilege is not None and privilege.number == 2
        return partner(set_suit) if two and colour == 1 else set_suit


def _levels(rules: RuleSet) -> dict[Bid, int]:
    privilege = rules.auction.privilege
    colours = 1 if privilege is None else privilege.number + 1
    colour_first = privilege is not None and privilege.compare is PrivilegeCompare.COLOUR_FIRST
    ranks = 1 + max((contract.rank for contract in rules.contracts.values()), default=0)
    levels = {}
    for name, contract in rules.contracts.items():
        if contract.entry.by is not EnteredBy.BID:
            continue
        for colour in range(colours if contract.entry.privilege else 1):
            level = colour * ranks + contract.rank if colour_first else contract.rank * 3 + colour
            levels[Bid(name, colour)] = level
    return levels


def meets(requirement: Requirement, hand: Hand) -> bool:
    """Return whether a hand holds what a contract requires."""
    if requirement is Requirement.BLACK_ACES:
        return hand & BLACK_ACES == BLACK_ACES
    if requirement is Requirement.AN_ACE:
        return hand & ACES != EMPTY
    if requirement is Requirement.A_BLACK_ACE:
        return hand & BLACK_ACES != EMPTY
    return True


_games: OrderedDict[int, Game] = OrderedDict()


def prepare(rules: RuleSet) -> Game:
    """Return the game of a rule set, the same object for the rule sets used last."""
    key = id(rules)
    game = _games.get(key)
    if game is None or game.rules is not rules:
        game = _games[key] = Game(rules)
        if len(_games) > _KEPT:
            _games.popitem(last=False)
    _games.move_to_end(key)
    return game
