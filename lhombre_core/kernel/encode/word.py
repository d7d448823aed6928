"""Words of the rule language as numbers, and named tuples as rows of numbers."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any

import numpy as np


def code(word: Enum) -> int:
    """Return the place of a word in its enumeration, from 0."""
    return _places(type(word))[word]


@cache
def _places(words: type[Enum]) -> dict[Enum, int]:
    return {word: place for place, word in enumerate(words)}


def row_of(fields: Any, kind: str = "i8", **lengths: int) -> np.dtype[Any]:  # noqa: ANN401  a class of named tuples has no type of its own
    """Return the dtype of a row with the fields of a named tuple; `lengths` are those of arrays."""
    return np.dtype(
        [
            (name, kind, (lengths[name],)) if name in lengths else (name, kind)
            for name in fields._fields
        ]
    )
