"""The rules that all compared variants share, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lhombre_core.report.compare.difference import is_default
from lhombre_core.report.compare.row import OWN_WORDS
from lhombre_core.report.compare.sheet import Sheet
from lhombre_core.report.words.lexicon import label, lexicon
from lhombre_core.report.words.spot import steps

_TOLD_OTHERWISE: Final = frozenset({"contracts", "settlement", "terms", "identity", "apparatus"})
_NOT_REPEATED: Final = ("stakes.p", "stakes.b", "session.limit")
_DEEPEST: Final = 3
_SHORT: Final = 60
"""So many letters a value may have to be repeated."""


def shared(
    sheets: Sequence[Sheet], sections: Iterable[str], language: str
) -> list[tuple[str, list[str]]]:
    """Return the shared rules that can act on all sides, by section, without notes."""
    found: dict[str, dict[str, list[str]]] = {}
    first = sheets[0]
    for leaf in first.side.leaves:
        section = leaf.steps[0]
        told = section in _TOLD_OTHERWISE or leaf.path.startswith(_NOT_REPEATED)
        if told or len(leaf.steps) > _DEEPEST or is_default(leaf.path, leaf.value):
            continue
        if all(s.side.live(leaf.path) and s.side.value(leaf.path) == leaf.value for s in sheets):
            name, value = _brief(leaf.path, sheets, language)
            found.setdefault(section, {}).setdefault(value, []).append(name)
    return [
        (
            label(section, language=language),
            [_said(*item, first) for item in found[section].items()],
        )
        for section in sections
        if section in found
    ]


def _brief(path: str, sheets: Sequence[Sheet], language: str) -> tuple[str, str]:
    """Return the label of a rule and its value in words, the empty one left out."""
    entry = lexicon(language).entry(steps(path)[-1])
    name, value = label(path, language=language), sheets[0].value(path) or ""
    if path in OWN_WORDS:  # what one side has to add is said of all
        return name, max((sheet.topic(OWN_WORDS[path]) for sheet in sheets), key=len)
    if entry is not None and {"yes", "no"} & entry.phrases.keys():
        return "", value
    return (name, value) if len(value) <= _SHORT else (name, "")


def _said(value: str, names: Sequence[str], sheet: Sheet) -> str:
    """Return the labels of rules that have the same value, with the value."""
    if not value:
        return "; ".join(names)
    called = sheet.speech.both(name for name in names if name)
    pair: str = sheet.speech.words.phrases["pair"]
    return pair.format(label=called, value=value) if called else value
