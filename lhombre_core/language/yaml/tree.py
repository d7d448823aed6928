"""Values that know where they were written, and how layers of them are put together.

A tree is never changed: merging, putting in and taking out make new trees that share the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lhombre_core.errors import Fault
from lhombre_core.frozen import frozen
from lhombre_core.language.yaml.document import Document, Mark, dotted
from lhombre_core.language.yaml.scalar import Data, Scalar
from lhombre_core.notation import parse_count

Steps = tuple[str, ...]


@frozen
class Origin:
    """Where a value was written: a document, and the path in it."""

    document: Document
    path: tuple[str | int, ...]

    def mark(self) -> Mark:
        """Return the place of the value."""
        return self.document.mark(self.path)

    def key_mark(self) -> Mark:
        """Return the place of its key."""
        return self.document.key_mark(self.path)


class Tree:
    """A value: its origin, and its parts by key, or in order, or its scalar.

    `whole` says that it takes the place of what lies below it instead of being merged with it;
    `gone` that the place is empty.
    """

    __slots__ = ("gone", "origin", "parts", "scalar", "whole")

    def __init__(
        self,
        origin: Origin,
        parts: dict[str, Tree] | list[Tree] | None = None,
        scalar: Scalar = None,
        *,
        whole: bool = False,
        gone: bool = False,
    ) -> None:
        self.origin = origin
        self.parts = parts
        self.scalar = scalar
        self.whole = whole
        self.gone = gone

    @property
    def keyed(self) -> dict[str, Tree]:
        """The parts of a mapping; of anything else there are none."""
        return self.parts if isinstance(self.parts, dict) else {}

    @property
    def is_mapping(self) -> bool:
        """Whether it is a mapping."""
        return isinstance(self.parts, dict)

    def data(self) -> Data:
        """Return the value as plain data."""
        if isinstance(self.parts, dict):
            return {key: part.data() for key, part in self.parts.items() if not part.gone}
        if isinstance(self.parts, list):
            return [part.data() for part in self.parts]
        return self.scalar

    def text(self) -> str | None:
        """Return the scalar if it is text."""
        return self.scalar if isinstance(self.scalar, str) else None

    def find(self, path: Steps) -> Tree | None:
        """Return the part at a path."""
        node: Tree | None = self
        for step in path:
            node = None if node is None else node.part(step)
        return None if node is None or node.gone else node

    def mapping_at(self, path: Steps) -> dict[str, Tree]:
        """Return the parts of the mapping at a path; empty if there is no mapping."""
        part = self.find(path)
        return {} if part is None else part.keyed

    def list_at(self, path: Steps) -> list[Tree]:
        """Return the entries of the list at a path; empty if there is no list."""
        part = self.find(path)
        return part.parts if part is not None and isinstance(part.parts, list) else []

    def texts_at(self, path: Steps) -> list[str]:
        """Return the texts in the list at a path."""
        return [text for item in self.list_at(path) if (text := item.text()) is not None]

    def text_at(self, path: Steps) -> str | None:
        """Return the text at a path; None if there is no text."""
        part = self.find(path)
        return None if part is None else part.text()

    def nearest(self, path: Steps) -> tuple[Tree, int]:
        """Return the deepest part on the way to a path, and how many steps lead to it."""
        node = self
        for taken, step in enumerate(path):
            part = node.part(step)
            if part is None:
                return node, taken
            node = part
        return node, len(path)

    def part(self, step: str) -> Tree | None:
        """Return the part under a key, or with a number in a list."""
        if isinstance(self.parts, dict):
            return self.parts.get(step)
        number = parse_count(step) if isinstance(self.parts, list) else None
        if isinstance(self.parts, list) and number is not None and number < len(self.parts):
            return self.parts[number]
        return None

    def with_part(self, key: str, part: Tree | None) -> Tree:
        """Return a mapping like this one with another part, or none, under `key`."""
        parts = dict(self.keyed)
        if part is None:
            parts.pop(key, None)
        else:
            parts[key] = part
        return Tree(self.origin, parts, whole=self.whole)

    def fault(self, message: str, rule: Steps | str, *, key: bool = False) -> Fault:
        """Return a fault at this value, or at its key, about the rule at a path."""
        mark = self.origin.key_mark() if key else self.origin.mark()
        return mark.fault(message, (rule if isinstance(rule, str) else dotted(rule)) or None)


def grow(document: Document) -> Tree:
    """Return the tree of a document."""
    return _grow(document, document.data, ())


def _grow(document: Document, data: Data, path: tuple[str | int, ...]) -> Tree:
    origin = Origin(document, path)
    if isinstance(data, dict):
        parts = {key: _grow(document, part, (*path, key)) for key, part in data.items()}
        return Tree(origin, parts)
    if isinstance(data, list):
        return Tree(origin, [_grow(document, part, (*path, i)) for i, part in enumerate(data)])
    return Tree(origin, None, data)


def merge(below: Tree, above: Tree) -> Tree:
    """Return `above` laid over `below`: mappings key by key, all else replaced.

    The order is that of `below`, new keys after it.
    """
    if above.whole or not (above.is_mapping and below.is_mapping):
        return above
    parts = dict(below.keyed)
    for key, part in above.keyed.items():
        parts[key] = merge(parts[key], part) if key in parts else part
    return Tree(above.origin, parts, whole=below.whole)


def put(tree: Tree, path: Steps, value: Tree) -> Tree:
    """Return the tree with `value` at a path; missing mappings on the way are added."""
    if not path:
        return value
    part = tree.keyed.get(path[0])
    if part is None or not part.is_mapping:
        part = Tree(value.origin, {})
    return tree.with_part(path[0], put(part, path[1:], value))


def cut(tree: Tree, path: Steps) -> Tree:
    """Return the tree without what is at a path, if there is something."""
    part = tree.keyed.get(path[0])
    if part is None:
        return tree
    return tree.with_part(path[0], cut(part, path[1:]) if len(path) > 1 else None)


def leaves(tree: Tree, path: Steps = ()) -> Iterator[tuple[Steps, Tree]]:
    """Yield every value except mappings, with its path; a list is a single value."""
    if tree.keyed:
        for key, part in tree.keyed.items():
            yield from leaves(part, (*path, key))
    else:
        yield path, tree


def mapped(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """Return a mapping with a change of each of its parts."""
    return Tree(tree.origin, {key: change(part) for key, part in tree.keyed.items()})
