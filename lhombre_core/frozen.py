"""Frozen slotted dataclasses that are quick to make, for the modules that every command loads.

The standard decorator compiles six functions for each class, and the rule language has so many
classes that a question would wait longer for them than for its answer. Here only `__init__` is
compiled; the rest needs no code of its own. What comes out is a dataclass in every other respect:
`fields`, `replace`, `match`, `pickle` and type checkers take it for one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

_Method: TypeAlias = Callable[..., Any]
_Namespace: TypeAlias = dict[str, Any]

_MADE = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__reduce__")


def _quick(*, frozen: bool, slots: bool) -> Callable[[type], type]:
    """Return the decorator of frozen slotted dataclasses, the only ones that are made here."""
    if not (frozen and slots):
        raise TypeError("only frozen dataclasses with slots are made here")
    return _made


def _made(kind: type) -> type:
    """Return the dataclass of a class with plain fields.

    TypeError for what the standard decorator is there for: methods of a dataclass that the class
    has itself, `__post_init__`, `field` with options other than a default, and inheritance.
    """
    if kind.__bases__ != (object,) or any(vars(kind).get(name) for name in _MADE):
        raise TypeError(f"{kind.__name__} is not a plain class; take the standard dataclass")
    made: type[Any] = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    parts = dataclasses.fields(made)
    if hasattr(made, "__post_init__") or not all(map(_is_plain, parts)):
        raise TypeError(f"{kind.__name__} has special fields; take the standard dataclass")
    for method in (_init(made, parts), *_methods([part.name for part in parts])):
        method.__qualname__ = f"{made.__qualname__}.{method.__name__}"
        setattr(made, method.__name__, method)
    return made


def _is_plain(part: dataclasses.Field[Any]) -> bool:
    return (
        part.default_factory is dataclasses.MISSING
        and (part.init, part.repr, part.compare, part.hash, part.kw_only)
        == (True, True, True, None, False)
    )  # fmt: skip


def _init(made: type, parts: tuple[dataclasses.Field[Any], ...]) -> _Method:
    defaults = {
        f"default_{part.name}": part.default
        for part in parts
        if part.default is not dataclasses.MISSING
    }
    names = [part.name for part in parts]
    given = [f"{name}=default_{name}" if f"default_{name}" in defaults else name for name in names]
    body = [f"    _put(self, {name!r}, {name})" for name in names] or ["    pass"]
    namespace: _Namespace = {**defaults, "_put": object.__setattr__, "__name__": made.__module__}
    text = "\n".join([f"def __init__({', '.join(['self', *given])}):", *body])
    exec(text, namespace)  # noqa: S102  as `dataclasses` does; the names are those of fields
    init: _Method = namespace["__init__"]
    init.__annotations__ = {part.name: part.type for part in parts} | {"return": None}
    return init


def _methods(names: list[str]) -> list[_Method]:
    """Return the methods that every class has, in which only the names of the fields differ."""
    # The value of a single field comes without a tuple; a class without fields has no slots: ().
    values: _Method = attrgetter(*(names or ["__slots__"]))

    def __repr__(self: object) -> str:  # noqa: N807
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
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
