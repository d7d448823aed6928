"""No word of the rule language without an entry of the schema, a branch, a sentence and a test."""

import ast
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.schema import variant_schema
from lhombre_core.report.words.lexicon import lexicon, word_phrase
from lhombre_core.rules.consumer.stance import Consumer, Kind
from lhombre_core.rules.consumer.table import table
from lhombre_core.rules.data.path import shape_at, steps
from lhombre_core.rules.data.shape import OptionShape, SetShape, WordShape
from lhombre_core.rules.settlement import Party, Transfer
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Word
from tests.rules.model_word import model_kinds

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "lhombre_core" / "engine"
PATCHES = sorted(file.stem for file in (ROOT / "variants" / "patches").glob("*.yaml"))

BY_ELIMINATION = {
    "Canonical": "names of things; the engine's sentences use a few of them",
}
"""Lists of which it names some and leaves more than one to the rest, and why."""

KINDS = [pytest.param(kind, id=kind.__name__) for kind in model_kinds()]


@cache
def named_in_engine():
    """Return list and word of every word that the code of the engine names."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in ENGINE.rglob("*.py")]
    return named_in(node for tree in trees for node in ast.walk(tree))


def named_in(nodes):
    """Return list and word of every word that some code names."""
    return {
        (node.value.id, node.attr)
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


@cache
def independent():
    """Return the lists of whose words the engine does without every one, by the table."""
    kinds = {}
    for place, profile in table().items():
        kind = kind_at(place.pattern)
        kinds.setdefault(kind, set()).add(profile[Consumer.ENGINE].kind)
    readers = {"Certainty", "Status"}  # they stand in what is for readers only
    return readers | {kind for kind, held in kinds.items() if held == {Kind.INDEPENDENT}}


def kind_at(pattern):
    """Return the name of the list that the words of a field are from."""
    shape = shape_at(steps(pattern))
    while isinstance(shape, OptionShape | SetShape):
        shape = shape.inner if isinstance(shape, OptionShape) else shape.member
    return shape.kind.__name__ if isinstance(shape, WordShape) else None


def unnamed(kind):
    return [word.name for word in kind if (kind.__name__, word.name) not in named_in_engine()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_has_a_branch_for_every_word(kind):
    """All words but one are named in the engine: the last is what happens else."""
    name, left = kind.__name__, unnamed(kind)
    if name in independent() or name in BY_ELIMINATION:
        return
    assert len(left) <= 1, f"the engine does not distinguish {left}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_list_is_excused_from_the_engine_that_it_does_branch_on(kind):
    name, left = kind.__name__, unnamed(kind)
    if name in independent():
        assert len(left) == len(kind), "the engine names some: it honours the rule"
    if name in BY_ELIMINATION:
        assert 1 < len(left) < len(kind)


def test_every_excuse_is_for_a_list_that_there_is():
    assert set(BY_ELIMINATION) <= {kind.__name__ for kind in model_kinds()}


def enumerated(schema):
    """Yield the words of each enumeration in the schema, and those that are keys."""
    if isinstance(schema, dict):
        if isinstance(schema.get("const"), str):
            yield schema["const"]
        yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
        yield from schema.get("properties", ())
        for part in schema.values():
            yield from enumerated(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from enumerated(part)


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_has_an_entry_for_every_word(kind):
    schema = variant_schema()
    if kind is Canonical:
        assert {word.value for word in kind} <= set(schema["properties"]["terms"]["properties"])
        return
    text = json.dumps(schema, ensure_ascii=False)
    known = set(enumerated(schema))
    for word in kind:
        assert word.value in known
        assert json.dumps(word.doc, ensure_ascii=False)[1:-1] in text


@pytest.mark.parametrize("kind", KINDS)
def test_the_lexicon_has_a_sentence_for_every_word(kind):
    words = lexicon()
    for word in kind:
        said = words.meanings[word.value] if kind is Canonical else word_phrase(words, word)
        assert said.strip(), word


@cache
def in_rule_sets():
    """Return the words in the variants, their readings and the patches, as they are played."""
    found = set()
    for name in variant_ids():
        rules = load(name).rules
        found |= set(words_in(rules))
        for point, reading in other_readings(rules):
            found |= set(words_in(load(name, [f"{point}={reading}"]).rules))
        for patch in PATCHES:
            with suppress(UsageError):  # it requires a rule that this game has not
                found |= set(words_in(load(name, patches=[patch]).rules))
    return found


def other_readings(rules):
    """Yield the points with their readings that can be run and are not the default."""
    for name, point in rules.apparatus.points.items():
        for reading, one in point.readings.items():
            if one.documented_only is None and reading != point.default:
                yield name, reading


def words_in(value):
    """Yield list and word of every word in a part of a rule set; parties and own words are text."""
    if isinstance(value, Word):
        yield type(value), value
    elif is_dataclass(value):
        if isinstance(value, RuleSet):
            yield from ((Canonical, one) for one in Canonical if one.value in value.terms)
        if isinstance(value, Transfer):
            yield from ((Party, one) for one in Party if one.value in {value.from_, value.to})
        for field in fields(value):
            yield from words_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from words_in(key)
            yield from words_in(one)
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from words_in(one)


MAKERS = {"replace", "with_value", "paying"}
"""Calls by which a test sets a value in a rule set."""


@cache
def in_tests():
    """Return list and word of every word in a test that makes a rule set of its own."""
    found = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for test in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                nodes = list(ast.walk(test))
                if MAKERS & {getattr(node.func, "id", "") for node in nodes if is_call(node)}:
                    found |= named_in(nodes)
    return found


def is_call(node):
    return isinstance(node, ast.Call)


def is_used(kind, word):
    return (kind, word) in in_rule_sets() or (kind.__name__, word.name) in in_tests()


def test_every_word_is_set_by_a_variant_a_reading_or_a_test():
    unused = [
        f"{kind.__name__}.{word.name}"
        for kind in model_kinds()
        for word in kind
        if not is_used(kind, word)
    ]
    assert unused == []
