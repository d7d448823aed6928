"""The texts that stand behind the rules, as `variants/sources/sources.yaml` lists them."""

from __future__ import annotations

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Word, rule


class Extent(Word):
    """How much of a text was read."""

    FULL = "full", "it was read whole"
    EXCERPT = "excerpt", "part of it was read; what lies outside is unknown"
    SUMMARY = "summary", "known only through another source"
    NOT_CONSULTED = "not-consulted", "named by others, not seen"


@frozen
class Source:
    """One text."""

    title: str = rule("what it is called", prose=True)
    kind: str = rule("what kind of text it is", prose=True)
    language: str = rule("its language", prose=True)
    date: str = rule("when it was written or printed", prose=True)
    covers: str = rule("which part of the game it covers", prose=True)
    text: Extent = rule("how much of it was read", prose=True)
    note: str | None = rule("what a reader should know", default=None, prose=True)
