"""The errors of the package, and how they are shown to a user.

LhombreError
├── UsageError          exit 2: the question could not be read
│   ├── MissingNumber   exit 2: a payment reads a number that was not given
│   └── UnclearError    exit 2: a record contradicts itself, or lacks what is needed to go on
├── FaultError          exit 1: what was checked has faults, each with its place
│   └── UnreadableError exit 2: there was no text to check (no such file, a folder)
└── IllegalAction       exit 1: the rules do not allow this action here

Nothing in this module reads a file: an error carries the texts its faults point into.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from lhombre_core.frozen import frozen

_NO_TEXTS: Mapping[str, str] = MappingProxyType({})
_LINE_END = re.compile(r"\r\n|\r|\n")
_EXCERPT = 88  # characters of a source line that are shown; with the gutter under 100
_QUOTED = 60  # characters of a user's word that a message repeats
_PLACE = 200  # and of the name of a file: editors open it, so that most are whole


class LhombreError(Exception):
    """A mistake a user can put right; the command line shows it without a traceback."""

    exit_code: ClassVar[int] = 1


class UsageError(LhombreError):
    """The question could not be read: an unknown option, card, variant or number."""

    exit_code: ClassVar[int] = 2


class MissingNumber(UsageError):  # noqa: N818  the word for what it is: a number is missing
    """A payment reads a number that is not given; `name` is a pool, a run or the like."""

    def __init__(self, name: str, rule: str) -> None:
        """Take what is missing, in a word, and the dotted path of the rule that reads it."""
        super().__init__(name, rule)
        self.name = name
        self.rule = rule

    def __str__(self) -> str:
        """Return what is missing and who asks for it."""
        return f"{self.rule} reads the {self.name}, which is not known; give it"


class UnclearError(UsageError):
    """A record contradicts itself or lacks what is needed to go on.

    `section` and `entry` are the place in the record, `deal` is the number of the deal.
    """

    def __init__(
        self, message: str, section: str | None = None, entry: int = 0, deal: int | None = None
    ) -> None:
        """Take the message, and the place as far as it is known."""
        super().__init__(message, section, entry, deal)
        self.message = message
        self.section = section
        self.entry = entry
        self.deal = deal

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message

    def in_deal(self, deal: int) -> "UnclearError":
        """Return the same error about a deal, by its number from 0."""
        return UnclearError(self.message, self.section, self.entry, deal)


class IllegalAction(LhombreError):  # noqa: N818  the word of the field: a move is illegal
    """The rules do not allow this action in this position; `rule` is the path that forbids it."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        """Take what is wrong, in words, and the dotted path of the rule that says so."""
        super().__init__(message, rule)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message


@frozen
class Fault:
    """A fault in a text: the message, the place, and the rule concerned.

    `line` and `column` count from 1; `length` is the number of underlined characters. The
    message says what is wrong and what was expected, in one line.
    """

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    rule: str | None = None
    length: int = 1

    def __str__(self) -> str:
        """Return `file:line:column: message`, as far as the place is known.

        Of the name of a file that is very long only the end is shown.
        """
        numbers = (n for n in (self.line, self.column) if n is not None)
        file = self.file or "<text>"
        if len(file) > _PLACE:
            file = "…" + file[1 - _PLACE :]
        place = ":".join([visible(file), *map(str, numbers)])
        known = self.file is not None or self.line is not None
        return f"{place}: {visible(self.message)}" if known else visible(self.message)

    def as_json(self) -> dict[str, str | int | None]:
        """Return the fields that `variants check --json` prints."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "rule": self.rule,
        }

    def render(self, text: str | None = None) -> str:
        """Return the fault followed, if `text` is its file's, by the line and a row of carets."""
        return self._render(None if text is None else _LINE_END.split(text))

    def _render(self, lines: list[str] | None) -> str:
        if lines is None or self.line is None or not 1 <= self.line <= len(lines):
            return str(self)
        shown, indent, carets = _excerpt(lines[self.line - 1], self.column or 1, self.length)
        gutter = f"{self.line:>4} | "
        margin = " " * (len(gutter) - 2) + "| "
        if self.column is None:
            return f"{self}\n{gutter}{shown}"
        return f"{self}\n{gutter}{shown}\n{margin}{' ' * indent}{'^' * carets}"


