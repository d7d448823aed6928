"""Hands with matadors to which a trump is led, and the cards that the engine lets them play."""

from __future__ import annotations

from dataclasses import dataclass

from lhombre_core.cards import Card, Hand, Ranking, Suit, cards_of, hand_of
from lhombre_core.engine import Game
from lhombre_core.rules.contract import TrumpBy


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A hand that has to play to a trick."""

    trick: tuple[Card, ...]
    """The cards that lie there, the one led first."""
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    held_back: tuple[Card, ...]
    """The matadors in hand, where any card may be played although there are trumps in hand."""
    is_called: bool
    """Whether the one card that may be played is a matador to which a higher one was led."""

    @property
    def is_free(self) -> bool:
        """Whether any card may be played."""
        return len(self.legal) == len(self.hand)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions under one trump suit."""

    trump: Suit
    rows: tuple[ExamplePosition, ...]


def positions(game: Game) -> Positions | None:
    """Return positions that show the privilege of matadors; None without trumps or matadors."""
    suits = [
        Suit[letter]
        for contract in game.rules.contracts.values()
        if contract.trump.by is not TrumpBy.NONE
        for letter in contract.trump.suits or "H"
    ]
    if not suits or game.rules.cards.matadors < 1:
        return None
    trump = Suit.H if Suit.H in suits else suits[0]
    table = game.follow(trump)
    rows = []
    for trick, held in _asked(table.ranking, game.rules.cards.matadors, trump):
        hand = hand_of(held)
        forcing = table.forcing(trick[0], trick[1]) if len(trick) > 1 else None
        legal = table.legal(hand, trick[0], forcing)
        rows.append(_position(trick, held, legal, table.matadors))
    return Positions(trump, tuple(rows))


def _position(trick: list[Card], held: list[Card], legal: Hand, matadors: Hand) -> ExamplePosition:
    free = legal == hand_of(held)
    back = tuple(card for card in held if free and matadors >> card & 1)
    cards = tuple(card for card in held if legal >> card & 1)
    called = len(cards) == 1 and bool(matadors >> trick[0] & matadors >> cards[0] & 1)
    return ExamplePosition(tuple(trick), tuple(held), cards, back, called)


def _asked(ranking: Ranking, number: int, trump: Suit) -> list[tuple[list[Card], list[Card]]]:
    """Return tricks and hands: each matador under trumps below, level with and above it."""
    trumps = list(ranking.trumps)
    tops, low = trumps[:number], trumps[number:]
    plain = _plain(ranking, trump)
    led, small = low[1], low[-2]
    asked = [
        ([led], [tops[-1], *plain[:2]]),
        ([led], [tops[-1], small, plain[0]]),
    ]
    if number >= 2:
        asked += [([tops[0]], [tops[-1], plain[0]]), ([tops[-1]], [tops[0], *plain[:2]])]
    if number >= 3:
        asked += [
            ([tops[1]], [tops[0], *plain[:2]]),
            ([tops[1]], [tops[2], plain[0]]),
            ([tops[1]], [tops[0], tops[2], plain[0]]),
        ]
    if number >= 2:
        asked.append(([small, tops[0]], [tops[-1], *plain[:2]]))
    return asked


def _plain(ranking: Ranking, trump: Suit) -> list[Card]:
    """Return a few plain cards of another suit, low ones."""
    suits = [suit for suit in (Suit.D, Suit.S, Suit.H) if suit is not trump]
    cards = cards_of(ranking.suit_masks[suits[0]])
    return sorted(cards, key=ranking.strength)[2:4]
