"""Plain data of values of the model: the way back from `rules.data.build`."""

from __future__ import annotations

from typing import assert_never

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
    Value,
    WordShape,
    shape_of,
)
from lhombre_core.rules.keyed import Data, thaw


def plain(value: Value, *, prose: bool = True) -> Data:
    """Return a dataclass of the model as data from which `build` makes the same value again.

    Fields that have their default are left out, and without `prose` all that is for readers.

    >>> from lhombre_core.rules.contract import Quantity
    >>> plain(Quantity(5, "1/2"))
    {'number': 5, 'times': '1/2'}
    """
    return plain_of(shape_of(type(value)), value, prose=prose)


def plain_of(shape: Shape, value: Value, *, prose: bool = True) -> Data:
    """Return a value of a shape as data."""
    match shape:
        case TextShape() | BoolShape() | IntShape() | NumberShape():
            return value
        case AnyShape():
            return thaw(value)
        case FractionShape():
            return int(value) if value.denominator == 1 else str(value)
        case WordShape():
            return value.value
        case OptionShape(inner):
            return NONE if value is None else plain_of(inner, value, prose=prose)
        case SetShape(member):
            return dict.fromkeys(sorted(plain_of(member, part) for part in value), True)
        case TupleShape(item):
            return [plain_of(item, part, prose=prose) for part in value]
        case MappingShape(key, item):
            return {
                plain_of(key, name): plain_of(item, part, prose=prose)
                for name, part in value.items()
            }
        case RecordShape(_, parts):
            return {
                key: plain_of(part.shape, getattr(value, part.name), prose=prose)
                for key, part in parts.items()
                if (prose or not part.prose)
                and (part.required or getattr(value, part.name) != part.default)
            }
        case _:
            assert_never(shape)
