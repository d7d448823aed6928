"""The backend of the kernel brings what that of the engine brings."""

import numpy as np
import pytest

from lhombre_core.kernel import cache
from lhombre_core.kernel.space import Unencodable
from lhombre_core.language.catalog import load
from lhombre_core.sim.play import choice
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.play.counted import Counted
from lhombre_core.sim.play.kernel import Kernel, _side
from lhombre_core.sim.play.line import Lines
from lhombre_core.sim.play.reference import Reference
from lhombre_core.sim.run.simulation import run


def task(resolved, variant, bot="thumb", players=3):
    return Task(resolved(variant).rules, players, 4, (bot,) * players)


def same(one, other):
    assert one.tally == other.tally
    assert one.columns.beyond == other.columns.beyond
    assert one.columns.arrays.keys() == other.columns.arrays.keys()
    for name, array in one.columns.arrays.items():
        assert array.dtype == other.columns.arrays[name].dtype
        np.testing.assert_array_equal(array, other.columns.arrays[name], err_msg=name)


def test_a_session_that_does_not_fit_is_played_by_the_engine_and_counted_in_its_place(
    resolved, monkeypatch
):
    wanted = task(resolved, "pierer-free", "random", 4)
    monkeypatch.setattr("lhombre_core.sim.play.kernel.new_till", lambda book: cramped(book, 8))
    kernel = Kernel(wanted)
    block = kernel.run_block(range(4), columns=True)
    assert kernel._reference is not None
    same(block, Reference(wanted).run_block(range(4), columns=True))


@pytest.mark.parametrize(("bits", "handed"), [(40, 0), (50, 2), (60, 2), (62, 2)])
def test_sessions_for_high_stakes_are_played_by_the_engine_and_counted(bits, handed):
    wanted = Task(at_stake(1 << bits).rules, 3, 4, ("thumb",) * 3)
    kernel = Counted(wanted)
    block = kernel.run_block(range(2), columns=True)
    assert kernel.reference.sessions == handed
    assert bool(block.columns.beyond) is (bits > 60)
    same(block, Reference(wanted).run_block(range(2), columns=True))


def test_a_run_for_high_stakes_is_that_of_the_engine(monkeypatch):
    for few in ("_FEW", "_FEW_UNCOMPILED"):
        monkeypatch.setattr(choice, few, 0)
    given = []
    monkeypatch.setattr(Kernel, "reference", property(lambda self: engine(self.task, given)))
    found = run(at_stake(1 << 55), 60, 5, jobs=1).as_json()
    assert given
    monkeypatch.setattr(choice, "_may_be_compiled", lambda _bots: False)
    assert run(at_stake(1 << 55), 60, 5, jobs=1).as_json() == found


def engine(task, given):
    """The engine for a kernel that asks for it, which is noted."""
    given.append(task)
    return Reference(task)


def at_stake(number):
    """Rules under which so many counters are staked by everyone."""
    said = f"stakes.opening.stake.amount.stake.number={number}"
    return load("french-1600s", settings=(said,))


def cramped(book, room):
    """A till whose pools have room for so few lots that sessions do not fit."""
    from lhombre_core.kernel.encode.money.money import new_till

    return new_till(book, room)


def test_a_block_ends_after_the_session_in_which_the_deals_are_reached(resolved):
    wanted = task(resolved, "pierer-pure")
    same(
        Kernel(wanted).run_block(range(30), 200, columns=True),
        Reference(wanted).run_block(range(30), 200, columns=True),
    )


@pytest.mark.parametrize("deals", [None, 300])
@pytest.mark.parametrize(("name", "value"), [("kernel.SIDE", 4), ("kernel._MANY", 100)])
def test_it_makes_no_difference_how_sessions_are_put_together(
    resolved, monkeypatch, name, value, deals
):
    kernel = Kernel(task(resolved, "pierer-free"))
    whole = kernel.run_block(range(11), deals, columns=True)
    monkeypatch.setattr(f"lhombre_core.sim.play.{name}", value)
    same(Kernel(kernel.task).run_block(range(11), deals, columns=True), whole)


