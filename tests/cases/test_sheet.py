"""The sheet of worked cases is whole: every id, in every variant that the case names."""

from collections import Counter

import pytest

from lhombre_core.language.catalog import variant_ids
from tests.cases.sheet import GROUPS, HERE, MONEY, TABLE, checks, ids


@pytest.mark.parametrize("name", list(ids()))
def test_a_case_of_the_sheets_is_asked_in_every_variant_it_names(name):
    asked = {variant for found, check in checks() if found == name for variant in check["variants"]}
    assert set(ids()[name]) <= asked


def test_the_list_of_ids_is_that_of_the_sheets():
    found = Counter(name.partition("-")[0] for name in ids())
    assert found == {
        "CARD": 15, "DEAL": 9, "LEN": 5, "AUC": 53, "LEG": 29, "EXC": 24, "CON": 15, "RES": 15,
        "VOL": 11, "PAY": 28, "EST": 9, "MAT": 8, "STK": 19, "MIS": 8,
    }  # fmt: skip


def test_no_id_stands_twice_in_the_sheet():
    lines = (HERE / "cases.yaml").read_text(encoding="utf-8").splitlines()
    keys = [line.partition(":")[0] for line in lines if line[:1].isalpha()]
    assert [key for key, number in Counter(keys).items() if number > 1] == []


@pytest.mark.parametrize(
    ("name", "check"), [pytest.param(name, check, id=name) for name, check in checks()]
)
def test_every_check_asks_something_that_a_test_answers(name, check):
    asked = set(check) & (TABLE | MONEY)
    assert asked, name
    assert not (asked & TABLE and asked & MONEY), name


def test_all_means_every_variant_of_the_collection():
    assert sorted(GROUPS["all"]) == sorted(variant_ids())


def test_the_worked_examples_of_the_sheets_stand_beside_the_cases():
    names = {name for name, _ in checks()}
    examples = {f"W{n}" for n in range(1, 11)} | {f"X{n}" for n in range(1, 10)}
    chains = {"english-five-deals", "danish-points", "danish-chips", "STK-G01", "STK-G02"}
    assert examples | chains <= names
