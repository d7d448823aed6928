"""Coherence of the notes on sources: every rule has a note, every note a rule and a source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.resolve.attribution import Attributions, attributions
from lhombre_core.language.resolve.collection import sources
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.yaml.tree import Steps, Tree
from lhombre_core.rules.apparatus import Certainty
from lhombre_core.rules.data.path import ANY, is_prose, matches, pattern_fault, steps
from lhombre_core.rules.data.wording import unknown

_SECTIONS_WITHOUT = {"identity", "terms", "apparatus"}
_QUOTED = re.compile('[«“„"‹]([^»”“"›]*)[»”“"›]')
_WORD = re.compile(r"\w")
_MOST_WORDS = 6


def every_rule_has_a_note(resolved: Resolved) -> Iterator[Fault]:
    """Check that each value has a note in the file that sets it, or in a file that inherits it."""
    notes = attributions(resolved)
    for key, section in resolved.tree.keyed.items():
        if key not in _SECTIONS_WITHOUT:
            _, faults = _uncovered(resolved, notes, (key,), section)
            yield from faults


def _uncovered(
    resolved: Resolved, notes: Attributions, path: Steps, node: Tree
) -> tuple[bool, list[Fault]]:
    """Return whether no rule at or below a path is covered, and the faults below it.

    Where nothing below is covered there is one fault, at the uppermost of these paths.
    """
    if is_prose(path):
        return True, []
    if not node.keyed:
        bare = notes.note(path) is None
        return bare, [_without_note(node, path)] if bare else []
    parts = [
        _uncovered(resolved, notes, (*path, key), part)
        for key, part in node.keyed.items()
        if not is_prose((*path, key))
    ]
    bare = bool(parts) and all(nothing for nothing, _ in parts)
    if bare and len(parts) > 1:
        return True, [_without_note(node, path)]
    return bare, [fault for _, faults in parts for fault in faults]


def _without_note(node: Tree, path: Steps) -> Fault:
    rule = ".".join(path)
    message = f"no source is given for {rule}; expected a note in apparatus.rules"
    return node.fault(message, rule, key=True)


def notes_name_rules(resolved: Resolved) -> Iterator[Fault]:
    """Check that the path of a note leads to a rule, of the variant if the note is its own."""
    for path, node in _notes(resolved):
        pattern = steps(path)
        own = node.origin.document is resolved.layers[-1].document
        message = pattern_fault(pattern)
        if message is None and is_prose(pattern):
            message = f"{path} is for readers and needs no source"
        if message is None and own and not _leads(resolved.tree, pattern):
            step, known = _first_unknown(resolved.tree, pattern)
            message = unknown("rule", step, known, where=f"in {path}")
        if message is not None:
            yield node.fault(message, f"apparatus.rules.{path}", key=True)


def _notes(resolved: Resolved) -> Iterator[tuple[str, Tree]]:
    yield from resolved.tree.mapping_at(("apparatus", "rules")).items()


def _leads(node: Tree, pattern: Steps) -> bool:
    if not pattern:
        return True
    parts = node.keyed.values() if pattern[0] == ANY else [node.part(pattern[0])]
    return any(part is not None and _leads(part, pattern[1:]) for part in parts)


def _first_unknown(node: Tree, pattern: Steps) -> tuple[str, list[str]]:
    """Return the first step of a pattern that leads nowhere, and the keys in its place."""
    level = [node]
    for step in pattern:
        known = list(dict.fromkeys(key for part in level for key in part.keyed))
        level = [
            part
            for parent in level
            for key, part in parent.keyed.items()
            if matches((step,), (key,))
        ]
        if not level:
            return step, known
    return pattern[-1], []


def notes_name_sources(resolved: Resolved) -> Iterator[Fault]:
    """Check that a note names a source of the list, unless it is editorial."""
    known = sources()
    for path, node in _notes(resolved):
        note = resolved.rules.apparatus.rules[path]
        at = f"apparatus.rules.{path}"
        if note.source is None and note.certainty is not Certainty.EDITORIAL:
            message = f"a rule that is {note.certainty.value} has a source; expected its id"
            yield _part(node, "source").fault(message, at)
        elif note.source is not None and known and note.source not in known:
            yield _part(node, "source").fault(unknown("source", note.source, known), at)
        points = resolved.rules.apparatus.points
        if note.point is not None and not _has(points, note.point):
            own = node.origin.document is resolved.layers[-1].document
            if own:
                yield _part(node, "point").fault(unknown("point", note.point, points), at)
        if note.at is not None and (message_at := long_quotation(note.at)) is not None:
            yield _part(node, "at").fault(message_at, at)


def _part(node: Tree, key: str) -> Tree:
    return node.keyed.get(key, node)


def _has(points: object, point: str) -> bool:
    names = list(points) if hasattr(points, "__iter__") else []
    return any(name == point or str(name).startswith(point + ".") for name in names)


def long_quotation(at: str) -> str | None:
    """Return a message about a locator that quotes too much, or None.

    The words in quotation marks count; without any marks, the whole locator.
    """
    for quotation in _QUOTED.findall(at) or [at]:
        words = [word for word in quotation.split() if _WORD.search(word)]
        if len(words) > _MOST_WORDS:
            return f"{quoted(quotation)} has {len(words)} words; expected at most {_MOST_WORDS}"
    return None


CHECKS = (every_rule_has_a_note, notes_name_rules, notes_name_sources)
