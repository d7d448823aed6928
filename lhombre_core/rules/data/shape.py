"""The shape of every value of the rule language, read from the type hints of the model.

`shape_of(RuleSet)` is the whole language as a tree. By it `build` builds values from data, `plain`
writes them as data, and schema, reference page and the check of paths are generated.

How a type is written as data: a word or text as text; whole numbers and truth values as such; a
fraction as a whole number or ``"1/2"``; `X | None` as X or the text ``none``; a set as a mapping
of its members to true (false: not a member); a tuple as a list; a mapping as a mapping; a
dataclass as a mapping of its fields, a trailing underscore left out.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from lhombre_core.frozen import frozen
from lhombre_core.rules.data.wording import one_of
from lhombre_core.rules.word import Word

Type: TypeAlias = Any  # a type, a union of types or a generic alias
Value: TypeAlias = Any  # a value of a type of the model

NONE: Final = "none"
"""The text for explicit nothing."""


@frozen
class AnyShape:
    """Data of any form."""


@frozen
class TextShape:
    """Text."""


@frozen
class BoolShape:
    """True or false."""


@frozen
class IntShape:
    """A whole number."""


@frozen
class NumberShape:
    """A whole number, or the name of a parameter that holds one."""


@frozen
class FractionShape:
    """A whole number or a fraction."""


@frozen
class WordShape:
    """A word of a closed list."""

    kind: type[Word]
    members: Mapping[str, Word]

    @property
    def words(self) -> list[str]:
        """The words of the list, in its order."""
        return list(self.members)


@frozen
class OptionShape:
    """A value, or explicit nothing."""

    inner: Shape


@frozen
class SetShape:
    """A set of words or names."""

    member: WordShape | TextShape


@frozen
class TupleShape:
    """A list."""

    item: Shape


@frozen
class MappingShape:
    """A mapping of names, or of words of a list, to values; in some the order counts."""

    key: WordShape | TextShape
    item: Shape


@frozen
class RecordShape:
    """A dataclass with its fields by key."""

    kind: type
    fields: Mapping[str, Field]


Shape: TypeAlias = (
    AnyShape
    | TextShape
    | BoolShape
    | IntShape
    | NumberShape
    | FractionShape
    | WordShape
    | OptionShape
    | SetShape
    | TupleShape
    | MappingShape
    | RecordShape
)


@frozen
class Field:
    """One field of a record: its key in a file, its name in the dataclass, and what it is."""

    key: str
    name: str
    shape: Shape
    description: str
    prose: bool
    required: bool
    default: Value
    neutral: Value
    """The value under which the game is as if there were no such field; `UNSET` without one."""
    names: tuple[str, ...]
    """Words that a text may be besides names of the file's own."""


_SIMPLE: Final[Mapping[Type, Shape]] = {
    str: TextShape(),
    bool: BoolShape(),
    int: IntShape(),
    Fraction: FractionShape(),
    Any: AnyShape(),
}


_known: dict[Type, Shape] = {}


def shape_of(kind: Type) -> Shape:
    """Return the shape of a type of the model. TypeError for a type outside the language."""
    if kind not in _known:
        _known[kind] = _SIMPLE.get(kind) or _compound(kind)
    return _known[kind]


def _compound(kind: Type) -> Shape:
    origin: Type = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if origin in {types.UnionType, typing.Union}:
        rest = [argument for argument in arguments if argument is not type(None)]
        inner = NumberShape() if set(rest) == {int, str} else shape_of(rest[0])
        return OptionShape(inner) if len(rest) < len(arguments) else inner
    if origin is frozenset:
        return SetShape(_key_shape(arguments[0]))
    if origin is tuple:
        return TupleShape(shape_of(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        return MappingShape(_key_shape(arguments[0]), shape_of(arguments[1]))
    if is_dataclass(kind) and isinstance(kind, type):
        return RecordShape(kind, {part.key: part for part in _fields(kind)})
    if isinstance(kind, type) and issubclass(kind, Word):
        return WordShape(kind, {word.value: word for word in kind})
    message = f"the rule language has no values of type {kind!r}"
    raise TypeError(message)


def _key_shape(kind: Type) -> WordShape | TextShape:
    shape = shape_of(kind)
    if isinstance(shape, WordShape | TextShape):
        return shape
    message = f"a key of the rule language is text or a word, not {kind!r}"
    raise TypeError(message)


def _fields(kind: Type) -> Iterator[Field]:
    hints = typing.get_type_hints(kind)
    for part in fields(kind):
        required = part.default is MISSING
        yield Field(
            key=part.name.removesuffix("_"),
            name=part.name,
            shape=shape_of(hints[part.name]),
            description=part.metadata["description"],
            prose=part.metadata["prose"],
            required=required,
            default=None if required else part.default,
            neutral=part.metadata["neutral"] if required else part.default,
            names=tuple(word.value for word in part.metadata["names"] or ()),
        )


def bare(shape: Shape) -> Shape:
    """Return a shape without the choice of explicit nothing."""
    return shape.inner if isinstance(shape, OptionShape) else shape


def part_of(shape: Shape, step: str) -> Shape | None:
    """Return the shape of the part that a step of a path names, None without such a part."""
    match shape:
        case OptionShape(inner):
            return part_of(inner, step)
        case RecordShape(_, parts):
            return parts[step].shape if step in parts else None
        case MappingShape(key, item):
            return item if _is_key(key, step) else None
        case SetShape(member):
            return BoolShape() if _is_key(member, step) else None
        case TupleShape(item):
            return item if step.isdecimal() else None
        case _:
            return None


def steps_of(shape: Shape) -> list[str]:
    """Return the steps that a shape fixes, empty where any name may stand."""
    match shape:
        case OptionShape(inner):
            return steps_of(inner)
        case RecordShape(_, parts):
            return list(parts)
        case MappingShape(WordShape() as key, _) | SetShape(WordShape() as key):
            return key.words
        case _:
            return []


def _is_key(shape: WordShape | TextShape, step: str) -> bool:
    return isinstance(shape, TextShape) or step in shape.words


_EXPECTED: Final[Mapping[type, str]] = {
    AnyShape: "a value",
    TextShape: "text",
    BoolShape: "true or false",
    IntShape: "a whole number",
    NumberShape: "a whole number or the name of a parameter",
    FractionShape: "a whole number or a fraction such as 1/2",
    SetShape: "a mapping of its members to true, such as {a: true}",
    TupleShape: "a list",
    MappingShape: "a mapping",
}


def expected(shape: Shape) -> str:
    """Return what a message expects in a place of this shape."""
    match shape:
        case WordShape():
            return one_of(shape.words)
        case OptionShape(inner):
            return f"{expected(inner)}, or none"
        case RecordShape(_, parts):
            return f"a mapping with {one_of(list(parts), 'and')}"
        case _:
            return _EXPECTED[type(shape)]
