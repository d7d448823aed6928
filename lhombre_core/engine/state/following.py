"""The cards that may be played to a trick: tables of a trump suit, computed once.

A player who holds the plain suit that was led must follow it. A player who holds a trump must
follow a trump, unless all his trumps are matadors with a privilege. The privilege depends on the
trump that was led and on the matadors held: `Follow.free` lists those cases.
"""

from __future__ import annotations

from itertools import combinations
from typing import assert_never

from lhombre_core.cards import CARDS, DISPLAY_SUITS, TRUMP, Card, Hand, Ranking, hand_of
from lhombre_core.rules.play import MatadorPair, Matadors, MatadorSecond, Privilege

_LANE = 16
"""Places of a suit in a hand in its order of display."""


class Follow:
    """The tables of play under a trump suit, or without trumps.

    `suits`, `beats` and `places` have an entry for each card: all cards of its effective suit, the
    cards that beat it when it is the best so far in a trick, and its place in a hand in order: the
    plain suits ♠ ♣ ♥ ♦, each from its lowest card up, then the trumps.
    """

    __slots__ = (
        "beats",
        "forces",
        "free",
        "matadors",
        "pair",
        "places",
        "ranking",
        "rule",
        "suits",
        "trumps",
    )

    def __init__(self, ranking: Ranking, matadors: int, rule: Matadors) -> None:
        """Compute the tables from a ranking, the number of matadors and their privilege."""
        self.ranking = ranking
        self.rule = rule
        self.trumps: Hand = ranking.suit_masks[TRUMP]
        tops = ranking.trumps[:matadors]
        self.matadors: Hand = hand_of(tops)
        self.suits = tuple(ranking.suit_masks[ranking.effective_suits[card]] for card in CARDS)
        self.beats = tuple(
            ranking.higher[card]
            | (0 if ranking.effective_suits[card] == TRUMP else ranking.suit_masks[TRUMP])
            for card in CARDS
        )
        self.places = _places(ranking)
        self.pair = _second_with_first_and_third(tops)
        self.forces = rule.second is MatadorSecond.FORCES
        self.free = frozenset(
            (card, held)
            for card in ranking.trumps
            for size in range(1, len(tops) + 1)
            for held in map(hand_of, combinations(tops, size))
            if self._is_free(card, held)
        )

    def _is_free(self, led: Card, held: Hand) -> bool:
        if (led, held) == self.pair:
            return self._pair_is_free()
        above = self.ranking.higher[led]
        match self.rule.privilege:
            case Privilege.HIGHER_THAN_LED:
                return not held & ~above
            case Privilege.ONLY_MATADORS:
                return held & above != 0
            case Privilege.NONE:
                return False
            case _:
                assert_never(self.rule.privilege)

    def _pair_is_free(self) -> bool:
        match self.rule.pair:
            case MatadorPair.FREE:
                return True
            case MatadorPair.ONE_OF_TWO:
                return False
            case _:
                assert_never(self.rule.pair)

    def legal(self, hand: Hand, led: int | None, forcing: int | None = None) -> Hand:
        """Return the cards of a hand that may be played when `led` was led; None: the hand leads.

        `forcing` is the card that counts as led for the matadors, by default `led`.
        """
        if led is None:
            return hand
        follow = hand & self.suits[led]
        if not follow:
            return hand
        if follow & self.trumps and not follow & ~self.matadors:
            card = led if forcing is None else forcing
            return hand if (card, follow) in self.free else follow
        return follow

    def forcing(self, led: int, second: int) -> int:
        """Return the card that counts as led for the matadors once the second player has played."""
        raised = self.matadors & self.ranking.higher[led]
        return second if self.forces and raised >> second & 1 and self.trumps >> led & 1 else led


def _places(ranking: Ranking) -> tuple[int, ...]:
    suits = [suit for suit in DISPLAY_SUITS if suit != ranking.trump]
    lanes: dict[int, int] = {suit: lane for lane, suit in enumerate(suits)}
    lanes[TRUMP] = 3
    return tuple(
        _LANE * lanes[ranking.effective_suits[card]] + ranking.strengths[card] for card in CARDS
    )


def _second_with_first_and_third(tops: tuple[Card, ...]) -> tuple[Card, Hand] | None:
    if len(tops) < 3:
        return None
    return tops[1], hand_of((tops[0], tops[2]))
