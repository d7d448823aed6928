"""Distances of variants: the number of questions, of a hundred, that two answer differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.words.question import differing


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of a tree of likeness: a variant, or two branches that meet."""

    height: Fraction
    """The mean distance of the two branches; 0 of a variant."""
    leaves: tuple[int, ...]
    """The numbers of its variants, from the one end of the branch to the other."""
    parts: tuple[Branch, ...] = ()


@dataclass(frozen=True)
class Distances:
    """The distances between all pairs of variants."""

    ids: tuple[str, ...]
    pairs: Mapping[tuple[int, int], int]
    """The distance of two variants by their numbers, the smaller first."""

    def between(self, one: int, other: int) -> int:
        """Return the distance of two variants by their numbers."""
        return 0 if one == other else self.pairs[min(one, other), max(one, other)]

    @property
    def rows(self) -> list[list[int]]:
        """The distances as a square table."""
        places = range(len(self.ids))
        return [[self.between(row, column) for column in places] for row in places]

    @property
    def nearest(self) -> tuple[int, int]:
        """The two variants most alike, the first of equal pairs."""
        return min(self.pairs, key=lambda pair: (self.pairs[pair], pair))

    @property
    def farthest(self) -> tuple[int, int]:
        """The two variants least alike, the first of equal pairs."""
        return min(self.pairs, key=lambda pair: (-self.pairs[pair], pair))

    @property
    def most(self) -> int:
        """The largest distance, 1 at least."""
        return max(1, *self.pairs.values())

    @cached_property
    def tree(self) -> Branch:
        """The variants joined by mean distance, the nearest first (average linkage)."""
        branches = [Branch(Fraction(0), (place,)) for place in range(len(self.ids))]
        while len(branches) > 1:
            one, other = min(
                combinations(branches, 2), key=lambda pair: (self._mean(*pair), pair[0].leaves)
            )
            met = Branch(self._mean(one, other), one.leaves + other.leaves, (one, other))
            branches = [met if branch is one else branch for branch in branches]
            branches.remove(other)
        return branches[0]

    def _mean(self, one: Branch, other: Branch) -> Fraction:
        found = [self.between(a, b) for a in one.leaves for b in other.leaves]
        return Fraction(sum(found), len(found))


def distances(variants: Sequence[Resolved]) -> Distances:
    """Return the distances between all pairs of variants."""
    pairs = {
        (i, j): len(differing([one.rules, other.rules]))
        for (i, one), (j, other) in combinations(enumerate(variants), 2)
    }
    return Distances(tuple(one.id for one in variants), pairs)
