"""The single values of a rule set, one after another, and a value found or replaced by its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lhombre_core.rules.data.path import Steps
from lhombre_core.rules.data.shape import (
    MappingShape,
    OptionShape,
    RecordShape,
    Shape,
    Value,
    shape_of,
)
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.variant import RuleSet


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value of a rule set."""

    steps: Steps
    shape: Shape
    value: Value

    @property
    def path(self) -> str:
        """The dotted path of the value."""
        return ".".join(self.steps)


def leaves(rules: RuleSet) -> Iterator[Leaf]:
    """Yield every single value that is a rule, in the order of the language.

    A set, a list and explicit nothing are single values. Texts for readers are none, and neither
    is what a payment or a pool does not ask.
    """
    yield from _leaves((), shape_of(RuleSet), rules)


def _leaves(at: Steps, shape: Shape, value: Value) -> Iterator[Leaf]:
    inner = shape.inner if isinstance(shape, OptionShape) and value is not None else shape
    match inner:
        case RecordShape(_, parts):
            for key, part in parts.items():
                below = getattr(value, part.name)
                if not part.prose and (part.required or below is not None):
                    yield from _leaves((*at, key), part.shape, below)
        case MappingShape(_, item):
            for key, below in value.items():
                yield from _leaves((*at, str(key)), item, below)
        case _:
            yield Leaf(at, shape, value)


def value_at(rules: RuleSet, path: str) -> Value:
    """Return the value at a path of a rule set. KeyError where there is none."""
    value: Value = rules
    for step in path.split("."):
        value = part_at(value, step)
    return value


def part_at(value: Value, step: str) -> Value:
    """Return the part of a value of the model that a step of a path names, or raise KeyError."""
    if isinstance(value, Keyed):
        return value[step]
    for name in (step, f"{step}_"):
        if hasattr(value, name):
            return getattr(value, name)
    raise KeyError(step)


def with_value(value: Value, steps: Steps, new: Value) -> Value:
    """Return a value of the model in which the part that the steps lead to is replaced.

    A key of a mapping that is not there is added at its end.
    """
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(value, Keyed):
        inner = with_value(value[step], rest, new) if rest else new
        return Keyed({**value, step: inner})
    name = step if hasattr(value, step) else f"{step}_"
    return replace(value, **{name: with_value(getattr(value, name), rest, new)})


def without_key(value: Value, steps: Steps) -> Value:
    """Return a value of the model in which the key that the steps lead to is taken out."""
    step, rest = steps[0], steps[1:]
    if not rest:
        return Keyed({key: part for key, part in value.items() if key != step})
    if isinstance(value, Keyed):
        return Keyed({**value, step: without_key(value[step], rest)})
    name = step if hasattr(value, step) else f"{step}_"
    return replace(value, **{name: without_key(getattr(value, name), rest)})
