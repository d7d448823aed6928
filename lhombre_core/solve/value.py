"""The value of a position with every card in sight and best play, the opponents as one side.

A *grade* is a number that the ombre maximises and the opponents minimise:

* where tricks are wanted 0 is a codille, 1 a remise, 2 a win and 3 a win with all nine tricks, the
  last only where the contract knows the vole;
* where none is wanted it is nine less the tricks that the ombre takes.

A grade has no counters in it: a run of top trumps, pools and fees do not depend on the play, and a
player who is sure of his result may want something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lhombre_core.engine.state.facts import Facts, Tricks
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.engine.state.verdict import judge
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Goal, VoleBy
from lhombre_core.rules.settlement import Outcome

CODILLE, REMISE, WIN, VOLE = range(4)
ANY_TRICK: Final = len(Goal)
"""A goal beside the codes of `Goal`: whether the ombre is forced to take a trick."""
_OUTCOMES = (Outcome.CODILLE, Outcome.REMISE, Outcome.WIN, Outcome.WIN)


@dataclass(frozen=True, slots=True)
class Value:
    """The result of best play."""

    grade: int
    outcome: Outcome
    """Win, remise or codille; `vole` marks a win with all nine tricks."""
    vole: bool = False
    """The ombre takes all nine tricks, where the contract knows the vole."""
    tricks: int | None = None
    """Where no trick is wanted: the number that the opponents can force the ombre to take."""

    def __str__(self) -> str:
        """Return the result as a word."""
        if self.vole:
            return "vole"
        return str(self.outcome)


def is_for_tricks(game: Game, contract: str) -> bool:
    """Return whether the ombre of a contract wants tricks."""
    return game.contracts[contract].goal is not Goal.NO_TRICK


def knows_vole(game: Game, contract: str) -> bool:
    """Return whether all nine tricks are worth more than a win in a contract."""
    rules = game.contracts[contract]
    return rules.goal is not Goal.NO_TRICK and rules.vole.by is not VoleBy.NOT


def value_of(game: Game, contract: str, grade: int) -> Value:
    """Return the value that a grade stands for."""
    if is_for_tricks(game, contract):
        return Value(grade, _OUTCOMES[grade], vole=grade == VOLE)
    tricks = TRICKS - grade
    facts = Facts(contract=contract, ombre=Seat.FOREHAND, tricks=(tricks, TRICKS - tricks, 0, 0))
    return Value(grade, judge(game, facts).outcome, tricks=tricks)


@lru_cache(maxsize=4096)
def grade_of(game: Game, contract: str, ombre: int, tricks: Tricks) -> int:
    """Return the grade of a finished deal by its tricks, by seat."""
    mine = tricks[ombre]
    if not is_for_tricks(game, contract):
        return TRICKS - mine
    if mine == TRICKS and knows_vole(game, contract):
        return VOLE
    verdict = judge(game, Facts(contract=contract, ombre=Seat(ombre), tricks=tricks))
    if verdict.won:
        return WIN
    return CODILLE if verdict.outcome is Outcome.CODILLE else REMISE


def grades(game: Game, contract: str) -> range:
    """Return the grades that a contract has, from worst to best."""
    if not is_for_tricks(game, contract):
        return range(TRICKS + 1)
    return range(VOLE + 1 if knows_vole(game, contract) else VOLE)


@lru_cache(maxsize=1 << 16)
def grades_left(
    game: Game, contract: str, ombre: int, order: tuple[int, ...], tricks: Tricks
) -> tuple[int, int]:
    """Return the worst and the best grade over all ways to split the tricks that remain."""
    possible = [
        grade_of(game, contract, ombre, _with(tricks, order, split))
        for split in _splits(TRICKS - sum(tricks), len(order))
    ]
    return min(possible), max(possible)


def _with(tricks: Tricks, order: tuple[int, ...], split: tuple[int, ...]) -> Tricks:
    sums = list(tricks)
    for seat, more in zip(order, split, strict=True):
        sums[seat] += more
    return sums[0], sums[1], sums[2], sums[3]


def _splits(left: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(left,)]
    return [(n, *rest) for n in range(left + 1) for rest in _splits(left - n, parts - 1)]
