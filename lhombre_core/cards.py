"""The forty cards, hands as bit masks, and the orders in which cards beat one another.

A card is an int 0..39, suit x 10 + rank, with the suits as ``SHDC`` and the ranks as
``A234567JQK``. A hand is an int in which bit ``c`` is set when card ``c`` is held. Which card beats
which is a rule of the variant: `Orders` holds what the variant says, `ranking` turns it into
the tables of one deal, a `Ranking`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Final, TypeAlias

from lhombre_core.errors import quoted
from lhombre_core.frozen import frozen


class Suit(IntEnum):
    """A printed suit, 0..3; its number has no meaning in the game."""

    S = 0
    H = 1
    D = 2
    C = 3


class Rank(IntEnum):
    """A printed rank, 0..9, in the order ``A234567JQK``, which is not one of strength."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    JACK = 7
    QUEEN = 8
    KING = 9

    @property
    def letter(self) -> str:
        """The character of the rank in notation: one of ``A234567JQK``."""
        return _RANK_LETTERS[self]


class Card(IntEnum):
    """A card of the pack, 0..39: suit x 10 + rank, named as it is written (``Card.SA``)."""

    SA, S2, S3, S4, S5, S6, S7, SJ, SQ, SK = range(10)
    HA, H2, H3, H4, H5, H6, H7, HJ, HQ, HK = range(10, 20)
    DA, D2, D3, D4, D5, D6, D7, DJ, DQ, DK = range(20, 30)
    CA, C2, C3, C4, C5, C6, C7, CJ, CQ, CK = range(30, 40)


Hand: TypeAlias = int
"""A set of cards as a mask of 40 bits: bit ``c`` stands for card ``c``."""

EffectiveSuit: TypeAlias = int
"""What a card counts as in a deal: the `Suit` 0..3 of a plain card, or `TRUMP`."""

TRUMP: Final = 4
EMPTY: Final[Hand] = 0
PACK: Final[Hand] = (1 << 40) - 1
CARDS: Final[tuple[Card, ...]] = tuple(Card)
SUIT_MASKS: Final[tuple[Hand, ...]] = tuple(0x3FF << 10 * suit for suit in Suit)
DISPLAY_SUITS: Final = (Suit.S, Suit.C, Suit.H, Suit.D)
"""The suits in the order in which they are shown and in which ties between them are broken."""

SUIT_SYMBOLS: Final = "♠♥♦♣"
_RANK_LETTERS: Final = "A234567JQK"
_WORDS: Final = {*_RANK_LETTERS, *Card.__members__}
_SUIT_OF: Final = tuple(suit for suit in Suit for _ in Rank)
_RANK_OF: Final = tuple(Rank) * 4


def suit_of(card: int) -> Suit:
    """Return the printed suit of a card."""
    return _SUIT_OF[card]


def rank_of(card: int) -> Rank:
    """Return the printed rank of a card."""
    return _RANK_OF[card]


def card_of(suit: Suit, rank: Rank) -> Card:
    """Return the card of a printed suit and rank."""
    return CARDS[10 * suit + rank]


def is_red(suit: Suit) -> bool:
    """Return whether a suit is hearts or diamonds."""
    return suit in {Suit.H, Suit.D}


def partner(suit: Suit) -> Suit:
    """Return the other suit of the same colour: spades and clubs, hearts and diamonds."""
    return Suit(3 - suit)


def hand_of(cards: Iterable[int]) -> Hand:
    """Return the hand of cards. ValueError for a card given twice or outside 0..39."""
    hand = EMPTY
    for card in cards:
        if not 0 <= card < len(CARDS):
            raise ValueError(f"{card} is no card; expected a number from 0 to 39")
        if hand >> card & 1:
            raise ValueError(f"{CARDS[card].name} is given twice")
        hand |= 1 << card
    return hand


