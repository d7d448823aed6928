"""Markdown: escaping of the texts of variant files, and the templates written in it."""

from __future__ import annotations

import re
from dataclasses import Field, fields, is_dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lhombre_core.rules.data.shape import Value
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.word import Word

if TYPE_CHECKING:
    from jinja2 import Environment

_T = TypeVar("_T")

_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>&|~]")
_AT_START: Final = re.compile(r"^(\d+)([.)])|^([-+=#>:])")
_PLACE: Final = re.compile(r"(pp?\.|§|art\.|laws?|vol\.|notes?|[A-Z]\d)", re.IGNORECASE)
_CODE: Final = re.compile(r"`([\w.=-]+)`")
_APOSTROPHE: Final = re.compile(r"(?<=\w)'")
_SPACE: Final = re.compile(r"\s+")
_BLANKS: Final = re.compile(r"\n{3,}")
_BEFORE_HEADING: Final = re.compile(r"(\S\n)(?=#{1,6} )")
_AFTER_TABLE: Final = re.compile(r"(\|\n)(?=[^|\n])")
_TRAILING: Final = re.compile(r"[ \t]+$", re.MULTILINE)


def curly(text: str) -> str:
    """Return text with its apostrophes as they are printed, whatever they are typed as.

    >>> curly("L'Hombre, the players' game"), curly("'tis")
    ('L’Hombre, the players’ game', "'tis")
    """
    return _APOSTROPHE.sub("’", text)


def escape(text: str) -> str:
    r"""Return text as Markdown that shows it letter by letter, on one line.

    Apostrophes are printed as such. Only an id between backticks stays a code span.

    >>> print(escape("1. a *b* <c> | d"))
    1\. a \*b\* \<c\> \| d
    """
    line = _SPACE.sub(" ", text).strip()
    parts = _CODE.split(line)  # every second part is an id
    shown = [
        f"`{part}`" if place % 2 else _SPECIAL.sub(r"\\\g<0>", curly(part))
        for place, part in enumerate(parts)
    ]
    return _AT_START.sub(_held, "".join(shown))


def _held(match: re.Match[str]) -> str:
    return f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}"


def code(text: object) -> str:
    """Return text as a code span, in which nothing is read as Markdown."""
    line = _SPACE.sub(" ", str(text)).strip()
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{fence}{space}{line}{space}{fence}".replace("|", "\\|")


def first_up(text: str) -> str:
    """Return text with its first letter a capital, whatever marks stand before it.

    >>> first_up("*stock* and discard")
    '*Stock* and discard'
    """
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text


def closed(text: str) -> str:
    """Return text that ends a sentence.

    >>> closed("nothing is said"), closed("is it?")
    ('nothing is said.', 'is it?')
    """
    return text if text.rstrip("»”’)*")[-1:] in {".", "?", "!", "…"} else f"{text}."


def signed(number: int) -> str:
    """Return a number with its sign, as it is printed.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '0')
    """
    return f"{number:+}".replace("-", "−") if number else "0"


def locator(text: str) -> str:
    """Return a locator as it is printed: words in quotation marks, anything else unchanged.

    >>> locator("p. 32"), locator("mindst et kort"), locator("P32 «weg»")
    ('p. 32', '«mindst et kort»', 'P32 «weg»')
    """
    return text if "«" in text or _PLACE.match(text) else f"«{text}»"


def tidy(text: str) -> str:
    """Return Markdown without blanks at the ends of lines and with one empty line at a time."""
    text = _AFTER_TABLE.sub(r"\1\n", _BEFORE_HEADING.sub(r"\1\n", _TRAILING.sub("", text)))
    text = _BLANKS.sub("\n\n", text).strip("\n")
    return f"{text}\n" if text else ""


_NAMES: Final = frozenset({"source", "point", "default", "refines", "set", "remove"})
"""Fields for readers whose texts are ids, by which something is looked up."""


def escaped(value: _T) -> _T:
    """Return a rule set, or a part of one, in which every text for readers is escaped.

    Ids, keys and orders of cards stay as they are: they are looked up, or printed as code.
    """
    made: _T = _escaped(value, prose=False)
    return made


def _escaped(value: Value, *, prose: bool) -> Value:
    match value:
        case Word():
            return value
        case str():
            return escape(value) if prose else value
        case Keyed():
            return Keyed({key: _escaped(part, prose=prose) for key, part in value.items()})
        case tuple():
            return tuple(_escaped(part, prose=prose) for part in value)
        case frozenset():
            return frozenset(_escaped(part, prose=prose) for part in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return type(value)(**{part.name: _part(value, part, prose) for part in fields(value)})
        case _:
            return value


def _part(value: Value, part: Field[Any], prose: bool) -> Value:  # noqa: FBT001  inherited from above
    inside = getattr(value, part.name)
    if part.name in _NAMES:
        return inside
    return _escaped(inside, prose=prose or part.metadata.get("prose", False))


@cache
def environment(language: str) -> Environment:
    """Return the templates of a language, without automatic escaping."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("lhombre_core.report") / "templates" / language
    made = Environment(  # noqa: S701  they write Markdown, and `escaped` has escaped what is foreign
        loader=FunctionLoader(
            lambda name: ((folder / name).read_text(encoding="utf-8"), name, lambda: True)
        ),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(
        closed=closed,
        code=code,
        escape_text=escape,
        first_up=first_up,
        locator=locator,
        signed=signed,
    )
    return made
