"""Footnotes: each rule leads to its source and says how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lhombre_core.rules.apparatus import Note

Find: TypeAlias = Callable[[str], Note | None]
"""Finds the note that stands behind the rule at a path."""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A note with its number."""

    number: int
    note: Note


class Footnotes:
    """The footnotes of one text, numbered as they are first asked for.

    Notes of the same source, locator, certainty and wording share a number.
    """

    def __init__(self, find: Find) -> None:
        """Take a function that returns the note on a path."""
        self._find = find
        self._found: dict[Note, Footnote] = {}

    def refer(self, *paths: str) -> str:
        """Return the references to the notes on the given paths, each once, in order."""
        numbers = dict.fromkeys(
            self._number(note) for path in paths if (note := self._find(path)) is not None
        )
        return "".join(f"[^{number}]" for number in numbers)

    def _number(self, note: Note) -> int:
        if note not in self._found:
            self._found[note] = Footnote(len(self._found) + 1, note)
        return self._found[note].number

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        """The notes that were referred to, in the order of their numbers."""
        return tuple(self._found.values())