def count(hand: Hand) -> int:
    """Return how many cards a hand holds."""
    return hand.bit_count()


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand by ascending card number.

    >>> [card.name for card in cards_of(hand_of([Card.D4, Card.SA]))]
    ['SA', 'D4']
    """
    cards = []
    while hand:
        low = hand & -hand
        cards.append(CARDS[low.bit_length() - 1])
        hand ^= low
    return tuple(cards)


@frozen
class Order:
    """The ranks of a suit from high to low, as a variant writes them.

    A word is a rank (``K``) of the suit to which the order is applied, or a fixed card (``SA``).
    ValueError for an unknown word and for a word given twice.

    >>> [card.name for card in Order.parse("SA 2 CA K").cards(Suit.C)]
    ['SA', 'C2', 'CA', 'CK']
    """

    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Order":
        """Return the order written in a string of words."""
        return cls(tuple(text.split()))

    def __post_init__(self) -> None:
        """Refuse an order that is empty, has an unknown word or has a word twice."""
        if not self.words:
            raise ValueError("an order of ranks is empty")
        for place, word in enumerate(self.words):
            if word not in _WORDS:
                raise ValueError(
                    f"unknown rank {quoted(word)} in the order {quoted(self)}; "
                    "expected one of A K Q J 7 6 5 4 3 2, or a card such as SA"
                )
            if word in self.words[:place]:
                raise ValueError(f"{word} stands twice in the order {quoted(self)}")

    def __str__(self) -> str:
        """Return the words with a space between them."""
        return " ".join(self.words)

    @property
    def fixed(self) -> tuple[Card, ...]:
        """The cards that stand in the order whatever its suit, high to low."""
        return tuple(Card[word] for word in self.words if len(word) > 1)

    def cards(self, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of the order from high to low when it is applied to a suit."""
        return tuple(
            Card[word] if len(word) > 1 else CARDS[10 * suit + _RANK_LETTERS.index(word)]
            for word in self.words
        )


@frozen
class Orders:
    """The six orders of a variant; the last two are None where every contract has trumps.

    A plain order leaves out what is always a trump. Under each trump suit, and without trumps if
    there are orders for that, every card of the pack has exactly one place: a card without a place
    (a hole) or with two, and a fixed card outside the trump orders, is a ValueError.
    """

    black_plain: Order
    red_plain: Order
    black_trump: Order
    red_trump: Order
    black_no_trump: Order | None = None
    red_no_trump: Order | None = None

    @classmethod
    def parse(
        cls,
        black_plain: str,
        red_plain: str,
        black_trump: str,
        red_trump: str,
        black_no_trump: str | None = None,
        red_no_trump: str | None = None,
    ) -> "Orders":
        """Return the orders written in strings of words."""
        return cls(
            Order.parse(black_plain),
            Order.parse(red_plain),
            Order.parse(black_trump),
            Order.parse(red_trump),
            None if black_no_trump is None else Order.parse(black_no_trump),
            None if red_no_trump is None else Order.parse(red_no_trump),
        )

    def __post_init__(self) -> None:
        """Refuse orders under which a card of the pack has no place, or more than one."""
        if (self.black_no_trump is None) != (self.red_no_trump is None):
            raise ValueError(
                "an order without trumps is given for one colour only; expected both or none"
            )
        for order in (self.black_plain, self.red_plain, self.black_no_trump, self.red_no_trump):
            if order is not None and order.fixed:
                raise ValueError(
                    f"the card {order.fixed[0].name} stands in the order {quoted(order)}; "
                    "expected ranks only, since cards may stand in the orders of trumps alone"
                )
        for trump in Suit:
            _require_whole(self.sequences(trump), f"with {trump.name} as trumps")
        if self.has_no_trump:
            _require_whole(self.sequences(None), "without trumps")

    @property
    def has_no_trump(self) -> bool:
        """Whether there are orders for a deal without trumps."""
        return self.black_no_trump is not None and self.red_no_trump is not None

    def sequences(self, trump: Suit | None) -> tuple[tuple[Card, ...], ...]:
        """Return the cards from high to low of each of the five effective suits.

        The suits stand by number and the trumps last; the printed suit of the trumps, and the
        trumps of a deal without any, are empty.
        """
        if trump is None:
            black, red = self.black_no_trump, self.red_no_trump
            if black is None or red is None:
                raise ValueError("these orders have none for a deal without trumps")
            return (*((red if is_red(suit) else black).cards(suit) for suit in Suit), ())
        plain = (
            ()
            if suit == trump
            else (self.red_plain if is_red(suit) else self.black_plain).cards(suit)
            for suit in Suit
        )
        return (*plain, (self.red_trump if is_red(trump) else self.black_trump).cards(trump))


