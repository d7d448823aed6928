"""Compiled functions: what they are passed, what comes back, and when they are compiled again."""

import errno
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from lhombre_core.kernel import cache
from lhombre_core.kernel.loader import CompiledFunction, CompiledModule
from tests.kernel import loader_case
from tests.kernel.loader_case import RECORD, Pair

CASE = "tests.kernel.loader_case"
_PLACE_OF_CODE = cache.place_of_code.__wrapped__
"""As it answers in a process that asks for the first time."""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Return an empty folder in which machine code is kept."""
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    return tmp_path


def fresh(name):
    """Return a compiled function as a process has it that has not called it before."""
    importlib.reload(loader_case)
    return CompiledFunction(CASE, name)


def is_compiled(name, *arguments):
    """Return whether a function is compiled when it is called, for want of a kept one."""
    function = fresh(name)
    function(*arguments)
    return not any(getattr(loader_case, name).stats.cache_hits.values())


def test_arguments_of_every_kind_arrive_and_what_is_returned_comes_back():
    record, rows = np.zeros((), RECORD), np.zeros((2, 3), np.int64)
    pair, small = Pair(np.array([100]), np.eye(2, dtype=np.int64)), np.array([255, 0], np.uint8)
    word = np.uint64((1 << 64) - 1)
    mixed = fresh("mixed")
    returned = mixed(record, rows, pair, small, -5, word, True)
    assert returned == (-6, (1 << 64) - 1, False)
    assert record["number"] == -5
    assert record["row"].tolist() == [0, 0, (1 << 64) - 1]
    assert rows.tolist() == [[101, 102, 103], [111, 112, 113]]
    assert small.tolist() == [0, 1]
    assert mixed(record, rows, pair, small, number=5, word=word, truth=False) == (4, word, True)
    assert record["number"] == 0


def test_a_function_may_call_itself():
    assert fresh("counted_down")(5) == 5


def test_a_compiled_function_says_what_it_is():
    name = "lhombre_core.kernel.compiled.block"
    assert repr(CompiledModule(name)) == f"CompiledModule('{name}')"
    assert repr(CompiledModule(name).deal_out) == f"CompiledFunction('{name}', 'deal_out')"


@pytest.mark.parametrize(
    "argument",
    [np.zeros((4, 4), np.int64)[:, 0], np.broadcast_to(np.int64(0), (3,)), np.zeros(3), [1, 2]],
    ids=["a column", "unwritable", "floats", "list"],
)
def test_arguments_of_other_types_are_refused_once_it_is_compiled(argument):
    added = fresh("added")
    added(np.zeros(3, np.int64), np.ones(3, np.int64))
    with pytest.raises(TypeError, match="No matching definition"):
        added(argument, np.ones(3, np.int64))


def test_an_exception_ends_the_call_and_not_the_process():
    function = fresh("gives_up")
    assert function(3) == 3
    with pytest.raises(ValueError, match="too large"):
        function(4)


def test_only_what_says_so_is_turned_into_vectors():
    rows = np.arange(64), np.ones(64, np.int64)
    counts = []
    for name in ("added", "added_as_vectors"):
        fresh(name)(*rows)
        (text,) = getattr(loader_case, name).inspect_asm().values()
        counts.append(len(re.findall(r"^\s*v?paddq\s", text, re.MULTILINE)))
    assert counts[0] == 0 < counts[1]


def test_the_settings_of_numba_are_left_as_they_were():
    before = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE
    fresh("added")(np.zeros(3, np.int64), np.ones(3, np.int64))
    after = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE
    assert after == before


# -- what is kept -------------------------------------------------------------------------------


def files(place):
    """Return the files that numba has written."""
    return sorted(path for path in place.rglob("*.nb*"))


def test_what_is_kept_is_not_compiled_again(place):
    assert is_compiled("twice", 1)
    assert cache.are_kept({"twice"})
    assert not is_compiled("twice", 2)
    assert [path.suffix for path in files(place)] == [".nbc", ".nbi"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-1]),
        lambda file: file.write_bytes(file.read_bytes()[:-1] + b"!"),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: file.unlink(),
        lambda file: (file.unlink(), file.symlink_to("/dev/zero")),
        lambda file: (file.unlink(), file.symlink_to(file)),
        lambda file: (file.unlink(), os.mkfifo(file)),
    ],
    ids=["empty", "cut", "changed", "a folder", "gone", "a device", "a link to itself", "a pipe"],
)
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_what_is_damaged_is_compiled_again(place, damage, suffix):
    assert is_compiled("twice", 1)
    (file,) = [path for path in files(place) if path.suffix == suffix]
    damage(file)
    assert not cache.are_kept({"twice"})
    assert is_compiled("twice", 2)
    assert cache.are_kept({"twice"})
    assert not is_compiled("twice", 3)


def test_files_of_another_function_are_compiled_again(place):
    assert is_compiled("twice", 1)
    shutil.rmtree(place / "counted_down")
    (place / "twice").rename(place / "counted_down")
    assert not cache.are_kept({"counted_down"})
    assert is_compiled("counted_down", 1)


def test_what_stands_in_the_place_of_a_folder_is_removed(place):
    (place / "twice").write_text("no folder", encoding="utf-8")
    assert is_compiled("twice", 1)
    assert cache.are_kept({"twice"})


def test_without_a_folder_it_is_compiled_for_this_process(monkeypatch):
    monkeypatch.setattr(cache, "place_of_code", lambda: None)
    assert fresh("twice")(1) == 2
    assert not cache.are_kept({"twice"})
    monkeypatch.setattr(cache, "_filled", [])
    assert not cache.is_filled()
    cache.mark_filled()
    assert cache.is_filled()


def test_a_folder_that_can_only_be_read_is_read(place, monkeypatch):
    assert is_compiled("twice", 1)
    monkeypatch.setattr(os, "access", lambda _path, mode: not mode & os.W_OK)
    assert not cache.may_keep()
    assert not is_compiled("twice", 2)
    assert is_compiled("gives_up", 2)
    assert {path.parts[-3] for path in files(place)} == {"twice"}


def test_a_disk_that_is_full_does_not_end_the_call(place, monkeypatch):
    def refuse(*_arguments, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    function = fresh("twice")
    function._entry  # noqa: B018  its folder is there
    monkeypatch.setattr(os, "replace", refuse)
    assert function(4) == 8
    assert not cache.are_kept({"twice"})


def test_without_a_folder_nothing_can_be_kept(tmp_path, monkeypatch):
    assert cache.may_keep()
    for place in (None, tmp_path / "no folder"):
        monkeypatch.setattr(cache, "place_of_code", lambda place=place: place)
        assert not cache.may_keep()


def test_the_kernel_is_not_believed_complete_when_a_file_was_taken_away(place):
    for name in cache._NEEDED:
        assert not cache.is_filled()
        file = place / name / "below" / "code"
        file.parent.mkdir(parents=True)
        file.write_bytes(b"machine code")
        cache.seal(name)
    assert cache.is_filled()
    (place / "turn_over" / "below" / "code").unlink()
    assert not cache.is_filled()


# -- where it is kept ---------------------------------------------------------------------------


def test_a_relative_cache_is_ignored(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert _PLACE_OF_CODE() == tmp_path / ".cache" / "lhombre" / f"kernel-{cache.digest()}"
    assert not Path("relative").exists()


def test_a_folder_that_cannot_be_read_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda _path, mode: not mode & os.R_OK)
    assert _PLACE_OF_CODE() is None


def test_old_folders_are_forgotten_whatever_lies_among_them(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    above = tmp_path / "lhombre"
    for number in range(6):
        (above / f"kernel-{number}").mkdir(parents=True)
        os.utime(above / f"kernel-{number}", (number, number))
    (above / "kernel-x").symlink_to("nowhere")
    place = _PLACE_OF_CODE()
    assert place is not None
    kept = {path.name for path in above.iterdir()}
    assert kept == {"kernel-x", "kernel-3", "kernel-4", "kernel-5", place.name}


def test_a_name_of_a_function_is_enough_until_it_is_called():
    program = (
        "import sys; from lhombre_core.kernel.loader import CompiledModule;"
        "print(CompiledModule('lhombre_core.kernel.compiled.block').turn_over,"
        " 'numba' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.split()[-1] == "False"
