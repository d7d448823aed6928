"""Wrong files and exactly what is said about each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lhombre_core.errors import FaultError, UnreadableError
from lhombre_core.language.catalog import find, variant_ids
from lhombre_core.language.check import FILE_CHECKS, check, of_readings
from lhombre_core.language.coherence import RULES
from lhombre_core.language.resolve.resolution import Combined, Resolved

ROOT = Path(__file__).parents[2]
FOLDER = Path("tests/bad_variants")
NAMES = sorted(path.stem for path in (ROOT / FOLDER).glob("*.yaml"))


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_file_is_answered_with_exactly_the_faults_written_beside_it(name):
    verdict = check(FOLDER / f"{name}.yaml")
    assert verdict.resolved is None
    assert f"{verdict}\n" == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_answer_belongs_to_a_wrong_file_and_there_are_many():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == NAMES
    assert len(NAMES) >= 40


def sound_in_form() -> Iterator[tuple[Combined, Resolved]]:
    for name in NAMES:
        try:
            combined = find(FOLDER / f"{name}.yaml")
            yield combined, combined.resolve()
        except FaultError:
            continue


def test_every_check_of_coherence_has_a_file_that_fails_it():
    found = list(sound_in_form())
    idle = [
        check_.__name__
        for check_ in (*RULES, *FILE_CHECKS)
        if not any(fault for _, resolved in found for fault in check_(resolved))
    ]
    assert idle == []


def test_readings_are_judged_one_by_one():
    assert any(list(of_readings(combined, resolved)) for combined, resolved in sound_in_form())


def test_the_parent_of_the_wrong_files_is_sound():
    assert str(check(FOLDER / "base/small.yaml")) == ""


def test_a_hundred_thousand_aliases_are_refused_at_the_first_too_many(tmp_path):
    path = tmp_path / "aliases.yaml"
    path.write_text("a: &a {}\n" + "".join(f"k{n}: *a\n" for n in range(100_000)))
    verdict = check(path)
    assert [fault.message for fault in verdict.faults] == [
        "more than 50 aliases; write the values out"
    ]
    assert verdict.faults[0].line == 52


def test_a_file_that_is_not_there_is_no_faulty_file():
    with pytest.raises(UnreadableError, match="there is no such file"):
        check("tests/bad_variants/no-such-file.yaml")


def test_a_folder_is_no_faulty_file():
    with pytest.raises(UnreadableError, match="this is a folder"):
        check("tests/bad_variants")


TEXTS = [(ROOT / "variants" / f"{name}.yaml").read_text("utf-8") for name in variant_ids()]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_a_damaged_variant_has_faults_or_none_but_never_breaks_the_check(tmp_path, data):
    lines = data.draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["cut", "double", "indent", "word", "number", "none"]))
        line = lines[at]
        key = line.split(":")[0]
        lines[at : at + 1] = {
            "cut": [],
            "double": [line, line],
            "indent": [f"  {line}"],
            "word": [f"{key}: walnut"],
            "number": [f"{key}: 7"],
            "none": [f"{key}: none"],
        }[how]
    path = tmp_path / "damaged.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    verdict = check(path)
    assert verdict.faults or verdict.resolved
    assert all(fault.line is not None for fault in verdict.faults)
