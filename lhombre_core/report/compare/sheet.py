"""One side of a comparison in words; the terms are those of this edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lhombre_core.report.compare.difference import Side
from lhombre_core.report.rulebook.context import Context
from lhombre_core.report.words.card_table import CardTable
from lhombre_core.report.words.lexicon import LANGUAGE, Voice
from lhombre_core.report.words.markdown import code, environment
from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.settlement import TermKind

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule

Refer: TypeAlias = Callable[..., str]
"""Returns the references to the notes behind some paths of one side."""

_UNNAMED: Final = "unnamed"


class Plain(Speech):
    """Names contracts by their family and pools by their kind, so that sentences compare alike."""

    def contract(self, name: str) -> str:
        known = {} if self.rules is None else self.rules.contracts
        return known[name].family.value if name in known else name

    def pool(self, name: str | None) -> str:
        if self.rules is None or name is None or name not in self.rules.stakes.pools:
            return str(name)
        stakes = self.rules.stakes
        return _UNNAMED if name == stakes.at_stake else stakes.pools[name].kind.value


class Sheet:
    """The sentences of one variant on each topic of a comparison."""

    def __init__(
        self, side: Side, refer: Refer, *, language: str = LANGUAGE, plain: bool = False
    ) -> None:
        """Take a side and what refers to its notes.

        With `plain` no sentence names a contract or pool, so that sides can be compared.
        """
        self.side = side
        self.rules = side.escaped
        self.speech = (Plain if plain else Speech)(self.rules, language)
        self.speech.voice = Voice(self.speech.words, mirrored=self.speech.voice.mirrored)
        self.context = Context(self.rules, self.speech)
        self.refer = refer
        self._language = language

    @property
    def name(self) -> str:
        """The name of the variant in a comparison."""
        return str(self.rules.identity.name.en)

    @property
    def choices(self) -> list[str]:
        """The readings, patches and settings with which the variant is compared, as code."""
        resolved = self.side.resolved
        return [code(one) for one in (*resolved.readings, *resolved.patches, *resolved.settings)]

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """What the templates read, by the names that those of a rulebook have."""
        refer = self.refer
        return {
            "r": self.rules,
            "s": self.speech,
            "ctx": self.context,
            "scope": self.context.scope,
            "live": self.context.live,
            "shape": CardTable(self.rules, self.speech),
            "K": TermKind,
            "note": refer,
            "note_all": lambda paths: refer(*paths),
            "note_each": lambda pattern, names: refer(*(pattern.format(name) for name in names)),
            "sheet": self,
        }

    @cached_property
    def _topics(self) -> TemplateModule:
        template = environment(self._language).get_template("compare_topics.j2")
        return template.make_module(dict(self.values))

    def topic(self, name: str, *arguments: object) -> str:
        """Return the sentence of the variant on a topic, a macro of `compare_topics.j2`."""
        said: str = getattr(self._topics, name)(*arguments)
        return " ".join(said.split())

    def has_topic(self, name: str) -> bool:
        """Return whether there is such a macro."""
        return hasattr(self._topics, name)

    def value(self, path: str) -> str | None:
        """Return the value at a path of its own in words; None where there is none that acts."""
        if not self.side.live(path):
            return None
        return self.speech.say(path)

    def contracts_of(self, families: Iterable[str]) -> list[str]:
        """Return the contracts of the given families, in the order of the file."""
        found = (self.side.contract(family) for family in families)
        return self.speech.in_order(name for name in found if name is not None)
