"""The compiler's front made lean: it makes the same code, and is left as it was."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from lhombre_core.kernel import build, cache, front
from lhombre_core.kernel.native import Native
from tests.kernel import native_case

CASE = "tests.kernel.native_case"
_ROOT = Path(__file__).parents[2]
_ALONE = f"""
import sys
from lhombre_core.kernel import front
from lhombre_core.kernel.native import Native
front.VERSION = "another"
print(*[Native({CASE!r}, name)(5) for name in sys.argv[1:]])
"""
_SIMULATED = """
import sys
from lhombre_core.kernel import cache, front
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.play.backend import Task
from lhombre_core.language.catalog import load
if sys.argv[1:]:
    front.VERSION = sys.argv[1]
    cache.place_of_code = lambda: None
block = Kernel(Task(load("pierer-free").rules, 4, 9, ("thumb", "random") * 2)).run_block(range(8))
print(block)
"""


def test_the_version_of_numba_is_known():
    assert front.is_known(), (
        f"numba {numba.__version__}: see whether what lhombre_core.kernel.front replaces is still "
        "what it says, set VERSION there, and have the slow test of this file pass"
    )


def insides():
    """Return all that is replaced, as it is now."""
    return [getattr(owner, name) for owner, name, _ in front.changes()]


@pytest.mark.parametrize("error", [None, ValueError])
def test_numba_is_left_as_it_was(error):
    before = insides()
    try:
        with front.lean():
            assert all(one is not other for one, other in zip(before, insides(), strict=True))
            if error is not None:
                raise error
    except ValueError:
        pass
    assert insides() == before


def test_under_another_version_nothing_is_replaced(monkeypatch):
    before = insides()
    monkeypatch.setattr(front, "VERSION", "another")
    with front.lean():
        assert insides() == before


def test_a_function_is_compiled_once_for_all_literals(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    assert Native(CASE, "calls_with_literals")(5) == 19
    (signature,) = native_case.plus.overloads
    assert list(map(str, signature)) == ["int64", "int64", "bool"]
    assert Native(CASE, "counts_by_literals")(5) == 32
    assert len(native_case.counted_by.overloads) == 1


def test_numba_alone_comes_to_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    names = ["calls_with_literals", "compares", "counted_down", "twice"]
    found = [Native(CASE, name)(5) for name in names]
    alone = run(_ALONE, *names, XDG_CACHE_HOME=str(tmp_path))
    assert alone.split() == list(map(str, found)) == ["19", "13", "5", "10"]


@pytest.mark.slow
def test_a_kernel_compiled_by_numba_alone_plays_the_same():
    assert run(_SIMULATED, "another") == run(_SIMULATED)


def run(program, *arguments, **environment):
    """Return what a program prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, **environment}, cwd=_ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def test_what_no_pass_is_there_for_is_refused():
    with pytest.raises(numba.core.errors.NumbaError):
        build.build(CASE, "with_a_closure", Native(CASE, "with_a_closure").job(1).kinds)
