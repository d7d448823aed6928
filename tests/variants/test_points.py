"""How many points, readings and parameters there are, and what cannot be combined."""

from collections.abc import Mapping
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load, variant_ids
from lhombre_core.language.resolve.point import Choice
from lhombre_core.report.site.point_page import family as letters
from lhombre_core.rules.data.path import leaves

PARAMETERS = {
    "base/danish": {"needless_naming", "kobe_nolo_cap", "deals_three", "deals_four"},
    "english-1800s": {"pass_fee", "deals"},
    "french-1600s": {"consolation", "great_counter", "pass_fee", "vole_price", "deals", "tours"},
    "base/pierer": {
        "stamm",
        "block",
        "passer",
        "beinbruch_share",
        "bete_cap",
        "couleur_suit",
        "rocs",
        "deals",
    },
}
"""The open numbers of each family, by what `family` returns."""

POINTS = {"DA": (47, 103), "EN": (27, 61), "FR": (26, 65), "GE": (50, 108)}
"""How many points and readings there are, by the letters with which the ids begin."""

DOCUMENTED_ONLY = {
    "DA31=until-next-bid",
    "FR06=marked-by-all",
    "FR15=table-choice",
    "FR16=opponents-name",
}
REFUSED = {
    ("GE15.roc=dropped", "GE06.destination=roc"),
    ("GE15.roc=dropped", "GE29=with-roc"),
}


def points():
    """Yield every point of every variant."""
    for variant in variant_ids():
        for name, point in load(variant).rules.apparatus.points.items():
            yield variant, name, point


def family(variant):
    """Return the first file of the variant's chain of parents that extends another."""
    ids = [layer.id for layer in load(variant).layers]
    return ids[1] if len(ids) > 1 else ids[0]


def test_the_points_and_readings_of_each_game_are_counted():
    found = {}
    for _, name, point in points():
        found.setdefault(letters(name), {}).setdefault(name, set()).update(point.readings)
    counted = {start: (len(of), sum(map(len, of.values()))) for start, of in found.items()}
    assert counted == POINTS, "write into POINTS how many points and readings there are now"


def test_four_readings_are_documented_only():
    found = {
        f"{name}={key}": variant
        for variant, name, point in points()
        for key, reading in point.readings.items()
        if reading.documented_only is not None
    }
    assert set(found) == DOCUMENTED_ONLY
    for reading, variant in found.items():
        with pytest.raises(UsageError, match="printed, not run"):
            load(variant, [reading])


def test_the_parameters_of_each_family_are_listed():
    found = {}
    for variant in variant_ids():
        named = set(load(variant).rules.stakes.parameters)
        found[family(variant)] = found.get(family(variant), set()) | named
    for of, names in found.items():
        known = PARAMETERS.get(of, set())
        assert names == known, f"write into PARAMETERS[{of!r}] the parameters {sorted(names)}"
    assert found.keys() == PARAMETERS.keys(), "take out of PARAMETERS what no variant extends"


def _named(value):
    """Yield all words in a value of a reading or a rule."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _named(part)
    else:
        yield str(value)


@pytest.mark.parametrize("variant", variant_ids())
def test_every_parameter_is_read_by_a_rule_or_a_reading(variant):
    rules = load(variant).rules
    words = {
        str(leaf.value) for leaf in leaves(rules) if not leaf.path.startswith("stakes.parameters")
    }
    for point in rules.apparatus.points.values():
        for reading in point.readings.values():
            words.update(word for value in (reading.set or {}).values() for word in _named(value))
    assert set(rules.stakes.parameters) <= words


def test_one_reading_is_refused_with_two_others_and_nothing_else():
    found = {
        (f"{name}={key}", other)
        for _, name, point in points()
        for key, others in (point.refused_with or {}).items()
        for other in others.split()
    }
    assert found == REFUSED
    for reading, other in REFUSED:
        with pytest.raises(UsageError, match="cannot be combined with"):
            load("pierer-pure", [other, reading])


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_ids())
def test_any_two_readings_of_different_points_can_be_combined_but_for_these(variant):
    combined = find(variant)
    known = load(variant).rules.apparatus.points
    readings = [
        Choice(name, key)
        for name, point in known.items()
        for key, reading in point.readings.items()
        if reading.documented_only is None
    ]
    refused = set()
    for one, other in combinations(readings, 2):
        if one.point == other.point:
            continue
        try:
            load(variant, [str(one), str(other)])
        except UsageError:
            refused.add((str(one), str(other)))
    assert combined.top.id == variant
    expected = REFUSED if "GE15.roc" in known else set()
    assert {tuple(sorted(pair)) for pair in refused} == {tuple(sorted(pair)) for pair in expected}
