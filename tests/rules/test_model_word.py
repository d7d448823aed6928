"""No word of the rule language without an entry of the schema, a branch, a sentence and a test."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.schema import variant_schema
from lhombre_core.report.lexicon import lexicon, word_phrase
from lhombre_core.rules.leaf import leaves
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.word import Word
from tests.rules.model_word import model_kinds

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "lhombre_core" / "engine"

TOLD = {
    "Certainty": "how sure a rule is",
    "Status": "how a variant is known",
    "Unit": "what counters are called; amounts are numbers",
    "Family": "what the fields of a contract come to, for comparison; the fields are played",
    "FirstDealer": "how the first dealer is found; a session is told who he is",
    "SeatDraw": "how seats are found; a session is told who sits where",
    "RestingDuty": "chores at the table",
    "SecondPack": "which pack is dealt; a turned one acts through the privileged suit",
    "Cutter": "chance shuffles; a cut changes nothing",
    "FirstServed": "packets never alter a deal, which is a function of its numbers",
    "TalonPlace": "where the talon lies",
    "Correction": "the engine offers no slip of the tongue; a record gives the bid that stood",
    "Talk": "what may be said besides bids",
    "Inspect": "looking back at tricks tells a seat nothing that it has not seen",
    "Gano": "a call without effect on what is legal",
    "Standing": "how players are ranked when all is paid",
}
"""Lists of which the engine names no word, and why it need not."""

BY_ELIMINATION = {
    "Canonical": "names of things; the engine's sentences use a few of them",
    "InPlay": "the other two differ in how lots are stacked: by owner and deal, or as one",
    "TakeOverSettlement": "the two that go by the ombre differ by the transfers they come with",
}
"""Lists of which it names some and leaves more than one to the rest, and why."""

KINDS = [pytest.param(kind, id=kind.__name__) for kind in model_kinds()]


@cache
def named_in_engine():
    """Return list and word of every word that the code of the engine names."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in ENGINE.rglob("*.py")]
    return {
        (node.value.id, node.attr)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def unnamed(kind):
    return [word.name for word in kind if (kind.__name__, word.name) not in named_in_engine()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_has_a_branch_for_every_word(kind):
    """All words but one are named in the engine: the last is what happens else."""
    name, left = kind.__name__, unnamed(kind)
    if name in TOLD or name in BY_ELIMINATION:
        return
    assert len(left) <= 1, f"the engine does not distinguish {left}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_list_is_excused_from_the_engine_that_it_does_branch_on(kind):
    name, left = kind.__name__, unnamed(kind)
    if name in TOLD:
        assert len(left) == len(kind), "the engine names some: it is no longer only told"
    if name in BY_ELIMINATION:
        assert 1 < len(left) < len(kind)


def test_every_excuse_is_for_a_list_that_there_is():
    assert {*TOLD, *BY_ELIMINATION} <= {kind.__name__ for kind in model_kinds()}


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
def in_variants():
    """Return the words that stand in a variant of the collection, as it is played by default."""
    found = set()
    for name in variant_ids():
        rules = load(name).rules
        for leaf in leaves(rules):
            values = leaf.value if isinstance(leaf.value, tuple | frozenset) else (leaf.value,)
            found |= {(type(value), value) for value in values if isinstance(value, Word)}
    return found


def _joined(files):
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@cache
def texts():
    """Return the text of all that may use a word: variants with their readings, and the tests."""
    places = ("*.yaml", "base/*.yaml", "patches/*.yaml")
    data = [file for place in places for file in (ROOT / "variants").glob(place)]
    tests = [file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__)]
    return _joined(file for file in data if file.name != "slots.yaml"), _joined(tests)


def is_used(kind, word):
    if (kind, word) in in_variants():
        return True
    data, tests = texts()
    spelled = rf"(?<![\w-]){re.escape(word.value)}(?![\w-])"
    return bool(
        re.search(spelled, data)
        or re.search(rf"\b{kind.__name__}\.{word.name}\b", tests)
        or re.search(spelled, tests)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_is_used_by_a_variant_a_reading_or_a_test(kind):
    assert [word.name for word in kind if not is_used(kind, word)] == []
