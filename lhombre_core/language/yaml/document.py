"""A YAML file as plain data in which every key and every value knows its line and column.

The file is parsed once, by libyaml where PyYAML has it, and built here: scalars of YAML 1.2,
no tag, no merge key, one document, and bounds on size, depth, values and aliases that are met
while parsing, so that a hostile file is refused before it costs anything. JSON is read too.
"""

from lhombre_core.errors import Fault, FaultError
from lhombre_core.frozen import frozen
from lhombre_core.language.yaml.node import Mark, Node, Path, Reader, Span, dotted, mark_of
from lhombre_core.language.yaml.scalar import Data
from lhombre_core.language.yaml.source import Source, read_source

__all__ = ["Data", "Document", "Mark", "Path", "Source", "dotted", "load"]


@frozen
class Document:
    """A file that was read: its `data`, its `text`, and the place of every part."""

    name: str
    text: str
    data: Data
    _root: Node
    _lines: list[str]

    def mark(self, path: Path = ()) -> Mark:
        """Return the place of the value at `path`, keys and list indices from the root.

        Where the file has no such value, the place of the nearest part that contains it.
        """
        node, _ = self._find(path)
        return mark_of(self.name, self._lines, node.span)

    def key_mark(self, path: Path = ()) -> Mark:
        """Return the place of the key that names the value at `path`.

        An entry of a list and the root have no key: the place of the value. Where the file
        has no such value, the place of the nearest part that contains it, by its key.
        """
        node, key = self._find(path)
        return mark_of(self.name, self._lines, key or node.span)

    def written(self, path: Path = ()) -> str:
        """Return the value at `path` as the file has it, the first line of several."""
        mark = self.mark(path)
        return self._lines[mark.line - 1][mark.column - 1 :][: mark.length]

    def fault(self, path: Path, message: str, *, key: bool = False) -> Fault:
        """Return a fault at the value at `path`, or at its key, with the path as its rule."""
        mark = self.key_mark(path) if key else self.mark(path)
        return mark.fault(message, dotted(path) or None)

    def _find(self, path: Path) -> tuple[Node, Span | None]:
        node, key = self._root, None
        for step in path:
            parts = node.parts
            if isinstance(parts, dict) and isinstance(step, str) and step in parts:
                key = node.keys[step] if node.keys else None
                node = parts[step]
            elif isinstance(parts, list) and isinstance(step, int) and 0 <= step < len(parts):
                node, key = parts[step], None
            else:
                break
        return node, key


def load(source: Source, name: str | None = None) -> Document:
    """Return the document in a file, or in text already at hand; a `str` is text, not a path.

    `name` is what faults call the file. FaultError with every fault of a
    single reading; UnreadableError, a FaultError, if there is no file to read.
    """
    name, text = read_source(source, name)
    reader = Reader(name, text)
    root = reader.read()
    if reader.faults or root is None:
        faults = sorted(reader.faults, key=lambda fault: (fault.line or 0, fault.column or 0))
        raise FaultError(faults, {name: text})
    return Document(name, text, root.data, root, reader.lines)
