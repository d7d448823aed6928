"""Changes laid over a rule set: what readings, patches and settings write, and their collisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from lhombre_core.errors import Fault
from lhombre_core.frozen import frozen
from lhombre_core.language.resolve.like import LIKE, PLACES, REMOVES, inside_like
from lhombre_core.language.yaml.tree import Steps, Tree, cut, put
from lhombre_core.rules.data.path import path_fault, steps

_CLOSED = {"identity": "names are not rules", "apparatus": "sources are not rules"}


@frozen
class Write:
    """One path that a reading, a patch or a setting writes; without `value` it is taken out.

    `by` says who writes, as in a message; `point` is the disputed point if it is a reading.
    """

    path: Steps
    value: Tree | None
    source: Tree
    by: str
    point: str = ""


def writes_of(patch: Tree, by: str, point: str = "") -> Iterator[Write]:
    """Return what the keys `set` and `remove` of a reading or patch write."""
    changes = patch.find(("set",))
    for path, value in (changes.keyed if changes else {}).items():
        yield Write(steps(path), value, value, by, point)
    for item in removals(patch, "remove"):
        if (path_text := item.text()) is not None:
            yield Write(steps(path_text), None, item, by, point)


def removals(tree: Tree, key: str) -> list[Tree]:
    """Return the entries of a list of paths; none if there is no such list."""
    found = tree.find((key,))
    return found.parts if found is not None and isinstance(found.parts, list) else []


def write_fault(write: Write) -> Fault | None:
    """Return why no rule set has the place that is written, or None if one can have it."""
    message = _closed(write.path) or path_fault(_without_like(write.path))
    if message is None:
        return None
    return write.source.fault(message, write.path, key=write.value is not None)


def _closed(path: Steps) -> str | None:
    why = _CLOSED.get(path[0])
    return None if why is None else f"'{path[0]}' cannot be changed here: {why}"


def _without_like(path: Steps) -> Steps:
    """Return a path without a last step that is a word of the file format, not of the model."""
    for place in PLACES:
        if path[: len(place)] == place and path[len(place) + 1 :] in {(LIKE,), (REMOVES,)}:
            return path[:-1]
    return path


@frozen
class Collision:
    """Two writes of one place that differ."""

    first: Write
    second: Write

    def message(self) -> str:
        """Return the collision as a sentence."""
        path = max(self.first.path, self.second.path, key=len)
        return (
            f"{self.first.by} and {self.second.by} collide: "
            f"both write {'.'.join(path)}, differently"
        )


Prevails = Callable[[Write, Write], bool]


def collisions(writes: Sequence[Write], prevails: Prevails) -> list[Collision]:
    """Return the pairs of writes of different origin that cannot both stand.

    `prevails(a, b)` says that a stands where a and b write the same place.
    """
    return [
        Collision(first, second)
        for first, second in combinations(writes, 2)
        if first.by != second.by
        and _differ(first, second)
        and not prevails(first, second)
        and not prevails(second, first)
    ]


def _differ(first: Write, second: Write) -> bool:
    """Return whether one write's path leads to the other's and they want different things."""
    if len(first.path) > len(second.path):
        first, second = second, first
    size = len(first.path)
    if second.path[:size] != first.path:
        return False
    if first.value is None:
        return second.value is not None
    inside = first.value.find(second.path[size:])
    if inside is None or second.value is None:
        return (inside is None) != (second.value is None)
    return inside.data() != second.value.data()


def apply(tree: Tree, writes: Iterable[Write], prevails: Prevails) -> Tree:
    """Return the tree with all writes laid over it; their order does not matter.

    A value that is written takes the place of what was there, also of what an entry would take
    over from one it is like. Taking out what is not there changes nothing.
    """
    for write in _ordered(list(writes), prevails):
        if write.value is None:
            tree = _remove(tree, write)
        else:
            value = Tree(write.value.origin, write.value.parts, write.value.scalar, whole=True)
            tree = put(tree, write.path, value)
    return tree


def _ordered(writes: list[Write], prevails: Prevails) -> list[Write]:
    """Return the writes so that shorter paths come first, and those that prevail last."""
    waiting = sorted(writes, key=lambda w: (len(w.path), w.path, w.by))
    ordered: list[Write] = []
    while waiting:
        free = next(
            (w for w in waiting if not any(prevails(w, o) for o in waiting if o is not w)),
            waiting[0],
        )
        waiting.remove(free)
        ordered.append(free)
    return ordered


def _remove(tree: Tree, write: Write) -> Tree:
    if inside_like(tree, write.path):
        return put(tree, write.path, Tree(write.source.origin, gone=True))
    return cut(tree, write.path)
