"""Runs that are broken off: killed, interrupted, out of space. They go on to the same bytes."""

import errno
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.sim.run.simulation import Keeping, run
from tests.docs.page import ROOT
from tests.sim.kept import LAST, content, small_parts, with_bots

DEALS = 600
PROGRAM = """\
import sys
from pathlib import Path
from lhombre_core.language.catalog import load
from lhombre_core.sim.store import part
from lhombre_core.sim.run.simulation import run

if __name__ == "__main__":
    out, jobs, limit = sys.argv[1:]
    part.LEAST = part.MOST = 60
    if int(limit):
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    told = lambda done, deals: print(done, flush=True)
    run(load("danish-club"), {deals}, 1, {bots}, int(jobs), told, folder=Path.cwd(), out=Path(out))
"""

COMMAND = """\
import sys
from lhombre_core.cli.app import run
from lhombre_core.sim.store import part

if __name__ == "__main__":
    part.LEAST = part.MOST = 60
    sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    small_parts(monkeypatch, 60)
    return with_bots(tmp_path / "bots")


@pytest.fixture
def again(resolved, bots, tmp_path):
    """Give the command of the run again, undisturbed, and return the bytes of its folder."""

    def call():
        run(resolved("danish-club"), DEALS, 1, LAST, folder=bots, out=tmp_path / "run")
        return content(tmp_path / "run")

    return call


@pytest.fixture(scope="module")
def undisturbed(resolved, tmp_path_factory):
    """Return the bytes of a run that nothing has happened to."""
    bots, out = with_bots(tmp_path_factory.mktemp("bots")), tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patched:
        small_parts(patched, 60)
        run(resolved("danish-club"), DEALS, 1, LAST, folder=bots, out=out)
    return content(out)


@pytest.fixture
def begun(bots, tmp_path):
    """Begin the run in a process of its own, which is waited for until it has kept a part."""
    program = PROGRAM.format(deals=DEALS, bots=LAST)

    def call(jobs, limit=0):
        process = started(bots, program, str(tmp_path / "run"), str(jobs), str(limit))
        if not limit:
            while int(process.stdout.readline() or DEALS) == 0:
                pass
        return process

    return call


def started(folder, program, *words):
    """Return the process of a program in a folder, the first of a group of its own."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "program.py", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process):
    """Return whether a process and all it has begun come to an end."""
    for _ in range(200):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_killed_at_random_moments_goes_on_to_the_same_bytes(
    begun, again, undisturbed, jobs
):
    moments = [random.SystemRandom().uniform(0, 0.4) for _ in range(2)]
    for moment in moments:
        process = begun(jobs)
        time.sleep(moment)
        process.kill()
        process.communicate()
        assert ended(process), "what it had begun goes on"
    assert again() == undisturbed, moments


def test_a_run_that_is_interrupted_goes_on_to_the_same_bytes(begun, again, undisturbed):
    process = begun(2)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode
    assert said.count("Traceback (") == 1, f"the workers are not silent: {said}"
    assert said.endswith("KeyboardInterrupt\n")
    assert ended(process)
    assert again() == undisturbed


@pytest.mark.parametrize(("jobs", "end"), [(1, os.kill), (2, os.killpg)], ids=["alone", "group"])
def test_a_command_that_is_ended_says_so_and_goes_on_to_the_same_bytes(
    bots, again, undisturbed, tmp_path, jobs, end
):
    out = tmp_path / "run"
    order = ["simulate", "danish-club", "--deals", str(DEALS), "--bots", *LAST]
    process = started(bots, COMMAND, *order, "--out", str(out), "--jobs", str(jobs))
    while process.poll() is None and not any(out.glob("parts/*/*.json")):
        time.sleep(0.01)
    end(process.pid, signal.SIGTERM)
    shown, said = process.communicate()
    assert (process.returncode, shown) == (143, "")
    assert said == "Interrupted; the same command goes on with it.\n"
    assert (out / "run.log").read_text(encoding="utf-8").endswith("  interrupted\n")
    assert any(out.glob("parts/*/*.json"))
    assert ended(process)
    assert again() == undisturbed


def test_a_run_for_which_files_are_too_large_says_so_and_goes_on(begun, again, undisturbed):
    process = begun(1, limit=4000)
    _, said = process.communicate()
    assert "UsageError" in said
    assert "cannot be written: " in said
    assert again() == undisturbed


CALLS = ("mkdir", "fsync", "replace", "unlink", "rmdir")
"""What changes a folder."""


class Stop(BaseException):
    """The end of a process, after which nothing more happens to its folder."""


class Disturbed:
    """Calls of the system, the last of which fails or is never made, and all after it."""

    def __init__(self, monkeypatch, last, error):
        self.left, self.error, self.over = last, error, False
        for name in CALLS:
            monkeypatch.setattr(os, name, self.call(getattr(os, name)))

    def call(self, real):
        def made(*arguments, **named):
            if self.left == 0:
                raise self.error
            self.left -= 1
            return real(*arguments, **named)

        return made


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Stop("the end"), "the end"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    ],
    ids=["end", "full"],
)
def test_a_run_that_ends_at_any_change_of_its_folder_goes_on_to_the_same_bytes(
    error, words, resolved, bots, tmp_path, monkeypatch
):
    """A disturbance at each call in turn, and the run continued after it."""
    arguments = resolved("danish-club"), 60, 1, ("quick_bot:First",)

    small_parts(monkeypatch, 30)
    monkeypatch.setattr(tempfile, "tempdir", str(bots))

    def play(out):
        run(*arguments, folder=bots, out=Keeping(tmp_path / out, columns=words == "the end"))
        return content(tmp_path / out)

    wanted = play("fresh")
    told = []
    for last in range(100):
        with monkeypatch.context() as patched:
            Disturbed(patched, last, error)
            try:
                play(f"run-{last}")
            except (Stop, UsageError) as caught:
                told.append(str(caught))
            else:
                break
        assert play(f"run-{last}") == wanted, last
    assert len(told) > 15
    assert all(words in one for one in told)
