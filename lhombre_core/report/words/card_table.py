"""The card tables of a rulebook, and facts about them that a reader should notice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.variant import RuleSet

SUITS: Final = "SCHD"
_RED: Final = "HD"
_PIPS: Final = "234567"
_TOPS: Final = (("spadille", "SA"), ("manille", None), ("basta", "CA"))
"""Names of the three highest trumps; the card that must stand there for the name to fit."""


@dataclass(frozen=True, slots=True)
class Suited:
    """A line of the card table: suits, and their cards from high to low."""

    suits: str
    cards: tuple[str, ...]
    matadors: int = 0
    """So many of the cards, from the top, are matadors."""


class CardTable:
    """The orders of the cards."""

    def __init__(self, rules: RuleSet, speech: Speech) -> None:
        """Take a rule set."""
        self._cards = rules.cards
        self._rules = rules
        self._speech = speech

    def _row(self, suits: str, order: str) -> Suited:
        return Suited(suits, tuple(self._speech.ranks(order)))

    @cached_property
    def plain(self) -> list[Suited]:
        """The cards of a suit that is not trumps."""
        cards = self._cards
        return [self._row("HD", cards.plain_red), self._row("SC", cards.plain_black)]

    @cached_property
    def trumps(self) -> list[Suited]:
        """The trumps of each suit that can be trumps."""
        cards = self._cards
        matadors = 0 if reason(self._rules, "cards.matadors") else cards.matadors
        rows = []
        for suit in SUITS:
            colour = "red" if suit in _RED else "black"
            if reason(self._rules, f"cards.trump_{colour}") is None:
                order = cards.trump_red if suit in _RED else cards.trump_black
                rows.append(Suited(suit, tuple(self._speech.sequence(order, suit)), matadors))
        return rows

    @cached_property
    def no_trump(self) -> list[Suited]:
        """The cards of a suit where there are no trumps; none where there always are."""
        red, black = self._cards.no_trump_red, self._cards.no_trump_black
        if reason(self._rules, "cards.no_trump_red") or red is None or black is None:
            return []
        return [self._row("HD", red), self._row("SC", black)]

    @cached_property
    def red_reversed(self) -> bool:
        """Whether in a red plain suit the small cards rank upside down, and in a black one not."""
        red = [word for word in self._cards.plain_red.split() if word in _PIPS]
        black = [word for word in self._cards.plain_black.split() if word in _PIPS]
        return red == sorted(red) and black == sorted(black, reverse=True)

    @property
    def red_last(self) -> str:
        """The lowest rank of a red plain suit."""
        return self._cards.plain_red.split()[-1]

    @cached_property
    def shared(self) -> list[str]:
        """The cards that are trumps whatever the suit, as they are printed."""
        black, red = self._cards.trump_black.split(), self._cards.trump_red.split()
        return [self._speech.cards(word) for word in red if len(word) > 1 and word in black]

    @cached_property
    def tops(self) -> list[tuple[str, str, str]]:
        """The highest trumps that have names: the name, the black card and the red card."""
        black, red = self._cards.trump_black.split(), self._cards.trump_red.split()
        found = []
        for (word, card), in_black, in_red in zip(_TOPS, black, red, strict=False):
            if card is None or card == in_black == in_red:
                found.append((word, in_black, in_red))
        return found

    @cached_property
    def punto(self) -> int | None:
        """The place of the ace in a red trump suit; None where it has none of its own."""
        red = self._cards.trump_red.split()
        return red.index("A") + 1 if "A" in red else None

    @property
    def red_count(self) -> int:
        """How many trumps there are in a red suit."""
        return len(self._cards.trump_red.split())

    @property
    def black_count(self) -> int:
        """How many trumps there are in a black suit."""
        return len(self._cards.trump_black.split())
