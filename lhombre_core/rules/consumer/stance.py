"""A stance: what a reader of rule sets does with a rule, and how the table writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias


class Consumer(StrEnum):
    """A reader of rule sets."""

    ENGINE = "engine"
    KERNEL = "kernel"
    SOLVER = "kernel solver"
    REFERENCE = "reference solver"
    LEGAL = "legal"
    AUCTION = "auction"
    SCORE = "score"
    PLAYERS = "players"
    RULEBOOK = "rulebook"
    COMPARISON = "comparison"
    IDLENESS = "idleness"


class Kind(StrEnum):
    """What a reader does with a value."""

    HONOURS = "honours"
    INDEPENDENT = "independent"
    REFUSES = "refuses"


class Stance(NamedTuple):
    """What a reader does with a value, and why where it does not honour it."""

    kind: Kind
    reason: str = ""


Profile: TypeAlias = Mapping[Consumer, Stance]
"""The stances of all readers on a rule."""


class Place(NamedTuple):
    """A value that the language can say: a word of a field, or any value of a field without."""

    pattern: str
    """The path of the field, `*` for any key."""
    word: str | None
    """The word; None: the field has no words."""

    def __str__(self) -> str:
        """Return the place as it is named in messages."""
        return self.pattern if self.word is None else f"{self.pattern}: {self.word}"


_LETTERS: Final[Mapping[str, tuple[Consumer, ...]]] = {
    "E": (Consumer.ENGINE,),
    "K": (Consumer.KERNEL,),
    "S": (Consumer.SOLVER, Consumer.REFERENCE),
    "L": (Consumer.LEGAL,),
    "A": (Consumer.AUCTION,),
    "C": (Consumer.SCORE,),
    "P": (Consumer.PLAYERS,),
    "T": (Consumer.RULEBOOK, Consumer.COMPARISON),
}
"""Readers that share a letter have the same stance on every rule."""

_WITHOUT: Final[Mapping[Consumer, str]] = {
    Consumer.SOLVER: "hands, trumps and contract are given, and only tricks count",
    Consumer.REFERENCE: "hands, trumps and contract are given, and only tricks count",
    Consumer.LEGAL: "the hand, the trumps and the trick are given",
    Consumer.AUCTION: "only bids are judged",
    Consumer.SCORE: "what happened in the deal is given",
    Consumer.PLAYERS: "they choose among what is legal, and look at no counters",
}
"""The usual reason why a reader does without a rule."""


class Rows(NamedTuple):
    """Rules on which all readers have the same stances."""

    sections: tuple[str, ...]
    """Where the paths begin; each line stands for as many fields."""
    profile: Profile
    lines: str


def profile_of(honours: str, without: str = "", **reasons: str) -> Profile:
    """Return the stances on a rule of readers that are named by their letters.

    Readers `without` the rule have their usual reason, `engine` and `kernel` the one that is given.
    A letter that is missing is a reader that does not know the rule.
    """
    stances = {Consumer(name): Stance(Kind.INDEPENDENT, why) for name, why in reasons.items()}
    for letter in without:
        stances |= {one: Stance(Kind.INDEPENDENT, _WITHOUT[one]) for one in _LETTERS[letter]}
    for letter in honours:
        stances |= dict.fromkeys(_LETTERS[letter], Stance(Kind.HONOURS))
    return stances | {Consumer.IDLENESS: Stance(Kind.HONOURS)}


def fields_of(rows: Rows) -> list[str]:
    """Return the fields on which all readers have the same stances, `!` for those always acting."""
    return list(dict.fromkeys(field for field, _ in lines_of(rows)))


def lines_of(rows: Rows) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields with their words; a field whose words take two lines comes twice."""
    for line in rows.lines.strip().splitlines():
        fields, _, words = line.partition(":")
        for field in fields.split():
            yield field, words.split()
