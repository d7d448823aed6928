"""The play as a seat sees it: its cards, the trick, the unseen cards, its partner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lhombre_core.bots.thumb.evaluate import DISPLAY_PLACE, collects
from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import DISPLAY_SUITS, EMPTY, PACK, Hand, hand_of
from lhombre_core.engine.phase.information import InformationState
from lhombre_core.engine.state.action import Action, PlayCard
from lhombre_core.engine.state.game import Game
from lhombre_core.rules.contract import Contract, Goal


class Scene:
    """The knowledge of a seat that is to play a card, in masks of cards and numbers of seats."""

    def __init__(
        self, game: Game, information: InformationState, actions: Sequence[Action]
    ) -> None:
        """Take the rules, what the seat knows, and the legal acts, of which cards count here."""
        contract, ombre = information.contract, information.ombre
        if contract is None or ombre is None or information.leader is None:
            raise ValueError("there is no play yet")
        self.game = game
        self.information = information
        self.contract: Contract = game.contracts[contract]
        self.follow = game.follow(information.trump)
        self.strengths = self.follow.ranking.strengths
        self.trumps: Hand = self.follow.trumps
        self.me = int(information.seat)
        self.ombre = int(ombre)
        self.hand: Hand = information.hand
        self.legal: Hand = EMPTY
        for action in actions:
            if isinstance(action, PlayCard):
                self.legal |= 1 << action.card
        self.order = tuple(map(int, information.seating.order(information.mort)))
        self.leader = int(information.leader)
        self.trick = information.trick
        self._read_tricks()
        self._read_trick()

    def _read_tricks(self) -> None:
        """Note the cards of my hand as play began, and the cards that I have not seen."""
        gone = mine = EMPTY
        for leader, cards in self.information.played:
            own = self.card_of(self.me, leader, cards)
            for card in cards:
                gone |= 1 << card
            mine |= 1 << own
        for card in self.trick:
            gone |= 1 << card
        self.start: Hand = self.hand | mine
        """My cards as play began."""
        known = gone | self.hand | self.information.discards | (self.information.rest or EMPTY)
        self.unseen: Hand = PACK & ~known
        """The cards that may be in another's hand."""

    def _read_trick(self) -> None:
        """Note the card that wins the trick so far, its seat, and the seats still to play."""
        self.best = -1
        self.best_seat = -1
        beats = self.follow.beats
        seats = self.seats_from(self.leader)
        for seat, card in zip(seats, self.trick, strict=False):
            if self.best < 0 or beats[self.best] >> card & 1:
                self.best, self.best_seat = card, seat
        self.to_play = seats[len(self.trick) + 1 :]
        """The seats that play to this trick after me."""

    def seats_from(self, leader: int) -> tuple[int, ...]:
        """Return the seats in the order of play of a trick."""
        place = self.order.index(leader)
        return (*self.order[place:], *self.order[:place])

    def card_of(self, seat: int, leader: int, cards: Sequence[int]) -> int:
        """Return the card of a seat in a complete trick."""
        size = len(self.order)
        return cards[(self.order.index(seat) - self.order.index(leader)) % size]

    # -- what counts ----------------------------------------------------------------------------

    @property
    def is_ombre(self) -> bool:
        """Whether this seat plays alone."""
        return self.me == self.ombre

    @property
    def no_trick(self) -> bool:
        """Whether the ombre is to take no trick."""
        return self.contract.goal is Goal.NO_TRICK

    @property
    def next_is_ombre(self) -> bool:
        """Whether a lead goes through the ombre: he plays directly after this seat."""
        return self.after(self.me) == self.ombre

    @property
    def my_tricks(self) -> int:
        """The number of tricks that this seat has won."""
        return self.information.tricks[self.me]

    def after(self, seat: int) -> int:
        """Return the seat that plays after another."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def suits(self) -> tuple[Hand, ...]:
        """Return the plain cards of each suit that is not trumps, ♠ ♣ ♥ ♦."""
        masks = self.follow.ranking.suit_masks
        return tuple(masks[suit] for suit in DISPLAY_SUITS if masks[suit])

    def suit_of(self, card: int) -> Hand:
        """Return all cards of the effective suit of a card."""
        return self.follow.suits[card]

    def is_master(self, card: int) -> bool:
        """Return whether no unseen card of its suit is above a card."""
        return not self.follow.ranking.higher[card] & self.unseen

    @cached_property
    def kings(self) -> Hand:
        """The highest card of each plain suit."""
        return hand_of(order[0] for _, order in self.sequences())

    @property
    def tops(self) -> Hand:
        """The three highest trumps."""
        return hand_of(self.follow.ranking.trumps[:3])

    @property
    def spadille(self) -> Hand:
        """The highest trump; none without trumps."""
        return hand_of(self.follow.ranking.trumps[:1])

    def sequences(self) -> list[tuple[Hand, tuple[int, ...]]]:
        """Return each plain suit and its cards from high to low, ♠ ♣ ♥ ♦."""
        ranking = self.follow.ranking
        return [
            (ranking.suit_masks[suit], ranking.sequences[suit])
            for suit in DISPLAY_SUITS
            if ranking.suit_masks[suit]
        ]

    def collects(self, style: Style) -> bool:
        """Return whether this opponent tries to collect tricks; without trumps all do."""
        trump = self.information.trump
        near = self.after(self.ombre) == self.me
        return trump is None or collects(self.game, style, self.start, trump, near=near)

    def unseen_above(self, card: int) -> int:
        """Return the number of unseen cards of its suit above a card."""
        return (self.unseen & self.follow.ranking.higher[card]).bit_count()

    def unseen_below(self, card: int) -> int:
        """Return the number of unseen cards of its suit below a card."""
        below = self.follow.suits[card] & ~self.follow.ranking.higher[card] & ~(1 << card)
        return (self.unseen & below).bit_count()

    def winners(self) -> Hand:
        """Return the legal cards that beat the trick so far; all of them on lead."""
        return self.legal if self.best < 0 else self.legal & self.follow.beats[self.best]

    # -- choosing among cards -------------------------------------------------------------------

    def lowest(self, cards: Hand) -> int:
        """Return the lowest card: a plain one if there is one, equal ones by suit, ♠ ♣ ♥ ♦."""
        return min(each(cards), key=self._height)

    def highest(self, cards: Hand) -> int:
        """Return the highest card: a trump if there is one, equal ones by suit, ♠ ♣ ♥ ♦."""
        return min(each(cards), key=self._depth)

    def _height(self, card: int) -> tuple[bool, int, int]:
        return bool(self.trumps >> card & 1), self.strengths[card], DISPLAY_PLACE[card]

    def _depth(self, card: int) -> tuple[bool, int, int]:
        return not self.trumps >> card & 1, -self.strengths[card], DISPLAY_PLACE[card]


def each(cards: Hand) -> list[int]:
    """Return the numbers of the cards of a set, ascending."""
    numbers = []
    while cards:
        low = cards & -cards
        numbers.append(low.bit_length() - 1)
        cards ^= low
    return numbers


def longest(suits: Sequence[Hand], cards: Hand) -> Hand:
    """Return the cards of the longest suit held, of equal suits the first; or none."""
    best = EMPTY
    for suit in suits:
        if (cards & suit).bit_count() > best.bit_count():
            best = cards & suit
    return best


def shortest(suits: Sequence[Hand], cards: Hand) -> Hand:
    """Return the cards of the shortest suit held, of equal suits the first; or none."""
    best = EMPTY
    for suit in suits:
        held = cards & suit
        if held and (not best or held.bit_count() < best.bit_count()):
            best = held
    return best
