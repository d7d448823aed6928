"""Words of the rule language as numbers."""

from __future__ import annotations

from enum import Enum


def code(word: Enum) -> int:
    """Return the place of a word in its enumeration, from 0."""
    return list(type(word)).index(word)
