"""Variants by id, alias and file, with what is chosen on the command line."""

import dataclasses
from pathlib import Path

import pytest

from lhombre_core.errors import FaultError, UnreadableError, UsageError
from lhombre_core.language.catalog import aliases, canonical_id, load, load_all, variant_ids

ROOT = Path(__file__).parents[2]
IDS = variant_ids()
SCREEN = 24 * 80


def test_the_files_of_the_folder_are_exactly_the_variants():
    names = {path.stem for path in (ROOT / "variants").glob("*.yaml")} - {"slots"}
    assert sorted(names) == IDS


@pytest.mark.parametrize("name", IDS)
def test_a_variant_is_found_by_its_id_and_by_its_file(name):
    by_id = load(name)
    assert by_id.id == name
    assert by_id.file == f"variants/{name}.yaml"
    assert load(ROOT / "variants" / f"{name}.yaml").hash == by_id.hash


def test_a_variant_is_found_by_each_of_its_aliases():
    assert all(load(alias).id == name == canonical_id(alias) for alias, name in aliases().items())


def test_a_variant_and_its_rules_are_shown_in_a_line():
    resolved = load("danish-club", ("DA16=before-play",))
    text = f"<Resolved danish-club; readings DA16=before-play; hash {resolved.hash[:12]}>"
    assert repr(resolved) == text
    assert repr(resolved.rules) == "<RuleSet danish-club>"
    for part in dataclasses.fields(resolved.rules):
        assert len(repr(getattr(resolved.rules, part.name))) < SCREEN, part.name


def test_no_alias_is_the_id_of_a_variant():
    assert not set(aliases()) & set(IDS)


def test_an_unknown_variant_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match=f"unknown variant '.*'; did you mean '{IDS[0]}'"):
        load(IDS[0] + "x")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "base", "", "patches/x", "a\0b"])
def test_a_name_that_leads_elsewhere_is_no_variant(name):
    with pytest.raises(UsageError):
        load(name)


def test_a_file_that_is_not_there_is_said_to_be_missing():
    with pytest.raises(UnreadableError, match="there is no such file"):
        load("nowhere.yaml")


def test_a_file_that_makes_no_sense_cannot_be_loaded(workshop):
    with pytest.raises(FaultError, match="three hands of 9 and a talon of 12"):
        load(workshop.write("deal: {talon: 12}"))


def test_a_reading_applies_to_each_variant_that_has_its_point(workshop):
    first, second = workshop.write("", "first"), workshop.write("", "second")
    without = workshop.write("removes: [apparatus.points.ZZ01]", "third")
    loaded = load_all([first, second, without], ["ZZ01=shared"])
    assert [one.readings for one in loaded] == [("ZZ01=shared",), ("ZZ01=shared",), ()]
    (alone,) = load_all([first], ["first[ZZ01=shared]"])
    assert alone.readings == ("ZZ01=shared",)
    named = load_all([first, second], ["second[ZZ01=shared]"])
    assert [one.readings for one in named] == [(), ("ZZ01=shared",)]


def test_a_reading_that_applies_to_no_variant_is_an_error(workshop):
    first = workshop.write("", "first")
    with pytest.raises(UsageError, match="unknown point 'ZZ02' of first"):
        load_all([first], ["ZZ02=shared"])
    with pytest.raises(UsageError, match="unknown variant 'fist'; did you mean 'first'"):
        load_all([first], ["fist[ZZ01=shared]"])


def test_a_file_is_read_again_when_it_has_changed(workshop):
    before = load(workshop.write(""))
    after = load(workshop.write("session: {limit: 500}"))
    assert (before.rules.session.limit, after.rules.session.limit) == (1000, 500)


def test_a_parent_is_read_again_when_it_has_changed(workshop):
    path = workshop.write("")
    before = load(path)
    parent = workshop.folder / "base/small.yaml"
    parent.write_text(parent.read_text().replace("price: {number: 5}", "price: {number: 55}"))
    assert load(path).hash != before.hash


