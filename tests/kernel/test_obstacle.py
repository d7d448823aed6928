"""Where nothing can be compiled the reference engine plays, and a sentence says why."""

import json
import os
import subprocess
import sys

import pytest

from lhombre_core.cli import ready
from lhombre_core.kernel import obstacle
from lhombre_core.language.catalog import load
from lhombre_core.sim.play import choice
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.play.reference import Reference

_STARTED = "from lhombre_core.cli import main; import sys; sys.exit(main())"
_WITHOUT = "import sys; sys.modules['numba'] = None; import importlib.util as u; f = u.find_spec;"
_WITHOUT += "u.find_spec = lambda n, *a: None if n == 'numba' else f(n, *a);"


def simulate(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program, "simulate", "danish-club", "--deals", "300", "--json"],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "environment", "why"),
    [
        (_WITHOUT, {}, "numba is not installed"),
        ("", {"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT is set"),
    ],
)
def test_without_a_compiler_the_engine_plays_and_says_why(before, environment, why):
    started = simulate(before + _STARTED, **environment)
    assert (started.returncode, json.loads(started.stdout)["deals"]) == (0, 300)
    said = [line for line in started.stderr.splitlines() if "kernel" in line]
    assert said == [f"The deals are played without the kernel, which takes longer: {why}."]


def test_where_the_compiler_fails_the_engine_plays_and_says_why(monkeypatch, capsys):
    def fail():
        raise ImportError("numba needs another numpy\nat length")

    monkeypatch.setenv("LHOMBRE_NO_KERNEL", "")
    monkeypatch.setattr(ready, "_compile", fail)
    monkeypatch.setattr(choice, "is_uncompiled", lambda _deals, _bots: True)
    ready.make_ready(100_000)
    assert obstacle.obstacle() == "numba has failed: numba needs another numpy"
    assert capsys.readouterr().err.endswith(f"{obstacle.obstacle()}.\n")
    task = Task(load("danish-club").rules, 3, 1, ("thumb",) * 3)
    assert isinstance(backend_for(task, 10**6), Reference)


def test_few_deals_are_played_without_a_word(monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    ready.make_ready(100)
    ready.make_ready(100_000, ["my-bot.py:Bot"])
    assert capsys.readouterr().err == ""
