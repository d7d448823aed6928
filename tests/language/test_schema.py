"""The schema and the reference page: generated, current, and of one mind with the model."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lhombre_core.language.catalog import variant_ids
from lhombre_core.language.resolve.layer import Place
from lhombre_core.language.schema import patch_schema, variant_schema
from lhombre_core.language.yaml import document
from lhombre_core.rules.data.build import build
from lhombre_core.rules.variant import RuleSet
from pages.rule_language import page
from tests.rules.model_word import model_words

ROOT = Path(__file__).parents[2]
FILES = [*variant_ids(), *(f"base/{name}" for name in Place().ids("base"))]
VALIDATOR = Draft202012Validator(variant_schema())


@pytest.mark.parametrize("schema", [variant_schema(), patch_schema()])
def test_a_schema_is_one_of_its_dialect(schema):
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", FILES)
def test_the_schema_takes_every_file_of_the_collection(name):
    data = document.load(ROOT / "variants" / f"{name}.yaml").data
    assert [error.message for error in VALIDATOR.iter_errors(data)] == []


def test_the_schema_takes_a_file_that_says_nothing_but_its_id():
    assert VALIDATOR.is_valid({"identity": {"id": "x"}})
    assert not VALIDATOR.is_valid({"identity": {}})


def objects(schema: object) -> list[dict]:
    found = [schema] if isinstance(schema, dict) and "properties" in schema else []
    parts = schema.values() if isinstance(schema, dict) else schema
    if isinstance(parts, str | int | bool) or parts is None:
        return []
    return found + [
        each for part in parts if isinstance(part, dict | list) for each in objects(part)
    ]


def test_every_property_has_a_description_and_no_other_is_taken():
    for schema in objects(variant_schema()):
        assert schema["additionalProperties"] is False
        for key, part in schema["properties"].items():
            assert part["description"], key


def test_every_word_of_the_model_stands_in_the_schema_with_its_meaning():
    text = json.dumps(variant_schema(), ensure_ascii=False)
    missing = [
        word for word in model_words() if json.dumps(word.doc, ensure_ascii=False)[1:-1] not in text
    ]
    assert missing == []


def test_every_word_of_the_model_stands_on_the_reference_page():
    text = page()
    missing = [word for word in model_words() if f"`{word}`: {word.doc}" not in text]
    assert missing == []


DATA = document.load(ROOT / "variants" / f"{variant_ids()[0]}.yaml").data
WRONG = [None, True, 7, "walnut", "none", "1/2", [], ["a"], {}, {"walnut": True}]


def places(data: object, path: tuple = ()) -> list[tuple]:
    if not isinstance(data, dict):
        return [path]
    return [path, *(p for key, part in data.items() for p in places(part, (*path, key)))]


def changed(data: object, path: tuple, value: object) -> object:
    if not path:
        return value
    return {**data, path[0]: changed(data[path[0]], path[1:], value)}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([p for p in places(DATA) if len(p) > 1]), st.sampled_from(WRONG))
def test_the_schema_refuses_what_the_model_refuses(path, value):
    data = changed(DATA, path, value)
    if path[-1] in {"like", "removes"} or path == ("identity", "id"):
        return
    plain = {key: part for key, part in data.items() if key != "removes"}
    _, problems = build(RuleSet, without_likes(plain), partial=True)
    assert VALIDATOR.is_valid(data) == (not problems), (path, value, problems)


def without_likes(data: object) -> object:
    if not isinstance(data, dict):
        return data
    return {k: without_likes(v) for k, v in data.items() if k not in {"like", "removes"}}
