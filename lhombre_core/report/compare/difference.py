"""Differences of variants: the values at one path side by side, and which of them can act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.words.markdown import escaped
from lhombre_core.rules.acting.difference import ABSENT, differing_values, family_names
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.apparatus import Note
from lhombre_core.rules.data.path import Leaf, leaves, shape_at, steps, value_at
from lhombre_core.rules.data.plain import plain_of
from lhombre_core.rules.data.shape import RecordShape, Value, bare
from lhombre_core.rules.keyed import Data, Keyed
from lhombre_core.rules.variant import RuleSet

_CONTRACTS: Final = "contracts"
_ORDERS: Final = frozenset({"settlement", "stakes.opening", "stakes.occasions"})


class Side:
    """A variant in a comparison."""

    def __init__(self, resolved: Resolved, key: str, families: dict[str, str]) -> None:
        """Take a variant, the key under which its values stand, and its contracts' families."""
        self.resolved = resolved
        self.key = key
        self.families = families
        self._contracts = {family: name for name, family in families.items()}

    @property
    def rules(self) -> RuleSet:
        """Its rule set."""
        return self.resolved.rules

    @cached_property
    def escaped(self) -> RuleSet:
        """Its rule set with all texts as Markdown."""
        return escaped(self.resolved.rules)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """Its single rules."""
        return tuple(leaves(self.rules))

    def own(self, path: str) -> str:
        """Return the path in this variant of a shared path, whose contracts are families."""
        found = path.split(".")
        if found[0] == _CONTRACTS and len(found) > 1:
            found[1] = self._contracts.get(found[1], found[1])
        return ".".join(found)

    def contract(self, family: str) -> str | None:
        """Return the contract that is compared under a name, None where there is none."""
        name = self._contracts.get(family, family)
        return name if name in self.rules.contracts else None

    def value(self, path: str) -> Value:
        """Return the value at a path of its own, ABSENT where there is none."""
        try:
            return value_at(self.rules, steps(path))
        except (KeyError, IndexError, ValueError):
            return ABSENT

    def live(self, path: str) -> bool:
        """Return whether there is a value at a path of its own, and whether it can act."""
        return self.value(path) is not ABSENT and reason(self.rules, path) is None

    def note(self, path: str) -> Note | None:
        """Return the note on the rule at a path of this variant."""
        return attributions(self.resolved).note(path)

    def source(self, path: str) -> Data:
        """Return as data the file, line and source of the rule at a path of this variant."""
        note, mark = self.note(path), self.resolved.mark(path)
        return {
            "rule": path,
            "file": mark.file,
            "line": mark.line,
            "source": None if note is None else note.source,
            "at": None if note is None else note.at,
            "says": None if note is None else note.says,
            "certainty": None if note is None else str(note.certainty),
            "point": None if note is None else note.point,
        }


def sides_of(variants: Sequence[Resolved]) -> tuple[Side, ...]:
    """Return the sides of a comparison; a variant that comes twice has its number in its key."""
    families = family_names([one.rules for one in variants])
    seen: Counter[str] = Counter()
    made = []
    for resolved, names in zip(variants, families, strict=True):
        seen[resolved.id] += 1
        times = seen[resolved.id]
        key = resolved.id if times == 1 else f"{resolved.id} ({times})"
        made.append(Side(resolved, key, dict(names)))
    return tuple(made)


@dataclass(frozen=True)
class Difference:
    """A path at which variants differ."""

    rule: str
    """The path, in which a contract stands by its family."""
    values: tuple[Value, ...]
    """The value of each side; ABSENT where it has no such rule."""
    live: tuple[bool, ...]
    """Whether the value of each side can act."""
    sides: tuple[Side, ...]

    @property
    def section(self) -> str:
        """The section of the rule language."""
        return self.rule.partition(".")[0]

    @property
    def is_order(self) -> bool:
        """Whether the order of entries differs, not a value."""
        return all(isinstance(value, tuple) for value in self.values) and self.rule in _ORDERS

    @cached_property
    def plain(self) -> tuple[Data, ...]:
        """The values as plain data; None where there is no such rule."""
        if self.is_order:
            return tuple(list(value) for value in self.values)
        return tuple(
            None if value is ABSENT else _plain(side.own(self.rule), value)
            for side, value in zip(self.sides, self.values, strict=True)
        )

    def as_dict(self) -> Data:
        """Return the difference as data: the path, values and sources by variant."""
        return {
            "rule": self.rule,
            "values": {side.key: value for side, value in zip(self.sides, self.plain, strict=True)},
            "sources": {
                side.key: None if value is ABSENT else side.source(side.own(self.rule))
                for side, value in zip(self.sides, self.values, strict=True)
            },
            "idle": [
                side.key
                for side, value, live in zip(self.sides, self.values, self.live, strict=True)
                if value is not ABSENT and not live
            ],
        }


def _plain(path: str, value: Value) -> Data:
    shape = shape_at(steps(path))
    if shape is None:
        raise KeyError(path)
    return plain_of(shape, value, prose=False)


def differences(sides: Sequence[Side]) -> tuple[Difference, ...]:
    """Return the paths at which variants differ, in the order of the rule language.

    A rule that can act on no side is left out. So is a rule of an entry that a side lacks, if the
    other sides have it empty or at its default.
    """
    found = list(_differences(tuple(sides)))
    order = {name: place for place, name in enumerate(_sections())}
    return tuple(sorted(found, key=lambda one: order[one.section]))


def _sections() -> list[str]:
    shape = shape_at(())
    return [*shape.fields] if isinstance(shape, RecordShape) else []


def _differences(sides: tuple[Side, ...]) -> Iterator[Difference]:
    for path, compared in differing_values([side.rules for side in sides]):
        if path in _ORDERS and all(isinstance(value, tuple) for value in compared):
            yield Difference(path, compared, (True,) * len(sides), sides)
            continue
        values = tuple(side.value(side.own(path)) for side in sides)
        live = tuple(side.live(side.own(path)) for side in sides)
        if any(live) and not _says_nothing(path, values):
            yield Difference(path, values, live, sides)


def _says_nothing(path: str, values: tuple[Value, ...]) -> bool:
    """Return whether values are empty beside others that are listed, or all at their default."""
    if any(isinstance(value, Keyed) and not value for value in values):
        rest = [value for value in values if not (isinstance(value, Keyed) and not value)]
        return all(value is ABSENT or isinstance(value, Keyed) for value in rest)
    if ABSENT not in values:
        return False
    return all(value is ABSENT or is_default(path, value) for value in values)


def is_default(path: str, value: Value) -> bool:
    """Return whether a value is the default of its field."""
    *above, last = steps(path)
    shape = shape_at(tuple(above))
    inner = None if shape is None else bare(shape)
    if not isinstance(inner, RecordShape) or last not in inner.fields:
        return False
    part = inner.fields[last]
    return not part.required and bool(value == part.default)
