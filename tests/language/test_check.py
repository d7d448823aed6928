"""The check of files that are no variants, its exit codes, and the seam for further checks."""

import pytest

from lhombre_core.errors import Fault
from lhombre_core.language.check import check


def test_a_sound_file_has_a_rule_set_and_no_fault(workshop):
    verdict = check(workshop.write(""))
    assert verdict.faults == ()
    assert verdict.resolved is not None
    assert verdict.resolved.id == "own"


def test_a_further_check_is_asked_about_a_sound_rule_set(workshop):
    asked = []

    def extra(resolved):
        asked.append(resolved.id)
        yield Fault("a deal does not end", resolved.file, 1, 1)

    verdict = check(workshop.write(""), extra)
    assert asked == ["own"]
    assert [fault.message for fault in verdict.faults] == ["a deal does not end"]
    assert verdict.resolved is None


def test_a_further_check_is_not_asked_about_a_faulty_rule_set(workshop):
    def extra(resolved):
        raise AssertionError

    assert check(workshop.write("deal: {talon: 12}"), extra).faults


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("patches/x", "id: x\n", "summary is missing"),
        ("patches/x", "id: x\nsummary: s\nset: {deal.talons: 1}\n", "unknown key 'talons' in deal"),
        ("patches/x", "id: x\nsummary: s\nremove: [identity.id]\n", "cannot be changed here"),
        ("slots", "a: [table.size]\n", "unknown key 'size' in table; did you mean 'sizes'"),
        ("slots", "a: table.sizes\n", "is text; expected a list"),
        ("slots", "parameters: {fee: stakes.fee}\n", "unknown key 'fee' in stakes"),
        ("sources/sources", "x: {title: A book}\n", "x.kind is missing"),
    ],
)
def test_a_file_that_is_no_variant_is_checked_for_what_it_is(workshop, name, text, message):
    path = workshop.folder / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert message in str(check(path))


def test_sound_patches_pass(workshop):
    for path in (workshop.folder / "patches").iterdir():
        assert str(check(path)) == ""
