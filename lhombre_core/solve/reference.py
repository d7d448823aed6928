"""The reference solver: plain minimax with memory, written for reading and for trust.

It plays by the engine's tables of play (`Follow`) and grades the tricks at the end by the engine's
verdict (`value.grade_of`). So it serves every rule set and any number of hands, the Mort's four
among them. The only question is: does the ombre reach a grade? A side stops looking once it has a
card that succeeds, and the search ends where the tricks already taken decide, whatever the cards.

An answer for a position holds for every other in which the same matadors are held by the same
players, and whose other cards, from the strongest of each suit down, belong to the same players:
which card beats which depends on no more.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TypeAlias

from lhombre_core.cards import hand_of
from lhombre_core.engine.state.facts import Tricks
from lhombre_core.engine.state.state import Hands
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.solve.position import Position
from lhombre_core.solve.value import grades, grades_left, is_for_tricks

_Example: TypeAlias = tuple[Hands, int, Tricks]
_Key: TypeAlias = tuple[int, ...]


class Reference:
    """Solves positions of one contract, trump suit, ombre and order of seats.

    `known` is its memory. It has an entry for each class of equivalent positions before a lead: an
    example, the grade that is known to be reached and the least that is known to be missed.
    """

    def __init__(self, position: Position) -> None:
        """Take from a position what all positions to be solved have in common."""
        require(Consumer.REFERENCE, position.game.rules)
        self._game = position.game
        self._contract = position.contract
        self._follow = position.game.follow(position.trump)
        self._ombre = position.ombre
        self._order = position.order
        following = (*position.order[1:], position.order[0])
        self._after = dict(zip(position.order, following, strict=True))
        self._grades = grades(position.game, position.contract)
        self._wants = is_for_tricks(position.game, position.contract)
        ranking = position.game.ranking(position.trump)
        tops = () if position.trump is None else position.game.matadors(position.trump)
        self._tops = hand_of(tops)
        self._lanes = [[1 << card for card in row] for row in ranking.sequences]
        self._ranked = [bit for row in zip_longest(*self._lanes) for bit in row if bit]
        if not self._wants:
            self._ranked.reverse()
        self.known: dict[_Key, tuple[_Example, int, int]] = {}

    def grade(self, position: Position) -> int:
        """Return the grade of a position, which may be in the middle of a trick."""
        grade = self._grades[0]
        while grade < self._grades[-1] and self.reaches(position, grade + 1):
            grade += 1
        return grade

    def reaches(self, position: Position, grade: int) -> bool:
        """Return whether the ombre reaches a grade whatever the opponents do together."""
        if not position.cards:
            return self._lead(position.hands, position.leader, position.tricks, grade)
        seats = [position.leader]
        for _ in position.cards[1:]:
            seats.append(self._after[seats[-1]])
        return self._put(
            position.hands, position.actor, tuple(seats), position.cards, position.tricks, grade
        )

    def _lead(self, hands: Hands, leader: int, tricks: Tricks, grade: int) -> bool:
        """Return whether the ombre reaches a grade in a position before a lead."""
        least, most = grades_left(self._game, self._contract, self._ombre, self._order, tricks)
        if grade <= least:
            return True
        if grade > most:
            return False
        key = self._key(hands, leader, tricks)
        example = (hands, leader, tricks)
        example, reached, missed = self.known.get(key, (example, least, most + 1))
        if reached < grade < missed:
            if self._put(hands, leader, (), (), tricks, grade):
                reached = grade
            else:
                missed = grade
            self.known[key] = example, reached, missed
        return grade <= reached

    def _key(self, hands: Hands, leader: int, tricks: Tricks) -> _Key:
        """Return the class of equivalent positions that a position is in."""
        held = hands[0] | hands[1] | hands[2] | hands[3]
        key = [leader, *(hand & self._tops for hand in hands)]
        for lane in self._lanes:
            owners = 1
            for bit in lane:
                if held & bit:
                    owners = owners << 2 | (
                        0 if hands[0] & bit else 1 if hands[1] & bit else 2 if hands[2] & bit else 3
                    )
            key.append(owners)
        return (*key, *(tricks if self._wants else (tricks[self._ombre],)))

    def _put(
        self,
        hands: Hands,
        seat: int,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        tricks: Tricks,
        grade: int,
    ) -> bool:
        """Return whether the ombre reaches a grade where a seat is to play to a trick.

        The ombre needs one card that reaches it, the opponents one that does not.
        """
        may = hands[seat]
        if cards:
            forcing = self._follow.forcing(cards[0], cards[1]) if len(cards) > 1 else None
            may = self._follow.legal(may, cards[0], forcing)
        mine = seat == self._ombre
        for bit in self._ranked:
            if may & bit and self._played(hands, seat, bit, seats, cards, tricks, grade) is mine:
                return mine
        return not mine

    def _played(
        self,
        hands: Hands,
        seat: int,
        bit: int,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        tricks: Tricks,
        grade: int,
    ) -> bool:
        """Return whether the ombre reaches a grade after a card, given as a hand of one card."""
        left = list(hands)
        left[seat] ^= bit
        now = (left[0], left[1], left[2], left[3])
        cards = (*cards, bit.bit_length() - 1)
        seats = (*seats, seat)
        if len(cards) < len(self._order):
            return self._put(now, self._after[seat], seats, cards, tricks, grade)
        winner, best = seats[0], cards[0]
        for other, card in zip(seats[1:], cards[1:], strict=True):
            if self._follow.beats[best] >> card & 1:
                winner, best = other, card
        sums = list(tricks)
        sums[winner] += 1
        return self._lead(now, winner, (sums[0], sums[1], sums[2], sums[3]), grade)
