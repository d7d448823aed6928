"""Every disputed point of a site, with its readings over all variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.apparatus import Point, Reading


@dataclass(slots=True)
class Dispute:
    """A point: the question, its readings, and the reading of each variant."""

    id: str
    question: str
    readings: dict[str, Reading] = field(default_factory=dict)
    chosen: list[tuple[Resolved, str]] = field(default_factory=list)
    """Each variant with the reading it follows."""
    notes: list[str] = field(default_factory=list)
    refines: list[str] = field(default_factory=list)

    def add(self, resolved: Resolved, point: Point) -> None:
        """Add the point of a variant."""
        self.chosen.append((resolved, point.default))
        for name, reading in point.readings.items():
            self.readings.setdefault(name, reading)
        if point.note is not None and point.note not in self.notes:
            self.notes.append(point.note)
        self.refines += [name for name in point.refines if name not in self.refines]

    def followers(self, reading: str) -> list[Resolved]:
        """Return the variants that follow a reading."""
        return [resolved for resolved, name in self.chosen if name == reading]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The points that the same variants share."""

    variants: tuple[Resolved, ...]
    disputes: tuple[Dispute, ...]


def disputes(variants: Sequence[Resolved]) -> list[Dispute]:
    """Return all disputed points, in the order in which the variants list them."""
    found: dict[str, Dispute] = {}
    for resolved in variants:
        for name, point in resolved.rules.apparatus.points.items():
            found.setdefault(name, Dispute(name, point.question)).add(resolved, point)
    return list(found.values())


def chapters(variants: Sequence[Resolved]) -> list[Chapter]:
    """Return the points by family: the letters with which their ids begin."""
    groups: dict[str, list[Dispute]] = {}
    for dispute in disputes(variants):
        groups.setdefault(family(dispute.id), []).append(dispute)
    made = []
    for found in groups.values():
        known = {id(resolved) for one in found for resolved, _ in one.chosen}
        mine = tuple(resolved for resolved in variants if id(resolved) in known)
        made.append(Chapter(mine, tuple(sorted(found, key=lambda one: order(one.id)))))
    return made


def family(point: str) -> str:
    """Return the letters with which the id of a point begins.

    >>> family("EN15.price"), family("DA01")
    ('EN', 'DA')
    """
    return point[: next((i for i, letter in enumerate(point) if letter.isdigit()), len(point))]


def order(point: str) -> tuple[str, int, str]:
    """Return the sort key of a point: letters, number, part."""
    head, _, part = point.partition(".")
    letters = family(head)
    digits = head[len(letters) :]
    number = "".join(letter for letter in digits if letter.isdigit())
    return letters, int(number or 0), digits + part
