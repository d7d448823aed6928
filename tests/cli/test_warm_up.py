"""`lhombre warm-up`, and what is compiled before a run."""

import pytest

from lhombre_core.cli import ready
from lhombre_core.kernel import cache
from lhombre_core.sim import choice, warm
from lhombre_core.sim.crew import processors


@pytest.fixture
def compiled(monkeypatch):
    """Return which parts are compiled, where all must be, and by how many processes."""
    done = []

    def compile_parts(names, jobs):
        done.append((list(names), jobs))
        return iter(names)

    monkeypatch.setattr(warm, "compile_parts", compile_parts)
    monkeypatch.setattr(choice, "is_uncompiled", lambda _deals, _bots: True)
    return done


def test_nothing_is_compiled_that_cannot_be_kept(compiled, refused, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: None)
    assert "no folder to keep the kernel in" in refused("warm-up")
    assert not compiled


@pytest.mark.parametrize("keeps", [False, True])
def test_before_a_run_what_a_simulation_needs_is_compiled(
    keeps, compiled, capsys, monkeypatch, tmp_path
):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path if keeps else None)
    ready.make_ready(100_000)
    told = "once for this version" if keeps else "for this run alone"
    assert told in capsys.readouterr().err
    assert compiled == [(list(warm.SIMULATION), processors())]


def test_beforehand_whatever_is_missing_is_compiled(compiled, lhombre, monkeypatch, tmp_path):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    every = [job.name for part in warm.calls(list(warm.PARTS)).values() for _, job in part]
    for name in every:
        cache.write(name, "whatever", b"")
    answer = lhombre("warm-up")
    assert (answer.code, answer.err, compiled) == (0, "", [])
    for name in ("turn_over", "grade_lead"):
        next(tmp_path.glob(f"{name}-*")).unlink()
    answer = lhombre("warm-up", "--jobs", "3")
    assert answer.err.splitlines() == ["compiled: money", "compiled: double dummy"]
    lhombre("warm-up", "--again")
    assert compiled == [(["money", "double dummy"], 3), (list(warm.PARTS), 2)]
