"""The memory of the searches: one block of words with the rules of play and the known answers.

The searches receive the address of its first word, because an array would be seven arguments of
each call. The caller of `new_memory` keeps the array alive.

The first eight words are the head. Behind it lie the answers in groups of `WAYS`. A group holds the
shapes of its answers, then the cards that mattered, their owners, and the answers themselves.
"""

from __future__ import annotations

from typing import Final

import numpy as np

U = np.uint64
TRUMPS: Final = U(0)
"""The trump lane; 0 without trumps."""
FREE: Final = U(1)
"""The word `free` of `lhombre_core.kernel.space`."""
PULL: Final = U(2)
"""Not 0 where a matador put by the second player counts as led."""
NONCE: Final = U(3)
"""A number that differs from deal to deal."""
GROUPS: Final = U(4)
"""The number of groups, less one."""
WRITTEN: Final = U(5)
"""The number of answers written so far."""
HEAD: Final = 8
"""The words of the head; the last two are unused."""
WAYS: Final = 8
"""The number of answers in a group."""
GROUP: Final = 4 * WAYS
"""The words of a group."""
_LINE: Final = 64
_WORD: Final = 8


def new_memory(trumps: int, free: int, pull: int, answers: int) -> np.ndarray:
    """Return a memory with room for a number of answers, a power of two, as ``uint64[n]``."""
    words = HEAD + 4 * answers
    room = np.zeros(words + _LINE // _WORD, np.uint64)
    start = -room.ctypes.data % _LINE // _WORD
    memory: np.ndarray = room[start : start + words]
    memory[:HEAD] = (trumps, free, pull, 0, answers // WAYS - 1, 0, 0, 0)
    return memory
