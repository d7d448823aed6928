"""The variants of the collection: sound, sourced, and playable under each of their readings."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load, variant_ids
from lhombre_core.language.check import check
from lhombre_core.language.coherence import of_rules
from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.collection import slot_parameters, slots, sources
from lhombre_core.language.resolve.layer import Place
from lhombre_core.language.resolve.point import Choice
from lhombre_core.language.resolve.resolution import Combined
from lhombre_core.language.resolve.write import Write, writes_of
from lhombre_core.rules.acting.difference import differing_paths, differing_slots
from lhombre_core.rules.data.build import build
from lhombre_core.rules.data.path import is_prose, leaves, value_at
from lhombre_core.rules.data.plain import plain
from lhombre_core.rules.variant import RuleSet

ROOT = Path(__file__).parents[2]
IDS = variant_ids()
BASES = [f"base/{name}" for name in Place().ids("base")]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", [*IDS, *BASES, "slots", "sources/sources"])
def test_a_file_of_the_collection_passes_its_check(name):
    assert str(check(f"variants/{name}.yaml")) == ""


@pytest.mark.parametrize("name", IDS)
def test_every_rule_of_a_variant_has_a_note(name):
    resolved = load(name)
    notes = attributions(resolved)
    without = [
        leaf.path
        for leaf in leaves(resolved.rules, unset=True)
        if resolved.tree.find(leaf.steps) is not None and notes.note(leaf.path) is None
    ]
    assert without == []


@pytest.mark.parametrize("name", IDS)
def test_a_rule_set_written_as_data_is_read_back_as_the_same(name):
    rules = load(name).rules
    again, problems = build(RuleSet, plain(rules))
    assert problems == []
    assert again == rules
    assert hash(again) == hash(rules)


@pytest.mark.parametrize("name", IDS)
def test_every_path_of_a_rule_leads_to_its_value(name):
    rules = load(name).rules
    for leaf in leaves(rules, unset=True):
        assert value_at(rules, leaf.steps) == leaf.value
        assert not is_prose(leaf.steps)


def test_no_two_variants_play_alike():
    assert len({load(name).hash for name in IDS}) == len(IDS)


@pytest.mark.parametrize("name", IDS)
def test_a_variant_differs_in_nothing_from_itself(name):
    rules = load(name).rules
    assert differing_paths(rules, rules) == []
    assert differing_slots(rules, rules, slots()) == []


def test_there_are_a_hundred_slots():
    assert len(slots()) == 100


def test_every_parameter_of_the_collection_has_its_path():
    named = {name for variant in IDS for name in load(variant).rules.stakes.parameters}
    assert set(slot_parameters()) == named
    assert all(path == f"stakes.parameters.{n}.value" for n, path in slot_parameters().items())


def test_every_source_that_is_named_is_listed():
    assert sources()


def choices(combined: Combined) -> list[Choice]:
    points = combined.resolve().rules.apparatus.points
    return [
        Choice(point, key)
        for point, found in points.items()
        for key, reading in found.readings.items()
        if reading.documented_only is None
    ]


def writes(combined: Combined) -> dict[Choice, list[Write]]:
    return {
        choice: list(writes_of(combined.points.reading(choice), str(choice), choice.point))
        for choice in choices(combined)
    }


@pytest.mark.parametrize("name", IDS)
def test_choosing_every_default_changes_no_rule(name):
    combined = find(name)
    own = combined.resolve()
    points = own.rules.apparatus.points
    defaults = [
        choice for choice in choices(combined) if points[choice.point].default == choice.reading
    ]
    chosen = combined.resolve(defaults)
    assert differing_paths(own.rules, chosen.rules) == []
    assert chosen.hash == own.hash


def pairs(name: str, *, near: bool) -> Iterator[tuple[Combined, list[Choice]]]:
    """Return pairs of readings of different points; near ones write the same section."""
    combined = find(name)
    written = {
        choice: {write.path[0] for write in found} for choice, found in writes(combined).items()
    }
    for first, second in combinations(written, 2):
        if first.point != second.point and (not near or written[first] & written[second]):
            yield combined, [first, second]


def spread(found: Iterator, number: int) -> list:
    """Return about so many of the things found, evenly spread."""
    every = list(found)
    return every[:: max(1, len(every) // number)]


def outcome(combined: Combined, chosen: list[Choice]) -> str | None:
    """Return why a pair cannot be chosen, or None; whatever else is wrong is raised."""
    try:
        combined.resolve(chosen)
    except UsageError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", IDS)
def test_two_readings_make_a_rule_set_or_are_refused_in_a_sentence(name):
    for combined, chosen in spread(pairs(name, near=True), 200):
        why = outcome(combined, chosen)
        assert why is None or "cannot be combined with" in why or " collide: " in why


@pytest.mark.slow
@pytest.mark.parametrize("name", IDS)
def test_any_two_readings_make_a_rule_set_or_are_refused_in_a_sentence(name):
    for combined, chosen in pairs(name, near=False):
        why = outcome(combined, chosen)
        assert why is None or "cannot be combined with" in why or " collide: " in why


@pytest.mark.parametrize("name", IDS)
def test_rule_sets_under_two_readings_make_sense(name):
    for combined, chosen in spread(pairs(name, near=True), 40):
        if outcome(combined, chosen) is None:
            assert list(of_rules(combined.resolve(chosen))) == [], chosen


@pytest.mark.parametrize("name", IDS)
def test_the_order_in_which_readings_are_chosen_does_not_matter(name):
    combined = find(name)
    one_each = {choice.point: choice for choice in spread(iter(choices(combined)), 12)}
    chosen = list(one_each.values())
    if outcome(combined, chosen) is None:
        assert combined.resolve(chosen[::-1]).rules == combined.resolve(chosen).rules
