import inspect
import re

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report.words.lexicon import Voice, label, lexicon, word_phrase
from lhombre_core.report.words.speech import phrase
from lhombre_core.report.words.spot import steps
from lhombre_core.rules import apparatus, auction, contract, play, session, settlement, stake, table
from lhombre_core.rules.apparatus import Extent
from lhombre_core.rules.data.path import leaves
from lhombre_core.rules.data.shape import (
    BoolShape,
    MappingShape,
    OptionShape,
    RecordShape,
    WordShape,
    bare,
    shape_of,
)
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Word

MODULES = (apparatus, auction, contract, play, session, settlement, stake, table)
WORDS = sorted(
    {
        kind
        for module in MODULES
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Word) and kind not in {Word, Canonical, Extent}
    },
    key=lambda kind: kind.__name__,
)


def patterns():
    """Return every path of the rule language, `x` for any key, with its shape."""
    found = []

    def walk(path, shape):
        if path:
            found.append((".".join(path), shape))
        match bare(shape):
            case RecordShape(_, parts):
                for key, part in parts.items():
                    if path or key not in {"terms", "apparatus"}:
                        walk((*path, key), part.shape)
            case MappingShape(_, item):
                walk((*path, "x"), item)

    walk((), shape_of(RuleSet))
    return found


def test_every_path_of_the_rule_language_has_a_label():
    assert [path for path, _ in patterns() if not label(path).strip()] == []


def test_every_label_of_the_lexicon_belongs_to_a_path():
    known = {steps(path)[-1].pattern for path, _ in patterns()} | {"apparatus", "terms", "terms.*"}
    known |= {"apparatus.rules", "apparatus.points"}
    assert set(lexicon().paths) - known == set()


@pytest.mark.parametrize("kind", WORDS, ids=lambda kind: kind.__name__)
def test_every_word_of_the_rule_language_has_a_phrase_of_its_own(kind):
    words = lexicon()
    said = {word: word_phrase(words, word) for word in kind}
    assert len(set(said.values())) == len(said)
    assert set(words.values.get(kind.__name__, {})) == {word.value for word in kind}


def test_the_lexicon_knows_no_word_that_the_rule_language_has_not():
    assert set(lexicon().values) == {kind.__name__ for kind in WORDS}


def test_every_canonical_word_has_a_form_and_a_meaning():
    names = {word.value for word in Canonical}
    assert set(lexicon().words) == set(lexicon().meanings) == names
    assert lexicon().spoken | lexicon().unspoken <= names


def test_yes_no_and_nothing_are_said_in_words_at_every_path_that_may_have_them():
    for path, shape in patterns():
        entry = lexicon().entry(steps(path)[-1])
        if isinstance(bare(shape), BoolShape):
            assert {"yes", "no"} <= set(entry.phrases), path
        if isinstance(shape, OptionShape) and not isinstance(bare(shape), RecordShape):
            assert "none" in entry.phrases, path


def test_every_phrase_of_the_lexicon_can_be_said():
    voice = Voice.of(lexicon(), None)
    for phrases in lexicon().values.values():
        for text in phrases.values():
            assert "{" not in voice.say(text)
    for entry in (*lexicon().paths.values(), *lexicon().parts.values()):
        assert "{" not in entry.label
        for text in entry.phrases.values():
            assert "{" not in voice.say(text, n=3, word="three", times="thrice", name="x")


@pytest.mark.parametrize("variant", variant_ids())
def test_every_value_of_every_variant_is_said_without_leftovers(variant):
    rules = load(variant).rules
    for leaf in leaves(rules):
        said = phrase(leaf.path, leaf.value, rules)
        assert said.strip(), leaf.path
        assert not re.search(r"[{}]|None|Fraction|frozenset|<", said), (leaf.path, said)


def test_every_word_is_said_differently_from_the_others_at_its_path():
    for path, shape in patterns():
        inner = bare(shape)
        if isinstance(inner, WordShape):
            said = [phrase(path, word) for word in inner.members.values()]
            assert len(set(said)) == len(said), path


def test_a_word_may_be_given_as_it_is_spelled():
    assert phrase("auction.overbid", "is-out") == "he is out"


def test_a_payment_is_said_as_a_sentence():
    rules = load("english-1800s").rules
    assert phrase("settlement.win_pot", rules.settlement["win_pot"]) == (
        "the ombre draws the pot (the ombre wins; on the table)"
    )


def test_a_variant_speaks_in_its_own_words_and_ours_are_used_without_it():
    rules = load("english-1800s").rules
    path = "exchange.talon_rest"
    assert phrase("contracts.x.trump.by", "ombre") == "the ombre names them"
    assert phrase("contracts.x.trump.by", "ombre", rules) == "the hombre names them"
    assert label(path) == label(path, rules)


def test_an_amount_names_its_parameters_and_what_they_come_to():
    rules = load("pierer-free").rules
    promise = rules.stakes.pools["blocks"].promise
    assert phrase("stakes.pools.blocks.promise", promise, rules) == "8 (`stamm` × `block`)"
    assert phrase("stakes.pools.blocks.promise", promise) == "stamm × block"


def test_left_and_right_change_places_where_everything_goes_round_clockwise():
    rules = load("danish-club", ["DA29.turn=clockwise"]).rules
    assert phrase("deal.cut", "left-of-dealer") == "the dealer’s left-hand neighbour"
    assert phrase("deal.cut", "left-of-dealer", rules) == "the dealer’s right-hand neighbour"


def test_a_contract_is_called_by_its_name_in_a_label():
    rules = load("danish-club").rules
    assert label("contracts.kobe-nolo.exposed", rules) == (
        "Købe Nolo: when the ombre lays his hand open"
    )
    with pytest.raises(KeyError):
        label("contracts.spil.colour")
