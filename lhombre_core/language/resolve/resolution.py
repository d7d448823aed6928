"""From files to a rule set: parents, readings, patches and settings put together and built.

Order: parents, the file itself, the readings chosen (all together), patches, settings; then
`like` is written out and the typed values are built. Every value keeps its place of origin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lhombre_core.errors import Fault, FaultError, UsageError
from lhombre_core.language.resolve.building import Builder
from lhombre_core.language.resolve.layer import Layer, Place, sorted_faults, texts_of
from lhombre_core.language.resolve.like import REMOVES, taken_over
from lhombre_core.language.resolve.patch import find_patches, patch_refusal, patch_writes
from lhombre_core.language.resolve.point import Choice, Points, distinct
from lhombre_core.language.resolve.setting import SETTING, setting_writes
from lhombre_core.language.resolve.write import Write, apply, collisions, write_fault
from lhombre_core.language.yaml.document import Mark
from lhombre_core.language.yaml.tree import Origin, Steps, Tree, cut, mapped, merge, put
from lhombre_core.rules.data.digest import digest
from lhombre_core.rules.data.path import steps
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet

_IDENTITY: Steps = ("identity",)
_APPARATUS: Steps = ("apparatus",)
_POINTS: Steps = ("apparatus", "points")
_NOTES: Steps = ("apparatus", "rules")


@dataclass(frozen=True)
class Resolved:
    """A complete rule set, with the place where each of its values is written."""

    rules: RuleSet
    tree: Tree
    layers: tuple[Layer, ...]
    readings: tuple[str, ...] = ()
    patches: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        changes = (("readings", self.readings), ("patches", self.patches), ("set", self.settings))
        parts = [f"{name} {', '.join(values)}" for name, values in changes if values]
        return f"<Resolved {'; '.join([self.id, *parts])}; hash {self.hash[:12]}>"

    @property
    def id(self) -> str:
        """The id of the variant."""
        return self.rules.identity.id

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.layers[-1].document.name

    @cached_property
    def hash(self) -> str:
        """The hash of its rules; names and sources do not change it."""
        return digest(self.rules)

    def origin(self, path: str) -> Origin:
        """Return where the value at a rule path was written, or the nearest that contains it."""
        node, _ = self.tree.nearest(steps(path))
        return node.origin

    def mark(self, path: str) -> Mark:
        """Return the file, line and column of the value at a rule path."""
        return self.origin(path).mark()

    def fault(self, path: str | Steps, message: str, *, key: bool = False) -> Fault:
        """Return a fault about the rule at a path, in the place where it was written.

        If an entry has the value by `like`, that is the place of the entry.
        """
        wanted = steps(path) if isinstance(path, str) else path
        node, _ = self.tree.nearest(wanted)
        entry = taken_over(wanted, node.origin)
        if entry is None or (own := self.tree.find(entry)) is None:
            return node.fault(message, wanted, key=key)
        return own.fault(f"{'.'.join(wanted)}: {message}", wanted, key=True)

    def clash(self, message: str, path: str, *others: str) -> Fault:
        """Return a fault about the rule at `path` which contradicts those at `others`.

        It is placed at the value of a setting, otherwise at a value of the file itself, since a
        parent is sound by itself.
        """
        top = self.layers[-1].document
        paths = (path, *others)
        nodes = {other: self.tree.nearest(steps(other)) for other in paths}
        written = [one for one in paths if nodes[one][1] == len(steps(one))]
        given = [one for one in written if nodes[one][0].origin.document.name.startswith(SETTING)]
        own = [one for one in written if nodes[one][0].origin.document is top]
        other = next(iter((*given, *own)), path)
        if other == path:
            return self.fault(path, message)
        return nodes[other][0].fault(f"{path}: {message}", path)

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of its files by name, for the faults that point into them."""
        return texts_of(self.layers)


