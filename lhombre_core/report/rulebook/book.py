"""The rulebook of a variant: one Markdown text, chapter by chapter, from its values alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.example.example import Examples
from lhombre_core.report.rulebook.context import Context
from lhombre_core.report.words.apparatus import Disputes, SourceList
from lhombre_core.report.words.card_table import CardTable
from lhombre_core.report.words.footnote import Find, Footnotes
from lhombre_core.report.words.html import document
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.markdown import environment, escaped, tidy
from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.settlement import TermKind
from lhombre_core.rules.variant import RuleSet

CHAPTERS: Final = (
    "introduction",
    "table",
    "cards",
    "deal",
    "auction",
    "contracts",
    "exchange",
    "play",
    "vole",
    "concession",
    "result",
    "stakes",
    "settlement",
    "session",
    "irregularities",
    "terms",
    "points",
    "sources",
    "notes",
)
"""The chapters in their order, each a template."""


class Book:
    """A rulebook in the making: its chapters share footnotes, numbered as they are referred to."""

    def __init__(
        self,
        rules: RuleSet,
        find: Find,
        *,
        choices: Iterable[str] = (),
        examples: Examples | None = None,
        language: str = LANGUAGE,
    ) -> None:
        """Take a rule set with escaped texts, the finder of its notes, and its choices.

        `examples` are the worked examples; None leaves them out.
        """
        require(Consumer.RULEBOOK, rules)
        self.rules = rules
        self.speech = Speech(self.rules, language)
        self.context = Context(self.rules, self.speech)
        self.footnotes = Footnotes(find)
        self.choices = tuple(choices)
        self.examples = examples
        self._language = language
        self._templates = environment(language)

    def chapter(self, name: str) -> str:
        """Return a chapter as Markdown, empty if the variant has no rule in it."""
        return tidy(self._templates.get_template(f"{name}.j2").render(self._values))

    def text(self) -> str:
        """Return the whole book as Markdown."""
        chapters = (self.chapter(name) for name in CHAPTERS)
        return "\n".join(chapter for chapter in chapters if chapter.strip())

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        """The values that the templates read, by name."""
        refer = self.footnotes.refer
        return {
            "r": self.rules,
            "s": self.speech,
            "ctx": self.context,
            "scope": self.context.scope,
            "live": self.context.live,
            "shape": CardTable(self.rules, self.speech),
            "disputes": Disputes(self.rules, self._language),
            "library": SourceList(),
            "K": TermKind,
            "note": refer,
            "note_all": lambda paths: refer(*paths),
            "note_each": lambda pattern, names: refer(*(pattern.format(name) for name in names)),
            "notes": self.footnotes,
            "choices": self.choices,
            "examples": self.examples,
        }


def book(resolved: Resolved, *, examples: bool = True, language: str = LANGUAGE) -> Book:
    """Return the rulebook of a variant as it was resolved, readings and settings included."""
    return Book(
        escaped(resolved.rules),
        attributions(resolved).note,
        choices=(*resolved.readings, *resolved.patches, *resolved.settings),
        examples=Examples(resolved.rules) if examples else None,
        language=language,
    )


def rulebook(resolved: Resolved, *, language: str = LANGUAGE) -> str:
    """Return the rulebook of a variant as Markdown."""
    return book(resolved, language=language).text()


def rulebook_html(resolved: Resolved, *, language: str = LANGUAGE) -> str:
    """Return the rulebook of a variant as one page of HTML."""
    identity = resolved.rules.identity
    text = rulebook(resolved, language=language)
    return document(identity.name.en, text, description=identity.summary, language=language)
