"""The desk of a search: one block of words with the rules of play, counters and the memory.

The searches get it as the address of its first word. With arrays for arguments the compiler would
count references at every call, which costs more than the call. `new_desk` makes the block, whoever
made it keeps it alive, and the places below are all that is read and written.

Words 0 to 7 are the head: the trump lane (0 without trumps); the word `free` of
`lhombre_core.kernel.space`; not 0 where a matador put by the second player counts as led; a nonce
that must differ from deal to deal; how many groups the memory has, less one; how many answers have
been written; how many positions have been searched.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir

# By way of `bits`, which says where compiled code is kept before the compiler is loaded.
from lhombre_core.kernel.bits import U, intrinsic, types  # type: ignore[attr-defined]

TRUMPS: Final = U(0)
FREE: Final = U(1)
PULL: Final = U(2)
NONCE: Final = U(3)
GROUPS: Final = U(4)
WRITTEN: Final = U(5)
SEARCHED: Final = U(6)
HEAD: Final = 8
WAYS: Final = 8
"""How many answers a group has."""
GROUP: Final = 4 * WAYS
"""How many words a group has."""
_LINE: Final = 64
_WORD: Final = 8


def new_desk(trumps: int, free: int, pull: int, answers: int) -> np.ndarray:
    """Return a desk with an empty memory for so many answers, a power of two, as ``uint64[n]``."""
    words = HEAD + 4 * answers
    room = np.zeros(words + _LINE // _WORD, np.uint64)
    start = -room.ctypes.data % _LINE // _WORD
    desk: np.ndarray = room[start : start + words]
    desk[:HEAD] = (trumps, free, pull, 0, answers // WAYS - 1, 0, 0, 0)
    return desk


def _pointer(builder: Any, address: Any, place: Any) -> Any:
    word = ir.IntType(64)
    moved = builder.add(address, builder.mul(place, ir.Constant(word, _WORD)))
    return builder.inttoptr(moved, word.as_pointer())


@intrinsic
def peek(_context: Any, _desk: Any, _place: Any) -> Any:
    """Return a word of a desk."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, *arguments))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def poke(_context: Any, _desk: Any, _place: Any, _word: Any) -> Any:
    """Write a word of a desk."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address, place, word = arguments
        builder.store(word, _pointer(builder, address, place))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate
