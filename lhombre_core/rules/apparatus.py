"""What stands beside the rules: their sources, the disputed points, and patches.

None of it is a rule. Sources are listed in `variants/sources/sources.yaml`, patches have files of
their own below `variants/patches/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


class Certainty(Word):
    """How sure a rule is."""

    STATED = "stated", "the cited text says so"
    IMPLIED = "implied", "it follows directly from a wording or an example of the cited text"
    INFERRED = "inferred", "carried over from a source of the same family, or derived by logic"
    CONJECTURED = "conjectured", "best reconstruction of a lost or corrupt passage"
    EDITORIAL = "editorial", "a free choice of this edition; no text decides it"


@frozen
class Note:
    """Where a rule comes from."""

    source: str | None = rule("id of the source; none only where certainty is editorial")
    certainty: Certainty = rule("how sure it is")
    at: str | None = rule("locator: at most six words of the text, a clause or page", default=None)
    says: str | None = rule("what the source says, in our words", default=None)
    point: str | None = rule("the disputed point that governs it", default=None)


@frozen
class Witness:
    """A text that has a reading."""

    source: str = rule("id of the source")
    at: str | None = rule("locator", default=None)
    note: str | None = rule("how it has it", default=None)


@frozen
class Reading:
    """One reading of a disputed point: a patch."""

    says: str = rule("what it means, in our words")
    witnesses: tuple[Witness, ...] | None = rule("texts that have it; none: no text has it")
    set: Mapping[str, Any] | None = rule("path to value", default=None)
    remove: tuple[str, ...] = rule("paths that are taken out", default=())
    documented_only: str | None = rule("why it is printed and not run", default=None)
    note: str | None = rule("what in it is editorial", default=None)


@frozen
class Point:
    """A disputed point, or one part of it."""

    question: str = rule("the question")
    default: str = rule(
        "the reading that the file's own values have; `none`, if no reading is called so: a note"
    )
    readings: Mapping[str, Reading] = rule("its readings")
    refines: tuple[str, ...] = rule("points over which this one prevails", default=())
    refused_with: Mapping[str, str] | None = rule(
        "reading of this point to `POINT=READING` with which it cannot be combined",
        default=None,
    )
    note: str | None = rule("what a reader should know", default=None)


@frozen
class Apparatus:
    """Sources and doubts; not part of the rules."""

    rules: Mapping[str, Note] = rule(
        "rule path to its source; `*` stands for any one key; the longest path wins, of two as "
        "long the one with fewer `*`",
        prose=True,
    )
    points: Mapping[str, Point] = rule("disputed points by id", prose=True)


@frozen
class Patch:
    """A house rule or an experiment, in a file of its own below `patches/`."""

    id: str = rule("kebab-case id, the name of its file", prose=True)
    summary: str = rule("what it changes, in a sentence", prose=True)
    requires: tuple[str, ...] = rule("rule paths that the variant must have", default=())
    conflicts: tuple[str, ...] = rule("patches with which it cannot be combined", default=())
    set: Mapping[str, Any] | None = rule("path to value", default=None)
    remove: tuple[str, ...] = rule("paths that are taken out", default=())
