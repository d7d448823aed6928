"""What is known of hands of which some cards are not: yes, no, or it depends on the unknown ones.

A partial hand is its known cards and a number of others, each of them one of the cards that lie
nobody knows where. A statement about it is judged over all hands that it may stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from lhombre_core.cards import EMPTY, Card, Hand, Suit, count
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import ACES, BLACK_ACES, Game
from lhombre_core.rules.contract import Requirement


class Truth(Enum):
    """Whether something holds of a hand that is known in part."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """It depends on cards that nobody knows."""


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand of which some cards may be unknown."""

    cards: Hand
    unknown: int
    pool: Hand
    """The cards of which nobody knows where they are; the unknown ones are among them."""

    @property
    def sure(self) -> bool:
        """Whether every card of it is known."""
        return self.unknown == 0

    def has(self, card: int) -> Truth:
        """Return whether the hand holds a card."""
        if self.cards >> card & 1:
            return Truth.YES
        if not self.unknown or not self.pool >> card & 1:
            return Truth.NO
        return Truth.YES if self.unknown == count(self.pool) else Truth.OPEN

    def among(self, cards: Hand) -> Iterator[Hand]:
        """Yield every part of some cards that the hand may hold."""
        held, open_ = self.cards & cards, self.pool & cards
        others = count(self.pool & ~cards)
        for part in _parts(open_):
            taken = count(part)
            if taken <= self.unknown <= taken + others:
                yield held | part

    def holds(self, requirement: Requirement) -> Truth:
        """Return whether the hand holds what a contract requires."""
        match requirement:
            case Requirement.NOTHING:
                return Truth.YES
            case Requirement.BLACK_ACES:
                return _truth(held == BLACK_ACES for held in self.among(BLACK_ACES))
            case Requirement.AN_ACE:
                return _truth(held != EMPTY for held in self.among(ACES))
            case Requirement.A_BLACK_ACE:
                return _truth(held != EMPTY for held in self.among(BLACK_ACES))

    def may_play(self, follow: Follow, card: int, led: int | None, forcing: int | None) -> Truth:
        """Return whether a card, which the hand holds, may be played when `led` was led."""
        if led is None or follow.suits[led] >> card & 1:
            return Truth.YES
        suit = follow.suits[led]
        matadors = suit & follow.matadors
        plain = suit & ~matadors
        if plain & self.cards:
            return Truth.NO
        answers = []
        if plain & self.pool and self.unknown:
            # An unknown card may be one that has to be played; some hands have none of them.
            answers.append(False)
        without = PartialHand(self.cards, self.unknown, self.pool & ~plain)
        if self.unknown <= count(without.pool):
            answers += [
                not held or bool(follow.legal(held | 1 << card, led, forcing) >> card & 1)
                for held in without.among(matadors)
            ]
        return _truth(iter(answers))


def _parts(cards: Hand) -> Iterator[Hand]:
    part = cards
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & cards


def _truth(answers: Iterator[bool]) -> Truth:
    found = set(answers)
    if found == {True}:
        return Truth.YES
    return Truth.NO if found == {False} else Truth.OPEN


@dataclass(frozen=True, slots=True)
class PartialRun:
    """A run of top trumps of a hand known in part: its length, or the card that decides it."""

    length: int | None
    missing: Card | None = None


def partial_run(game: Game, trump: Suit, hand: PartialHand) -> PartialRun:
    """Return the run of a partial hand as the variant counts it: held, or lacking."""
    rules = game.rules.result.run
    trumps = game.ranking(trump).trumps
    first = hand.has(trumps[0])
    if first is Truth.OPEN:
        return PartialRun(None, trumps[0])
    if rules is None or (first is Truth.NO and not rules.lacking):
        return PartialRun(0)
    length = 0
    for card in trumps:
        here = hand.has(card)
        if here is Truth.OPEN:
            return PartialRun(None, card)
        if here is not first:
            break
        length += 1
    return PartialRun(length)


def partial_held_run(game: Game, trump: Suit, hand: PartialHand) -> PartialRun:
    """Return how many of the top trumps a partial hand holds without a break."""
    length = 0
    for card in game.ranking(trump).trumps:
        here = hand.has(card)
        if here is Truth.OPEN:
            return PartialRun(None, card)
        if here is Truth.NO:
            break
        length += 1
    return PartialRun(length)