class Combined:
    """A file and its parents put together, before anything is chosen.

    `layers` are the files, the remotest parent first; `faults` are those of their removals.
    """

    def __init__(self, layers: tuple[Layer, ...], place: Place) -> None:
        self.place = place
        self.layers = layers
        self.faults: list[Fault] = []
        self.tree = self._merged()
        self.points = Points(self.tree, self.top.id)
        self.builder = Builder(self.top)

    @property
    def top(self) -> Layer:
        """The file itself."""
        return self.layers[-1]

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the files by name."""
        return texts_of(self.layers)

    def _merged(self) -> Tree:
        tree = _own(self.layers[0])
        self._removed(tree, self.layers[0])
        for parent, layer in zip(self.layers, self.layers[1:], strict=False):
            tree = self._removed(_heritage(tree, parent), layer)
            tree = merge(tree, _own(layer))
        return tree if self.top.is_base else _with_points_that_concern(tree, self.top)

    def _removed(self, below: Tree, layer: Layer) -> Tree:
        """Return the inherited values without those that a file removes."""
        for item in layer.tree.list_at((REMOVES,)):
            path = item.text()
            if path is None or below.find(steps(path)) is None:
                self.faults.append(_not_there(below, item, path))
            else:
                below = cut(below, steps(path))
        return below

    def resolve(
        self,
        readings: Sequence[Choice] = (),
        patches: Sequence[str] = (),
        settings: Sequence[str] = (),
    ) -> Resolved:
        """Return the rule set with the readings, patches and settings laid over the file.

        UsageError for unknown choices, or choices that cannot be combined; FaultError if the
        result is not a complete rule set.
        """
        choices = distinct(readings)
        writes = self.points.writes(choices)
        self.points.refuse(choices)
        tree = self._laid(self.tree, writes)
        tree = self._patched(tree, patches)
        tree = apply(tree, setting_writes(tree, settings), _never)
        rules, tree, faults = self.builder.build(tree)
        faults = [*self.faults, *faults]
        if rules is None or faults:
            raise FaultError(sorted_faults(faults, self.top.document.name), self.texts)
        return Resolved(
            rules,
            tree,
            self.layers,
            readings=tuple(map(str, choices)),
            patches=tuple(patches),
            settings=tuple(settings),
        )

    def _laid(self, tree: Tree, writes: list[Write]) -> Tree:
        faults = [fault for write in writes if (fault := write_fault(write)) is not None]
        if faults:
            raise FaultError(faults, self.texts)
        for collision in collisions(writes, self.points.prevails):
            raise UsageError(collision.message())
        return apply(tree, writes, self.points.prevails)

    def _patched(self, tree: Tree, names: Sequence[str]) -> Tree:
        stated = self._stated_patches()
        patches = find_patches([*stated, *names], self.place)
        writes = [write for patch in patches for write in patch_writes(patch)]
        faults = [fault for write in writes if (fault := write_fault(write)) is not None]
        if faults:
            raise FaultError(faults, {p.document.name: p.document.text for p in patches})
        refusal = patch_refusal(patches, tree) or next(
            (collision.message() for collision in collisions(writes, _never)), None
        )
        if refusal is None:
            return apply(tree, writes, _never)
        if names:
            raise UsageError(refusal)
        at = self.top.document.fault(("identity", "patches"), refusal)
        raise FaultError([at], self.texts)

    def _stated_patches(self) -> list[str]:
        names = self.tree.texts_at(("identity", "patches"))
        known = self.place.ids("patches")
        for name in names:
            if name not in known:
                message = unknown("patch", name, known)
                at = self.top.document.fault(("identity", "patches", names.index(name)), message)
                raise FaultError([at], self.texts)
        return names


def _own(layer: Layer) -> Tree:
    """Return the own values of a file; its notes replace those of its parents as a whole."""
    tree = layer.tree.with_part(REMOVES, None) if REMOVES in layer.tree.keyed else layer.tree
    notes = tree.find(_NOTES)
    return (
        tree if notes is None or not notes.is_mapping else put(tree, _NOTES, mapped(notes, _whole))
    )


def _whole(node: Tree) -> Tree:
    return Tree(node.origin, node.parts, node.scalar, whole=True)


def _heritage(tree: Tree, parent: Layer) -> Tree:
    """Return the values that a child inherits: rules, and from a parent in base/ the apparatus."""
    language = tree.find(("identity", "language"))
    tree = cut(tree, _IDENTITY)
    if language is not None:
        tree = put(tree, ("identity", "language"), language)
    if parent.is_base:
        return tree
    nothing = Tree(tree.origin, {})
    return put(put(cut(tree, _APPARATUS), _NOTES, nothing), _POINTS, nothing)


def _with_points_that_concern(tree: Tree, top: Layer) -> Tree:
    """Return the tree without points of base/ for which the variant has no default."""
    for name, point in tree.mapping_at(_POINTS).items():
        if "default" not in point.keyed and point.origin.document is not top.document:
            tree = cut(tree, (*_POINTS, name))
    return tree


def _not_there(below: Tree, item: Tree, path: str | None) -> Fault:
    if path is None:
        return item.fault("expected the path of a rule", REMOVES)
    node, taken = below.nearest(steps(path))
    step = steps(path)[min(taken, len(steps(path)) - 1)]
    where = ".".join(steps(path)[:taken]) or "the parent"
    message = unknown("rule", step, node.keyed, where=f"in {where}")
    return item.fault(message, path)


def _never(_first: Write, _second: Write) -> bool:
    return False
