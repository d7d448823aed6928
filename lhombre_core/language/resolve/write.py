"""Changes of a rule set: the writes of readings, patches and settings, and their collisions."""

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
    """One path that a reading, a patch or a setting writes; without `value` it is removed.

    `by` is the writer, as in a message; `point` is the disputed point if it is a reading.
    """

    path: Steps
    value: Tree | None
    source: Tree
    by: str
    point: str = ""


def writes_of(patch: Tree, by: str, point: str = "") -> Iterator[Write]:
    """Return the writes of the keys `set` and `remove` of a reading or patch."""
    for path, value in patch.mapping_at(("set",)).items():
        yield Write(steps(path), value, value, by, point)
    for item in patch.list_at(("remove",)):
        if (path_text := item.text()) is not None:
            yield Write(steps(path_text), None, item, by, point)


def write_fault(write: Write) -> Fault | None:
    """Return the fault of a write to a path that no rule set can have, or None."""
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
    """Return whether the path of one write leads to that of the other, and their values differ."""
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
    """Return the tree after all writes; their order does not matter.

    A written value replaces the value of its path, also a value that an entry has by `like`.
    Removing a path that is not there changes nothing.
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
