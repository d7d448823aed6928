"""`lhombre warm-up`, and what is compiled before a run."""

import pytest

from lhombre_core.cli import ready
from lhombre_core.kernel import cache
from lhombre_core.sim import choice, warm


@pytest.fixture
def compiled(monkeypatch):
    """Return for how many processes everything is compiled, where nothing has been."""
    jobs = []
    monkeypatch.setattr(warm, "compile_all", lambda number: jobs.append(number) or iter(()))
    monkeypatch.setattr(cache, "is_filled", lambda: False)
    monkeypatch.setattr(choice, "is_uncompiled", lambda _deals, _bots: True)
    return jobs


def test_nothing_is_compiled_that_cannot_be_kept(compiled, refused, monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: None)
    assert "no folder to keep the kernel in" in refused("warm-up")
    assert not compiled


def test_what_cannot_be_kept_is_not_compiled_by_other_processes(compiled, capsys, monkeypatch):
    for place, said in ((None, "for this run alone"), (cache.place_of_code(), "once for this")):
        monkeypatch.setattr(cache, "place_of_code", lambda place=place: place)
        ready.make_ready(100_000)
        assert said in capsys.readouterr().err
        assert bool(compiled) is (place is not None)
