"""The kernel solver: positions of three hands graded by the compiled searches."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.cards import Hand, Suit
from lhombre_core.engine.state.facts import Tricks
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import Hands
from lhombre_core.kernel.native import Compiled
from lhombre_core.kernel.space import NO_TRUMP
from lhombre_core.rules.contract import Goal
from lhombre_core.rules.settlement import Loss
from lhombre_core.solve import goal as goals
from lhombre_core.solve.board import Board, boards
from lhombre_core.solve.desk import NONCE
from lhombre_core.solve.position import THREE_SEATS
from lhombre_core.solve.value import knows_vole

grading: Final = Compiled("lhombre_core.solve.compiled.grading")

_GOALS: Final = {
    Goal.MOST_TRICKS: goals.MOST_TRICKS,
    Goal.FIVE_TRICKS: goals.FIVE_TRICKS,
    Goal.NO_TRICK: goals.NO_TRICK,
}


class Kernel:
    """Solves positions of one game; it holds the memory of the searches.

    `Unencodable` for a rule set with which the searches cannot play. Not to be shared by threads.
    """

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self.game = game
        self.tables, self._boards = boards(game)
        self._batches = 0

    def board(self, trump: Suit | None) -> Board:
        """Return the play space of a trump suit, or without trumps."""
        found = self._boards[NO_TRUMP if trump is None else int(trump)]
        if found is None:
            raise ValueError("these rules have no order without trumps")
        return found

    def spread(self, hand: Hand, board: Board) -> int:
        """Return a hand in play space."""
        into = self.tables.into[board.number]
        return int(sum(int(into[byte, hand >> 8 * byte & 0xFF]) for byte in range(5)))

    def grade(
        self,
        contract: str,
        trump: Suit | None,
        ombre: int,
        hands: Hands,
        leader: int,
        tricks: Tricks,
    ) -> int:
        """Return the grade of a position of three hands before a lead."""
        board = self.board(trump)
        turn = [THREE_SEATS[(ombre + step) % 3] for step in range(3)]
        words = [np.uint64(self.spread(hands[seat], board)) for seat in turn]
        board.desk[NONCE] = 0
        return int(
            grading.grade_lead(
                *words,
                np.uint64(board.matadors),
                (leader - ombre) % 3,
                np.array([tricks[seat] for seat in turn], np.int64),
                *self._asked(contract),
                board.address,
            )
        )

    def grade_all(
        self,
        contract: str,
        trump: Suit | None,
        hands: np.ndarray,
        leaders: np.ndarray,
        taken: np.ndarray | None = None,
        *,
        whether: bool = False,
    ) -> np.ndarray:
        """Return the grades of many positions before a lead, as ``int64[n]``.

        `hands` is ``uint64[n, 3]`` in play space, in turn order from the ombre, `leaders`
        ``int64[n]`` and `taken` ``int64[n, 3]`` in the same order; no trick has been taken where
        it is left out. With `whether`, where no trick is wanted, a grade says only whether the
        ombre is made to take one more, not how many. ValueError for rows that do not go together.
        """
        number = len(hands)
        if taken is None:
            taken = np.zeros((number, 3), np.int64)
        shapes = hands.shape, leaders.shape, taken.shape
        if shapes != ((number, 3), (number,), (number, 3)):
            told = " and ".join(map(str, shapes))
            raise ValueError(f"{told} do not go together; expected (n, 3), (n,) and (n, 3)")
        board = self.board(trump)
        goal, vole, level = self._asked(contract)
        if whether and goal == goals.NO_TRICK:
            goal = goals.ANY_TRICK
        out = np.zeros(number, np.int64)
        self._batches += 1
        grading.grade_all(
            hands,
            np.uint64(board.matadors),
            leaders,
            taken,
            goal,
            vole,
            level,
            np.uint64(self._batches << 40),
            board.address,
            out,
        )
        return out

    def _asked(self, contract: str) -> tuple[int, bool, bool]:
        """Return goal, vole and level of a contract as the searches have them."""
        return (
            _GOALS[self.game.contracts[contract].goal],
            knows_vole(self.game, contract),
            self.game.rules.result.one_four_four is Loss.REMISE,
        )
