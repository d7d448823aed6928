"""What the compiled searches take for granted of the matadors, and the tables they read."""

import subprocess
import sys

import pytest

from lhombre_core.cards import Suit
from lhombre_core.kernel.space import Unencodable
from lhombre_core.solve.board import require_relative
from lhombre_core.solve.kernel import Kernel
from tests.solve.ending import games


class Odd:
    """Tables of play in which one case of the privilege is otherwise."""

    def __init__(self, follow, *cases):
        self.ranking = follow.ranking
        self.free = follow.free.symmetric_difference(cases)


def test_every_privilege_that_the_language_can_say_is_relative():
    for game in games():
        for trump in Suit:
            require_relative(game.follow(trump), game.rules.cards.matadors)


def test_a_privilege_that_depends_on_matadors_gone_is_left_to_the_reference():
    follow = games()[0].follow(Suit.S)
    first, second, third = follow.ranking.trumps[:3]
    with pytest.raises(Unencodable, match="matadors that are gone"):
        require_relative(Odd(follow, (second, 1 << first)), 3)
    with pytest.raises(Unencodable):
        require_relative(Odd(follow, (first, 1 << third)), 3)


def test_a_kernel_has_no_board_without_trumps_where_the_rules_have_no_such_order():
    game = next(game for game in games() if not game.orders.has_no_trump)
    with pytest.raises(ValueError, match="no order without trumps"):
        Kernel(game).board(None)


def test_the_package_is_loaded_without_the_compiler():
    code = (
        "import sys, lhombre_core.solve; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
