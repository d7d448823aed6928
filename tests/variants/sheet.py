"""What a sheet of the sources says of a variant, and what the readings of its file are held to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lhombre_core.language.catalog import load
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.apparatus import Point
from lhombre_core.rules.data.path import steps, value_at
from lhombre_core.rules.variant import RuleSet


@dataclass(frozen=True)
class Sheet:
    """The disputed points of a variant, what is open in it, and the values it has by default."""

    id: str
    points: Mapping[str, tuple[str, ...]]
    """The readings of each point, the default first."""
    refines: Mapping[str, tuple[str, ...]]
    """The points that prevail over others."""
    parameters: Mapping[str, tuple[int, int, int]]
    """Value, least and most of each open number."""
    defaults: Mapping[str, Any]
    """A path and its value; None where nothing stands there."""
    effects: tuple[tuple[str, str, Any], ...]
    """What a reading changes: a path and its value then, None where nothing stands there."""
    documented_only: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """The readings that are printed, not run."""

    @cached_property
    def file(self) -> Resolved:
        """The variant as it is played by default."""
        return load(self.id)

    @property
    def in_file(self) -> Mapping[str, Point]:
        """The disputed points as the file has them."""
        return self.file.rules.apparatus.points

    def load(self, *choices: str) -> Resolved:
        """Return the variant under some readings."""
        return load(self.id, choices)

    @property
    def runnable(self) -> list[tuple[str, str]]:
        """Every point with each reading of it that can be run."""
        return [(name, reading) for name in self.points for reading in self.runs(name)]

    def runs(self, name: str) -> list[str]:
        """Return the readings of a point that can be run, the default first."""
        return [one for one in self.points[name] if (name, one) not in self.documented_only]


def value(rules: RuleSet, path: str) -> Any:
    """Return what stands at a path of a rule set, None where nothing does."""
    try:
        return value_at(rules, steps(path))
    except KeyError:
        return None
