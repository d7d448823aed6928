"""`lhombre warm-up`, and what is compiled before a run."""

import signal

import pytest

from lhombre_core.cli import ready
from lhombre_core.kernel import cache
from lhombre_core.sim import choice, warm
from lhombre_core.sim.crew import processors


@pytest.fixture
def compiled(monkeypatch):
    """Return who compiles, where nothing has been compiled: so many processes, or this one."""
    jobs = []
    monkeypatch.setattr(warm, "compile_here", lambda: jobs.append("here"))
    monkeypatch.setattr(warm, "compile_all", lambda number: jobs.append(number) or iter(()))
    monkeypatch.setattr(cache, "is_filled", lambda: False)
    monkeypatch.setattr(choice, "is_uncompiled", lambda _deals, _bots: True)
    return jobs


def test_nothing_is_compiled_that_cannot_be_kept(compiled, refused, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: None)
    assert "no folder to keep the kernel in" in refused("warm-up")
    assert not compiled


def test_what_cannot_be_kept_is_not_compiled_by_other_processes(compiled, capsys, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: None)
    ready.make_ready(100_000)
    assert "for this run alone" in capsys.readouterr().err
    assert compiled == ["here"]


def test_what_can_be_kept_is_compiled_by_as_many_processes_as_are_a_gain(
    compiled, capsys, monkeypatch, tmp_path
):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    ready.make_ready(100_000)
    assert "once for this version" in capsys.readouterr().err
    assert compiled == [processors()]


def deaf(_part):
    """Raise unless this process ignores an interrupt."""
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_an_interrupt_is_answered_by_the_parent_alone(monkeypatch):
    monkeypatch.setattr(warm, "compile_part", deaf)
    monkeypatch.setattr(cache, "mark_filled", lambda: None)
    assert sorted(warm.compile_all(1)) == sorted(warm.PARTS)
