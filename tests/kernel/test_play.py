"""The play of the tricks: the kernel and the reference do the same, act by act."""

import random
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from numba import njit

from lhombre_core.bots.thumb.style import BOLD, CAUTIOUS, NORMAL
from lhombre_core.engine.phase.stop import Split, is_fixed
from lhombre_core.kernel.compiled.choice import has_instruction, nth_card
from lhombre_core.kernel.encode import ending
from lhombre_core.kernel.layout import Act
from lhombre_core.language.catalog import variant_ids
from tests.kernel.play_case import (
    MATADORS,
    Table,
    apart,
    changed,
    compare,
    rules_of,
    scramble_stop,
    scramble_vole,
)

VARIANTS = tuple(variant_ids())
SEATS = {
    (False, False): tuple((o, *(s for s in range(3) if s != o)) for o in range(3)),
    (False, True): tuple(permutations(range(3))),
    (True, False): ((3, 0, 1, 2),),
    (True, True): ((0, 3, 1, 2), (1, 3, 0, 2), (2, 3, 0, 1)),
}
"""Where the ombre and a, b, c can sit: do four play, was the deal taken over."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_act_of_a_deal_is_that_of_the_reference(variant):
    difference, done = compare(rules_of(variant), 80, seed=1)
    assert difference is None
    assert done[Act.CARD]


@pytest.mark.parametrize("variant", VARIANTS)
def test_other_words_for_vole_and_concession_are_played_alike(variant):
    for seed in range(4):
        rules = changed(rules_of(variant), random.Random(seed))  # noqa: S311  seeded
        difference, _ = compare(rules, 40, seed)
        assert difference is None


def test_every_kind_of_act_is_met_with_in_these_deals():
    acts = set()
    for seed in range(16):
        rules = changed(rules_of("danish-club"), random.Random(seed))  # noqa: S311  seeded
        difference, done = compare(rules, 25, seed)
        assert difference is None
        acts.update(done)
    assert acts == set(range(Act.YIELD, Act.CARD + 1))


@pytest.mark.parametrize("words", MATADORS, ids=str)
def test_every_reading_of_the_matadors_is_played_alike(words):
    rules = rules_of("pierer-free")
    rules = replace(rules, play=replace(rules.play, matadors=words))
    for name in ("frage", "mort"):
        difference, _ = compare(rules, 60, 3, names=(name,))
        assert difference is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_that_are_played_side_by_side_end_as_by_themselves(variant):
    rules = rules_of(variant)
    assert apart(Table(rules), 200, 1, (BOLD, NORMAL, CAUTIOUS))[0] == []
    rules = replace(rules, play=replace(rules.play, matadors=MATADORS[-1]))
    assert apart(Table(rules), 200, 2, (NORMAL, NORMAL, NORMAL))[0] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_said_in_play_is_said_side_by_side_too(variant):
    said = 0
    for seed in range(5):
        rules = changed(rules_of(variant), random.Random(seed))  # noqa: S311  seeded
        gives_up = BOLD._replace(give_up=9)
        differing, seldom = apart(Table(rules), 150, seed, (gives_up, NORMAL, CAUTIOUS))
        assert differing == []
        said += seldom
    assert said > 50


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("scramble", [scramble_vole, scramble_stop])
def test_whatever_a_table_says_is_done_side_by_side_too(variant, scramble):
    for seed in range(3):
        table = Table(rules_of(variant))
        scramble(table, random.Random(seed))  # noqa: S311  seeded
        assert apart(table, 200, seed, (BOLD, NORMAL, CAUTIOUS))[0] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_deals_with_many_words_are_played_alike(variant, seed):
    rules = rules_of(variant)
    if seed:
        rules = changed(rules, random.Random(1000 + seed))  # noqa: S311  seeded
    difference, _ = compare(rules, 400, seed)
    assert difference is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_stops_where_the_engine_says_that_all_is_fixed(variant):
    table = Table(rules_of(variant))
    assert _wrong_endings(table, random.Random(1), 600) == []  # noqa: S311  seeded


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("variant", VARIANTS)
def test_play_stops_where_the_engine_says_so_with_other_words_too(variant, seed):
    table = Table(changed(rules_of(variant), random.Random(seed)))  # noqa: S311  seeded
    assert _wrong_endings(table, random.Random(1), None) == []  # noqa: S311  seeded


def _wrong_endings(table, rng, number):
    """Return the splits about which the table and `stop` differ, of a number of them or of all."""
    cases = list(_splits(table))
    if number is not None:
        cases = rng.sample(cases, min(number, len(cases)))
    return [split for split, fixed in cases if is_fixed(table.game, split) != fixed]


def _splits(table):
    game, kinds = table.game, table.play.rules["kinds"]
    for place, colour, four, stage in np.argwhere(kinds >= 0):
        name = table.names[place]
        if colour and not game.contracts[name].entry.privilege:
            continue
        taken = stage == ending.TAKEN_OVER
        base = kinds[place, colour, four, stage] * 3
        for level in ending.tree(4 if four else 3).nodes[1:9]:
            for first, split in level:
                entry = (base + first) * ending.SPLITS + 100 * split[0] + 10 * split[1] + split[2]
                fixed = bool(table.play.fixed[entry] >> (split[3] if four else 0) & 1)
                for seats in SEATS[bool(four), bool(taken)]:
                    tricks = [0, 0, 0, 0]
                    for seat, won in zip(seats, split, strict=True):
                        tricks[seat] = won
                    yield (
                        Split(
                            name,
                            int(colour),
                            seats[0],
                            seats[1] if taken else None,
                            bool(stage == ending.WITH_VOLE),
                            bool(four),
                            tuple(tricks),
                            first,
                        ),
                        fixed,
                    )


@njit
def _chosen(cards, number):
    return nth_card(cards, number)


def test_a_card_is_found_by_its_number_with_the_instruction_for_it_and_without(monkeypatch):
    rng = random.Random(2)  # noqa: S311  seeded
    by_arithmetic = njit(_chosen.py_func)
    monkeypatch.setattr("lhombre_core.kernel.compiled.choice.has_instruction", lambda: False)
    for size in range(1, 10):
        places = sorted(rng.sample(range(64), size))
        cards = np.uint64(sum(1 << place for place in places))
        for number, place in enumerate(places):
            assert int(by_arithmetic(cards, np.uint64(number))) == 1 << place
        if size < 9:
            assert int(by_arithmetic(cards, np.uint64(size))) == 0
    monkeypatch.undo()
    assert int(_chosen(np.uint64(0b10110), np.uint64(1))) == 0b100
    assert int(_chosen(np.uint64(0b10110), np.uint64(3))) == 0
    assert isinstance(has_instruction(), bool)
