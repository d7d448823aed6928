"""What is compiled beforehand is what is called, and who compiles it."""

import signal
from inspect import signature

import numba
import numpy as np
import pytest

from bench.card_play import by_kernel
from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.state.game import prepare
from lhombre_core.errors import UsageError
from lhombre_core.kernel import cache
from lhombre_core.kernel.loader import CompiledFunction, as_passed
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.run import warm
from lhombre_core.solve.kernel import Kernel as Solver
from lhombre_core.solve.position import Position


@pytest.fixture
def called(monkeypatch):
    """Return what is called of compiled functions, and with arguments of what types."""
    calls = set()
    call = CompiledFunction.__call__

    def watched(function, *arguments, **named):
        calls.add((function.name, *types_of(function, *arguments, **named)))
        return call(function, *arguments, **named)

    monkeypatch.setattr(CompiledFunction, "__call__", watched)
    return calls


def types_of(function, *arguments, **named):
    bound = signature(function._entry.py_func).bind(*arguments, **named)
    return map(numba.typeof, map(as_passed, bound.args))


def compiled(*names):
    """Return the functions of parts, and for arguments of what types they are compiled."""
    passed = warm.calls()
    functions = [function for name in names for function in warm.PARTS[name]]
    return {(function.name, *types_of(function, *passed[function])) for function in functions}


def test_what_a_simulation_calls_is_compiled_and_nothing_else(called, resolved):
    task = Task(resolved("danish-tournament").rules, 4, 1, ("thumb", "random", "thumb", "random"))
    Kernel(task).run_block(range(2), columns=True)
    assert called == compiled(*warm.SIMULATION)
    assert {name for name, *_ in called} == cache._NEEDED


def test_what_the_solver_calls_is_compiled_and_nothing_else(called, resolved):
    solver = Solver(prepare(resolved("danish-club").rules))
    hands = (hand_of((0,)), hand_of((1,)), hand_of((2,)), 0)
    contract = next(iter(solver.game.contracts))
    solver.grade(Position(solver.game, contract, Suit.S, 0, hands, 0, tricks=(4, 2, 2, 0)))
    solver.grade_all(contract, Suit.S, np.zeros((0, 3), np.uint64), np.arange(0))
    assert called == compiled("double dummy")


def test_random_play_as_the_bench_calls_it_is_compiled(called, resolved):
    by_kernel(prepare(resolved("danish-club").rules))(1)
    assert called == compiled("random play")


def deaf(_name):
    """Raise unless this process ignores an interrupt."""
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_an_interrupt_is_answered_by_the_parent_alone(monkeypatch):
    monkeypatch.setattr(cache, "may_keep", lambda: True)
    monkeypatch.setattr(warm, "compile_part", deaf)
    assert sorted(warm.compile_parts(list(warm.PARTS), 1)) == sorted(warm.PARTS)


def refuse(_name):
    raise UsageError("it cannot be compiled")


def test_what_a_process_refuses_is_told_by_the_parent(monkeypatch):
    monkeypatch.setattr(cache, "may_keep", lambda: True)
    monkeypatch.setattr(warm, "compile_part", refuse)
    monkeypatch.setattr(cache, "_filled", [])
    with pytest.raises(UsageError, match="it cannot be compiled"):
        list(warm.compile_parts(warm.SIMULATION, 1))
    assert not cache._filled
