"""`lhombre warm-up`, and what is compiled before a run."""

import errno
from contextlib import suppress
from pathlib import Path

import pytest

from lhombre_core.cli import ready
from lhombre_core.kernel import cache
from lhombre_core.sim.machine import processors
from lhombre_core.sim.play import choice
from lhombre_core.sim.run import warm


def keep(part):
    """Keep a part as if it had been compiled, where that is possible."""
    for function in warm.PARTS[part] if cache.may_keep() else ():
        file = cache.place_of_code() / function.name / "below" / "code"
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            file.write_bytes(b"machine code")
            cache.seal(function.name)


@pytest.fixture
def full_disk(monkeypatch, tmp_path):
    """Have a folder for what is compiled to which nothing can be written."""

    def write(file, _):
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    monkeypatch.setattr(Path, "write_bytes", write)


@pytest.fixture
def compiled(monkeypatch):
    """Return which parts are compiled, where all must be, and by how many processes."""
    done = []

    def compile_parts(names, jobs):
        done.append((list(names), jobs))
        for name in names:
            keep(name)
            yield name

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
    said = capsys.readouterr().err
    assert told in said
    assert "could not be kept" not in said
    assert compiled == [(list(warm.SIMULATION), processors())]


def test_beforehand_whatever_is_missing_is_compiled(compiled, lhombre, monkeypatch, tmp_path):
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    for name in warm.PARTS:
        keep(name)
    answer = lhombre("warm-up")
    assert (answer.code, answer.err, compiled) == (
        0,
        "Everything has been compiled already.\n",
        [],
    )
    for name in ("turn_over", "grade_lead"):
        (tmp_path / name / "below" / "code").unlink()
    answer = lhombre("warm-up", "--jobs", "3")
    assert answer.err.splitlines() == ["compiled: money", "compiled: double dummy"]
    assert lhombre("warm-up", "--again").code == 0
    assert compiled == [(["money", "double dummy"], 3), (list(warm.PARTS), 2)]


def test_what_was_compiled_and_could_not_be_kept_is_told_beforehand(compiled, lhombre, full_disk):
    answer = lhombre("warm-up")
    assert answer.code == 2
    assert "could not be kept in '" in answer.err
    assert ": play, money, double dummy, " in answer.err
    assert "name another folder by XDG_CACHE_HOME" in answer.err
    assert compiled


def test_what_was_compiled_and_could_not_be_kept_is_told_before_a_run(compiled, capsys, full_disk):
    ready.make_ready(100_000)
    assert "It could not be kept, so that the next run compiles it again" in capsys.readouterr().err
    assert compiled
