"""Paths of rules and the values at them: `contracts.solo.price.number`.

A *path* is dotted text, the same in files, explanations and comparisons; its *steps* are a tuple.
A *leaf* is a single value of a rule set with its steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from lhombre_core.errors import quoted
from lhombre_core.frozen import frozen
from lhombre_core.rules.data.shape import (
    MappingShape,
    OptionShape,
    RecordShape,
    Shape,
    Value,
    bare,
    part_of,
    shape_of,
    steps_of,
)
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet

Steps: TypeAlias = tuple[str, ...]

ANY: Final = "*"
"""The step of a pattern that stands for any key."""


@frozen
class Leaf:
    """A single value of a rule set."""

    steps: Steps
    shape: Shape
    value: Value

    @property
    def path(self) -> str:
        """The dotted path of the value."""
        return ".".join(self.steps)


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


def matches(pattern: Steps, path: Steps) -> bool:
    """Return whether a path is as long as a pattern and agrees with it step by step."""
    return len(pattern) == len(path) and leads(pattern, path)


def leads(pattern: Steps, path: Steps) -> bool:
    """Return whether a path agrees with a pattern step by step and may go on below it."""
    return len(pattern) <= len(path) and all(
        want in {ANY, step} for want, step in zip(pattern, path, strict=False)
    )


def path_fault(path: Steps) -> str | None:
    """Return why no rule set can have a value at a path, or None if a rule set can.

    >>> path_fault(("stakes", "unti"))
    "unknown key 'unti' in stakes; did you mean 'unit'?"
    """
    shape: Shape = shape_of(RuleSet)
    for depth, step in enumerate(path):
        part = part_of(shape, step)
        if part is None:
            known = steps_of(shape)
            above = ".".join(path[:depth])
            if not known and not isinstance(shape, RecordShape):
                return f"{above} is a single value; it has no part {quoted(step)}"
            what, where = ("key", f"in {above}") if above else ("section", "")
            return unknown(what, step, known, where=where)
        shape = part
    return None


def pattern_fault(pattern: Steps) -> str | None:
    """Return why no rule set can have a value at a path that matches a pattern, or None."""
    filled: Steps = ()
    for step in pattern:
        shape = shape_at(filled)
        known = [] if step != ANY or shape is None else steps_of(shape)
        filled = (*filled, known[0] if known else step)
    return path_fault(filled)


def shape_at(path: Steps) -> Shape | None:
    """Return the shape of the value at a path, or None where there is none."""
    shape: Shape | None = shape_of(RuleSet)
    for step in path:
        shape = None if shape is None else part_of(shape, step)
    return shape


def is_prose(path: Steps) -> bool:
    """Return whether a path leads to a text for readers, which is no rule."""
    shape: Shape | None = shape_of(RuleSet)
    for step in path:
        record = None if shape is None else bare(shape)
        if isinstance(record, RecordShape) and step in record.fields and record.fields[step].prose:
            return True
        shape = None if record is None else part_of(record, step)
    return False


def value_at(rules: RuleSet, path: Steps) -> Value:
    """Return the value of a rule set at a path. KeyError if there is none."""
    value: Value = rules
    shape: Shape = shape_of(RuleSet)
    for step in path:
        shape = bare(shape)
        part = part_of(shape, step)
        if part is None or value is None:
            raise KeyError(".".join(path))
        value = _part(shape, value, step)
        shape = part
    return value


def _part(shape: Shape, value: Value, step: str) -> Value:
    if isinstance(shape, RecordShape):
        return getattr(value, shape.fields[step].name)
    if isinstance(value, Mapping):
        return value[step]
    return step in value if isinstance(value, frozenset) else value[int(step)]


def leaves(
    rules: RuleSet, *, unset: bool = False, prose: bool = False, kind: type | None = None
) -> Iterator[Leaf]:
    """Yield the single values of a rule set in the order of the language.

    A set, a list and explicit nothing are single values. `unset` adds empty mappings and optional
    fields that are not stated, `prose` adds texts for readers. With a `kind` of shape only values
    of that shape are yielded, whether or not they may be none.
    """
    yield from _leaves(Leaf((), shape_of(RuleSet), rules), unset=unset, prose=prose, kind=kind)


def _leaves(leaf: Leaf, *, unset: bool, prose: bool, kind: type | None) -> Iterator[Leaf]:
    if kind is not None and not _holds(leaf.shape, kind):
        return
    shape, value = bare(leaf.shape), leaf.value
    parts: list[tuple[str, Shape, Value]] = []
    if isinstance(shape, RecordShape) and value is not None:
        fields = ((part, getattr(value, part.name)) for part in shape.fields.values())
        parts = [
            (part.key, part.shape, below)
            for part, below in fields
            if (prose or not part.prose) and (unset or part.required or below is not None)
        ]
    elif isinstance(shape, MappingShape) and (value or (value is not None and not unset)):
        parts = [(str(key), shape.item, below) for key, below in value.items()]
    elif kind is None or isinstance(shape, kind):
        yield leaf
    for key, part, below in parts:
        below_ = Leaf((*leaf.steps, key), part, below)
        yield from _leaves(below_, unset=unset, prose=prose, kind=kind)


_holding: dict[tuple[int, type], bool] = {}
"""Whether values of a shape, by its identity, can have a part of a kind of shape."""


def _holds(shape: Shape, kind: type) -> bool:
    """Return whether a value of a shape can have a part of a kind; shapes live for ever."""
    key = (id(shape), kind)
    if key not in _holding:
        match shape:
            case OptionShape(inner) | MappingShape(_, inner):
                _holding[key] = _holds(inner, kind)
            case RecordShape(_, parts):
                _holding[key] = any(_holds(part.shape, kind) for part in parts.values())
            case _:
                _holding[key] = isinstance(shape, kind)
    return _holding[key]
