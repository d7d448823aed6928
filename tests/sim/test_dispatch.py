"""Parts handed out and put together: whoever plays them, in whatever order they come back."""

from concurrent.futures import Future
from random import Random

import pytest

from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.run.dispatch import Dispatch, Memory, Plan
from lhombre_core.sim.store.part import Order, Played

SEEDS = range(60)


def play(lengths, order):
    """Return the tally of a part whose sessions have so many deals; its sums name the sessions."""
    tally = Tally()
    for session in order.sessions:
        tally.deals += lengths[session]
        tally.sessions += 1
        tally.last_session = lengths[session]
        tally.bank.add(2**session)
        if order.deals is not None and tally.deals >= order.deals:
            break
    return Played(tally)


class Disorder:
    """A crew whose parts come back in any order."""

    def __init__(self, lengths, random, width):
        self.lengths, self.random, self.width = lengths, random, width
        self.open, self.orders = {}, []

    def submit(self, order):
        self.orders.append(order)
        found = Future()
        self.open[found] = order
        return found

    def wait(self, futures, return_when):
        """Let some parts end for which somebody waits."""
        assert futures, "somebody waits for nothing"
        done = self.random.sample([*futures], self.random.randint(1, len(futures)))
        for future in done:
            future.set_result(play(self.lengths, self.open.pop(future)))
        return done, None


@pytest.fixture
def run(monkeypatch):
    def call(plan, crew, store=None, ready=()):
        monkeypatch.setattr("lhombre_core.sim.run.dispatch.wait", crew.wait)
        return Dispatch(plan, store or Memory(), {*ready}, lambda _deals: None).run(crew)

    return call


def alone(lengths, asked):
    return play(lengths, Order(0, range(len(lengths)), asked)).tally


@pytest.mark.parametrize("seed", SEEDS)
def test_the_outcome_is_that_of_sessions_played_one_after_another(run, seed):
    random = Random(seed)  # noqa: S311  a test that can be repeated
    usual = random.choice([None, 30])
    lengths = [random.choice([usual or 1, usual or 300, 30]) for _ in range(4000)]
    plan = Plan(random.choice([1, 29, 30, 31, 500, 3000]), random.choice([1, 2, 7]), usual)
    width = random.choice([1, 2, 5])
    assert run(plan, Disorder(lengths, random, width)) == alone(lengths, plan.asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_kept_before_changes_nothing(run, seed):
    """Some parts, whole or cut at a wrong place."""
    random = Random(seed)  # noqa: S311  likewise
    lengths = [random.choice([1, 30, 200]) for _ in range(4000)]
    plan = Plan(random.choice([500, 3000]), random.choice([1, 3]), None)
    store, ready = Memory(), set()
    for number in random.sample(range(60), 20):
        order = Order(number, plan.sessions(number), random.choice([None, 40]))
        store.keep(number, play(lengths, order))
        ready.add(number)
    crew = Disorder(lengths, random, random.choice([1, 4]))
    assert run(plan, crew, store, ready) == alone(lengths, plan.asked)


def test_nothing_is_played_twice_or_in_vain_where_sessions_have_one_length(run):
    for width in (1, 3):
        crew = Disorder([30] * 100, Random(1), width)  # noqa: S311  likewise
        run(Plan(1000, 4, 30), crew)
        assert sorted(order.number for order in crew.orders) == [*range(9)]


def test_a_run_that_is_kept_whole_needs_nobody():
    lengths, plan = [30] * 100, Plan(100, 2, 30)
    store = Memory()
    for number, left in ((0, None), (1, 40)):
        store.keep(number, play(lengths, Order(number, plan.sessions(number), left)))
    dispatch = Dispatch(plan, store, {0, 1}, lambda _deals: None)
    assert dispatch.ended()
    assert dispatch.tally == alone(lengths, 100)