class FaultError(LhombreError):
    """What was checked has faults; `str()` is the list a user reads."""

    def __init__(
        self,
        faults: Iterable[Fault],
        texts: Mapping[str, str] = _NO_TEXTS,
        closing: str = "",
    ) -> None:
        """Take the faults, the text of each file they point into, and a last sentence.

        The closing sentence stands after the count and says what follows from the faults:
        "Nothing was written."
        """
        self.faults = tuple(faults)
        self.texts = dict(texts)
        self.closing = closing
        super().__init__(self.faults, self.texts, closing)

    def __str__(self) -> str:
        """Return every fault with its line, then how many there are."""
        return render_faults(self.faults, self.texts, self.closing)


class UnreadableError(FaultError):
    """There was no text to check: the file is missing, is a folder or may not be read."""

    exit_code: ClassVar[int] = 2


def render_faults(
    faults: Iterable[Fault], texts: Mapping[str, str] = _NO_TEXTS, closing: str = ""
) -> str:
    """Return the faults one under another, each with its line, then their number and `closing`.

    >>> print(render_faults([Fault("7 is not a seat", "a.yaml", 1, 7)], {"a.yaml": "seat: 7"}))
    a.yaml:1:7: 7 is not a seat
       1 | seat: 7
         |       ^
    1 fault.
    """
    lines: dict[str, list[str]] = {}
    shown: list[str] = []
    for fault in faults:
        file = fault.file or ""
        if file in texts and file not in lines:
            lines[file] = _LINE_END.split(texts[file])
        shown.append(fault._render(lines.get(file)))  # noqa: SLF001  same module
    count = "1 fault." if len(shown) == 1 else f"{len(shown)} faults."
    return "\n".join([*shown, f"{count} {closing}".rstrip()])


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like `word`, or None when none is near; the case is ignored.

    >>> nearest("settelment", ["session", "settlement"])
    'settlement'
    """
    folded: dict[str, str] = {}
    for choice in choices:
        folded.setdefault(choice.casefold(), choice)
    near = difflib.get_close_matches(word[:_QUOTED].casefold(), folded, n=1)
    return folded[near[0]] if near else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return the end of a message about an unknown word, empty when no choice is near.

    >>> "unknown section 'settelment'" + did_you_mean("settelment", ["settlement"])
    "unknown section 'settelment'; did you mean 'settlement'?"
    """
    choice = nearest(word, choices)
    return "" if choice is None else f"; did you mean '{choice}'?"


def quoted(word: object) -> str:
    """Return a user's word in quotes for a message, escaped and cut when it is long.

    >>> quoted("settelment")
    "'settelment'"
    """
    return f"'{visible(cut(word))}'"


def cut(word: object) -> str:
    """Return a word or number as text, cut when it is too long to be repeated in a message.

    >>> cut(12)
    '12'
    """
    text = str(word)
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"


def visible(text: str) -> str:
    r"""Return `text` with every character that does not print written as an escape.

    That is control characters, tabs and line ends among them, and those that reorder or hide
    other text.

    >>> print(visible("a\tb"))
    a\tb
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _excerpt(line: str, column: int, length: int) -> tuple[str, int, int]:
    """Return what is shown of a line, the cells before the caret and the number of carets."""
    start = min(column - 1, len(line))
    left = 0
    if len(line) > _EXCERPT:
        left = max(0, min(start - _EXCERPT // 2, len(line) - _EXCERPT))
    right = left + _EXCERPT
    before = ("…" if left else "") + visible(line[left:start])
    marked = visible(line[start : min(start + length, right)])
    after = visible(line[start + length : right]) if start + length < right else ""
    if right < len(line):
        after += "…"
    return before + marked + after, _cells(before), max(1, _cells(marked))


def _cells(text: str) -> int:
    """Return how many cells of a terminal a text fills."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
