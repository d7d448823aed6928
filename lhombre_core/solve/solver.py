"""Answers about a position: its value, that of each card, the table, a line of best play.

The kernel solver answers if it can. The reference solver answers for four hands, for rules that the
kernel cannot play, and for small endings if numba is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from lhombre_core.cards import CARDS, TRUMP, Card, Suit, cards_of
from lhombre_core.engine.state.game import Game
from lhombre_core.errors import UsageError
from lhombre_core.kernel.obstacle import obstacle
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.contract import TrumpBy
from lhombre_core.solve.position import THREE_SEATS, Position, require_sound
from lhombre_core.solve.reference import Reference
from lhombre_core.solve.value import Value, grades, grades_left, value_of

if TYPE_CHECKING:
    from lhombre_core.solve.kernel import Kernel

_NEEDED: Final = ("numpy", "llvmlite", "numba")
REFERENCE_CARDS: Final = {3: 6, 4: 4}
"""The most cards a hand that the reference solver is asked about, by the number of hands."""
_SEARCH: Final = "grade_lead"
"""The compiled function through which the kernel is asked; it is the last to be compiled."""


@dataclass(slots=True)
class Solver:
    """Solves positions of one game, and remembers their grades.

    With `with_kernel` False the reference solver answers everything.
    """

    game: Game
    with_kernel: bool = True
    _kernel: Kernel | None = None
    _why_not: str = ""
    _references: dict[object, Reference] = field(default_factory=dict, repr=False)
    _grades: dict[Position, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.with_kernel:
            self._kernel, self._why_not = _kernel_for(self.game)
        else:
            self._why_not = "the reference solver was asked for"
        if self._kernel is None:
            require(Consumer.REFERENCE, self.game.rules)

    def name(self, position: Position) -> str:
        """Return the name of the solver that answers: `kernel` or `reference`."""
        return (
            "reference"
            if self._kernel is None or len(position.order) > len(THREE_SEATS)
            else "kernel"
        )

    def must_compile(self, position: Position) -> bool:
        """Return whether `value` must wait for the searches to be compiled; raise as it does."""
        self._require(position)
        if self.name(position) == "reference":
            return False
        from lhombre_core.kernel.cache import are_kept

        return not are_kept({_SEARCH})

    def value(self, position: Position) -> Value:
        """Return the value of a position; raise UsageError if it is impossible or too large."""
        self._require(position)
        return value_of(self.game, position.contract, self._grade(position))

    def cards(self, position: Position) -> dict[Card, Value]:
        """Return the value of a position after each card that may be played now."""
        self._require(position)
        if position.is_over:
            return {}
        return {
            CARDS[card]: value_of(self.game, position.contract, self._grade(position.play(card)))
            for card in cards_of(position.legal())
        }

    def line(self, position: Position) -> Iterator[tuple[Position, Card]]:
        """Yield positions and the best card in each, until the rest no longer matters.

        Among cards of equal value the weakest is played. The trick that decides is completed.
        """
        while not position.is_over and not self._is_settled(position):
            values = self.cards(position)
            best = max if position.actor == position.ombre else min
            grade = best(value.grade for value in values.values())
            ranking = self.game.ranking(position.trump)
            card = min(
                (card for card, value in values.items() if value.grade == grade),
                key=lambda c: (ranking.effective_suit(c) == TRUMP, ranking.strength(c), c),
            )
            yield position, card
            position = position.play(card)

    def table(self, position: Position) -> dict[tuple[int, Suit | None], Value]:
        """Return the value for each seat as ombre and each trump suit that the contract can have.

        The position must be one before a card has been played.
        """
        trump = self.game.contracts[position.contract].trump
        suits: list[Suit | None] = [None]
        if trump.by is not TrumpBy.NONE:
            suits = [suit for suit in Suit if suit.name in trump.suits]
        return {
            (seat, suit): self.value(replace(position, ombre=seat, trump=suit))
            for seat in position.order
            for suit in suits
        }

    def _is_settled(self, position: Position) -> bool:
        if position.cards:
            return False
        least, most = grades_left(
            self.game, position.contract, position.ombre, position.order, position.tricks
        )
        return least == most

    def _require(self, position: Position) -> None:
        require_sound(position)
        if self.name(position) == "kernel":
            return
        most = REFERENCE_CARDS[len(position.order)]
        if position.remaining > most:
            why = "with four hands" if len(position.order) > len(THREE_SEATS) else self._why_not
            raise UsageError(
                f"{position.remaining} tricks are too many for the reference solver, which is "
                f"all there is ({why}); expected at most {most}"
            )

    def _grade(self, position: Position) -> int:
        if self.name(position) == "reference":
            return self._reference(position).grade(position)
        if position.cards:
            return self._in_trick(position)
        grade = self._grades.get(position)
        if grade is None:
            if self._kernel is None:
                raise ValueError("there is no kernel")
            grade = self._grades[position] = self._kernel.grade(position)
        return grade

    def _in_trick(self, position: Position) -> int:
        """Return the grade in the middle of a trick by trying the rest of it card by card."""
        scale = grades(self.game, position.contract)
        mine = position.actor == position.ombre
        best: int | None = None
        for card in cards_of(position.legal()):
            grade = self._grade(position.play(card))
            if best is None or (grade > best if mine else grade < best):
                best = grade
                if grade == scale[-1 if mine else 0]:
                    break
        if best is None:
            raise ValueError("a hand has run out of cards in the middle of a trick")
        return best

    def _reference(self, position: Position) -> Reference:
        key = (position.contract, position.trump, position.ombre, position.order)
        reference = self._references.get(key)
        if reference is None:
            reference = self._references[key] = Reference(position)
        return reference


def _kernel_for(game: Game) -> tuple[Kernel | None, str]:
    """Return the kernel solver of a game, or None and the reason for its absence."""
    if any(find_spec(package) is None for package in _NEEDED):
        return None, "numba is not installed: pip install 'lhombre[sim]'"
    if why := obstacle():
        return None, why
    from lhombre_core.kernel.space import Unencodable
    from lhombre_core.solve.kernel import Kernel

    try:
        return Kernel(game), ""
    except Unencodable as error:
        return None, str(error)
