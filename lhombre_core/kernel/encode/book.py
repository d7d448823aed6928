"""The book of a rule set: a row of numbers with everything that deal and auction read of it."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.encode import auction, contract, thumb
from lhombre_core.kernel.space import Unencodable, space_tables
from lhombre_core.rules.consumer.require import refusal
from lhombre_core.rules.consumer.stance import Consumer

_SPACE: Final = (("into", "u8", (5, 5, 256)), ("out", "i1", (5, 64)))
BOOK: Final = np.dtype([*auction.FIELDS, *contract.FIELDS, *_SPACE, *thumb.FIELDS])
"""A book; ``into`` and ``out`` are those of `SpaceTables`."""


def new_book(game: Game) -> np.ndarray:
    """Return the book of a game but for the bots' knowledge; raise `Unencodable` if it has none."""
    why = refusal(Consumer.KERNEL, game.rules)
    if why is not None:
        raise Unencodable(why)
    book = np.zeros((), BOOK)
    auction.fill_auction(book, game)
    contract.fill_contracts(book, game)
    space = space_tables(game)
    book["into"], book["out"] = space.into, space.out
    return book
