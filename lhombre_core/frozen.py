"""Frozen slotted dataclasses that Python defines quickly, for the modules that every command loads.

The standard decorator compiles six functions for each class. The rule language has so many classes
that a question would wait longer for them than for its answer. Here `__init__` alone has code for
each class, compiled once for each number of fields. In every other respect the class is a
dataclass: for `fields`, `replace`, `match`, `pickle` and type checkers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeAlias, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class")
_Method: TypeAlias = Callable[..., Any]

_OWN = ("__init__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__reduce__")
_COMPARE = ("__eq__", "__hash__")


@overload
def frozen(kind: type[_Class], /) -> type[_Class]: ...
@overload
def frozen(*, eq: bool) -> Callable[[type[_Class]], type[_Class]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(kind: type[Any] | None = None, /, *, eq: bool = True) -> Any:
    """Return a frozen slotted dataclass with the fields of a class.

    With `eq=False` its instances compare by identity.

    A class may define its own `__repr__`.

    Raise TypeError where the standard decorator is needed: a class that inherits or defines another
    generated method, a `field` with other options than `default`, `repr`, `compare` and `metadata`,
    or a field without default after one with a default.
    """
    if kind is None:
        return partial(_define, eq=eq)
    return _define(kind, eq=eq)


def _define(kind: type[Any], *, eq: bool) -> type[Any]:
    """Return the dataclass of a class with plain fields."""
    if kind.__bases__ != (object,) or any(vars(kind).get(name) for name in _OWN):
        raise TypeError(f"{kind.__name__} is not a plain class; take the standard dataclass")
    defined: type[Any] = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    parts = dataclasses.fields(defined)
    optional = [part.default is not dataclasses.MISSING for part in parts]
    if not all(map(_is_plain, parts)) or optional != sorted(optional):
        raise TypeError(f"{kind.__name__} has special fields; take the standard dataclass")
    own = {"__repr__"} & vars(kind).keys()
    for method in (_init(defined, parts), *_methods(parts)):
        if method.__name__ not in own and (eq or method.__name__ not in _COMPARE):
            method.__qualname__ = f"{defined.__qualname__}.{method.__name__}"
            setattr(defined, method.__name__, method)
    return defined


def _is_plain(part: dataclasses.Field[Any]) -> bool:
    needs_factory = part.default_factory is not dataclasses.MISSING
    return part.init and part.hash is None and not (part.kw_only or needs_factory)


def _init(kind: type, parts: tuple[dataclasses.Field[Any], ...]) -> _Method:
    """Return the `__init__` of a class: the code for its number of fields, with their names."""
    code = _code(len(parts), checked=hasattr(kind, "__post_init__"))
    names = {f"_{place}": part.name for place, part in enumerate(parts)}
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_consts=tuple(names.get(value, value) for value in code.co_consts),
    )
    defaults = (part.default for part in parts)
    init = FunctionType(
        code,
        {"_put": object.__setattr__, "__name__": kind.__module__},
        argdefs=tuple(value for value in defaults if value is not dataclasses.MISSING),
    )
    init.__annotations__ = {part.name: part.type for part in parts} | {"return": None}
    return init


@cache
def _code(number: int, *, checked: bool) -> CodeType:
    """Return the code of `__init__` for a number of fields, named by their positions."""
    names = [f"_{place}" for place in range(number)]
    body = [f"    _put(self, {name!r}, {name})" for name in names]
    if checked:
        body.append("    self.__post_init__()")
    text = "\n".join([f"def __init__({', '.join(['self', *names])}):", *(body or ["    pass"])])
    namespace: dict[str, FunctionType] = {}
    exec(text, namespace)  # noqa: S102  as `dataclasses` does
    return namespace["__init__"].__code__


def _methods(parts: tuple[dataclasses.Field[Any], ...]) -> list[_Method]:
    """Return the other methods of a class: only the names of the fields differ among classes."""
    names = [part.name for part in parts]
    printed = [part.name for part in parts if part.repr]
    compared = [part.name for part in parts if part.compare]
    # The value of a single field comes without a tuple. A class without fields compares its slots.
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
