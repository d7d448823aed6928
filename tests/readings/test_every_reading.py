"""No reading is without a test of what it does."""

from collections import Counter
from pathlib import Path

import yaml

from tests.readings import (
    test_danish,
    test_danish_play,
    test_english,
    test_french,
    test_french_mistake,
    test_german,
    test_german_money,
)
from tests.readings.choice import runnable
from tests.readings.point import TESTED

MODULES = (
    test_danish,
    test_danish_play,
    test_english,
    test_french,
    test_french_mistake,
    test_german,
    test_german_money,
)
CASES = Path(__file__).parents[1] / "cases"


def in_cases():
    """Return the readings under which a worked case is played, by the variants it names."""
    found = set()

    def collect(case, variants, readings):
        if isinstance(case, list):
            for part in case:
                collect(part, variants, readings)
        elif isinstance(case, dict):
            named = case.get("variants", variants)
            chosen = (*readings, *case.get("readings", ()))
            found.update((v, r) for v in named if isinstance(named, list) for r in chosen)
            collect(case.get("cases", []), named, chosen)

    for file in CASES.glob("*.yaml"):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")).values():
            collect(case, [], ())
    return found


def test_every_reading_has_a_case():
    known = {*TESTED, *in_cases()}
    assert [found for found in runnable() if found not in known] == []


def test_every_reading_is_set_against_the_others_of_its_point():
    # Such a test fails where a reading does nothing; a case says only what it comes to.
    assert [found for found in runnable() if found not in TESTED] == []


def test_every_test_of_a_reading_is_there_under_its_name():
    names = Counter(name for tests in TESTED.values() for name in set(tests))
    there = {name for module in MODULES for name in vars(module)}
    assert set(names) <= there


def test_what_is_tested_is_a_reading_that_can_be_run():
    assert set(TESTED) <= set(runnable())
