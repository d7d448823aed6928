"""Disputed points of a variant and the choice of readings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lhombre_core.errors import UsageError, quoted
from lhombre_core.language.resolve.write import Write, writes_of
from lhombre_core.language.yaml.tree import Tree
from lhombre_core.rules.data.wording import one_of, unknown

_CHOICE = re.compile(r"\s*([^=\s\[\]]+)\s*=\s*([^=\s\[\]]+)\s*")
_NAMED = re.compile(r"\s*([^\[\]]+?)\s*\[([^\[\]]*)\]\s*")


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """A reading chosen for a point, in every variant or, with `variant`, in one."""

    point: str
    reading: str
    variant: str | None = None

    def __str__(self) -> str:
        """Return it as it is written."""
        return f"{self.point}={self.reading}"


def parse_choice(text: str) -> Choice:
    """Return the choice written as `POINT=READING`, `POINT.PART=READING` or `ID[…]`.

    >>> parse_choice("my-club[AB06.price=x1]")
    Choice(point='AB06.price', reading='x1', variant='my-club')
    """
    named = _NAMED.fullmatch(text)
    inner = named[2] if named else text
    choice = _CHOICE.fullmatch(inner)
    if choice is None:
        raise UsageError(
            f"{quoted(text)} is no reading; expected POINT=READING or ID[POINT=READING]"
        )
    return Choice(choice[1], choice[2], named[1] if named else None)


class Points:
    """The disputed points of a variant, as its files have them."""

    def __init__(self, tree: Tree, variant: str) -> None:
        self.variant = variant
        self.points = tree.mapping_at(("apparatus", "points"))
        self._above: dict[str, frozenset[str]] = {}

    def has(self, point: str) -> bool:
        """Return whether the variant has the point, or parts of it."""
        return point in self.points or any(self._parts(point))

    def _parts(self, point: str) -> Iterator[str]:
        return (name for name in self.points if name.startswith(point + "."))

    def reading(self, choice: Choice) -> Tree:
        """Return the chosen reading. UsageError if it is unknown or cannot be run."""
        point = self.points.get(choice.point)
        if point is None:
            parts = list(self._parts(choice.point))
            if parts:
                raise UsageError(f"{choice.point} has parts; expected {one_of(parts)}")
            where = f"of {self.variant}"
            raise UsageError(unknown("point", choice.point, self.points, where=where))
        known = point.mapping_at(("readings",))
        if choice.reading not in known:
            where = f"of {choice.point}"
            raise UsageError(unknown("reading", choice.reading, known, where=where))
        reading = known[choice.reading]
        documented = reading.find(("documented_only",))
        if documented is not None and documented.text() != "none":
            raise UsageError(f"{choice} is printed, not run: {documented.text()}")
        return reading

    def default(self, point: str) -> str | None:
        """Return the reading that the file's own values have."""
        return self.points[point].text_at(("default",))

    def writes(self, choices: Iterable[Choice]) -> list[Write]:
        """Return the writes of the chosen readings."""
        return [
            write
            for choice in choices
            for write in writes_of(self.reading(choice), str(choice), choice.point)
        ]

    def prevails(self, first: Write, second: Write) -> bool:
        """Return whether the point of the first write refines that of the second."""
        if not first.point or not second.point:
            return False
        return second.point in self.refined(first.point)

    def refined(self, point: str) -> frozenset[str]:
        """Return the points over which a point prevails, directly or through others."""
        if point not in self._above:
            self._above[point] = frozenset()  # ends a cycle, which is a fault of its own
            names = {
                name
                for stated in self.stated(point)
                for name in self.points
                if name == stated or name.startswith(stated + ".")
            } - {point}
            further = (self.refined(name) for name in names)
            self._above[point] = frozenset(names).union(*further) - {point}
        return self._above[point]

    def stated(self, point: str) -> list[str]:
        """Return the points that a point says it refines."""
        return self.points[point].texts_at(("refines",)) if point in self.points else []

    def refuse(self, choices: Sequence[Choice]) -> None:
        """Raise UsageError if two of the chosen readings cannot be combined."""
        chosen = {str(choice) for choice in choices}
        for choice in choices:
            refused = self.points[choice.point].find(("refused_with", choice.reading))
            for other in (refused.text() or "").split() if refused is not None else ():
                if other in chosen:
                    raise UsageError(f"{choice} cannot be combined with {other}")


def distinct(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return the choices sorted, each once. UsageError if a point has two readings."""
    by_point: dict[str, Choice] = {}
    for choice in sorted(set(choices)):
        other = by_point.setdefault(choice.point, choice)
        if other.reading != choice.reading:
            raise UsageError(f"{other} and {choice} exclude each other; expected one reading")
    return tuple(by_point.values())
