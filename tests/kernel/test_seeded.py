"""A fault that is put into the engine or the kernel is found by comparing the two.

Each is a seed of `seed_engine` or `seed_kernel`. To look for one of the engine takes a process, for
one of the kernel most of it is compiled anew.

What comparing cannot find is a fault in an answer that both use, for wherever it can the kernel
asks the engine and keeps the answer in a table: how high the cards are, which matadors may be kept
back, which bids are legal, when the vole may be undertaken and a deal be given up, what a split of
tricks comes to, what a contract is worth, who sits where. Most of these have a seed in
`seed_engine.SHARED`, and a test that nothing is found. Worked cases, counts and the tests of each
rule must find them. So a seed of the engine lies where the kernel has code of its own: what follows
what, who speaks, exchanges and plays when, and all that is laid, paid and called.
"""

import pytest

from lhombre_core.kernel import cache
from tests.kernel.seed_engine import ENGINE, SHARED
from tests.kernel.seed_kernel import KERNEL
from tests.kernel.seeded import COMPILED, PACKAGE, ROOT, Copy, Played, Seed, replace

ENOUGH = 5
"""Steps in which a fault would have been found that can be."""


def by_rule(seeds):
    """Return seeds as parameters of a test."""
    slow = pytest.mark.slow
    return [pytest.param(seed, id=seed.rule, marks=slow if seed.late else ()) for seed in seeds]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a copy without a fault."""
    return Copy(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def planted(tmp_path):
    """Return a copy into which a seed is put."""

    def plant(seed):
        compiled = seed.file.startswith(tuple(f"{PACKAGE}/{name}/" for name in COMPILED))
        copy = Copy(tmp_path / "copy", compiled=compiled)
        copy.plant(seed)
        return copy

    return plant


def test_without_a_fault_no_difference_is_found(whole):
    cases = {seed.played.variant: seed.played for seed in ENGINE}.values()  # one of each variant
    found = whole.compare(*cases, steps=1)
    assert found.differences == []
    assert found.deals >= 40 * len(cases)
    assert found.digest == cache.digest()


@pytest.mark.slow
def test_without_a_fault_no_difference_is_found_in_many_deals(whole):
    cases = dict.fromkeys(seed.played for seed in (*ENGINE, *KERNEL))
    assert whole.compare(*cases, steps=3).differences == []


@pytest.mark.parametrize("seed", by_rule(ENGINE))
def test_a_fault_of_the_engine_is_found(planted, seed):
    found = planted(seed).compare(seed.played)
    assert found.differences
    # The copy plays with the machine code that is kept for the package.
    assert found.digest == cache.digest()


@pytest.mark.slow
@pytest.mark.parametrize("seed", by_rule(KERNEL))
def test_a_fault_of_the_kernel_is_found(planted, tmp_path, seed):
    found = planted(seed).compare(seed.played, cache=tmp_path / "cache")
    assert found.differences
    assert found.digest != cache.digest()


@pytest.mark.slow
@pytest.mark.parametrize("seed", by_rule(SHARED))
def test_a_fault_in_what_the_kernel_asks_the_engine_is_not_found(whole, planted, seed):
    copy = planted(seed)
    assert copy.compare(seed.played, steps=ENOUGH).differences == []
    assert copy.count(seed.played) != whole.count(seed.played)  # but it is a fault


def test_every_seed_fits():
    for seed in (*ENGINE, *KERNEL, *SHARED):
        seed.put_into((ROOT / seed.file).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "line", ["may = seat <= holder", "may = seat < holder, seat < holder", "return seat < held"]
)
def test_a_seed_that_no_longer_fits_says_so(line):
    change = replace("seat < holder", "seat > holder")
    seed = Seed("who may hold", "a.b", "hold", change, Played("a-game"))
    with pytest.raises(ValueError, match=r"the seed no longer fits: a\.b\.hold .*'who may hold'"):
        seed.put_into(f"def hold(seat, holder):\n    {line}\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hold", "def hold():\n    return (seat\n        <holder)  # a comment\n"),
        ("Rule.hold", "class Rule:\n    def hold(self):\n        return [seat < holder]\n"),
        ("HOLD", "HOLD: Final = {1: seat < holder}\n"),
    ],
)
def test_a_seed_fits_however_its_function_is_written(name, text):
    change = replace("seat < holder", "seat > holder")
    seed = Seed("who may hold", "a.b", name, change, Played("a-game"))
    assert seed.put_into(f"other = seat < holder\n{text}").count("seat > holder") == 1
