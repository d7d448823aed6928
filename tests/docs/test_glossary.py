from lhombre_core.language.resolve.collection import sources
from lhombre_core.rules.table import Canonical
from pages.glossary import glossary, own_words

ASKED_FOR = (
    "ombre opponent forehand middlehand backhand talon matador spadille manille basta punto",
    "auction bid hold contract exchange lead follow trick revoke vole win remise codille pool",
    "stake settlement node playout determinization estimate interval",
)


def entries():
    return {name: entry for terms in glossary().sections.values() for name, entry in terms.items()}


def test_every_canonical_word_and_every_word_asked_for_is_explained():
    assert {*map(str, Canonical), *" ".join(ASKED_FOR).split()} <= set(entries())


def test_a_word_stands_once():
    assert len(entries()) == sum(len(terms) for terms in glossary().sections.values())


def test_every_source_of_a_word_is_in_the_list_of_sources():
    named = {source for entry in entries().values() for source in entry.sources}
    assert named <= set(sources())


def test_every_language_of_a_variant_has_a_name():
    spoken = {tag for forms in own_words().values() for tag in forms}
    named = {tag for entry in entries().values() for tag in entry.forms or {}}
    assert spoken | named <= set(glossary().languages)
