"""The notation of cards, hands, suits, seats and splits of tricks, read and written.

The text may come from a user: every fault is a `UsageError` with a sentence that names the word at
fault and what was expected. A written value is read back as the same value.
"""

import re
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Final

from lhombre_core.cards import (
    DISPLAY_SUITS,
    SUIT_SYMBOLS,
    TRUMP,
    Card,
    EffectiveSuit,
    Hand,
    Ranking,
    Suit,
    cards_of,
    hand_of,
    rank_of,
    suit_of,
)
from lhombre_core.errors import UsageError, did_you_mean, quoted


class Seat(IntEnum):
    """A role in a deal; the first three number the hands of a deal."""

    FOREHAND = 0
    MIDDLEHAND = 1
    BACKHAND = 2
    MORT = 3
    RESTING = 4


TRICKS: Final = 9
_DIGITS: Final = 1000

_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
_SUIT_WORDS: Final = {
    word: suit
    for suit in Suit
    for word in (suit.name, SUIT_SYMBOLS[suit], "♤♡♢♧"[suit], _SUIT_NAMES[suit].upper())
}
_SEAT_WORDS: Final = {seat.name: seat for seat in Seat} | {
    seat.name[0]: seat for seat in (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
}
_PLAIN_ORDER: Final = "KQJA765432"
"""Ranks from high to low for hands that are shown without a ranking, by which no card is judged."""

_SEPARATORS: Final = re.compile(r"[\s,]+")
_PRESENTATION: Final = re.compile("[\ufe0e\ufe0f]")
"""Selectors that keyboards may put after the symbol of a suit."""


def _fold(text: str) -> str:
    return _PRESENTATION.sub("", text).strip().upper()


def parse_suit(text: str) -> Suit:
    """Return the suit written as a letter, a symbol or a name: ``S``, ``♠``, ``spades``."""
    suit = _SUIT_WORDS.get(_fold(text))
    if suit is None:
        raise UsageError(
            f"{quoted(text)} is no suit; "
            "expected S, H, D or C, ♠, ♥, ♦ or ♣, or a name such as spades"
        )
    return suit


def format_suit(suit: Suit, *, pretty: bool = False) -> str:
    """Return the letter of a suit, or its symbol."""
    return SUIT_SYMBOLS[suit] if pretty else suit.name


def parse_card(text: str) -> Card:
    """Return the card written as suit then rank, in either case: ``SA``, ``sa``, ``♠A``.

    >>> parse_card("♥7").name
    'H7'
    """
    word = _fold(text)
    suit = _SUIT_WORDS.get(word[:1])
    card = None if suit is None else Card.__members__.get(suit.name + word[1:])
    if card is None:
        raise UsageError(_card_fault(text, word))
    return card


def _card_fault(text: str, word: str) -> str:
    if word[1:] in {"8", "9", "10"} and word[:1] in _SUIT_WORDS:
        return f"{quoted(text)} is no card; the pack has no 8, 9 or 10"
    turned = _SUIT_WORDS.get(word[-1:])
    if turned is not None and turned.name + word[:-1] in Card.__members__:
        return f"{quoted(text)} is no card; expected the suit first: {turned.name}{word[:-1]}"
    expected = "a suit S H D C, then a rank A K Q J 7 6 5 4 3 2, as in SA"
    return f"{quoted(text)} is no card; expected {expected}"


def format_card(card: int, *, pretty: bool = False) -> str:
    """Return a card as suit then rank: ``SA``, or ``♠A``."""
    return format_suit(suit_of(card), pretty=pretty) + rank_of(card).letter


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a list in its order, parted by spaces or commas; none twice."""
    cards: list[Card] = []
    for word in _SEPARATORS.split(text):
        if not word:
            continue
        card = parse_card(word)
        if card in cards:
            raise UsageError(
                f"the card {card.name} stands twice in {quoted(text.strip())}; expected it once"
            )
        cards.append(card)
    return tuple(cards)


def parse_hand(text: str) -> Hand:
    """Return the hand whose cards are listed as for `parse_cards`, in any order.

    >>> parse_hand("SA, H7") == parse_hand("♥7 ♠A")
    True
    """
    return hand_of(parse_cards(text))


def display_order(hand: Hand, ranking: Ranking | None = None) -> tuple[Card, ...]:
    """Return the cards of a hand in the order of display: suits as ♠ ♣ ♥ ♦, each high to low.

    A ranking puts trumps first and orders the suits by strength. Without a ranking every card
    stands in its printed suit as K Q J A 7 6 5 4 3 2.
    """
    key: Callable[[Card], tuple[int, int]]
    if ranking is None:

        def key(card: Card) -> tuple[int, int]:
            return DISPLAY_SUITS.index(suit_of(card)), _PLAIN_ORDER.index(rank_of(card).letter)
    else:

        def key(card: Card) -> tuple[int, int]:
            return _display_place(ranking.effective_suit(card)), -ranking.strength(card)

    return tuple(sorted(cards_of(hand), key=key))


def _display_place(suit: EffectiveSuit) -> int:
    return -1 if suit == TRUMP else DISPLAY_SUITS.index(Suit(suit))


def format_cards(cards: Iterable[int], *, pretty: bool = False) -> str:
    """Return cards in the order given with a space between them."""
    return " ".join(format_card(card, pretty=pretty) for card in cards)


def format_hand(hand: Hand, ranking: Ranking | None = None, *, pretty: bool = False) -> str:
    """Return the cards of a hand in `display_order` with a space between them."""
    return format_cards(display_order(hand, ranking), pretty=pretty)


def parse_seat(text: str) -> Seat:
    """Return the seat written as its word or, for the three that always play, as F, M or B."""
    seat = _SEAT_WORDS.get(_fold(text))
    if seat is None:
        words = [format_seat(seat) for seat in Seat]
        expected = ", ".join(words)
        near = did_you_mean(text, words)
        raise UsageError(f"{quoted(text)} is no seat; expected {expected}, or F, M or B{near}")
    return seat


def format_seat(seat: Seat) -> str:
    """Return the word of a seat."""
    return seat.name.lower()


def parse_count(text: str) -> int | None:
    """Return the whole number that a text is, or None for other text and for too many digits.

    >>> parse_count("12"), parse_count("-1"), parse_count("x")
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def parse_split(text: str) -> tuple[int, ...]:
    """Return the tricks of ombre and opponents from ``4-4-1``, or those of the ombre from ``4``.

    A fourth number is for the table with the Mort. The sum is at most nine: deals may end early.
    """
    words = text.strip().split("-")
    if len(words) not in {1, 3, 4} or not all(
        re.fullmatch("[0-9]", word.strip()) for word in words
    ):
        raise UsageError(
            f"{quoted(text)} is no split of tricks; expected numbers from 0 to 9 with hyphens, "
            "the ombre's first, as in 4-4-1"
        )
    split = tuple(int(word) for word in words)
    if sum(split) > TRICKS:
        raise UsageError(f"{quoted(text)} has {sum(split)} tricks; expected at most {TRICKS}")
    return split


def format_split(tricks: tuple[int, ...]) -> str:
    """Return a split of tricks as ``4-4-1``."""
    return "-".join(str(number) for number in tricks)
