"""Entries that are written as another with changes: `like`."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.yaml.tree import Origin, Steps, Tree, cut, merge, put
from lhombre_core.rules.data.path import steps
from lhombre_core.rules.data.wording import unknown

LIKE = "like"
REMOVES = "removes"
PLACES: tuple[Steps, ...] = (("contracts",), ("settlement",), ("stakes", "opening"))
"""The mappings whose entries may be like one another."""


def inside_like(tree: Tree, path: Steps) -> bool:
    """Return whether a path leads into an entry that is like another."""
    for place in PLACES:
        size = len(place)
        if path[:size] == place and len(path) > size + 1:
            return tree.find((*path[: size + 1], LIKE)) is not None
    return False


def taken_over(path: Steps, origin: Origin) -> Steps | None:
    """Return the path of the entry that has the value at `path` by `like`.

    None if the value was written in the entry itself, or by a reading, patch or setting.
    """
    for place in PLACES:
        size = len(place)
        if path[:size] == place and len(path) > size and origin.path[:size] == place:
            other = len(origin.path) <= size or origin.path[size] != path[size]
            return path[: size + 1] if other else None
    return None


@dataclass(slots=True)
class Expansion:
    """A section with every `like` written out, and its faults.

    `bases` leads from the path of an entry to that of the entry it is like, or None.
    """

    section: Tree
    faults: list[Fault]
    bases: dict[Steps, Steps | None]

    def repeats(self, path: Steps, missing: Container[Steps]) -> bool:
        """Return whether a value is missing only because the entry it would come from lacks it."""
        for place in PLACES:
            size = len(place) + 1
            if path[: size - 1] == place and path[:size] in self.bases:
                base = self.bases[path[:size]]
                return base is None or (*base, *path[size:]) in missing
        return False


def expand(key: str, section: Tree) -> Expansion:
    """Return a section of a rule set with every `like` written out."""
    expansion = Expansion(section, [], {})
    for place in PLACES:
        entries = section.find(place[1:]) if place[0] == key else None
        if entries is not None and entries.is_mapping:
            expanded = _Section(place, entries, expansion).expanded()
            expansion.section = put(expansion.section, place[1:], expanded)
    return expansion


class _Section:
    """A mapping whose entries are written out, each once."""

    def __init__(self, place: Steps, section: Tree, expansion: Expansion) -> None:
        self.place = place
        self.section = section
        self.faults = expansion.faults
        self.bases = expansion.bases
        self.done: dict[str, Tree] = {}

    def expanded(self) -> Tree:
        parts = {key: self.entry(key, ()) for key in self.section.keyed}
        return Tree(self.section.origin, parts, whole=self.section.whole)

    def entry(self, key: str, above: Steps) -> Tree:
        if key not in self.done:
            entry = self.section.keyed[key]
            own = entry
            for word in (LIKE, REMOVES):
                own = own.with_part(word, None) if word in own.keyed else own
            below = self.below(key, entry, above)
            # An entry that a reading puts in whole is still laid over the one it is like.
            laid = Tree(own.origin, own.parts, own.scalar)
            self.done[key] = _settled(own if below is None else merge(below, laid))
        return self.done[key]

    def below(self, key: str, entry: Tree, above: Steps) -> Tree | None:
        """Return the entry that this entry is like, without the paths it removes, or None."""
        path = (*self.place, key)
        like, removes = entry.find((LIKE,)), entry.find((REMOVES,))
        if like is None:
            if removes is not None:
                message = "'removes' stands only in an entry that is like another"
                self.faults.append(removes.fault(message, path, key=True))
            return None
        self.bases[path] = None
        name = like.text()
        if name is None or name not in self.section.keyed:
            message = (
                "expected the key of another entry"
                if name is None
                else unknown("entry", name, [k for k in self.section.keyed if k != key])
            )
            self.faults.append(like.fault(message, (*path, LIKE)))
            return None
        if name == key or name in above:
            round_trip = " is like ".join(
                [*(above[above.index(name) :] if name in above else ()), key, name]
            )
            self.faults.append(like.fault(f"a cycle: {round_trip}", (*path, LIKE)))
            return None
        self.bases[path] = (*self.place, name)
        return self.less(self.entry(name, (*above, key)), removes, path)

    def less(self, below: Tree, removes: Tree | None, path: Steps) -> Tree:
        if removes is None:
            return below
        if not isinstance(removes.parts, list):
            self.faults.append(removes.fault("expected a list of paths", path))
            return below
        for item in removes.parts:
            word = item.text()
            if word is None or below.find(steps(word)) is None:
                message = f"there is no {quoted(item.data())} in the entry this is like"
                self.faults.append(item.fault(message, path))
            else:
                below = cut(below, steps(word))
        return below


def _settled(node: Tree) -> Tree:
    """Return a tree without the places that have been emptied."""
    if not node.is_mapping:
        return node
    parts = {key: _settled(part) for key, part in node.keyed.items() if not part.gone}
    return Tree(node.origin, parts)
