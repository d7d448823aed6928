"""Sources and doubts as a rulebook shows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Protocol

from lhombre_core.language.resolve.collection import sources
from lhombre_core.report.words.footnote import Footnote
from lhombre_core.report.words.lexicon import LANGUAGE, label
from lhombre_core.report.words.markdown import escaped
from lhombre_core.rules.apparatus import Certainty, Point, Reading, Source
from lhombre_core.rules.variant import RuleSet


class Witnessed(Protocol):
    """Something of which sources are witnesses."""

    @property
    def witnesses(self) -> Collection[str]:
        """The ids of the sources."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The text of a note with the rules that it covers."""

    says: str
    certainty: Certainty
    paths: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


class Disputes:
    """The disputed points of a variant."""

    def __init__(self, rules: RuleSet, language: str = LANGUAGE) -> None:
        """Take a rule set with its texts escaped."""
        self._rules = rules
        self._language = language

    @property
    def points(self) -> Mapping[str, Point]:
        """The points by id."""
        return self._rules.apparatus.points

    def chosen(self, point: Point) -> Reading | None:
        """Return the reading that the variant follows, None where there is nothing to choose."""
        return point.readings.get(point.default)

    def others(self, point: Point) -> Mapping[str, Reading]:
        """Return the readings that the variant does not follow, by id."""
        return {name: one for name, one in point.readings.items() if name != point.default}

    @cached_property
    def first_choice(self) -> str | None:
        """The first reading besides the default that can be chosen, as on the command line."""
        for name, point in self.points.items():
            for reading, one in self.others(point).items():
                if one.documented_only is None:
                    return f"{name}={reading}"
        return None

    def reasons(self, point: str) -> list[Reason]:
        """Return the notes on the rules that a point governs, the most certain first."""
        found: dict[tuple[Certainty, str], Reason] = {}
        for path, note in self._rules.apparatus.rules.items():
            if note.point == point and note.says is not None:
                key = (note.certainty, note.says)
                reason = found.setdefault(key, Reason(note.says, note.certainty))
                reason.paths.append(path)
                reason.labels.append(label(path, self._rules, language=self._language))
        return [one for word in Certainty for one in found.values() if one.certainty is word]

    @cached_property
    def witnesses(self) -> frozenset[str]:
        """The sources that are witnesses of a reading."""
        return frozenset(
            witness.source
            for point in self.points.values()
            for reading in point.readings.values()
            for witness in reading.witnesses or ()
        )


@cache
def _listed() -> Mapping[str, Source]:
    return {name: escaped(one) for name, one in sources().items()}


class SourceList:
    """The sources a book refers to."""

    def __init__(self) -> None:
        """Read the list of sources; their texts are escaped."""
        self._sources = _listed()

    def used(self, footnotes: Iterable[Footnote], disputes: Witnessed) -> Mapping[str, Source]:
        """Return the sources of footnotes and of readings, in the order of the list."""
        named = {one.note.source for one in footnotes} | set(disputes.witnesses)
        return {name: one for name, one in self._sources.items() if name in named}

    @property
    def certainties(self) -> list[Certainty]:
        """How sure a rule can be, from the surest on."""
        return list(Certainty)
