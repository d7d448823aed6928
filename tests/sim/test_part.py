"""Parts of a run: how large they are, and who may play them."""

import pickle

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.reference import Reference
from lhombre_core.sim.store import part
from lhombre_core.sim.store.part import Order, Packed, Work, play, play_part, sessions_of_part


@pytest.mark.parametrize(
    ("asked", "bot", "columns", "sessions"),
    [
        (1, "thumb", True, 10),
        (1000, "my:Bot", True, 10),
        (10_000, "my:Bot", True, 33),
        (10_000, "thumb", True, 66),
        (10_000, "random", False, 33),
        (1_000_000, "my:Bot", True, 333),
        (1_000_000, "thumb", True, 2108),
        (1_000_000, "thumb", False, 333),
        (10**12, "thumb", True, 33_333),
        (10**12, "thumb", False, 333_333),
        (10**30, "thumb", False, 333_333),
    ],
)
def test_the_size_of_a_part_follows_from_what_is_asked(resolved, asked, bot, columns, sessions):
    task = Task(resolved("danish-club").rules, 3, 1, ("random", bot, "thumb"))
    assert sessions_of_part(task, asked, columns=columns) == sessions


def test_a_part_has_a_session_at_least(resolved, monkeypatch):
    monkeypatch.setattr(part, "LEAST", 1)
    task = Task(resolved("pierer-free").rules, 3, 1, ("thumb",) * 3)
    assert sessions_of_part(task, 1, columns=False) == 1


@pytest.fixture
def work(resolved):
    return Work(Task(resolved("danish-club").rules, 3, 1, ("random",) * 3), 300).pack()


def test_a_part_ends_after_the_session_in_which_the_deals_are_reached(work):
    played = [play_part(work, Order(0, range(20), deals)) for deals in (30, 31, 300)]
    assert [one.tally.sessions for one in played] == [1, 2, 10]
    assert all(one.parquet is None for one in played)


def test_how_far_a_part_has_come_is_told(work):
    mine, told = work.open(), []
    play(mine, Reference(mine.task), Order(0, range(20), 300), told.append)
    assert told == [240, 300]


def test_work_of_another_version_is_not_done(work):
    other = Packed("lhombre 0.0.1 with duckdb 0.1", pickle.dumps("what nobody may open"))
    with pytest.raises(
        UsageError, match=r"has lhombre .* expected lhombre 0\.0\.1 with duckdb 0\.1"
    ):
        play_part(other, Order(0, range(1), None))
    assert play_part(work, Order(0, range(1), None)).tally.deals == 30
