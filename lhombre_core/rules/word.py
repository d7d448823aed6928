"""What the rule language is made of: words with a meaning, fields with a description.

A *word* is a member of a closed enumeration that a variant file may write. Each carries the
sentence that the schema shows beside it. A *field* of a section is declared with
:func:`rule`, which stores the description from which schema, reference page and editor help
are generated.
"""

from __future__ import annotations

from dataclasses import MISSING, field
from enum import StrEnum
from typing import Any, Final, Self, TypeAlias

Number = int | str
"""A whole number, or the name of a parameter of ``stakes.parameters`` that holds one."""


class Word(StrEnum):
    """A word of the rule language, with the sentence that explains it."""

    doc: str

    def __new__(cls, value: str, doc: str) -> Self:
        """Return the member spelled `value` and explained by `doc`."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.doc = doc
        return member


_Default: TypeAlias = Any  # a value of the field's type
_Field: TypeAlias = Any  # what `dataclasses.field` is said to return: the field's type


class Unset:
    """The neutral value of a field that has none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


def rule(
    description: str,
    *,
    default: _Default = MISSING,
    neutral: _Default = UNSET,
    prose: bool = False,
    names: type[Word] | None = None,
) -> _Field:
    """Return a dataclass field described by `description`.

    A field without `default` must be stated by every resolved rule set. A default is allowed
    only where absence itself says something ("no such condition"). `prose` marks words for
    readers: they are neither hashed nor compared as rules. Under its `neutral` value the game is
    as if the language had no such field; a default is neutral. A text with `names` may be a word
    of that list.
    """
    metadata = {"description": description, "prose": prose, "neutral": neutral, "names": names}
    return field(default=default, metadata=metadata)
