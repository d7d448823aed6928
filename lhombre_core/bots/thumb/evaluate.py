"""What a hand is worth: its quarters of a trick, its bad cards, its best suit, its part in play.

The figures are those of `docs/reference/players.md`. A quarter of a trick is written q. Sets of
cards are masks; the tables depend on nothing but the rules and the trump suit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import (
    DISPLAY_SUITS,
    TRUMP,
    Hand,
    Rank,
    Suit,
    card_of,
    cards_of,
    hand_of,
    is_red,
)
from lhombre_core.engine.state.game import Game
from lhombre_core.rules.contract import Family


class TrumpTable(NamedTuple):
    """The cards that count when a suit is trumps."""

    suit: Suit
    red: bool
    trumps: Hand
    best_two: Hand
    """Spadille and Manille."""
    basta: Hand
    three: Hand
    """The trump that counts 3: the king of a black suit, the ace of a red suit."""
    two: Hand
    """The trumps that count 2: king and queen of a red suit, the other trumps of a black suit."""
    kings: Hand
    """The highest card of each plain suit."""
    plain: tuple[Hand, ...]
    """The cards of each plain suit, in the order ♠ ♣ ♥ ♦."""


@lru_cache(maxsize=256)
def trump_table(game: Game, trump: Suit) -> TrumpTable:
    """Return the cards that count when a suit is trumps."""
    ranking = game.ranking(trump)
    order = ranking.trumps
    trumps, red = ranking.suit_masks[TRUMP], is_red(trump)
    best_two, basta = hand_of(order[:2]), hand_of(order[2:3])
    king, queen, ace = (1 << card_of(trump, rank) for rank in (Rank.KING, Rank.QUEEN, Rank.ACE))
    rest = trumps & ~(best_two | basta)
    three = rest & (ace if red else king)
    return TrumpTable(
        trump,
        red,
        trumps,
        best_two,
        basta,
        three,
        rest & ~three & (king | queen) if red else rest & ~three,
        hand_of(cards[0] for cards in ranking.sequences[:TRUMP] if cards),
        tuple(ranking.suit_masks[suit] for suit in DISPLAY_SUITS if suit != trump),
    )


def quarters(table: TrumpTable, hand: Hand, *, solo: bool = False) -> int:
    """Return what a hand is worth under a trump suit, in quarters of a trick.

    `solo` counts it for a contract without exchange: kings are worth more (AV18), and a plain
    suit of which the hand has nothing counts (AV17).
    """
    mine = hand & table.trumps
    best_two = (hand & table.best_two).bit_count()
    worth = mine.bit_count() + 3 * best_two
    worth += 2 * (hand & table.three).bit_count() + (hand & table.two).bit_count()
    if hand & table.basta:
        worth += 3 if best_two == 2 else 2
    if table.red:
        worth += max(0, mine.bit_count() - 4)
    kings = (hand & table.kings).bit_count()
    if not solo:
        return worth + 2 * kings
    return worth + 3 * kings + sum(not hand & suit for suit in table.plain)


def bought(table: TrumpTable, hand: Hand) -> int:
    """Return the number of cards of a hand that are neither trumps nor plain kings (AV30)."""
    return (hand & ~(table.trumps | table.kings)).bit_count()


class OpenTable(NamedTuple):
    """The suits of a deal without trumps, in the order ♠ ♣ ♥ ♦, each from its lowest card up."""

    suits: tuple[tuple[int, ...], ...]
    masks: tuple[Hand, ...]


@lru_cache(maxsize=64)
def open_table(game: Game) -> OpenTable:
    """Return the suits of a deal without trumps."""
    ranking = game.ranking(None)
    return OpenTable(
        tuple(tuple(map(int, reversed(ranking.sequences[suit]))) for suit in DISPLAY_SUITS),
        tuple(ranking.suit_masks[suit] for suit in DISPLAY_SUITS),
    )


def numbers(suit: tuple[int, ...], hand: Hand) -> list[int]:
    """Return the numbers, from 0 for the lowest card of the suit, of the cards that are held."""
    return [number for number, card in enumerate(suit) if hand >> card & 1]


def _is_bad(held: list[int]) -> bool:
    if len(held) >= 3 and held[0] > 0:  # AV20
        return True
    return any(number > 2 * place + 1 for place, number in enumerate(held[:3]))


def bad_cards(table: OpenTable, hand: Hand) -> list[int]:
    """Return the cards that a hand should not have in a nolo, the highest of its suit first.

    A suit is bad with three cards or more and not its lowest (AV20), or where one of its three
    lowest cards is above number 1, 3 or 5; its highest card is bad until the rest is not. Equally
    high cards stand by suit, ♠ ♣ ♥ ♦.
    """
    bad = []
    for place, suit in enumerate(table.suits):
        held = numbers(suit, hand)
        while held and _is_bad(held):
            number = held.pop()
            bad.append((-number, place, suit[number]))
    return [card for _, _, card in sorted(bad)]


def by_danger(table: OpenTable, hand: Hand) -> list[int]:
    """Return the cards of a hand, those first that are highest in their suit, ♠ ♣ ♥ ♦."""
    cards = [
        (-number, place, suit[number])
        for place, suit in enumerate(table.suits)
        for number in numbers(suit, hand)
    ]
    return [card for _, _, card in sorted(cards)]


def is_unbeatable(table: OpenTable, hand: Hand) -> bool:
    """Return whether a hand is all but sure to take no trick (AV23)."""
    return all(
        number <= 2 * place
        for suit in table.suits
        for place, number in enumerate(numbers(suit, hand))
    )


def dangerous_lead(table: OpenTable, hand: Hand) -> int | None:
    """Return the only card that can take a trick, if it is the second lowest of its suit (AV24).

    None where the hand has no such card or more cards that can take one.
    """
    for suit in table.suits:
        if hand >> suit[1] & 1 and not hand >> suit[0] & 1:
            return suit[1] if is_unbeatable(table, hand & ~(1 << suit[1])) else None
    return None


def grand_quarters(table: OpenTable, hand: Hand) -> int:
    """Return what a hand is worth where there are no trumps and most tricks win.

    A card counts 4 q as long as all above it are held too, the first that does not 2 q if a card
    below it is held, and each card beyond the third of a suit whose two highest are held 2 q.
    """
    worth = 0
    for suit in table.suits:
        held = numbers(suit, hand)
        run = 0
        while run < len(held) and held[-1 - run] == len(suit) - 1 - run:
            run += 1
        worth += 4 * run
        if run >= 2:
            worth += 2 * max(0, len(held) - max(run, 3))
        elif len(held) > run + 1 and held[-1 - run] == len(suit) - 2 - run:
            worth += 2
    return worth


def lowest_first(game: Game, trump: Suit | None, cards: Hand) -> list[int]:
    """Return cards from the lowest in its suit up, equally low ones by suit, ♠ ♣ ♥ ♦."""
    strengths = game.ranking(trump).strengths
    return sorted(cards_of(cards), key=lambda card: (strengths[card], DISPLAY_PLACE[card]))


DISPLAY_PLACE = tuple(DISPLAY_SUITS.index(Suit(card // 10)) for card in range(40))
"""By card, the place of its printed suit among ♠ ♣ ♥ ♦."""


# -- the trump suit ---------------------------------------------------------------------------

_SPADES: Final = frozenset({Family.SPADES_EXCHANGE, Family.SPADES_NO_EXCHANGE})


def best_suit(
    game: Game, suits: Iterable[Suit], hand: Hand, privileged: Suit | None, *, solo: bool
) -> Suit:
    """Return the suit in which a hand is worth most.

    Of equal suits a black one goes before a red one, then the one that ranks higher in the
    ladder, then the first of ♠ ♣ ♥ ♦.
    """

    def order(suit: Suit) -> tuple[int, tuple[bool, int, int]]:
        worth = quarters(trump_table(game, suit), hand, solo=solo)
        return -worth, preference(game, suit, privileged)

    return min(suits, key=order)


def preference(game: Game, suit: Suit, privileged: Suit | None) -> tuple[bool, int, int]:
    """Return what decides between suits in which a hand is worth as much: the least is taken."""
    return is_red(suit), -_rank(game, suit, privileged), DISPLAY_SUITS.index(suit)


def _rank(game: Game, suit: Suit, privileged: Suit | None) -> int:
    """Return how high a suit ranks: Sur, Couleur, then spades where they have contracts."""
    privilege = game.rules.auction.privilege
    if privilege is not None and privileged is not None:
        for colour in range(privilege.number, 0, -1):
            if game.colour_suit(privileged, colour) is suit:
                return 1 + colour
    spades = any(contract.family in _SPADES for contract in game.contracts.values())
    return int(spades and suit is Suit.S)


# -- the part of an opponent ------------------------------------------------------------------
# Against an ombre with four tricks the other five beat him only when they fall 4-1 or 5-0: one
# opponent collects tricks, the other supports him by taking exactly one.


def collects(game: Game, style: Style, hand: Hand, trump: Suit | None, *, near: bool) -> bool:
    """Return whether an opponent with a hand tries to collect four tricks (AV50 to AV55).

    `near` says that he sits at the ombre's right, directly after him. Every opponent supports
    (AV55) without trumps or before they are known.
    """
    if trump is None:
        return False
    ranking = game.ranking(trump)
    if hand & hand_of(ranking.trumps[:3]):  # AV50
        return True
    trumps = (hand & ranking.suit_masks[TRUMP]).bit_count()
    if near and style.near:  # AV115
        trumps += 1
    if trumps >= 3:  # AV51
        return True
    if trumps < 2:  # AV55
        return False
    king = any(hand >> cards[0] & 1 for cards in ranking.sequences[:TRUMP] if cards)
    if is_red(trump):
        return king and style.often  # AV53
    return king or style.often  # AV52, AV54
