"""The glossary page, generated from its data file and the variants' own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lhombre_core.errors import FaultError
from lhombre_core.language.catalog import load as load_variant
from lhombre_core.language.catalog import variant_ids
from lhombre_core.language.yaml.document import load
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.markdown import environment, escape, tidy
from lhombre_core.resource import checkout
from lhombre_core.rules.data.build import build
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.word import rule

DATA_FILE: Final = "docs/reference/glossary.yaml"


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of the edition."""

    meaning: str = rule("what it means, in a sentence or two", prose=True)
    sources: tuple[str, ...] = rule("texts in which it stands", default=(), prose=True)
    forms: Mapping[str, tuple[str, ...]] | None = rule(
        "tag of a language to its words", default=None, prose=True
    )


@dataclass(frozen=True, slots=True)
class Glossary:
    """All words, by the parts of the game."""

    languages: Mapping[str, str] = rule("tag of a language to its name", prose=True)
    sections: Mapping[str, Mapping[str, Entry]] = rule("title to entries by word", prose=True)


def glossary() -> Glossary:
    """Return the words of the data file in the checkout. FaultError if it has faults."""
    document = load(Path(checkout(), DATA_FILE), DATA_FILE)
    built, problems = build(Glossary, document.data)
    if problems:
        faults = [document.fault(p.path, p.message, key=p.at_key) for p in problems]
        raise FaultError(faults, {document.name: document.text})
    words: Glossary = built
    return words


def own_words() -> dict[Canonical, dict[str, list[str]]]:
    """Return what each canonical word is called in the variants, by tag of language."""
    by_word: dict[Canonical, dict[str, list[str]]] = {}
    for name in variant_ids():
        rules = load_variant(name).rules
        for word, own in rules.terms.items():
            words = by_word.setdefault(word, {}).setdefault(rules.identity.language, [])
            if own.casefold() not in map(str.casefold, words):
                words.append(own)
    return by_word


def page(language: str = LANGUAGE) -> str:
    """Return the page as Markdown."""
    words, own = glossary(), own_words()
    canonical = {str(word): forms for word, forms in own.items()}
    sections = {
        title: {
            name: {
                "meaning": escape(entry.meaning),
                "sources": entry.sources,
                "forms": _forms(name, entry, canonical.get(name, {}), words.languages),
            }
            for name, entry in terms.items()
        }
        for title, terms in words.sections.items()
    }
    template = environment(language).get_template("glossary.j2")
    return tidy(template.render(sections=sections))


def _forms(
    name: str, entry: Entry, own: Mapping[str, list[str]], languages: Mapping[str, str]
) -> dict[str, list[str]]:
    """Return the words by name of language, those of the variants first; not our own word."""
    more = entry.forms or {}
    by_language: dict[str, list[str]] = {}
    for tag, language in languages.items():
        words = [*own.get(tag, []), *more.get(tag, ())]
        if tag == LANGUAGE:
            words = [word for word in words if word.casefold() != name.casefold()]
        if words:
            by_language[language] = [escape(word) for word in dict.fromkeys(words)]
    return by_language
