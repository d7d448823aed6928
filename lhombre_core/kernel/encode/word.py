"""Words of the rule language as numbers."""

from __future__ import annotations

from enum import Enum
from functools import cache


def code(word: Enum) -> int:
    """Return the place of a word in its enumeration, from 0."""
    return _places(type(word))[word]


@cache
def _places(words: type[Enum]) -> dict[Enum, int]:
    return {word: place for place, word in enumerate(words)}
