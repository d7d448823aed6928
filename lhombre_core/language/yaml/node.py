"""The parser's events built into a tree that knows where each value and key stands."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

import yaml

from lhombre_core.errors import Fault, quoted
from lhombre_core.frozen import frozen
from lhombre_core.language.yaml.fault import syntax_fault
from lhombre_core.language.yaml.scalar import MAX_DEPTH, Data, Scalar, plain_scalar

Path: TypeAlias = Sequence[str | int]
Span: TypeAlias = tuple[int, int, int, int]  # first line and column, last ones, from 0
_Event: TypeAlias = Any  # PyYAML's stubs give an event neither its marks nor its kind's fields

MAX_VALUES = 200_000
MAX_ALIASES = 50
MAX_ALIASED_VALUES = 100_000
MAX_FAULTS = 100

_Loader: type[yaml.CSafeLoader] | type[yaml.SafeLoader] = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)


@frozen
class Mark:
    """A place in a file: where it begins, counted from 1, and the characters to underline."""

    file: str
    line: int
    column: int
    length: int = 1

    def fault(self, message: str, rule: str | None = None) -> Fault:
        """Return a fault at this place."""
        return Fault(message, self.file, self.line, self.column, rule, self.length)

    def __str__(self) -> str:
        """Return `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


class Node:
    """A value, where it stands, and its parts; plain and small, for a file has thousands."""

    __slots__ = ("data", "height", "keys", "parts", "size", "span")

    def __init__(
        self,
        data: Data,
        span: Span,
        parts: "dict[str, Node] | list[Node] | None" = None,
        keys: dict[str, Span] | None = None,
    ) -> None:
        self.data = data
        self.span = span
        self.parts = parts
        self.keys = keys
        self.size = 1
        self.height = 0


def dotted(path: Path) -> str:
    """Return a path as it is written in messages.

    >>> dotted(("contracts", "solo", "price"))
    'contracts.solo.price'
    """
    return ".".join(map(str, path))


def mark_of(file: str, lines: list[str], span: Span) -> Mark:
    """Return the mark of a span; of several lines the first is underlined."""
    line, column, last_line, stop = span
    if last_line != line:
        stop = len(lines[line].rstrip()) if line < len(lines) else 0
    return Mark(file, line + 1, column + 1, max(1, stop - column))


def _span(first: _Event, last: _Event = None) -> Span:
    start, end = first.start_mark, (last or first).end_mark
    return start.line, start.column, end.line, end.column


class _StopError(Exception):
    """The rest of the file is not read; the fault that says why is noted."""


class Reader:
    """Builds the tree of one document from the parser's events, in one pass.

    `faults` are in the order of the file.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.faults: list[Fault] = []
        self.path: list[str | int] = []
        self.anchors: dict[str, Node | None] = {}  # None while the anchored value is open
        self.aliases = 0
        self.aliased_values = 0
        self.values = 0
        self.next: Callable[[], _Event]

    def read(self) -> Node | None:
        """Return the root, complete if no fault was noted."""
        loader = _Loader(self.text)
        self.next = loader.get_event
        try:
            return self._document()
        except yaml.YAMLError as error:
            self.faults.append(syntax_fault(error, self.text, self.name))
        except _StopError:
            pass
        finally:
            loader.dispose()
        return None

    def _document(self) -> Node | None:
        self.next()  # the start of the stream
        event = self.next()
        root, nothing = None, True
        if type(event) is yaml.DocumentStartEvent:
            event = self.next()
            root = self._value(event, 1)
            nothing = type(event) is yaml.ScalarEvent and _is_absent(event)
            self.next()  # the end of the document
            event = self.next()
        if type(event) is not yaml.StreamEndEvent:
            self._stop(event, "a second document begins here; expected one a file")
        if nothing:
            message = "the file is empty" if not self.text.strip() else "the file holds no value"
            self.faults.append(Fault(message, self.name, 1, 1))
        return root

    def _value(self, event: _Event, depth: int) -> Node:
        """Return the value that begins with `event`; `depth` counts the root as 1."""
        kind = type(event)
        self.values += 1
        if self.values > MAX_VALUES:
            self._stop(event, f"more than {MAX_VALUES:,} values; expected one variant or record")
        if kind is yaml.AliasEvent:
            return self._alias(event, depth)
        if depth > MAX_DEPTH:
            self._stop(event, f"values are nested more than {MAX_DEPTH} deep")
        if event.tag is not None:
            self._note(event, f"tags are not used here; take out {self._tag(event)}")
        anchor = event.anchor
        if anchor is not None:
            self.anchors[anchor] = None
        if kind is yaml.ScalarEvent:
            node = Node(self._scalar(event), _span(event))
        elif kind is yaml.MappingStartEvent:
            node = self._mapping(event, depth)
        else:
            node = self._list(event, depth)
        if anchor is not None:
            self.anchors[anchor] = node
        return node

    def _scalar(self, event: _Event) -> Scalar:
        word: str = event.value
        if not event.implicit[0]:
            return word
        try:
            return plain_scalar(word)
        except ValueError as error:
            self._note(event, str(error))
            return word

    def _list(self, first: _Event, depth: int) -> Node:
        data: list[Data] = []
        parts: list[Node] = []
        node = Node(data, _span(first), parts)
        self.path.append(0)
        while type(event := self.next()) is not yaml.SequenceEndEvent:
            part = self._value(event, depth + 1)
            data.append(part.data)
            parts.append(part)
            self.path[-1] = len(parts)
            node.size += part.size
            if part.height >= node.height:
                node.height = part.height + 1
        self.path.pop()
        node.span = _span(first, event)
        return node

    def _mapping(self, first: _Event, depth: int) -> Node:
        data: dict[str, Data] = {}
        parts: dict[str, Node] = {}
        keys: dict[str, Span] = {}
        node = Node(data, _span(first), parts, keys)
        self.path.append("")
        while type(event := self.next()) is not yaml.MappingEndEvent:
            key = self._key(event, keys, depth)
            part = self._value(self.next(), depth + 1)
            if key is not None and key not in keys:
                data[key], parts[key], keys[key] = part.data, part, _span(event)
            self.path[-1] = ""
            node.size += part.size
            if part.height >= node.height:
                node.height = part.height + 1
        self.path.pop()
        node.span = _span(first, event)
        return node

    def _key(self, event: _Event, keys: dict[str, Span], depth: int) -> str | None:
        """Return a key, or None if it is not valid; a repeated key is noted as a fault."""
        faults = len(self.faults)
        if type(event) is yaml.ScalarEvent and event.tag is None and event.anchor is None:
            key: Data = self._scalar(event)  # nearly every key: no node is needed
            span = None
        else:
            node = self._value(event, depth + 1)
            key, span = node.data, node.span
        if len(self.faults) > faults:
            return None
        if type(event) is yaml.AliasEvent:
            self._note(event, "an alias cannot be a key; expected a word")
        elif span and type(event) is not yaml.ScalarEvent:
            self._note_at(span, "a list or mapping cannot be a key; expected a word")
        elif not isinstance(key, str):
            self._note(event, _not_a_word(event.value, key))
        elif key == "<<" and event.implicit[0]:
            self._note(event, "merge keys '<<' are not used here; write the values out")
        else:
            self.path[-1] = key
            if key in keys:
                line, column, _, _ = keys[key]
                place = f"line {line + 1}, column {column + 1}"
                self._note(event, f"{quoted(key)} stands twice; it was first given at {place}")
            return key
        return None

    def _alias(self, event: _Event, depth: int) -> Node:
        """Return a copy of the anchored value, if the copies so far stay within bounds."""
        name = event.anchor
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self._stop(event, f"more than {MAX_ALIASES} aliases; write the values out")
        if name not in self.anchors:
            self._note(event, f"no value above is anchored as {quoted('&' + name)}")
            return Node(None, _span(event))
        node = self.anchors[name]
        if node is None:
            self._stop(event, f"{quoted('*' + name)} stands inside the value it names")
        self.aliased_values += node.size
        if self.aliased_values > MAX_ALIASED_VALUES:
            self._stop(event, f"the aliases repeat more than {MAX_ALIASED_VALUES:,} values")
        if depth + node.height > MAX_DEPTH:
            self._stop(event, f"values are nested more than {MAX_DEPTH} deep")
        copy = Node(_copy(node.data), node.span, node.parts, node.keys)
        copy.size, copy.height = node.size, node.height
        return copy

    def _tag(self, event: _Event) -> str:
        """Return the tag as the file has it."""
        line = self.lines[event.start_mark.line][event.start_mark.column :]
        words = [word for word in line.split() if word.startswith("!")]
        return quoted(words[0] if words else event.tag)

    def _note(self, event: _Event, message: str) -> None:
        self._note_at(_span(event), message)

    def _note_at(self, span: Span, message: str) -> None:
        mark = mark_of(self.name, self.lines, span)
        rule = dotted([step for step in self.path if step != ""])
        self.faults.append(mark.fault(message, rule or None))
        if len(self.faults) >= MAX_FAULTS:
            self.faults.append(mark.fault("too many faults; the file was read only this far"))
            raise _StopError

    def _stop(self, event: _Event, message: str) -> NoReturn:
        self._note(event, message)
        raise _StopError


def _is_absent(event: _Event) -> bool:
    return event.implicit[0] and not event.value and event.anchor is None


def _copy(data: Data) -> Data:
    if isinstance(data, dict):
        return {key: _copy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_copy(value) for value in data]
    return data


def _not_a_word(written: str, key: Data) -> str:
    if not written:
        return "a key is missing before ':'"
    kind = {bool: "a truth value", int: "a number"}.get(type(key), "null")
    return f"the key {quoted(written)} is {kind}; expected a word, or write it in quotes"
