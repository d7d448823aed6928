"""The kernel solver against the reference, on endings by chance of every kind."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lhombre_core.cards import Suit
from lhombre_core.solve import Position, Reference
from lhombre_core.solve.kernel import Kernel
from lhombre_core.solve.value import grades, is_for_tricks
from tests.solve.ending import ending, endings, games, is_heavy

# By cards in each hand: how many endings, and how many of those within them are compared as well.
_FEW = {1: (900, 0), 2: (2800, 0), 3: (4700, 0), 4: (1400, 1), 5: (190, 6), 6: (100, 10)}
_PARTS = 2
LEAST = 20_000


@pytest.fixture(scope="module")
def kernels():
    return {game: Kernel(game) for game in games()}


def compare(kernel, position, within, chance):
    """Compare an ending, and some of those into which the reference has looked; return the grades.

    What is known of a position within is where its grade lies: at least `reached`, below `missed`.
    """
    reference = Reference(position)
    grades_here = [reference.grade(position)]

    def graded(hands, leader, tricks):
        return kernel.grade(replace(position, hands=hands, leader=leader, tricks=tricks))

    shown = (position, position.game.rules.play.matadors)
    assert kernel.grade(position) == grades_here[0], shown
    known = list(reference.known.values())
    for key, reached, missed in chance.sample(known, min(within, len(known))):
        grade = graded(*key)
        assert reached <= grade < missed, (key, shown)
        grades_here.append(grade)
    return grades_here


@pytest.mark.parametrize("part", range(_PARTS))
def test_both_solvers_agree_on_endings_by_chance(kernels, part):
    counts, seen = Counter(), Counter()
    chance = random.Random(part)  # noqa: S311  reproducible
    for cards, (number, within) in _FEW.items():
        for position in endings(part, cards, number):
            seen[is_heavy(position)] += 1
            wants = is_for_tricks(position.game, position.contract)
            for grade in compare(kernels[position.game], position, within, chance):
                counts[wants, grade] += 1
    assert seen.total() >= LEAST // _PARTS
    assert seen[True] >= seen[False]
    assert {grade for wants, grade in counts if wants} == {0, 1, 2, 3}
    assert {grade for wants, grade in counts if not wants} >= set(range(1, 10))


@pytest.mark.slow
def test_both_solvers_agree_on_whole_deals(kernels):
    # Only what tells the kernel's grade from its neighbours is asked; it takes a minute even so.
    chance = random.Random(9)  # noqa: S311  reproducible
    for turn in range(200):
        game = games()[turn % len(games())]
        it = ending(game, chance, 9, heavy=turn % 4 == 0)
        grade = kernels[game].grade(it)
        scale = grades(game, it.contract)
        reference = Reference(it)
        assert grade == scale[0] or reference.reaches(it, grade), it
        assert grade == scale[-1] or not reference.reaches(it, grade + 1), it


def test_without_trumps_the_lane_of_trumps_is_a_suit_like_others(kernels):
    # Here an answer that named too few ranks of that lane was once taken for another position.
    game = next(game for game in games() if "grand" in game.contracts)
    hands = (275692191772, 6580871331, 206211009024, 0)
    it = Position(game=game, contract="grand", trump=None, ombre=0, hands=hands, leader=0)
    grade = kernels[game].grade(it)
    reference = Reference(it)
    assert reference.reaches(it, grade)
    assert not reference.reaches(it, grade + 1)


@pytest.mark.parametrize(
    ("hands", "leaders", "taken"),
    [((4, 3), 3, None), ((4, 3), 4, (3, 3)), ((4, 3), 4, (4, 2)), ((4, 2), 4, None), (4, 4, None)],
)
def test_rows_that_do_not_go_together_are_refused(kernels, hands, leaders, taken):
    game, kernel = next(iter(kernels.items()))
    with pytest.raises(ValueError, match=r"do not go together; expected \(n, 3\)"):
        kernel.grade_all(
            next(iter(game.contracts)),
            Suit.S,
            np.zeros(hands, np.uint64),
            np.zeros(leaders, np.int64),
            None if taken is None else np.zeros(taken, np.int64),
        )
