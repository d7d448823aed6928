"""The words of the reports: labels of paths, phrases for values, canonical words and numbers.

`label` and `phrase` say any path and any value of the rule language in words. They serve the
rulebook, the comparison and every listing, so that a rule is called the same everywhere. All words
stand in `lexicon/<language>.yaml`; sentences about payments in `templates/<language>/money.j2`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from lhombre_core.report.words.spot import ANY, Step, steps
from lhombre_core.rules.settlement import Transfer
from lhombre_core.rules.table import Direction, Name
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Word

LANGUAGE: Final = "en"

_BRACKETS: Final = re.compile(r"\s*\([^)]*\)$")
_SLOT: Final = re.compile(r"\{(a )?([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class PathWords:
    """The label of a path, and the phrases for its values."""

    label: str
    values: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    """For `yes`, `no`, `none`, `empty` and `number`."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language."""

    language: str
    words: Mapping[str, tuple[str, str]]
    """Canonical words, singular and plural."""
    meanings: Mapping[str, str]
    spoken: frozenset[str]
    """Words of a variant in another language that its book uses."""
    unspoken: frozenset[str]
    """Words that a variant in this language has of its own and that its book does not use."""
    sides: Mapping[str, str]
    articles: tuple[str, str, str]
    numbers: tuple[str, ...]
    tens: tuple[str, ...]
    ordinals: tuple[str, ...]
    times: tuple[str, ...]
    units: Mapping[str, tuple[str, str]]
    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    phrases: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    """Phrases of words, by type."""
    paths: Mapping[str, PathWords]
    parts: Mapping[str, PathWords]
    """The same for parts of types that occur in many places: `Term.times`."""

    def entry(self, step: Step) -> PathWords | None:
        """Return the entry of the last step of a path, None if it has none."""
        found = self.paths.get(step.pattern)
        return found if found is not None or step.part is None else self.parts.get(step.part)

    def number(self, number: int) -> str:
        """Return a whole number in words as far as there are words for it.

        >>> [lexicon("en").number(n) for n in (0, 3, 40, 42, 120)]
        ['none', 'three', 'forty', 'forty-two', '120']
        """
        if 0 <= number < len(self.numbers):
            return self.numbers[number]
        tens, ones = divmod(number, 10)
        if not 2 <= tens < 2 + len(self.tens):
            return str(number)
        return self.tens[tens - 2] + (f"-{self.numbers[ones]}" if ones else "")

    def ordinal(self, number: int) -> str:
        """Return a number as a place in an order."""
        return self.ordinals[number] if 0 <= number < len(self.ordinals) else f"{number}."

    def how_often(self, number: int) -> str:
        """Return a number as a number of times."""
        if 0 <= number < len(self.times):
            return self.times[number]
        return self.phrases["often"].format(n=self.number(number))

    def with_article(self, word: str) -> str:
        """Return a word with the indefinite article."""
        consonant, vowel, vowels = self.articles
        return f"{vowel if word.lstrip('*')[:1] in vowels else consonant} {word}"


@cache
def lexicon(language: str = LANGUAGE) -> Lexicon:
    """Return the words of a language, read once."""
    text = (files("lhombre_core.report") / "lexicon" / f"{language}.yaml").read_text(
        encoding="utf-8"
    )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data = yaml.load(text, loader)  # noqa: S506  a safe loader either way
    parts = {
        f"{kind}.{name}": _entry(entry)
        for kind, entries in data["parts"].items()
        for name, entry in entries.items()
    }
    return Lexicon(
        language=language,
        words={word: (forms[0], forms[1]) for word, forms in data["words"].items()},
        meanings=data["meanings"],
        spoken=frozenset(data["spoken"]),
        unspoken=frozenset(data["unspoken"]),
        sides=data["sides"],
        articles=tuple(data["articles"]),
        numbers=tuple(data["numbers"]),
        tens=tuple(data["tens"]),
        ordinals=tuple(data["ordinals"]),
        times=tuple(data["times"]),
        units={unit: (forms[0], forms[1]) for unit, forms in data["units"].items()},
        suits=data["suits"],
        ranks=data["ranks"],
        phrases=data["phrases"],
        values=data["values"],
        paths={path: _entry(entry) for path, entry in data["paths"].items()},
        parts=parts,
    )


def _entry(data: str | Mapping[str, Any]) -> PathWords:
    if isinstance(data, str):
        return PathWords(data)
    phrases = {key: text for key, text in data.items() if key not in {"label", "values"}}
    return PathWords(data["label"], data.get("values", {}), phrases)


