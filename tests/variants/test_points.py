"""How many points, readings and parameters there are, and what cannot be combined."""

from collections.abc import Mapping
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load, variant_ids
from lhombre_core.language.point import Choice
from lhombre_core.rules.leaf import leaves

FAMILIES = {"da": "danish", "en": "english", "fr": "french", "pi": "german"}
PARAMETERS = {
    "danish": {"needless_naming", "kobe_nolo_cap", "deals_three", "deals_four"},
    "english": {"pass_fee", "deals"},
    "french": {"consolation", "great_counter", "pass_fee", "vole_price", "deals", "tours"},
    "german": {
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
    return FAMILIES[variant[:2]]


def test_there_are_150_points_and_337_readings():
    readings = {(name, key) for _, name, point in points() for key in point.readings}
    assert len({name for _, name, _ in points()}) == 150
    assert len(readings) == 337


@pytest.mark.parametrize(
    ("start", "number", "readings"),
    [("DA", 47, 103), ("EN", 27, 61), ("FR", 26, 65), ("GE", 50, 108)],
)
def test_so_many_of_them_are_each_games(start, number, readings):
    found = {name: point.readings for _, name, point in points() if name.startswith(start)}
    assert (len(found), sum(map(len, found.values()))) == (number, readings)


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


def test_there_are_twenty_parameters():
    found = {
        (family(variant), name)
        for variant in variant_ids()
        for name in load(variant).rules.stakes.parameters
    }
    assert found == {(game, name) for game, names in PARAMETERS.items() for name in names}
    assert len(found) == 20


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
