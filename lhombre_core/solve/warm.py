"""The searches compiled before they are wanted."""

from __future__ import annotations

import numpy as np

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.game import Game
from lhombre_core.solve.kernel import Kernel


def compile_solver(game: Game) -> None:
    """Compile what a position and what many positions are graded with."""
    kernel = Kernel(game)
    contract = next(iter(game.contracts))
    hands = (hand_of((0,)), hand_of((1,)), hand_of((2,)), 0)
    kernel.grade(contract, Suit.S, 0, hands, 0, (4, 2, 2, 0))
    kernel.grade_all(contract, Suit.S, np.zeros((0, 3), np.uint64), np.zeros(0, np.int64))
