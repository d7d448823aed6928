"""Machine code that is kept: what it is given, what comes back, and when it is made anew."""

import ctypes
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from lhombre_core.errors import UsageError
from lhombre_core.kernel import build, cache
from lhombre_core.kernel.argument import Fixed, lay_out
from lhombre_core.kernel.native import Compiled, Native
from lhombre_core.sim.play.line import Lines
from lhombre_core.sim.play.round import Stage, play_rounds
from tests.kernel.native_case import RECORD, Pair

CASE = "tests.kernel.native_case"
_PLACE_OF_CODE = cache.place_of_code.__wrapped__
"""As it answers in a process that asks for the first time."""
_ROOT = Path(__file__).parents[2]
_ELSEWHERE = f"""
import sys
from lhombre_core.kernel.native import Native
print(Native({CASE!r}, "twice")(21), "numba" in sys.modules)
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Return an empty folder in which machine code is kept."""
    monkeypatch.setattr(cache, "place_of_code", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def made(monkeypatch):
    """Return the names of the functions for which machine code is made."""
    names = []

    def watched(module, name, kinds):
        names.append(name)
        return untold(module, name, kinds)

    untold = build.build
    monkeypatch.setattr(build, "build", watched)
    return names


def twice(number):
    """Call a function as a process does that has not called it before."""
    return Native(CASE, "twice")(number)


def test_arguments_of_every_kind_arrive_and_what_is_returned_comes_back():
    record, rows = np.zeros((), RECORD), np.zeros((2, 3), np.int64)
    pair, small = Pair(np.array([100]), np.eye(2, dtype=np.int64)), np.array([255, 0], np.uint8)
    word = np.uint64((1 << 64) - 1)
    mixed = Native(CASE, "mixed")
    found = mixed(record, rows, pair, small, -5, word, True)
    assert found == (-6, (1 << 64) - 1, False)
    assert record["number"] == -5
    assert record["row"].tolist() == [0, 0, (1 << 64) - 1]
    assert rows.tolist() == [[101, 102, 103], [111, 112, 113]]
    assert small.tolist() == [0, 1]
    assert mixed(Fixed(record), rows, Fixed(pair), small, 5, word, False) == (4, word, True)
    assert record["number"] == 0


def test_a_call_that_is_laid_out_can_be_made_by_its_address():
    record, word = np.zeros((), RECORD), np.uint64(1 << 63)
    rows, small = np.zeros((2, 3), np.int64), np.zeros(2, np.uint8)
    pair = Pair(np.array([100]), np.eye(2, dtype=np.int64))
    laid = Native(CASE, "mixed").lay(record, rows, Fixed(pair), small, -5, word, True)
    assert laid.starts == (0, 1, 4, 9, 11, 12, 13)
    assert laid.words[11:] == ((1 << 64) - 5, 1 << 63, 1)
    room = np.array(laid.words, np.uint64)
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(laid.address)
    assert call(room.ctypes.data) == 0
    assert room[:3].tolist() == [(1 << 64) - 6, 1 << 63, 0]
    assert record["number"] == -5
    assert rows[1].tolist() == [111, 112, 113]


def test_rounds_are_played_until_no_session_lives(monkeypatch):
    monkeypatch.setattr("lhombre_core.sim.play.round.ROUNDS", 2)
    live, none, found = np.arange(3), np.zeros((0, 2), np.int64), np.zeros(1, np.int64)
    stages = [
        Stage(Native(CASE, "begins"), 0, (live, none, none)),
        Stage(Native(CASE, "adds_up"), 1, (0, live, found)),
    ]
    rows = play_rounds(stages, Lines(2), 3, (1, 2))
    assert found[0] == (0 + 1) + 0
    assert rows.tolist() == [[0, 0], [1, 10], [0, 0]]


def test_a_stage_that_fails_ends_the_rounds():
    live, none = np.arange(3), np.zeros((0, 2), np.int64)
    stages = [
        Stage(Native(CASE, "begins"), 0, (live, none, none)),
        Stage(Native(CASE, "adds_up"), 1, (2, live, np.zeros(1, np.int64))),
    ]
    with pytest.raises(RuntimeError, match="come to an end"):
        play_rounds(stages, Lines(2), 3, (1, 2))


def test_a_function_without_a_result_returns_nothing():
    rows = np.zeros(1, np.int64)
    assert Compiled(CASE).nothing(rows) is None
    assert rows[0] == 7


def test_a_function_may_call_itself():
    assert Native(CASE, "counted_down")(5) == 5


@pytest.mark.parametrize(
    "argument",
    [
        np.zeros((4, 4), np.int64)[:, 0],
        np.asfortranarray(np.zeros((2, 2), np.int64)),
        np.broadcast_to(np.int64(0), (3,)),
        np.zeros((), np.int64),
        np.zeros((), RECORD)[()],
        [1, 2],
        1.5,
        None,
    ],
    ids=["a column", "by columns", "unwritable", "no dimension", "void", "list", "float", "None"],
)
def test_what_cannot_be_passed_is_refused_before_the_call(argument):
    with pytest.raises(TypeError, match="compiled code takes"):
        lay_out(argument)


def test_a_number_beyond_the_word_is_refused_before_the_call():
    with pytest.raises(TypeError, match="number"):
        twice(1 << 63)


def test_what_was_made_is_loaded_by_a_process_without_the_compiler(tmp_path):
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    said = [
        subprocess.run(
            [sys.executable, "-c", _ELSEWHERE],
            env=environment, cwd=_ROOT, capture_output=True, text=True, check=True,
        ).stdout.split()
        for _ in range(2)
    ]  # fmt: skip
    assert said == [["42", "True"], ["42", "False"]]


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


def test_half_a_file_is_made_anew(place, made):
    assert twice(1) == 2
    (file,) = place.iterdir()
    whole = file.read_bytes()
    for half in (whole[:-1], whole[: len(whole) // 2], whole[:10], b""):
        file.write_bytes(half)
        assert twice(4) == 8
        assert file.read_bytes() == whole
    assert made == ["twice"] * 5


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.parametrize(
    "put",
    [
        lambda file: (file.mkdir(), (file / "more").touch()),
        os.mkfifo,
        lambda file: file.symlink_to("/dev/zero"),
        lambda file: file.symlink_to(file),
        lambda file: file.symlink_to("nowhere"),
    ],
    ids=["a folder", "a pipe", "a device", "a link to itself", "a link to nothing"],
)
def test_what_is_no_file_is_made_anew_once(place, made, put):
    assert twice(1) == 2
    (file,) = place.iterdir()
    file.unlink()
    put(file)
    assert [twice(2), twice(3)] == [4, 6]
    assert made == ["twice"] * 2
    assert list(place.iterdir()) == [file]


def test_a_file_of_other_sources_or_of_another_function_is_made_anew(place, made, monkeypatch):
    assert twice(1) == 2
    (file,) = place.iterdir()
    Native(CASE, "counted_down")(2)
    (other,) = set(place.iterdir()) - {file}
    file.write_bytes(other.read_bytes())
    assert twice(8) == 16
    monkeypatch.setattr(cache, "digest", lambda: "other sources")
    assert twice(16) == 32
    assert made == ["twice", "counted_down", "twice", "twice"]


def test_what_is_kept_is_not_made_again(place, made):
    assert [twice(1), twice(2), Native(CASE, "twice")(np.uint64(3))] == [2, 4, 6]
    assert made == ["twice", "twice"]
    assert len(list(place.iterdir())) == 2


def test_what_another_process_has_made_is_taken(place, made, monkeypatch):
    native = Native(CASE, "twice")
    job = native.job(1)
    assert pickle.loads(pickle.dumps(job)) == job  # noqa: S301  our own
    code = job.make()
    (file,) = place.iterdir()
    file.unlink()
    native.take(job, code)
    assert native(21) == 42
    assert made == ["twice"]


def test_the_kernel_is_not_believed_complete_when_a_file_was_taken_away(place):
    for name in cache._NEEDED:
        assert not cache.is_filled()
        cache.write(name, "whatever", b"")
    assert cache.is_filled()
    next(place.glob("turn_over-*")).unlink()
    assert not cache.is_filled()


def _swapped(file):
    """Put another function's file in the place of one."""
    file.write_bytes(next(file.parent.glob("play_deals-*")).read_bytes())


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-1]),
        lambda file: file.write_bytes(file.read_bytes()[:-1] + b"!"),
        lambda file: (file.unlink(), file.mkdir()),
        _swapped,
    ],
    ids=["empty", "cut", "changed", "a folder", "another"],
)
def test_the_kernel_is_not_believed_complete_when_a_file_is_damaged(place, damage):
    for name in cache._NEEDED:
        cache.write(name, name, b"machine code")
    assert cache.is_filled()
    damage(next(place.glob("turn_over-*")))
    assert not cache.is_filled()
    cache.write("turn_over", "turn_over", b"machine code")
    assert cache.is_filled()


