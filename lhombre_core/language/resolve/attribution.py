"""The note of the apparatus that gives the source of a rule.

The longest path wins, and of equally long ones that with fewer `*`, which stands for any one key.
A value has its note in the file that sets it, or in a file that inherits it: a note of a parent
does not cover a value that its child has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lhombre_core.frozen import frozen
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.yaml.tree import Origin, Steps
from lhombre_core.rules.apparatus import Certainty, Note, Reading
from lhombre_core.rules.data.path import ANY, matches, steps

_READING = ("apparatus", "points")


@frozen
class _Entry:
    pattern: Steps
    note: Note
    layer: int


class Attributions:
    """The notes of a rule set by the paths of its rules."""

    def __init__(self, resolved: Resolved) -> None:
        self._resolved = resolved
        self._layers = {id(layer.document): i for i, layer in enumerate(resolved.layers)}
        self._plain: dict[Steps, _Entry] = {}
        self._starred: dict[int, list[_Entry]] = {}
        for path, note in resolved.rules.apparatus.rules.items():
            node = resolved.tree.find(("apparatus", "rules", path))
            layer = 0 if node is None else self._layer(node.origin) or 0
            entry = _Entry(steps(path), note, layer)
            if ANY in entry.pattern:
                self._starred.setdefault(len(entry.pattern), []).append(entry)
            else:
                self._plain[entry.pattern] = entry
        for entries in self._starred.values():
            entries.sort(key=lambda entry: entry.pattern.count(ANY))

    def _layer(self, origin: Origin) -> int | None:
        return self._layers.get(id(origin.document))

    def note(self, path: str | Steps) -> Note | None:
        """Return the note that gives the source of the rule at a path, or None.

        A value of a reading has its first witness as a note, or an editorial note. A value of a
        patch or setting has no note.
        """
        wanted = steps(path) if isinstance(path, str) else path
        node, _ = self._resolved.tree.nearest(wanted)
        if node.origin.path[:2] == _READING:
            return self._of_reading(node.origin)
        layer = self._layer(node.origin)
        if layer is None:
            return None
        origin = tuple(map(str, node.origin.path))
        paths = [wanted] if origin == wanted else [wanted, origin]  # the second by way of `like`
        candidates = (entry for path in paths for entry in self._candidates(path))
        return next((entry.note for entry in candidates if entry.layer >= layer), None)

    def _candidates(self, path: Steps) -> Iterator[_Entry]:
        for size in range(len(path), 0, -1):
            start = path[:size]
            if start in self._plain:
                yield self._plain[start]
            for entry in self._starred.get(size, ()):
                if matches(entry.pattern, start):
                    yield entry

    def _of_reading(self, origin: Origin) -> Note | None:
        point, reading = str(origin.path[2]), str(origin.path[4])
        stated = self._resolved.rules.apparatus.points.get(point)
        return None if stated is None else _note_of(stated.readings[reading], point)


def _note_of(reading: Reading, point: str) -> Note:
    first = reading.witnesses[0] if reading.witnesses else None
    certainty = Certainty.EDITORIAL if first is None else Certainty.STATED
    return Note(
        source=None if first is None else first.source,
        certainty=certainty,
        at=None if first is None else first.at,
        says=reading.says,
        point=point,
    )


@lru_cache(maxsize=64)
def attributions(resolved: Resolved) -> Attributions:
    """Return the notes of a rule set, sorted once."""
    return Attributions(resolved)
