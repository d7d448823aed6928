"""The steps of a dotted path in the rule language, with pattern and shape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from lhombre_core.rules.data.shape import (
    MappingShape,
    RecordShape,
    SetShape,
    Shape,
    TupleShape,
    bare,
    part_of,
    shape_of,
)
from lhombre_core.rules.variant import RuleSet

ANY = "*"
"""How a step is written that may be any key."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a path."""

    name: str
    """The step as it is written."""
    pattern: str
    """The pattern of the path up to here: keys are written `*`."""
    part: str | None
    """The step as a part of a type, `Term.times`; None where it is the key of a mapping."""
    shape: Shape


@lru_cache(maxsize=8192)
def steps(path: str) -> tuple[Step, ...]:
    """Return the steps of a path. KeyError if the rule language has no such path."""
    shape: Shape = shape_of(RuleSet)
    found: list[Step] = []
    pattern: list[str] = []
    for name in path.split("."):
        inner = bare(shape)
        below = part_of(inner, name)
        if below is None:
            raise KeyError(path)
        keyed = isinstance(inner, MappingShape | SetShape | TupleShape)
        pattern.append(ANY if keyed else name)
        part = f"{inner.kind.__name__}.{name}" if isinstance(inner, RecordShape) else None
        found.append(Step(name, ".".join(pattern), part, below))
        shape = below
    return tuple(found)
