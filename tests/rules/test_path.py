"""Dotted paths of rules."""

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.data.path import (
    covers,
    is_prose,
    leaves,
    matches,
    path_fault,
    pattern_fault,
    shape_at,
    steps,
    value_at,
)
from lhombre_core.rules.data.shape import IntShape, NumberShape, RecordShape, bare


@pytest.mark.parametrize(
    "path",
    ["table", "contracts.anything.price.number", "table.sizes.four", "deal.packets.0", "terms.win"],
)
def test_a_path_of_the_language_has_no_fault(path):
    assert path_fault(steps(path)) is None
    assert shape_at(steps(path)) is not None


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("tabel", "unknown section 'tabel'; did you mean 'table'?"),
        ("table.size", "unknown key 'size' in table; did you mean 'sizes'?"),
        ("table.sizes.six", "unknown key 'six' in table.sizes; expected three, four or five"),
        ("contracts.x.prise", "unknown key 'prise' in contracts.x; did you mean 'price'?"),
        ("deal.talon.top", "deal.talon is a single value; it has no part 'top'"),
        ("deal.packets.first", "deal.packets is a single value; it has no part 'first'"),
    ],
)
def test_a_path_that_leads_nowhere_is_answered_with_the_nearest(path, fault):
    assert path_fault(steps(path)) == fault
    assert shape_at(steps(path)) is None


def test_a_star_stands_for_any_one_key():
    assert pattern_fault(steps("contracts.*.price")) is None
    assert pattern_fault(steps("table.sizes.*")) is None
    assert "did you mean 'price'" in pattern_fault(steps("contracts.*.prise"))
    assert matches(steps("contracts.*.price"), steps("contracts.solo.price"))
    assert not matches(steps("contracts.*"), steps("contracts.solo.price"))


def test_words_for_readers_are_no_rules():
    assert is_prose(steps("contracts.solo.name.own"))
    assert is_prose(steps("apparatus.rules"))
    assert is_prose(steps("settlement.win.says"))
    assert not is_prose(steps("contracts.solo.price"))


def test_a_path_covers_itself_and_what_is_below_it():
    assert covers("deal", "deal.talon")
    assert covers("deal", "deal")
    assert not covers("deal.tal", "deal.talon")


def test_a_value_is_found_by_its_path_or_is_missing():
    rules = load(variant_ids()[0]).rules
    name, contract = next(iter(rules.contracts.items()))
    assert value_at(rules, ("contracts", name, "price")) == contract.price
    assert value_at(rules, ("table", "sizes", "three")) is True
    assert value_at(rules, ("deal", "packets", "0")) == 3
    for path in ("contracts.walnut.price", "deal.walnut", "auction.privilege.number"):
        with pytest.raises(KeyError):
            value_at(rules, steps(path))


def test_leaves_of_a_kind_are_the_leaves_of_that_shape():
    rules = load(variant_ids()[0]).rules
    every = list(leaves(rules, unset=True))
    numbers = list(leaves(rules, unset=True, kind=NumberShape))

    assert numbers == [leaf for leaf in every if isinstance(bare(leaf.shape), NumberShape)]
    assert list(leaves(rules, unset=True, kind=IntShape))
    assert not any(
        isinstance(bare(leaf.shape), RecordShape) and leaf.value is not None for leaf in every
    )


def test_prose_can_be_had_too():
    rules = load(variant_ids()[0]).rules
    paths = {leaf.path for leaf in leaves(rules, unset=True, prose=True)}
    assert "identity.id" in paths
    assert paths > {leaf.path for leaf in leaves(rules, unset=True)}
