"""What compiled code is passed: its kind, and the words in which it is laid out.

A number is one word of 64 bits; an array is its address and its lengths; a structured array without
dimensions, a *record*, is its address; a named tuple is what its fields are.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final, NamedTuple

import numpy as np


class Number(NamedTuple):
    """A number: ``i8``, ``u8`` or ``b1``, as numpy writes them."""

    code: str


class Record(NamedTuple):
    """A structured array without dimensions."""

    dtype: np.dtype[Any]


class Rows(NamedTuple):
    """An array that lies in one piece, row after row."""

    dtype: np.dtype[Any]
    dimensions: int


class Tuple(NamedTuple):
    """A named tuple."""

    made: type[Any]
    parts: tuple[Any, ...]
    """The kind of each field."""


Kind = Number | Record | Rows | Tuple

FORMATS: Final = {"i8": "q", "u8": "Q", "b1": "?7x"}
"""How `struct` writes a number into a word."""

_INT: Final = Number("i8")
_WORD: Final = Number("u8")
_TRUTH: Final = Number("b1")

_BYTE: Final[Any] = ctypes.c_char
_address: Final = ctypes.addressof
_ROWS: Final[dict[tuple[np.dtype[Any], int], Rows | Record]] = {}
"""One object for each kind of array: kinds that are equal are mostly the same."""


class Fixed:
    """An argument that is passed again and again: laid out once, and held."""

    __slots__ = ("held", "kind", "words")

    def __init__(self, argument: object) -> None:
        """Take the argument, whose arrays must keep their shapes."""
        self.held = argument
        self.kind, self.words = lay_out(argument)


def lay_out(argument: Any) -> tuple[Kind, tuple[int, ...]]:  # noqa: ANN401  it is asked what it is
    """Return the kind of an argument and its words; TypeError for what cannot be passed."""
    found = type(argument)
    if found is np.ndarray:
        return _lay_out_rows(argument)
    if found is Fixed:
        return argument.kind, argument.words
    if found is int or found is np.int64:
        return _INT, (int(argument),)
    if found is np.uint64:
        return _WORD, (int(argument),)
    if found is bool or found is np.bool_:
        return _TRUTH, (bool(argument),)
    if isinstance(argument, tuple) and hasattr(found, "_fields"):
        laid = [lay_out(part) for part in argument]
        kind = Tuple(found, tuple(kind for kind, _ in laid))
        return kind, tuple(word for _, words in laid for word in words)
    raise TypeError(f"compiled code takes no {found.__name__}")


def _lay_out_rows(rows: np.ndarray) -> tuple[Kind, tuple[int, ...]]:
    if not rows.flags.carray:
        raise TypeError("compiled code takes an array that lies in one piece and may be written")
    key = (rows.dtype, rows.ndim)
    kind = _ROWS.get(key)
    if kind is None:
        if rows.ndim:
            kind = Rows(*key)
        elif rows.dtype.names:
            kind = Record(rows.dtype)
        else:
            raise TypeError("compiled code takes a number, not an array without dimensions")
        _ROWS[key] = kind
    # The buffer is the quickest way to the address; one without room cannot be asked for.
    at = _address(_BYTE.from_buffer(rows)) if rows.size else 0
    return kind, (at, *rows.shape)


def text(kind: Kind) -> str:
    """Return all that machine code depends on in an argument."""
    match kind:
        case Number():
            return kind.code
        case Record():
            return f"record {kind.dtype!r}"
        case Rows():
            return f"rows {kind.dimensions} {kind.dtype!r}"
        case Tuple():
            names: tuple[str, ...] = kind.made._fields
            fields = zip(names, map(text, kind.parts), strict=True)
            told = ", ".join(f"{name}: {part}" for name, part in fields)
            return f"{kind.made.__module__}.{kind.made.__qualname__}({told})"


def format_of(kind: Kind) -> str:
    """Return how `struct` writes the words of an argument."""
    match kind:
        case Number():
            return FORMATS[kind.code]
        case Record():
            return "Q"
        case Rows():
            return "Q" * (1 + kind.dimensions)
        case Tuple():
            return "".join(map(format_of, kind.parts))
