"""The first page of a site: the games, their dates, their distances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.compare.distance import Distances, distances
from lhombre_core.report.site.picture import LAST, DrawnTree, Timeline, timeline, tree, years
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.apparatus import Certainty
from lhombre_core.rules.data.path import leaves
from lhombre_core.rules.table import Identity


@dataclass(frozen=True)
class GameView:
    """A variant on the first page."""

    resolved: Resolved
    language: str

    @property
    def id(self) -> str:
        """Its id."""
        return self.resolved.id

    @property
    def identity(self) -> Identity:
        """The name, period and region of the game."""
        return self.resolved.rules.identity

    @property
    def name(self) -> str:
        """Its English name."""
        return self.identity.name.en

    @cached_property
    def contracts(self) -> list[str]:
        """The names of its contracts, in the order of the file."""
        speech = Speech(self.resolved.rules, self.language)
        return [speech.contract(name) for name in Scope(self.resolved.rules).contracts]

    @cached_property
    def certainty(self) -> Mapping[Certainty, int]:
        """How many of its rules that can act are how sure."""
        rules, notes = self.resolved.rules, attributions(self.resolved)
        found: Counter[Certainty] = Counter()
        for leaf in leaves(rules):
            if reason(rules, leaf.path) is None:
                note = notes.note(leaf.steps)
                if note is not None:
                    found[note.certainty] += 1
        return found

    @property
    def ruled(self) -> int:
        """How many of its rules can act and have a note."""
        return sum(self.certainty.values())


@dataclass(frozen=True)
class Overview:
    """All variants of a site, the oldest first."""

    games: tuple[GameView, ...]
    language: str

    @cached_property
    def distances(self) -> Distances:
        """How far they lie apart."""
        return distances([game.resolved for game in self.games])

    @property
    def timeline(self) -> Timeline:
        """When they were played."""
        periods = [game.identity.period for game in self.games]
        return timeline(periods, self._names, language=self.language)

    @property
    def tree(self) -> DrawnTree:
        """How they are joined by likeness."""
        return tree(self.distances, self._names)

    @property
    def _names(self) -> list[str]:
        return [game.name for game in self.games]

    @property
    def by_likeness(self) -> list[int]:
        """The games by number, in the order of the tree."""
        return list(self.distances.tree.leaves)

    @property
    def certainties(self) -> list[Certainty]:
        """How sure a rule can be."""
        return list(Certainty)


def overview(variants: Sequence[Resolved], *, language: str = LANGUAGE) -> Overview:
    """Return the overview of the given variants."""

    def age(one: Resolved) -> tuple[int, str]:
        span = years(one.rules.identity.period, language=language)
        return (LAST if span is None else span[0]), one.id

    return Overview(tuple(GameView(one, language) for one in sorted(variants, key=age)), language)


def pair_name(one: str, other: str) -> str:
    """Return the name of the page that compares two variants, whichever comes first."""
    first, second = sorted((one, other))
    return f"compare/{first}--{second}.html"
