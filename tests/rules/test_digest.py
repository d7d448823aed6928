"""The hash of a rule set, and the rules in which two rule sets differ."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.collection import slots
from lhombre_core.rules.acting.difference import ABSENT, differing_paths, differing_slots
from lhombre_core.rules.data.digest import canonical, digest
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.variant import LANGUAGE

IDS = variant_ids()


@pytest.fixture
def rules():
    return load(IDS[0]).rules


def changed(rules, **contract):
    name = next(iter(rules.contracts))
    contracts = {**rules.contracts, name: replace(rules.contracts[name], **contract)}
    return replace(rules, contracts=Keyed(contracts))


def test_the_hash_is_that_of_a_text_with_sorted_keys_and_the_version_of_the_language(rules):
    data = json.loads(canonical(rules))
    assert data["language"] == LANGUAGE
    assert canonical(rules) == json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert len(digest(rules)) == 64


def test_words_for_readers_do_not_change_the_hash(rules):
    name = next(iter(rules.contracts.values())).name
    other = changed(rules, name=replace(name, own="Another"))
    other = replace(
        other,
        terms=Keyed({}),
        apparatus=replace(rules.apparatus, rules=Keyed({}), points=Keyed({})),
        identity=replace(rules.identity, id="another"),
    )
    assert digest(other) == digest(rules)
    assert differing_paths(rules, other) == []


def test_any_rule_changes_the_hash_and_is_named(rules):
    family = next(iter(rules.contracts.values())).family
    other = changed(rules, rank=99)
    assert digest(other) != digest(rules)
    assert [path for path, _, _ in differing_paths(rules, other)] == [f"contracts.{family}.rank"]


def test_a_fraction_is_written_as_numerator_and_divisor(rules):
    privilege = load(next(i for i in IDS if load(i).rules.auction.privilege)).rules
    factor = replace(privilege.auction.privilege, price_factor=Fraction(3, 2))
    other = replace(privilege, auction=replace(privilege.auction, privilege=factor))
    assert '"price_factor":"3/2"' in canonical(other)


def test_the_order_of_payments_is_a_rule(rules):
    turned = replace(rules, settlement=Keyed(dict([*rules.settlement.items()][::-1])))
    assert digest(turned) != digest(rules)
    ((path, left, right),) = differing_paths(rules, turned)
    assert (path, left) == ("settlement", right[::-1])


def test_the_order_of_contracts_is_none(rules):
    turned = replace(rules, contracts=Keyed(dict([*rules.contracts.items()][::-1])))
    assert digest(turned) == digest(rules)
    assert differing_paths(rules, turned) == []


def test_a_contract_is_compared_by_its_family_whatever_it_is_called(rules):
    name, first = next(iter(rules.contracts.items()))
    renamed = {("other" if key == name else key): c for key, c in rules.contracts.items()}
    renamed = {
        key: replace(
            c, becomes=c.becomes and frozenset("other" if b == name else b for b in c.becomes)
        )
        for key, c in renamed.items()
    }
    renamed = {
        key: replace(
            c, entry=replace(c.entry, cover="other" if c.entry.cover == name else c.entry.cover)
        )
        for key, c in renamed.items()
    }
    other = replace(rules, contracts=Keyed(renamed))
    assert differing_paths(rules, other) == []
    by_id = [path for path, _, _ in differing_paths(rules, other, by_family=False)]
    assert f"contracts.{name}.rank" in by_id
    assert "contracts.other.rank" in by_id
    assert first.family


def test_a_rule_that_one_side_has_not_got_is_absent_there(rules):
    key = next(iter(rules.settlement))
    fewer = replace(
        rules, settlement=Keyed({k: v for k, v in rules.settlement.items() if k != key})
    )
    found = differing_paths(rules, fewer)
    assert all(right is ABSENT for _, _, right in found)
    assert all(path.startswith(f"settlement.{key}.") for path, _, _ in found)
    assert not ABSENT
    assert repr(ABSENT) == "ABSENT"
    assert pickle.loads(pickle.dumps(ABSENT)) is ABSENT  # noqa: S301  our own


def test_a_slot_differs_when_a_rule_at_or_below_one_of_its_paths_does(rules):
    other = changed(rules, rank=99)
    found = differing_slots(rules, other, slots())
    assert "auction.ladder" in found
    assert "play.leader" not in found
