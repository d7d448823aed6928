"""What is compiled beforehand is what is called, and who compiles it."""

import signal

import numpy as np
import pytest

from bench.card_play import by_kernel
from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.state.game import prepare
from lhombre_core.errors import UsageError
from lhombre_core.kernel import cache
from lhombre_core.kernel.native import Native
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.run import warm
from lhombre_core.solve.kernel import Kernel as Solver
from lhombre_core.solve.position import Position


@pytest.fixture
def called(monkeypatch):
    """Return what is called of compiled functions, and with what."""
    jobs = set()

    def watched(way):
        def asked(native, *arguments):
            jobs.add(native.job(*arguments))
            return way(native, *arguments)

        return asked

    for way in (Native.__call__, Native.lay):
        monkeypatch.setattr(Native, way.__name__, watched(way))
    return jobs


def jobs_of(*names):
    return {job for part in warm.calls(names).values() for _, job in part}


def test_what_a_simulation_calls_is_compiled_and_nothing_else(called, resolved):
    task = Task(resolved("danish-tournament").rules, 4, 1, ("thumb", "random", "thumb", "random"))
    Kernel(task).run_block(range(2), columns=True)
    assert called == jobs_of(*warm.SIMULATION)
    assert {job.name for job in called} == cache._NEEDED


def test_what_the_solver_calls_is_compiled_and_nothing_else(called, resolved):
    solver = Solver(prepare(resolved("danish-club").rules))
    hands = (hand_of((0,)), hand_of((1,)), hand_of((2,)), 0)
    contract = next(iter(solver.game.contracts))
    solver.grade(Position(solver.game, contract, Suit.S, 0, hands, 0, tricks=(4, 2, 2, 0)))
    solver.grade_all(contract, Suit.S, np.zeros((0, 3), np.uint64), np.arange(0))
    assert called == jobs_of("double dummy")


def test_random_play_as_the_bench_calls_it_is_compiled(called, resolved):
    by_kernel(prepare(resolved("danish-club").rules))(1)
    assert called == jobs_of("random play")


def deaf(*_jobs):
    """Raise unless this process ignores an interrupt."""
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return []


def test_an_interrupt_is_answered_by_the_parent_alone(monkeypatch):
    monkeypatch.setattr(warm, "calls", lambda names: dict.fromkeys(names, ()))
    monkeypatch.setattr(warm, "load_compiler", deaf)
    monkeypatch.setattr(warm, "make", deaf)
    assert sorted(warm.compile_parts(list(warm.PARTS), 1)) == sorted(warm.PARTS)


def refuse(*_jobs):
    raise UsageError("it cannot be compiled")


def test_what_a_process_refuses_is_told_by_the_parent(monkeypatch):
    monkeypatch.setattr(warm, "calls", lambda names: dict.fromkeys(names, ()))
    monkeypatch.setattr(warm, "load_compiler", deaf)
    monkeypatch.setattr(warm, "make", refuse)
    monkeypatch.setattr(cache, "_filled", [])
    with pytest.raises(UsageError, match="it cannot be compiled"):
        list(warm.compile_parts(warm.SIMULATION, 1))
    assert not cache._filled
