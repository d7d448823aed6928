"""Typed values of the model from plain data, with all problems of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from lhombre_core.errors import nearest
from lhombre_core.frozen import frozen
from lhombre_core.rules.data.shape import (
    NONE,
    AnyShape,
    BoolShape,
    FractionShape,
    IntShape,
    MappingShape,
    NumberShape,
    OptionShape,
    RecordShape,
    SetShape,
    Shape,
    TextShape,
    TupleShape,
    Type,
    Value,
    WordShape,
    expected,
    shape_of,
)
from lhombre_core.rules.data.wording import described, unknown
from lhombre_core.rules.keyed import Data, Keyed, freeze
from lhombre_core.rules.variant import RuleSet

Path: TypeAlias = tuple[str | int, ...]

_FRACTION = re.compile(r"[-+]?[0-9]+(/0*[1-9][0-9]*)?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@frozen
class Problem:
    """A problem of data that is no value of its shape: its place, and a message.

    A missing value has the path of the mapping and its `key` there.
    """

    path: Path
    message: str
    at_key: bool = False
    missing: bool = False
    key: str = ""


def build(kind: Type, data: Data, *, partial: bool = False) -> tuple[Value, list[Problem]]:
    """Return the value of type `kind` that `data` stands for, and the problems of `data`.

    The value is None when anything is wrong, or when `partial` data (in which fields may be
    missing) is only looked over.

    >>> from lhombre_core.rules.contract import Quantity
    >>> build(Quantity, {"number": 5, "times": "1/2"})[0]
    Quantity(number=5, times='1/2')
    >>> [problem.message for problem in build(Quantity, {"numbr": 5, "times": 1})[1]]
    ["unknown key 'numbr'; did you mean 'number'?", '1 is a number; expected text']
    """
    builder = _ValueBuilder(partial)
    value = builder.value(shape_of(kind), data, ())
    return (None if builder.problems or partial else value), builder.problems


def build_shape(
    shape: Shape, data: Data, path: Path = (), *, partial: bool = False
) -> tuple[Value, list[Problem]]:
    """Return the value of a shape that `data` at a path stands for, and the problems of `data`."""
    builder = _ValueBuilder(partial)
    value = builder.value(shape, data, path)
    return (None if builder.problems or partial else value), builder.problems


def keys_amiss(
    shape: RecordShape,
    keys: Iterable[str],
    path: Path,
    partial: bool,  # noqa: FBT001  see _ValueBuilder
) -> list[Problem]:
    """Return the problems of the keys of a record: unknown keys, and unless `partial` missing keys.

    A field that is nearest to an unknown key does not count as missing.
    """
    given = list(keys)
    what = "section" if shape.kind is RuleSet else "key"
    unknown_keys = [key for key in given if key not in shape.fields]
    problems = [
        Problem((*path, k), unknown(what, k, shape.fields), at_key=True) for k in unknown_keys
    ]
    if partial:
        return problems
    meant = {nearest(key, shape.fields) for key in unknown_keys}
    for key, part in shape.fields.items():
        if part.required and key not in given and key not in meant:
            dotted = ".".join(map(str, (*path, key)))
            message = f"{dotted} is missing: {part.description}"
            problems.append(Problem(path, message, at_key=True, missing=True, key=key))
    return problems


class _ValueBuilder:
    """A walk over data. A method returns the value, or None once it has noted a problem."""

    def __init__(self, partial: bool) -> None:  # noqa: FBT001  private; its callers name it
        self.partial = partial
        self.problems: list[Problem] = []

    def note(self, path: Path, message: str) -> None:
        self.problems.append(Problem(path, message))

    def wrong(self, shape: Shape, data: Data, path: Path) -> None:
        self.note(path, f"{described(data)}; expected {expected(shape)}")

    def value(self, shape: Shape, data: Data, path: Path) -> Value:
        match shape:
            case RecordShape():
                return self.record(shape, data, path)
            case WordShape():
                return self.word(shape, data, path)
            case OptionShape(inner):
                return None if data == NONE else self.value(inner, data, path)
            case MappingShape():
                return self.mapping(shape, data, path)
            case SetShape():
                return self.members(shape, data, path)
            case TupleShape(item):
                if isinstance(data, Sequence) and not isinstance(data, str):
                    return tuple(self.value(item, part, (*path, i)) for i, part in enumerate(data))
            case AnyShape():
                if data is not None:
                    return freeze(data)
            case TextShape() | BoolShape() | IntShape() | NumberShape() | FractionShape():
                scalar = _scalar(shape, data)
                if scalar is not None:
                    return scalar
            case _:
                assert_never(shape)
        return self.wrong(shape, data, path)

    def word(self, shape: WordShape, data: Data, path: Path) -> Value:
        if not isinstance(data, str):
            return self.wrong(shape, data, path)
        if data not in shape.members:
            return self.note(path, unknown("word", data, shape.words))
        return shape.members[data]

    def members(self, shape: SetShape, data: Data, path: Path) -> Value:
        if not isinstance(data, Mapping):
            return self.wrong(shape, data, path)
        members = set()
        for key, held in data.items():
            before = len(self.problems)
            member = self.value(shape.member, key, (*path, key))
            if len(self.problems) > before:
                self.problems[-1] = replace(self.problems[-1], at_key=True)
            elif not isinstance(held, bool):
                message = f"{described(held)}; expected true, or false to leave it out"
                self.note((*path, key), message)
            elif held:
                members.add(member)
        return frozenset(members)

    def mapping(self, shape: MappingShape, data: Data, path: Path) -> Value:
        if not isinstance(data, Mapping):
            return self.wrong(shape, data, path)
        values = {}
        for key, item in data.items():
            before = len(self.problems)
            name = self.value(shape.key, key, (*path, key))
            if len(self.problems) > before:
                self.problems[-1] = replace(self.problems[-1], at_key=True)
            values[name] = self.value(shape.item, item, (*path, key))
        return Keyed(values)

    def record(self, shape: RecordShape, data: Data, path: Path) -> Value:
        if not isinstance(data, Mapping):
            return self.wrong(shape, data, path)
        before = len(self.problems)
        if data.keys() != shape.fields.keys():
            self.problems += keys_amiss(shape, data, path, self.partial)
        values = {
            part.name: self.value(part.shape, data[key], (*path, key))
            for key, part in shape.fields.items()
            if key in data
        }
        complete = len(self.problems) == before and not self.partial
        return shape.kind(**values) if complete else None


def _scalar(
    shape: TextShape | BoolShape | IntShape | NumberShape | FractionShape, data: Data
) -> Value:
    """Return the value of a single piece of data, or None if it has another shape."""
    whole = isinstance(data, int) and not isinstance(data, bool)
    match shape:
        case TextShape():
            return data if isinstance(data, str) and data.strip() else None
        case BoolShape():
            return data if isinstance(data, bool) else None
        case IntShape():
            return data if whole else None
        case NumberShape():
            name = isinstance(data, str) and data != NONE and _NAME.fullmatch(data)
            return data if whole or name else None
        case FractionShape():
            written = isinstance(data, str) and _FRACTION.fullmatch(data)
            return Fraction(data) if whole or written else None
        case _:
            assert_never(shape)