@pytest.mark.parametrize("where", [None, "no folder"])
def test_without_a_folder_it_is_made_for_this_process(where, tmp_path, made, monkeypatch):
    place = None if where is None else tmp_path / where
    monkeypatch.setattr(cache, "place_of_code", lambda: place)
    assert [twice(1), twice(2)] == [2, 4]
    assert made == ["twice", "twice"]
    monkeypatch.setattr(cache, "_filled", [])
    assert not cache.is_filled()
    cache.mark_filled()
    assert cache.is_filled()


def test_without_a_folder_nothing_can_be_kept(tmp_path, monkeypatch):
    assert cache.may_keep()
    for place in (None, tmp_path / "no folder"):
        monkeypatch.setattr(cache, "place_of_code", lambda place=place: place)
        assert not cache.may_keep()


def test_a_compiler_that_is_switched_off_is_told_of(place, monkeypatch):
    monkeypatch.setattr(build.config, "DISABLE_JIT", 1)
    with pytest.raises(UsageError, match="NUMBA_DISABLE_JIT"):
        twice(1)
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "error", "why"),
    [
        ("makes_room", TypingError, "array passed into the function"),
        ("calls_what_is_kept_elsewhere", build.Unfit, "cache=True"),
    ],
)
def test_a_function_that_needs_the_compiler_is_not_kept(name, error, why, place):
    with pytest.raises(error, match=why):
        Native(CASE, name)(3)
    assert list(place.iterdir()) == []


def test_an_exception_ends_the_call_and_not_the_process():
    function = Native(CASE, "gives_up")
    assert function(3) == 3
    with pytest.raises(RuntimeError, match="status"):
        function(4)