@dataclass(frozen=True, slots=True)
class Voice:
    """How a book calls things: in its variant's own words where it uses them, or else in ours."""

    lexicon: Lexicon
    own: Mapping[str, str] = field(default_factory=dict)
    """All own words of the variant."""
    spoken: frozenset[str] = frozenset()
    """Those of them that the book uses."""
    mirrored: bool = False
    """Everything goes round clockwise: right and left change places."""

    @classmethod
    def of(cls, words: Lexicon, rules: RuleSet | None) -> Voice:
        """Return the voice of a book on a rule set; without one it has our words only."""
        if rules is None:
            return cls(words)
        own = {word.value: text for word, text in rules.terms.items()}
        native = rules.identity.language.split("-")[0] == words.language
        used = own.keys() - words.unspoken if native else own.keys() & words.spoken
        spoken = frozenset(word for word in used if is_latin(own[word]))
        return cls(words, own, spoken, rules.table.direction is Direction.CLOCKWISE)

    def term(self, word: str, *, many: bool = False) -> str:
        """Return the word of the book for a canonical term."""
        if word in self.spoken:
            own = self.own[word]
            return own if not many or own.endswith("s") else f"{own}s"
        return self.lexicon.words[word][many]

    def side(self, side: str) -> str:
        """Return "left" or "right", the other where everything goes round clockwise."""
        sides = [*self.lexicon.sides]
        other = sides[1 - sides.index(side)]
        return self.lexicon.sides[other if self.mirrored else side]

    def say(self, text: str, **values: object) -> str:
        """Return a phrase of the lexicon with its slots filled."""
        if "{" not in text:
            return text
        return _SLOT.sub(lambda match: self._slot(match, values), text)

    def _slot(self, match: re.Match[str], values: Mapping[str, object]) -> str:
        name = match[2]
        if name in values:
            return str(values[name])
        if name in self.lexicon.sides:
            return self.side(name)
        known = self.lexicon.words
        word = self.term(name) if name in known else self.term(name[:-1], many=True)
        return self.lexicon.with_article(word) if match[1] else word


def is_latin(text: str) -> bool:
    """Return whether all letters of a text are of the Latin script, in which the books are set."""
    return text.isascii() or all(
        "LATIN" in unicodedata.name(letter, "") for letter in text if letter.isalpha()
    )


def proper(name: Name) -> str:
    """Return the own name, or the English name where the own is in another script."""
    return name.own if is_latin(name.own) else name.en


def short(name: Name) -> str:
    """Return the name of something without what it is also called, which stands in brackets.

    >>> short(Name(own="Tourné (Casco)", en="Tourné (turned trump)"))
    'Tourné'
    """
    return _BRACKETS.sub("", proper(name)) or proper(name)


def in_brackets(text: str) -> str:
    """Return what stands in brackets at the end of a name, nothing where nothing does.

    >>> in_brackets("Tourné (turned trump)")
    'turned trump'
    """
    found = _BRACKETS.search(text)
    return found[0].strip(" ()") if found else ""


def label(path: str, rules: RuleSet | None = None, *, language: str = LANGUAGE) -> str:
    """Return the label of a path: `contracts.solo.price.number` as "Solo: what it is worth".

    With `rules` contracts and pools have their names, and payments what their lines are called. A
    key `*` stands for any, and is not named. KeyError for a path that is none.
    """
    words = lexicon(language)
    keys: list[str] = []
    name = ""
    for step in steps(path):
        if step.pattern in words.paths:
            name = words.paths[step.pattern].label
            if step.pattern.endswith(ANY) and step.name != ANY:
                keys.append(key_name(step, rules))
                name = ""
        elif (entry := words.entry(step)) is not None:
            name = f"{name}, {entry.label}" if name else entry.label
        else:
            name = ", ".join(filter(None, [name, key_name(step, rules)]))
    key = ", ".join(keys)
    return words.phrases["keyed"].format(key=key, label=name) if key and name else key or name


def key_name(step: Step, rules: RuleSet | None) -> str:
    """Return the name of a key of a mapping, such as a contract or pool."""
    if rules is not None:
        if step.pattern == f"contracts.{ANY}" and step.name in rules.contracts:
            return short(rules.contracts[step.name].name)
        if step.pattern == f"stakes.pools.{ANY}" and step.name in rules.stakes.pools:
            return rules.stakes.pools[step.name].name.en
        payments = _payments(step, rules)
        if step.name in payments and (says := payments[step.name].says) is not None:
            return says
    return step.name.replace("_", " ")


def _payments(step: Step, rules: RuleSet) -> Mapping[str, Transfer]:
    """Return the payments among which a step names one, none where it does not."""
    match step.pattern:
        case "settlement.*":
            return rules.settlement
        case "stakes.opening.*":
            return rules.stakes.opening
        case _:
            return {}


def word_phrase(words: Lexicon, word: Word, entry: PathWords | None = None) -> str:
    """Return the phrase for a word of the rule language, with its slots open."""
    if entry is not None and word.value in entry.values:
        return entry.values[word.value]
    return words.values[type(word).__name__][word.value]
