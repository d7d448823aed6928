"""Immutable mappings, with which a rule set can be a key and cross processes."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

Data: TypeAlias = Any
"""Plain data: text, whole numbers, truth values, and lists and mappings of them."""

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class Keyed(Mapping[K, V_co]):
    """An immutable mapping in the order of its file; mappings in other orders differ."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V_co]) -> None:
        self._items = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V_co:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Keyed):
            return list(self._items.items()) == list(other._items.items())
        return self._items == other if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return f"Keyed({reprlib.repr(self._items)})"

    def __reduce__(self) -> tuple[type, tuple[dict[K, V_co]]]:
        return Keyed, (self._items,)


def freeze(data: Data) -> Data:
    """Return a copy of plain data with `Keyed` for mappings and tuples for lists."""
    if isinstance(data, Mapping):
        return Keyed({key: freeze(value) for key, value in data.items()})
    return tuple(map(freeze, data)) if isinstance(data, list | tuple) else data


def thaw(value: Data) -> Data:
    """Return a copy of frozen data with dictionaries and lists."""
    if isinstance(value, Mapping):
        return {key: thaw(part) for key, part in value.items()}
    return list(map(thaw, value)) if isinstance(value, tuple) else value