SETTINGS = [
    ("fee=4", 4),
    ("stakes.fee=4", 4),
    ("stakes.parameters.fee=4", 4),
    ("stakes.parameters.fee.value=4", 4),
    (" fee = 4 ", 4),
]


@pytest.mark.parametrize(("text", "value"), SETTINGS)
def test_a_parameter_is_set_by_its_name_or_path(resolve, text, value):
    assert resolve("", settings=[text]).rules.stakes.parameters["fee"].value == value


def test_any_rule_can_be_set_by_its_path(resolve):
    rules = resolve("", settings=["result.one_four_four=codille", "deal.packets=[4, 5]"]).rules
    assert str(rules.result.one_four_four) == "codille"
    assert rules.deal.packets == (4, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fee", "'fee' is no setting; expected PATH=VALUE"),
        ("fee=", "'fee=' is no setting"),
        ("fe=4", "unknown parameter 'fe'; did you mean 'fee'"),
        ("fee=5", "5 is not a multiple of 2"),
        ("fee=12", "12 is out of range; expected 2 to 10"),
        ("fee=1/2", "'1/2' is text; expected a whole number"),
        ("fee=[", "--set fee=\\["),
        ("fee=null", "null says nothing here"),
        ("session.limits=4", "unknown key 'limits' in session; did you mean 'limit'"),
        ("session.limit=true", "true is a truth value; expected a whole number"),
        ("contracts.sole.rank=2", "unknown entry 'sole' in contracts; did you mean 'solo'"),
        ("session.limit.value=2", "session.limit is a single value"),
        ("result.one_four_four=win", "unknown word 'win'; expected remise or codille"),
        ("identity.id=x", "'identity' cannot be set"),
        ("deal.talon=12", "make 39 cards"),
        ("=4", "is no setting"),
    ],
)
def test_a_setting_that_cannot_be_is_answered_in_a_sentence(resolve, text, message):
    with pytest.raises(UsageError, match=message):
        resolve("", settings=[text])


def test_settings_that_exclude_each_other_are_refused(resolve):
    with pytest.raises(UsageError, match=r"--set fee=4 and --set stakes\.fee=6 exclude"):
        resolve("", settings=["fee=4", "stakes.fee=6"])
    assert resolve("", settings=["fee=4", "fee=4"]).rules


def test_a_setting_prevails_over_a_patch_and_a_patch_over_a_reading(workshop):
    text = """
apparatus:
  points:
    AA01:
      question: What is the fee?
      default: two
      readings:
        two: {says: Two., witnesses: none, set: {stakes.parameters.fee.value: 2}}
        six: {says: Six., witnesses: none, set: {stakes.parameters.fee.value: 6}}
"""
    path = workshop.write(text)

    def fee(*chosen):
        return load(path, *chosen).rules.stakes.parameters["fee"].value

    assert fee() == 2
    assert fee(["AA01=six"]) == 6
    assert fee(["AA01=six"], ["high-fee"]) == 8
    assert fee(["AA01=six"], ["high-fee"], ["fee=10"]) == 10


def test_an_unknown_patch_is_answered_with_the_nearest(resolve):
    with pytest.raises(UsageError, match="unknown patch 'hi-fee'; did you mean 'high-fee'"):
        resolve("", patches=["hi-fee"])


def test_patches_that_cannot_be_combined_are_refused(resolve):
    with pytest.raises(UsageError, match="patch high-fee and patch low-fee collide"):
        resolve("", patches=["high-fee", "low-fee"])
    with pytest.raises(UsageError, match="patch dear-solo cannot be combined with patch high-fee"):
        resolve("", patches=["high-fee", "dear-solo"])


def test_a_patch_requires_its_rules(resolve):
    text = "removes: [contracts.nolo]\nresult: {two_in_no_trick: none}"
    with pytest.raises(UsageError, match=r"dear-nolo requires contracts\.nolo"):
        resolve(text, patches=["dear-nolo"])


def test_a_value_of_a_patch_knows_the_file_of_the_patch(resolve):
    mark = resolve("", patches=["high-fee"]).mark("stakes.parameters.fee.value")
    assert mark.file.endswith("patches/high-fee.yaml")
    assert mark.line == 3
