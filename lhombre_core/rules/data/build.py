"""Typed values of the model from plain data, with everything that is wrong noted in one go."""

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
    """Why data is no value of a shape: where it stands, and what is wrong with it.

    What is missing is so at a path, under a `key`.
    """

    path: Path
    message: str
    at_key: bool = False
    missing: bool = False
    key: str = ""


def build(kind: Type, data: Data, *, partial: bool = False) -> tuple[Value, list[Problem]]:
    """Return the value of type `kind` that `data` stands for, and everything wrong with `data`.

    The value is None when anything is wrong, or when `partial` data (in which fields may be
    missing) is only looked over.

    >>> from lhombre_core.rules.contract import Quantity
    >>> build(Quantity, {"number": 5, "times": "1/2"})[0]
    Quantity(number=5, times='1/2')
    >>> [problem.message for problem in build(Quantity, {"numbr": 5, "times": 1})[1]]
    ["unknown key 'numbr'; did you mean 'number'?", '1 is a number; expected text']
    """
    run = _Run(partial)
    value = run.value(shape_of(kind), data, ())
    return (None if run.problems or partial else value), run.problems


def build_shape(
    shape: Shape, data: Data, path: Path = (), *, partial: bool = False
) -> tuple[Value, list[Problem]]:
    """Return the value of a shape that `data` at a path stands for, and everything wrong."""
    run = _Run(partial)
    value = run.value(shape, data, path)
    return (None if run.problems or partial else value), run.problems


def keys_amiss(
    shape: RecordShape,
    keys: Iterable[str],
    path: Path,
    partial: bool,  # noqa: FBT001  see _Run
) -> list[Problem]:
    """Return what is wrong with the keys of a record: strangers, and unless `partial` gaps.

    A field that a stranger most resembles is not missing besides.
    """
    given = list(keys)
    what = "section" if shape.kind is RuleSet else "key"
    strangers = [key for key in given if key not in shape.fields]
    found = [Problem((*path, k), unknown(what, k, shape.fields), at_key=True) for k in strangers]
    if partial:
        return found
    meant = {nearest(key, shape.fields) for key in strangers}
    for key, part in shape.fields.items():
        if part.required and key not in given and key not in meant:
            dotted = ".".join(map(str, (*path, key)))
            message = f"{dotted} is missing: {part.description}"
            found.append(Problem(path, message, at_key=True, missing=True, key=key))
    return found


class _Run:
    """One run over data. A method returns the value, or None once it has noted a problem."""

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
                found = _scalar(shape, data)
                if found is not None:
                    return found
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
        found = set()
        for key, held in data.items():
            before = len(self.problems)
            member = self.value(shape.member, key, (*path, key))
            if len(self.problems) > before:
                self.problems[-1] = replace(self.problems[-1], at_key=True)
            elif not isinstance(held, bool):
                message = f"{described(held)}; expected true, or false to leave it out"
                self.note((*path, key), message)
            elif held:
                found.add(member)
        return frozenset(found)

    def mapping(self, shape: MappingShape, data: Data, path: Path) -> Value:
        if not isinstance(data, Mapping):
            return self.wrong(shape, data, path)
        found = {}
        for key, item in data.items():
            before = len(self.problems)
            name = self.value(shape.key, key, (*path, key))
            if len(self.problems) > before:
                self.problems[-1] = replace(self.problems[-1], at_key=True)
            found[name] = self.value(shape.item, item, (*path, key))
        return Keyed(found)

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
    """Return the value of a single piece of data, or None if it is none of that shape."""
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
