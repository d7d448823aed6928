"""Dotted paths of rules: `contracts.solo.price.number`, the same in file, trace and difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from lhombre_core.errors import quoted
from lhombre_core.rules.data.shape import (
    MappingShape,
    OptionShape,
    RecordShape,
    Shape,
    Value,
    part_of,
    shape_of,
    steps_of,
)
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet

Steps: TypeAlias = tuple[str, ...]

ANY: Final = "*"
"""Any one key, as a step of a path that stands for several."""


def steps(path: str) -> Steps:
    """Return the steps of a dotted path.

    >>> steps("contracts.solo.price")
    ('contracts', 'solo', 'price')
    """
    return tuple(path.split("."))


def covers(path: str, other: str) -> bool:
    """Return whether a path is another or leads to it.

    >>> covers("contracts.solo", "contracts.solo.price"), covers("contracts.s", "contracts.solo")
    (True, False)
    """
    return path == other or other.startswith(path + ".")


def path_fault(path: Steps) -> str | None:
    """Return why no rule set can have a value at a path, or None if one can.

    >>> path_fault(("stakes", "unti"))
    "unknown key 'unti' in stakes; did you mean 'unit'?"
    """
    shape: Shape = shape_of(RuleSet)
    for taken, step in enumerate(path):
        part = part_of(shape, step)
        if part is None:
            known = steps_of(shape)
            inside = ".".join(path[:taken])
            if not known and not isinstance(shape, RecordShape):
                return f"{inside} is a single value; it has no part {quoted(step)}"
            what = unknown("key" if taken else "section", step, known)
            return what.replace("'; ", f"' in {inside}; ", 1) if inside else what
        shape = part
    return None


def pattern_fault(pattern: Steps) -> str | None:
    """Return why no rule set can have a value at a path in which `*` stands for any one key."""
    filled: Steps = ()
    for step in pattern:
        shape = shape_at(filled)
        known = [] if step != ANY or shape is None else steps_of(shape)
        filled = (*filled, known[0] if known else step)
    return path_fault(filled)


def matches(pattern: Steps, path: Steps) -> bool:
    """Return whether a path is as long as a pattern and agrees with it step by step."""
    return len(pattern) == len(path) and all(
        want in {ANY, step} for want, step in zip(pattern, path, strict=True)
    )


def shape_at(path: Steps) -> Shape | None:
    """Return the shape of the value at a path, or None where there is none."""
    shape: Shape | None = shape_of(RuleSet)
    for step in path:
        shape = None if shape is None else part_of(shape, step)
    return shape


def is_prose(path: Steps) -> bool:
    """Return whether a path leads to something for readers, which is no rule."""
    shape: Shape | None = shape_of(RuleSet)
    for step in path:
        while isinstance(shape, OptionShape):
            shape = shape.inner
        if isinstance(shape, RecordShape) and step in shape.fields and shape.fields[step].prose:
            return True
        shape = None if shape is None else part_of(shape, step)
    return False


def value_at(rules: RuleSet, path: Steps) -> Value:
    """Return the value of a rule set at a path. KeyError if there is none."""
    value: Value = rules
    shape: Shape = shape_of(RuleSet)
    for step in path:
        while isinstance(shape, OptionShape):
            shape = shape.inner
        part = part_of(shape, step)
        if part is None or value is None:
            raise KeyError(".".join(path))
        value = _step(shape, value, step)
        shape = part
    return value


def _step(shape: Shape, value: Value, step: str) -> Value:
    if isinstance(shape, RecordShape):
        return getattr(value, shape.fields[step].name)
    if isinstance(value, Mapping):
        return value[step]
    return step in value if isinstance(value, frozenset) else value[int(step)]


def rule_leaves(
    rules: RuleSet, *, prose: bool = False, kind: type | None = None
) -> Iterator[tuple[str, Shape, Value]]:
    """Return every single rule with its path and shape: no record and no filled mapping.

    A set, a list and an empty mapping are single rules; so is a field that has its default.
    With `kind` only rules of that shape are returned, whether or not they may be none.
    """
    yield from _leaves(shape_of(RuleSet), rules, "", prose=prose, kind=kind)


def _leaves(
    shape: Shape, value: Value, path: str, *, prose: bool, kind: type | None
) -> Iterator[tuple[str, Shape, Value]]:
    if kind is not None and not _holds(shape, kind):
        return
    inner = shape
    while isinstance(inner, OptionShape):
        inner = inner.inner
    before = f"{path}." if path else ""
    parts: Iterable[tuple[str, Shape, Value]] = ()
    if value is not None and isinstance(inner, RecordShape):
        parts = (
            (key, part.shape, getattr(value, part.name))
            for key, part in inner.fields.items()
            if prose or not part.prose
        )
    elif value and isinstance(inner, MappingShape):
        parts = ((str(key), inner.item, item) for key, item in value.items())
    elif kind is None or isinstance(inner, kind):
        yield path, shape, value
    for key, below, item in parts:
        yield from _leaves(below, item, before + key, prose=prose, kind=kind)


_held: dict[tuple[int, type], bool] = {}


def _holds(shape: Shape, kind: type) -> bool:
    """Return whether a value of a shape can have a part of a kind; shapes live for ever."""
    known = (id(shape), kind)
    if known not in _held:
        match shape:
            case OptionShape(inner) | MappingShape(_, inner):
                found = _holds(inner, kind)
            case RecordShape(_, parts):
                found = any(_holds(part.shape, kind) for part in parts.values())
            case _:
                found = isinstance(shape, kind)
        _held[known] = found
    return _held[known]
