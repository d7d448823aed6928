"""Parts of messages about data that the rule language does not allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lhombre_core.errors import cut, did_you_mean, quoted

_LISTED = 12


def described(data: object) -> str:
    """Return what a piece of data is, for a message."""
    match data:
        case None:
            return "null says nothing here"
        case bool():
            return f"{'true' if data else 'false'} is a truth value"
        case int():
            return f"{cut(data)} is a number"
        case str():
            return f"{quoted(data)} is text" if data.strip() else "the text is empty"
        case Mapping():
            return "this is a mapping"
        case _:
            return "this is a list"


def one_of(words: Sequence[str], last: str = "or") -> str:
    """Return words as a list in a sentence, cut when there are many.

    >>> one_of(["win", "remise", "codille"])
    'win, remise or codille'
    """
    if len(words) > _LISTED:
        return ", ".join(words[:_LISTED]) + " …"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def unknown(what: str, word: str, known: Iterable[str], *, where: str = "") -> str:
    """Return the message about an unknown word, with the nearest known word or all known words.

    `where` is the phrase for the place of the known words. It is left out where no hint follows.

    >>> unknown("word", "wim", ["win", "remise"])
    "unknown word 'wim'; did you mean 'win'?"
    >>> unknown("key", "tout", ["win", "remise"], where="in result")
    "unknown key 'tout' in result; expected win or remise"
    """
    choices = list(known)
    hint = did_you_mean(word, choices)
    if not hint and 0 < len(choices) <= _LISTED:
        hint = f"; expected {one_of(choices)}"
    place = f" {where}" if where and hint else ""
    return f"unknown {what} {quoted(word)}{place}{hint}"
