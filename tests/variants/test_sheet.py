"""The variants of one file each: defaults, open numbers and readings are those of their sheets."""

from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find
from lhombre_core.language.coherence.apparatus import every_rule_has_a_note
from lhombre_core.language.resolve.point import Choice
from tests.variants.english import ENGLISH
from tests.variants.french import FRENCH
from tests.variants.sheet import value

SHEETS = (ENGLISH, FRENCH)
EACH = pytest.mark.parametrize("sheet", [pytest.param(sheet, id=sheet.id) for sheet in SHEETS])


def each(names, rows_of):
    """Run a test for every row of every sheet."""
    rows = [
        pytest.param(sheet, *row, id="-".join((sheet.id, *map(str, row[:2]))))
        for sheet in SHEETS
        for row in rows_of(sheet)
    ]
    return pytest.mark.parametrize(("sheet", *names), rows)


@EACH
def test_points_and_readings_are_those_of_the_sheet(sheet):
    points = sheet.in_file
    assert {name: tuple(point.readings) for name, point in points.items()} == sheet.points
    assert {name: point.default for name, point in points.items()} == {
        name: readings[0] for name, readings in sheet.points.items()
    }
    refines = {name: point.refines for name, point in points.items() if point.refines}
    assert refines == sheet.refines


@each(("name", "reading"), lambda sheet: sorted(sheet.documented_only))
def test_what_is_documented_only_is_not_run(sheet, name, reading):
    with pytest.raises(UsageError, match="printed, not run"):
        sheet.load(f"{name}={reading}")


@EACH
def test_all_readings_can_be_run_but_those_that_are_documented_only(sheet):
    assert sheet.documented_only == {
        (name, reading)
        for name, point in sheet.in_file.items()
        for reading, patch in point.readings.items()
        if patch.documented_only is not None
    }


@EACH
def test_the_open_numbers_are_those_of_the_sheet(sheet):
    found = sheet.file.rules.stakes.parameters
    assert {name: (p.value, p.least, p.most) for name, p in found.items()} == sheet.parameters


@each(("path", "expected"), lambda sheet: sheet.defaults.items())
def test_the_defaults_are_those_of_the_sheet(sheet, path, expected):
    assert value(sheet.file.rules, path) == expected


@each(("choice",), lambda sheet: [(f"{name}={r[0]}",) for name, r in sheet.points.items()])
def test_a_default_reading_changes_nothing(sheet, choice):
    assert sheet.load(choice).hash == sheet.file.hash


@each(("choice", "path", "expected"), lambda sheet: sheet.effects)
def test_a_reading_changes_what_it_says(sheet, choice, path, expected):
    changed = sheet.load(choice)
    assert value(changed.rules, path) == expected
    assert value(sheet.file.rules, path) != expected
    assert changed.hash != sheet.file.hash


@EACH
def test_every_other_reading_is_a_change_of_its_own(sheet):
    changed = [f"{name}={r}" for name, r in sheet.runnable if r != sheet.points[name][0]]
    assert {choice for choice, _, _ in sheet.effects} == set(changed)
    assert len({sheet.load(choice).hash for choice in changed}) == len(changed)


@pytest.mark.slow
@EACH
def test_any_two_readings_of_different_points_can_be_combined(sheet):
    combined = find(sheet.id)
    for first, second in combinations(sheet.runnable, 2):
        if first[0] != second[0]:
            assert combined.resolve([Choice(*first), Choice(*second)]).rules


@pytest.mark.parametrize("place", [0, 1, 2, -1])
@EACH
def test_readings_of_all_points_can_be_combined(sheet, place):
    runs = {name: sheet.runs(name) for name in sheet.points}
    chosen = [f"{name}={can[min(place, len(can) - 1)]}" for name, can in runs.items()]
    assert sheet.load(*chosen).rules


@EACH
def test_every_rule_has_its_source(sheet):
    assert list(every_rule_has_a_note(sheet.file)) == []
