"""The hundred questions that every variant answers, and the list of sources."""

import re
from pathlib import Path

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.collection import sources
from lhombre_core.language.yaml.document import load as read
from lhombre_core.rules.acting.difference import differing_slots
from lhombre_core.rules.data.path import leaves, path_fault, steps

VARIANTS = Path(__file__).parents[2] / "variants"
DOCUMENT = read(VARIANTS / "slots.yaml").data
PARAMETERS = DOCUMENT["parameters"]
SLOTS = {slot: paths for slot, paths in DOCUMENT.items() if slot != "parameters"}
PATTERNS = [steps(path) for paths in SLOTS.values() for path in paths]


def leads(pattern, path):
    return len(pattern) <= len(path) and all(
        want in {"*", step} for want, step in zip(pattern, path, strict=False)
    )


def slots_changed_by(reading):
    variant, _, choice = reading.partition("[")
    changed = load(variant, [choice.rstrip("]")]).rules
    return set(differing_slots(load(variant).rules, changed, SLOTS))


def test_there_are_a_hundred_slots():
    assert len(SLOTS) == 100
    assert all(re.fullmatch(r"[a-z]+\.[a-z_]+", slot) for slot in SLOTS)


@pytest.mark.parametrize("path", [*(p for paths in SLOTS.values() for p in paths)])
def test_every_path_of_a_slot_can_lead_to_a_rule(path):
    assert path_fault(steps(path)) is None


@pytest.mark.parametrize("variant", variant_ids())
def test_every_rule_belongs_to_a_slot_or_is_a_parameter(variant):
    sections = {"identity", "terms", "apparatus"}
    for leaf in leaves(load(variant).rules, unset=True):
        if leaf.steps[0] not in sections and leaf.steps[:2] != ("stakes", "parameters"):
            assert any(leads(pattern, leaf.steps) for pattern in PATTERNS), leaf.path


NONE_THERE = {
    "stake.pass_fee": "danish-club danish-tournament danish-tariff english-1800s french-1600s",
    "pay.sans_prendre":
        "danish-club danish-tournament danish-tariff english-1800s pierer-pure pierer-free",
    "pay.primera":
        "danish-club danish-tournament danish-tariff french-1600s pierer-pure pierer-free",
    "pay.consolation":
        "danish-club danish-tournament danish-tariff english-1800s pierer-pure pierer-free",
    "pay.rounding": "danish-club danish-tournament danish-tariff english-1800s pierer-pure",
}  # fmt: skip
"""The questions whose answer is that there is no such payment, and the variants that say so."""

KEYED = ("settlement.", "stakes.pools.", "stakes.occasions.", "auction.privilege.")
"""What a variant may be without: single payments, pools, occasions, and the privileged suits."""


def filled(variant):
    """Return the paths of slots that lead to a rule of the variant."""
    rules = [leaf.steps for leaf in leaves(load(variant).rules, unset=True)]
    return {
        path
        for paths in SLOTS.values()
        for path in paths
        if any(leads(steps(path), rule) for rule in rules)
    }


@pytest.mark.parametrize("variant", variant_ids())
def test_every_variant_fills_each_slot(variant):
    there = filled(variant)
    empty = {slot for slot, paths in SLOTS.items() if there.isdisjoint(paths)}
    assert empty == {slot for slot, names in NONE_THERE.items() if variant in names.split()}


@pytest.mark.parametrize("variant", variant_ids())
def test_no_path_of_a_slot_is_empty_but_of_what_a_variant_may_be_without(variant):
    there = filled(variant)
    empty = [path for paths in SLOTS.values() for path in paths if path not in there]
    assert [path for path in empty if not path.startswith(KEYED)] == []


def test_every_path_of_a_slot_leads_to_a_rule_of_some_variant():
    there = set().union(*map(filled, variant_ids()))
    for slot, paths in SLOTS.items():
        assert there & set(paths), slot


def test_every_parameter_has_its_path():
    found = {name for v in variant_ids() for name in load(v).rules.stakes.parameters}
    assert {*PARAMETERS} == found
    assert all(path == f"stakes.parameters.{name}.value" for name, path in PARAMETERS.items())


@pytest.mark.parametrize(
    ("reading", "slots"),
    [
        ("danish-club[DA03=each-defender]", "pay.model pay.codille_receiver match.standing"),
        ("danish-club[DA04=nolo-above]", "auction.ladder auction.equal_rank"),
        ("danish-club[DA22=from-first]", "pay.codille"),
        ("danish-club[DA36=king]", "table.seats deal.first_dealer"),
        ("danish-tariff[DA28=redeal-same-dealer]", "auction.all_pass match.void_deals"),
        ("danish-tariff[DA29.deal=left-dealer-first]", "deal.rotation deal.order"),
        ("danish-tournament[DA24=only-matadors-lower-lead]", "play.matadors play.matador_pair"),
    ],
)
def test_a_reading_changes_the_slots_it_speaks_of(reading, slots):
    assert slots_changed_by(reading) == {*slots.split()}


def test_the_sources_are_those_of_the_collection():
    listed = sources()
    assert len(listed) == 47
    full = {key for key, source in listed.items() if source.text == "full"}
    assert {"lhombrespillets-regler", "gamerules-ru", "academie-danish"} < full
    assert {"korttipeliopas", "pierer"} < full
