"""The room in which deals are played: rows that are made once and written over again."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.layout import FACTS
from lhombre_core.kernel.side import LENGTH

TALON: Final = 13

ASKED: Final = 8
"""Length of the row that counts decisions: of the seats 0 to 4, then the rows of trace written."""

ROWS: Final = 5
"""Where in that row those of the trace are counted."""

ROOM: Final = np.dtype(
    [
        ("seats", "u8"),
        ("order", "i8", (4,)),
        ("players", "u8", (4,)),
        ("hands", "u8", (4,)),
        ("start", "u8", (4,)),
        ("unseen", "u8", (4,)),
        ("led", "u8", (4,)),
        ("names", "u8", (4,)),
        ("words", "u8", (4,)),
        ("traits", "u8", (5, 3)),
        ("rows", "u8", (LENGTH,)),
    ]
)
"""What is written down of the seats while a deal is played, its cards in play space.

* ``seats``: how many play; ``order``: which seat it is, by place; ``players``: who sits there.
* ``hands``, and ``start``: the hands as play began; ``unseen``: what a seat did not see then.
* ``names``: the names of the next decisions (`lhombre_core.kernel.stream`); ``words``: their random
  words, where somebody plays by chance.
"""

SIDE: Final = 64
"""How many deals are dealt, or played at random, by one and the same step."""

BUFFER: Final = 13 * SIDE
"""Length of the room that they need (`compiled.lockstep`)."""

DEAL: Final = np.dtype(
    [
        ("hands", "u8", (4,)),
        ("discards", "u8", (4,)),
        ("drawn", "i8"),
        ("seen", "i8"),
        ("turned", "i8"),
        ("bought", "i8"),
        ("privileged", "i8"),
        ("stands", "i8"),
        ("dealt", "u8", (4,)),
        ("key", "u8"),
        ("index", "i8"),
        ("dealer", "i8"),
        ("couleur", "i8"),
        ("asked", "i8", (ASKED,)),
        ("facts", "i8", (FACTS,)),
        ("talon", "u1", (TALON,)),
    ],
    align=True,
)
"""One deal, its cards in card space.

* ``hands``, ``discards``: what each seat holds, and what it has thrown away.
* ``drawn``: the number of cards drawn from the talon; ``seen``: 1 if all have seen its rest;
  ``turned``: the card that was turned for trumps, -1: none.
* ``bought``: the seats, bit by seat, that have bid a contract with exchange; ``privileged``: the
  suit that was set as privileged, -1: none; ``stands``: 1 if a bid has won the auction, 0 if the
  ombre was determined otherwise.
* ``dealt``: the hands as they were dealt. ``key``: the key of the deal.
* ``index``, ``dealer``, ``couleur``: what the columns of that name say in the purse of the session.
* ``asked``: how many decisions each seat has taken (`compiled.trace`).
* ``facts``: the columns of `layout`.
* ``talon``: the talon from the top; what has been drawn stays where it lay.
"""

HEARD: Final = 32
"""Of how many deals the hands are heard side by side."""
HANDS: Final = 3 * HEARD

SCRATCH: Final = np.dtype(
    [
        ("rows", "u8", (6 * HANDS,)),
        ("traits", "u8", (5,)),
        ("good", "u8", (4,)),
        ("waiting", "i8", (4,)),
        ("drawn", "u8", (TALON + 1,)),
    ]
)
"""What is needed only while one deal is played.

* ``rows``: what was heard of hands (`compiled.thumb_hear`); ``traits``: of each player, what they
  are heard for.
* ``good``: the offers that `thumb` wants, as sets: those of each seat, then those of the last to
  speak where nobody has bid.
* ``waiting``: who has yet to exchange.
* ``drawn``: the first n cards of the talon, as a set, by n.
"""


def new_scratch() -> np.ndarray:
    """Return room for a deal."""
    return np.zeros((), SCRATCH)
