"""Arrays that are too small for compiled code are refused before it is called."""

import numpy as np
import pytest

from lhombre_core.kernel import fit
from lhombre_core.kernel.encode.money.column import POOLS
from lhombre_core.kernel.encode.money.money import new_purses, new_till
from lhombre_core.kernel.layout import VERDICT
from lhombre_core.kernel.room import BUFFER, DEAL
from lhombre_core.language.catalog import load
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import Kernel, Room

SESSIONS = 4


@pytest.fixture(scope="module")
def kernel():
    return Kernel(Task(load("danish-club").rules, 3, 1, ("thumb",) * 3))


class Bench:
    """A room that is just large enough, any array of which can be another."""

    def __init__(self, kernel):
        self.till = new_till(kernel.money)
        self.purses = new_purses(kernel.money, SESSIONS)
        self.deals = np.zeros(SESSIONS, DEAL)
        self.cut = np.zeros(SESSIONS, np.int64)
        self.verdict = np.zeros(VERDICT, np.int64)
        self.rows = np.zeros(BUFFER, np.uint64)


def test_what_the_product_makes_fits(kernel):
    room = Room(kernel, SESSIONS)
    fit.require_room(kernel.money, room, SESSIONS)
    fit.require_lines(kernel.money, room.lines.room(0, SESSIONS), SESSIONS)


def test_what_is_just_large_enough_or_larger_fits(kernel):
    room = Bench(kernel)
    fit.require_room(kernel.money, room, SESSIONS)
    room.till = new_till(kernel.money, 8)
    fit.require_room(kernel.money, room, SESSIONS)


@pytest.mark.parametrize("name", ["till", "purses", "deals", "cut", "verdict", "rows"])
def test_a_room_with_an_array_too_small_is_refused(kernel, name):
    room = Bench(kernel)
    small = np.ascontiguousarray(getattr(room, name)[:-1])
    setattr(room, name, small)
    with pytest.raises(ValueError, match=rf"the array is \({len(small)},"):
        fit.require_room(kernel.money, room, SESSIONS)


def test_rows_of_too_few_columns_are_refused(kernel):
    room = Bench(kernel)
    room.purses = np.zeros((SESSIONS, 5), np.int64)
    with pytest.raises(
        ValueError, match=r"the purses: the array is \(4, 5\); expected 4 or more x"
    ):
        fit.require_room(kernel.money, room, SESSIONS)
    lines = np.zeros((9, 5), np.int64)
    with pytest.raises(ValueError, match="the rows of deals"):
        fit.require_lines(kernel.money, lines, 9)


def test_the_till_of_another_game_is_refused(kernel):
    room = Bench(kernel)
    room.till[POOLS] += 1
    with pytest.raises(ValueError, match="the till has"):
        fit.require_room(kernel.money, room, SESSIONS)
