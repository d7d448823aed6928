"""Frozen slotted dataclasses that are quick to make, for the modules that every command loads.

The standard decorator compiles six functions for each class, and the rule language has so many
classes that a question would wait longer for them than for its answer. Here only `__init__` has
code of its own, and that is compiled once for each number of fields. What comes out is a dataclass
in every other respect: `fields`, `replace`, `match`, `pickle` and type checkers take it for one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

_Method: TypeAlias = Callable[..., Any]

_MADE = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__reduce__")
_COMPARE = ("__eq__", "__hash__")


def _quick(*, frozen: bool, slots: bool, eq: bool = True) -> Callable[[type], type]:
    """Return the decorator of frozen slotted dataclasses, the only ones that are made here."""
    if not (frozen and slots):
        raise TypeError("only frozen dataclasses with slots are made here")
    return partial(_made, eq=eq)


def _made(kind: type, *, eq: bool) -> type:
    """Return the dataclass of a class with plain fields.

    TypeError for what the standard decorator is there for: methods of a dataclass that the class
    has itself, `field` with other options than `default`, `repr` and `compare`, a field without
    default after one with, and inheritance.
    """
    if kind.__bases__ != (object,) or any(vars(kind).get(name) for name in _MADE):
        raise TypeError(f"{kind.__name__} is not a plain class; take the standard dataclass")
    made: type[Any] = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    parts = dataclasses.fields(made)
    given = [part.default is not dataclasses.MISSING for part in parts]
    if not all(map(_is_plain, parts)) or given != sorted(given):
        raise TypeError(f"{kind.__name__} has special fields; take the standard dataclass")
    for method in (_init(made, parts), *_methods(parts)):
        if eq or method.__name__ not in _COMPARE:
            method.__qualname__ = f"{made.__qualname__}.{method.__name__}"
            setattr(made, method.__name__, method)
    return made


def _is_plain(part: dataclasses.Field[Any]) -> bool:
    needs_factory = part.default_factory is not dataclasses.MISSING
    return part.init and part.hash is None and not (part.kw_only or needs_factory)


def _init(made: type, parts: tuple[dataclasses.Field[Any], ...]) -> _Method:
    """Return `__init__`: that of so many fields, with the names of these in it."""
    code = _code(len(parts), checked=hasattr(made, "__post_init__"))
    names = {f"_{place}": part.name for place, part in enumerate(parts)}
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_consts=tuple(names.get(value, value) for value in code.co_consts),
    )
    defaults = (part.default for part in parts)
    init = FunctionType(
        code,
        {"_put": object.__setattr__, "__name__": made.__module__},
        argdefs=tuple(value for value in defaults if value is not dataclasses.MISSING),
    )
    init.__annotations__ = {part.name: part.type for part in parts} | {"return": None}
    return init


@cache
def _code(number: int, *, checked: bool) -> CodeType:
    """Return what `__init__` does with so many fields, whose names are their places."""
    names = [f"_{place}" for place in range(number)]
    body = [f"    _put(self, {name!r}, {name})" for name in names]
    if checked:
        body.append("    self.__post_init__()")
    text = "\n".join([f"def __init__({', '.join(['self', *names])}):", *(body or ["    pass"])])
    namespace: dict[str, FunctionType] = {}
    exec(text, namespace)  # noqa: S102  as `dataclasses` does
    return namespace["__init__"].__code__


def _methods(parts: tuple[dataclasses.Field[Any], ...]) -> list[_Method]:
    """Return the methods that every class has, in which only the names of the fields differ."""
    names = [part.name for part in parts]
    printed = [part.name for part in parts if part.repr]
    compared = [part.name for part in parts if part.compare]
    # The value of a single field comes without a tuple; without fields the class's own slots do.
    values: _Method = attrgetter(*(compared or ["__slots__"]))

    def __repr__(self: object) -> str:  # noqa: N807
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in printed)
        return f"{type(self).__qualname__}({shown})"

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        if other.__class__ is self.__class__:
            return values(self) == values(other)  # type: ignore[no-any-return]  # bool() is slower
        return NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    def __setattr__(_self: object, name: str, _value: object) -> None:  # noqa: N807
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(_self: object, name: str) -> None:  # noqa: N807
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self: object) -> tuple[type, tuple[Any, ...]]:  # noqa: N807
        return type(self), tuple(getattr(self, name) for name in names)

    return [__repr__, __eq__, __hash__, __setattr__, __delattr__, __reduce__]


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _quick

__all__ = ["dataclass"]
