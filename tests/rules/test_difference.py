from itertools import combinations

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.collection import slots
from lhombre_core.rules.acting.difference import (
    ABSENT,
    differing_paths,
    differing_slots,
    differing_values,
    family_names,
    telling_paths,
)
from tests.rules.change import with_value

VARIANTS = variant_ids()


def rules(variant):
    return load(variant).rules


def changed(rule_set, path, value):
    return with_value(rule_set, tuple(path.split(".")), value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_rule_set_differs_from_itself(variant):
    assert differing_paths(rules(variant), rules(variant)) == []
    assert differing_slots(rules(variant), rules(variant), slots()) == []


@pytest.mark.parametrize(("one", "other"), list(combinations(VARIANTS, 2)))
def test_differences_are_the_same_from_either_side(one, other):
    there = {path: (left, right) for path, left, right in differing_paths(rules(one), rules(other))}
    back = {path: (right, left) for path, left, right in differing_paths(rules(other), rules(one))}
    assert there == back
    forth = differing_slots(rules(one), rules(other), slots())
    assert forth
    assert forth == differing_slots(rules(other), rules(one), slots())


def test_several_rule_sets_are_set_side_by_side():
    sets = [rules("danish-club"), rules("english-1800s"), rules("french-1600s")]
    values = dict(differing_values(sets))
    assert values["auction.procedure"] == ("duel", "round", "round")
    assert values["contracts.turned-trump.rank"] == (3, 2, ABSENT)
    assert "play.leader" not in values


def test_a_family_of_which_one_has_two_is_no_name():
    free, pure = family_names([rules("pierer-free"), rules("pierer-pure")])
    assert "klein-obscur" not in free
    assert free["frage"] == pure["frage"] == "name-trump-exchange"


def test_what_cannot_act_makes_no_distance():
    pure = rules("pierer-pure")
    other = changed(pure, "contracts.mort.price.number", 7)
    assert differing_paths(pure, other)
    assert telling_paths(pure, other) == []
    assert differing_slots(pure, other, slots()) == []


def test_one_more_contract_answers_only_what_no_other_contract_answers():
    paths = telling_paths(rules("french-1600s"), rules("english-1800s"))
    assert "contracts.turned-trump.family" in paths
    assert "contracts.turned-trump.trump.by" in paths
    assert "contracts.turned-trump.goal" not in paths
    assert "contracts.turned-trump.requires" not in paths
    found = differing_slots(rules("danish-club"), rules("english-1800s"), slots())
    assert "auction.requirements" in found
    assert "colour.suits" not in found


def test_a_contract_that_is_missing_is_told_from_either_side():
    free, pure = rules("pierer-free"), rules("pierer-pure")
    assert set(telling_paths(free, pure)) == set(telling_paths(pure, free))
    assert "contracts.no-trump.family" in telling_paths(free, pure)
