"""The desk of a search: one block of words with the rules of play and the memory.

The searches get it as the address of its first word: an array would be seven words for each call.
`new_desk` makes the block, whoever made it keeps it alive, and the places below are all that is
read and written.

Words 0 to 7 are the head: the trump lane (0 without trumps); the word `free` of
`lhombre_core.kernel.space`; not 0 where a matador put by the second player counts as led; a nonce
that must differ from deal to deal; how many groups the memory has, less one; how many answers have
been written. The last two are not used.
"""

from __future__ import annotations

from typing import Final

import numpy as np

U = np.uint64
TRUMPS: Final = U(0)
FREE: Final = U(1)
PULL: Final = U(2)
NONCE: Final = U(3)
GROUPS: Final = U(4)
WRITTEN: Final = U(5)
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
