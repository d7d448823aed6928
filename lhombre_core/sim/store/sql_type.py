"""Types of duckdb's values that Python, and so JSON, would not hold as they are.

Python ends at the year 9999, at microseconds, and has months of thirty days: an infinite date would
come as the last of that year. What is lost so is had as duckdb's own text instead.
"""

from __future__ import annotations

from typing import Any, Final

_TEXT: Final = "VARCHAR"

_HELD: Final = frozenset(
    {
        *("null", "boolean", "varchar", "enum", "uuid", "bit", "bignum", "float", "double"),
        *("decimal", "tinyint", "smallint", "integer", "bigint", "hugeint"),
        *("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint"),
    }
)
"""What arrives in Python as it is."""


def as_held(kind: Any) -> str:  # noqa: ANN401  it has no types
    """Return the type of SQL to which values are cast that nothing is lost of them.

    A value that has parts keeps them, each as its own type is held; where it cannot, as in a union,
    all of it becomes text. What loses nothing keeps its type.
    """
    if is_held(kind):
        return str(kind)
    match kind.id:
        case "list":
            return f"{as_held(_part(kind, 'child'))}[]"
        case "array":
            return f"{as_held(_part(kind, 'child'))}[{_part(kind, 'size')}]"
        case "map":
            return f"MAP({as_held(_part(kind, 'key'))}, {as_held(_part(kind, 'value'))})"
        case "struct":
            parts = [f"{_quoted(name)} {as_held(part)}" for name, part in kind.children]
            return f"STRUCT({', '.join(parts)})"
        case _:
            return _TEXT


def is_held(kind: Any) -> bool:  # noqa: ANN401  it has no types
    """Return whether values of a type arrive in Python as they are, with all their parts."""
    match kind.id:
        case "list" | "array":
            return is_held(_part(kind, "child"))
        case "map" | "struct" | "tuple":
            return all(is_held(part) for _, part in kind.children)
        case _:
            return kind.id in _HELD


def _part(kind: Any, wanted: str) -> Any:  # noqa: ANN401  it has no types
    return dict(kind.children)[wanted]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
