"""Every source of a site, with the rules and readings for which it is cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lhombre_core.language.resolve.collection import sources
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.words.lexicon import LANGUAGE, label
from lhombre_core.rules.apparatus import Certainty, Source


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule for which a source is cited."""

    path: str
    label: str
    certainty: Certainty
    at: str | None


@dataclass(slots=True)
class Use:
    """The rules and readings for which a variant cites a source."""

    resolved: Resolved
    rules: list[Citation] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    """Disputed points of which it is a witness."""


@dataclass(slots=True)
class CitedSource:
    """A source with its citations."""

    id: str
    source: Source
    uses: list[Use] = field(default_factory=list)

    @property
    def rules(self) -> int:
        """The number of notes that cite it."""
        return sum(len(use.rules) for use in self.uses)


def source_entries(variants: Sequence[Resolved], *, language: str = LANGUAGE) -> list[CitedSource]:
    """Return all sources in the order of the list, with the citations of each variant."""
    entries = {name: CitedSource(name, one) for name, one in sources().items()}
    for resolved in variants:
        for name, use in _uses(resolved, language).items():
            if name in entries:
                entries[name].uses.append(use)
    return list(entries.values())


def _uses(resolved: Resolved, language: str) -> Mapping[str, Use]:
    found: dict[str, Use] = {}
    for path, note in resolved.rules.apparatus.rules.items():
        if note.source is not None:
            use = found.setdefault(note.source, Use(resolved))
            text = label(path, resolved.rules, language=language)
            use.rules.append(Citation(path, text, note.certainty, note.at))
    for name, point in resolved.rules.apparatus.points.items():
        witnesses = {w.source for r in point.readings.values() for w in r.witnesses or ()}
        for source in sorted(witnesses):
            found.setdefault(source, Use(resolved)).points.append(name)
    return found