def test_rows_of_deals_that_are_too_short_are_refused_before_the_kernel_plays(resolved):
    kernel = Kernel(task(resolved, "danish-club"))
    kernel._room(2).lines = Lines(5)
    with pytest.raises(ValueError, match="the rows of deals"):
        kernel.run_block(range(2))


def test_sides_are_of_about_one_size(monkeypatch):
    monkeypatch.setattr("lhombre_core.sim.play.kernel.SIDE", 100)
    assert [_side(number, 8) for number in (0, 1, 100, 101, 250)] == [1, 1, 100, 51, 84]


def test_sides_whose_purses_are_large_have_fewer_sessions(monkeypatch):
    monkeypatch.setattr("lhombre_core.sim.play.kernel.PURSES", 100)
    assert [_side(90, purse) for purse in (1, 2, 3, 100, 101)] == [90, 45, 30, 1, 1]


def test_a_run_is_the_same_for_any_number_of_threads_and_for_the_engine(resolved, monkeypatch):
    monkeypatch.setattr(Kernel, "block", 300)
    monkeypatch.setattr(choice, "_FEW_UNCOMPILED", 0)
    found = [run(resolved("english-1800s"), 2000, 5, jobs=jobs).as_json() for jobs in (1, 3)]
    monkeypatch.setattr(choice, "_may_be_compiled", lambda _bots: False)
    found.append(run(resolved("english-1800s"), 2000, 5, jobs=1).as_json())
    assert found[0] == found[1] == found[2]


def test_a_run_of_the_kernel_that_was_broken_off_ends_with_the_same_bytes(
    resolved, tmp_path, monkeypatch
):
    monkeypatch.setattr(choice, "_FEW_UNCOMPILED", 0)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(resolved("danish-tariff"), 2500, 5, jobs=2, out=whole)
    play, left = Kernel.run_block, [3]

    def stops(self, sessions, deals=None, *, columns=False):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return play(self, sessions, deals, columns=columns)

    monkeypatch.setattr(Kernel, "run_block", stops)
    with pytest.raises(KeyboardInterrupt):
        run(resolved("danish-tariff"), 2500, 5, jobs=1, out=broken)
    monkeypatch.setattr(Kernel, "run_block", play)
    run(resolved("danish-tariff"), 2500, 5, jobs=1, out=broken)
    files = sorted(file.relative_to(whole) for file in whole.rglob("*") if file.is_file())
    assert files == sorted(f.relative_to(broken) for f in broken.rglob("*") if f.is_file())
    for file in files:
        if file.name != "run.log":
            assert (whole / file).read_bytes() == (broken / file).read_bytes(), file


def test_few_deals_and_bots_of_a_user_are_played_by_the_engine(resolved, monkeypatch):
    monkeypatch.setattr(cache, "is_filled", lambda: True)
    assert isinstance(backend_for(task(resolved, "danish-club"), 100), Reference)
    assert isinstance(backend_for(task(resolved, "danish-club"), 1000), Kernel)
    monkeypatch.setattr(cache, "is_filled", lambda: False)
    assert isinstance(backend_for(task(resolved, "danish-club"), 1000), Reference)


@pytest.mark.parametrize(
    ("variant", "word"),
    [
        ("english-1800s", f"contracts.vuelta.rank={1 << 63}"),
        ("pierer-pure", f"settlement.win_price.amount.run.less={1 << 63}"),
        ("pierer-free", f"stakes.pools.roc.full={-(1 << 63) - 1}"),
    ],
)
def test_rules_with_a_number_beyond_64_bits_are_played_by_the_engine(variant, word):
    rules = load(variant, settings=(word,)).rules
    with pytest.raises(Unencodable, match="a number of the rules takes more than 64 bits"):
        Kernel(Task(rules, 3, 1, ("thumb",) * 3))
    assert isinstance(backend_for(Task(rules, 3, 1, ("thumb",) * 3), 10**6), Reference)