def _require_whole(sequences: Sequence[Sequence[Card]], when: str) -> None:
    placed = [card for sequence in sequences for card in sequence]
    twice = [card.name for card in CARDS if placed.count(card) > 1]
    if twice:
        raise ValueError(f"{when} a card has two places in the orders: {', '.join(twice)}")
    hole = [card.name for card in CARDS if card not in placed]
    if hole:
        raise ValueError(f"{when} a card has no place in the orders: {', '.join(hole)}")


@frozen
class Ranking:
    """The order of the cards under a trump suit, or without trumps; `ranking` returns it.

    `sequences` and `suit_masks` have five entries, by effective suit; the other tables have forty,
    by card, and may be read directly in a loop.
    """

    trump: Suit | None
    sequences: tuple[tuple[Card, ...], ...]
    """The cards of each effective suit, high to low."""
    suit_masks: tuple[Hand, ...] = field(repr=False, compare=False)
    """All cards of each effective suit."""
    effective_suits: tuple[EffectiveSuit, ...] = field(repr=False, compare=False)
    strengths: tuple[int, ...] = field(repr=False, compare=False)
    """0 for the lowest card of its effective suit, and one more for each card above that."""
    higher: tuple[Hand, ...] = field(repr=False, compare=False)
    """The cards of the same effective suit that are stronger."""

    def __repr__(self) -> str:
        trumps = "no trumps" if self.trump is None else f"trumps {Suit(self.trump).name}"
        return f"<Ranking: {trumps}>"

    def effective_suit(self, card: int) -> EffectiveSuit:
        """Return what a card counts as: a plain suit 0..3, or `TRUMP`."""
        return self.effective_suits[card]

    def strength(self, card: int) -> int:
        """Return the place of a card in its effective suit: 0 is the lowest, higher beats."""
        return self.strengths[card]

    def suit_mask(self, suit: EffectiveSuit) -> Hand:
        """Return all cards of an effective suit; none for the printed suit of the trumps."""
        return self.suit_masks[suit]

    @property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps from high to low; empty in a deal without trumps."""
        return self.sequences[TRUMP]

    def beats(self, a: int, b: int, led: int) -> bool:
        """Return whether card `a` beats card `b` in a trick to which the card `led` was led.

        A card that is neither a trump nor of the effective suit led beats nothing.
        """
        suit = self.effective_suits[a]
        other = self.effective_suits[b]
        if suit == other:
            in_play = suit in {TRUMP, self.effective_suits[led]}
            return in_play and self.strengths[a] > self.strengths[b]
        if suit == TRUMP:
            return True
        return other != TRUMP and suit == self.effective_suits[led]

    def winner(self, cards: Sequence[int]) -> int:
        """Return the index of the card that wins, or holds so far, a trick in order of play."""
        best = cards[0]
        best_suit = self.effective_suits[best]
        winner = 0
        for place, card in enumerate(cards):
            suit = self.effective_suits[card]
            if suit == best_suit:
                if self.strengths[card] > self.strengths[best]:
                    best, winner = card, place
            elif suit == TRUMP:
                best, best_suit, winner = card, suit, place
        return winner


def ranking(orders: Orders, trump: Suit | None) -> Ranking:
    """Return the ranking under a trump suit, or without trumps; build it once and keep it.

    Without trumps where `orders` has none for that, raise ValueError.
    """
    sequences = orders.sequences(trump)
    effective_suits = [0] * len(CARDS)
    strengths = [0] * len(CARDS)
    higher = [EMPTY] * len(CARDS)
    for suit, sequence in enumerate(sequences):
        stronger = EMPTY
        for place, card in enumerate(sequence):
            effective_suits[card] = suit
            strengths[card] = len(sequence) - 1 - place
            higher[card] = stronger
            stronger |= 1 << card
    return Ranking(
        trump=trump,
        sequences=sequences,
        suit_masks=tuple(hand_of(sequence) for sequence in sequences),
        effective_suits=tuple(effective_suits),
        strengths=tuple(strengths),
        higher=tuple(higher),
    )
