"""The kernel solver: positions of three hands graded by the compiled searches."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.cards import Hand, Suit
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.loader import CompiledModule
from lhombre_core.kernel.space import NO_TRUMP, Unencodable
from lhombre_core.rules.consumer.require import refusal
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.contract import Goal
from lhombre_core.rules.settlement import Loss
from lhombre_core.solve.board import Board, boards
from lhombre_core.solve.memory import NONCE
from lhombre_core.solve.position import THREE_SEATS, Position
from lhombre_core.solve.value import ANY_TRICK, knows_vole

grading: Final = CompiledModule("lhombre_core.solve.compiled.grading")


class Kernel:
    """Solves positions of one game; it holds the memory of the searches.

    `Unencodable` for a rule set with which the searches cannot play. Not to be shared by threads.
    """

    def __init__(self, game: Game) -> None:
        """Take the game."""
        why = refusal(Consumer.SOLVER, game.rules)
        if why is not None:
            raise Unencodable(why)
        self.game = game
        self.tables, self._boards = boards(game)
        self._batches = 0

    def board(self, trump: Suit | None) -> Board:
        """Return the play space of a trump suit, or without trumps."""
        board = self._boards[NO_TRUMP if trump is None else int(trump)]
        if board is None:
            raise ValueError("these rules have no order without trumps")
        return board

    def spread(self, hand: Hand, board: Board) -> int:
        """Return a hand in play space."""
        into = self.tables.into[board.number]
        return int(sum(int(into[byte, hand >> 8 * byte & 0xFF]) for byte in range(5)))

    def grade(self, position: Position) -> int:
        """Return the grade of a position of three hands before a lead."""
        board = self.board(position.trump)
        turn = [THREE_SEATS[(position.ombre + step) % 3] for step in range(3)]
        board.memory[NONCE] = 0
        return int(
            grading.grade_lead(
                *(np.uint64(self.spread(position.hands[seat], board)) for seat in turn),
                np.uint64(board.matadors),
                (position.leader - position.ombre) % 3,
                np.array([position.tricks[seat] for seat in turn], np.int64),
                *self._asked(position.contract),
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
        ``int64[n]`` and `taken`, the tricks so far, ``int64[n, 3]`` in the same order; by default
        there are none. In a contract without tricks and with `whether`, a grade says only whether
        the ombre is forced to take a trick. Raise ValueError for arrays of different lengths.
        """
        number = len(hands)
        if taken is None:
            taken = np.zeros((number, 3), np.int64)
        shapes = hands.shape, leaders.shape, taken.shape
        if shapes != ((number, 3), (number,), (number, 3)):
            named = " and ".join(map(str, shapes))
            raise ValueError(f"{named} do not go together; expected (n, 3), (n,) and (n, 3)")
        board = self.board(trump)
        goal, vole, level = self._asked(contract)
        if whether and goal == code(Goal.NO_TRICK):
            goal = ANY_TRICK
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
        """Return goal, vole and level of a contract as `compiled.grading` takes them."""
        return (
            code(self.game.contracts[contract].goal),
            knows_vole(self.game, contract),
            self.game.rules.result.one_four_four is Loss.REMISE,
        )
