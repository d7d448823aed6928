"""The files of a rule set: a variant, its parent, and so on, each parsed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from lhombre_core.errors import Fault, FaultError, UsageError
from lhombre_core.frozen import frozen
from lhombre_core.language.yaml import document
from lhombre_core.language.yaml.document import Document
from lhombre_core.language.yaml.tree import Tree, grow
from lhombre_core.resource import below, variants
from lhombre_core.rules.data.build import build
from lhombre_core.rules.data.shape import NONE, Type, Value
from lhombre_core.rules.data.wording import unknown

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

BASE = "base/"
_SUFFIX = ".yaml"
_ROOT = "variants"


@frozen(eq=False)
class Layer:
    """One file of a chain of parents; the same object as long as the file does not change."""

    id: str
    document: Document
    tree: Tree

    @property
    def is_base(self) -> bool:
        """Whether it is a parent only, and no variant."""
        return self.id.startswith(BASE)

    def faults(self, kind: Type) -> list[Fault]:
        """Return the faults of form of a file that states a value of type `kind`."""
        _, problems = build(kind, self.document.data)
        return [self.document.fault(p.path, p.message, key=p.at_key) for p in problems]

    def value(self, kind: Type) -> Value:
        """Return the value of type `kind` that the file states. FaultError if it has faults."""
        faults = self.faults(kind)
        if faults:
            raise FaultError(faults, texts_of([self]))
        return build(kind, self.document.data)[0]


def _variants() -> Traversable:
    try:
        return variants()
    except FileNotFoundError as error:
        raise UsageError(f"{error}; install it again") from error


@frozen
class Place:
    """The folders that are searched: that of a user's own file, if there is one, then ours."""

    beside: Path | None = None

    def find(self, path: str) -> Layer | None:
        """Return the file at a path such as `base/three-hand.yaml`; FaultError if it is no YAML."""
        if self.beside is not None and (own := below(self.beside, path)) is not None:
            return layer(own, str(own), path.removesuffix(_SUFFIX))
        ours = below(_variants(), path)
        name = f"{_ROOT}/{path}"
        return None if ours is None else layer(ours, name, path.removesuffix(_SUFFIX))

    def ids(self, folder: str = "") -> list[str]:
        """Return the ids of the files in a folder below the root, without the folder's name."""
        roots: list[Traversable] = [_variants()]
        if self.beside is not None:
            roots.append(self.beside)
        ids: set[str] = set()
        for root in roots:
            inside = root / folder if folder else root
            if inside.is_dir():
                names = (entry.name for entry in inside.iterdir() if entry.is_file())
                ids.update(n.removesuffix(_SUFFIX) for n in names if n.endswith(_SUFFIX))
        return sorted(ids - {"slots"})


def layer(source: Traversable | Path, name: str, known_as: str | None = None) -> Layer:
    """Return the file as a layer; its id is `known_as`, or the id that the file states."""
    if not isinstance(source, Path) or (state := _state(source)) is None:
        return _read(source, name, known_as)
    return _read_again(source, name, known_as, state)


def _state(path: Path) -> tuple[int, int] | None:
    """Return the time and size of a file, which change with it; None for a file that has none."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return (state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _read_again(
    source: Path,
    name: str,
    known_as: str | None,
    state: tuple[int, int],  # noqa: ARG001  part of the key
) -> Layer:
    return _read(source, name, known_as)


def _read(source: Traversable | Path, name: str, known_as: str | None) -> Layer:
    parsed = document.load(source, name)
    tree = grow(parsed)
    return Layer(known_as or tree.text_at(("identity", "id")) or Path(name).stem, parsed, tree)


def chain(top: Layer, place: Place) -> list[Layer]:
    """Return a layer and its parents, the remotest first. FaultError for a missing parent."""
    layers = [top]
    while (parent := _parent(layers[-1])) is not None:
        known = place.find(parent + _SUFFIX)
        named = layers[-1].tree.find(("identity", "extends"))
        if named is None:
            break
        if known is None:
            raise _fault(named, _missing(parent, place), layers)
        if known.id in (ids := [layer.id for layer in layers]) or known.document is top.document:
            names = " extends ".join(
                [*ids[ids.index(known.id) if known.id in ids else 0 :], parent]
            )
            raise _fault(named, f"a cycle of parents: {names}", layers)
        layers.append(known)
    return layers[::-1]


def _parent(child: Layer) -> str | None:
    text = child.tree.text_at(("identity", "extends"))
    return None if text in {None, NONE} else text


def _missing(parent: str, place: Place) -> str:
    known = [*place.ids(), *(BASE + name for name in place.ids("base"))]
    return unknown("parent", parent, known)


def _fault(node: Tree, message: str, layers: list[Layer]) -> FaultError:
    fault = node.fault(message, ("identity", "extends"))
    return FaultError([fault], texts_of(layers))


def texts_of(layers: Iterable[Layer]) -> dict[str, str]:
    """Return the texts of files by their names, for the faults that point into them."""
    return {layer.document.name: layer.document.text for layer in layers}


def sorted_faults(faults: Iterator[Fault] | list[Fault], first: str) -> list[Fault]:
    """Return faults, each place and message once: of one file first, then by file and line."""
    seen: dict[tuple[object, ...], Fault] = {}
    for fault in faults:
        seen.setdefault((fault.file, fault.line, fault.column, fault.message), fault)
    return sorted(
        seen.values(),
        key=lambda f: (f.file != first, f.file or "", f.line or 0, f.column or 0, f.message),
    )
