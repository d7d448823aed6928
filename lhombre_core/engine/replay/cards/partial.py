"""Hands with unknown cards, and whether a statement about such a hand is true, false or open.

A partial hand has known cards and a number of unknown cards out of a pool. A statement is judged
over all hands that the partial hand may be.
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
    """Whether a statement about a partial hand is true."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """It depends on the unknown cards."""


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand with known and unknown cards."""

    cards: Hand
    unknown: int
    pool: Hand
    """The cards whose place is unknown; it includes the unknown cards of the hand."""

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
        """Yield every subset of `cards` that may be what the hand holds of them."""
        held, open_ = self.cards & cards, self.pool & cards
        others = count(self.pool & ~cards)
        for part in _parts(open_):
            drawn = count(part)
            if drawn <= self.unknown <= drawn + others:
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
        """Return whether a card of the hand may be played when `led` was led."""
        if led is None or follow.suits[led] >> card & 1:
            return Truth.YES
        suit = follow.suits[led]
        matadors = suit & follow.matadors
        plain = suit & ~matadors
        if plain & self.cards:
            return Truth.NO
        answers = []
        if plain & self.pool and self.unknown:
            # An unknown card may have to be played instead; other hands have no such card.
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
    truths = set(answers)
    if truths == {True}:
        return Truth.YES
    return Truth.NO if truths == {False} else Truth.OPEN


@dataclass(frozen=True, slots=True)
class PartialRun:
    """A run of top trumps of a partial hand: its length, or the card that decides it."""

    length: int | None
    missing: Card | None = None


def partial_run(game: Game, trump: Suit, hand: PartialHand) -> PartialRun:
    """Return the run of a partial hand, held or lacking, as the variant counts it."""
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
    """Return the unbroken run of top trumps that a partial hand holds."""
    length = 0
    for card in game.ranking(trump).trumps:
        here = hand.has(card)
        if here is Truth.OPEN:
            return PartialRun(None, card)
        if here is Truth.NO:
            break
        length += 1
    return PartialRun(length)
