"""The hundred questions in words, and those that rule sets answer differently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Final

import yaml

from lhombre_core.language.resolve.collection import slots
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.rules.acting.difference import telling_paths
from lhombre_core.rules.data.path import leads, steps
from lhombre_core.rules.variant import RuleSet

_SECTIONS: Final = (
    "question_groups",
    "questions",
    "headlines",
    "events",
    "situations",
    "report",
    "pages",
    "leads",
    "periods",
    "centuries",
)


@cache
def wording(language: str = LANGUAGE) -> Mapping[str, Mapping[str, Any]]:
    """Return the words of comparisons and of the site: questions, headings, periods."""
    text = (files("lhombre_core.report") / "lexicon" / f"{language}.yaml").read_text(
        encoding="utf-8"
    )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: Mapping[str, Any] = yaml.load(text, loader)  # noqa: S506  a safe loader either way
    return {section: data[section] for section in _SECTIONS}


@dataclass(frozen=True, slots=True)
class SlotQuestion:
    """One of the hundred questions."""

    name: str
    """Its name in `slots.yaml`."""
    label: str


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """The questions of a group that are answered differently."""

    label: str
    of: int
    """How many questions the group has."""
    slots: tuple[SlotQuestion, ...]

    @property
    def count(self) -> int:
        """The number of questions that are answered differently."""
        return len(self.slots)


def differing(rule_sets: Sequence[RuleSet]) -> list[str]:
    """Return the questions that rule sets answer differently, in their order.

    Of two rule sets these are `differing_slots` of `rules.acting`, found faster: which questions a
    path belongs to is asked once.
    """
    found = {
        slot
        for one, other in combinations(rule_sets, 2)
        for path in telling_paths(one, other)
        for slot in slots_of(path)
    }
    return [slot for slot in slots() if slot in found]


def grouped(names: Iterable[str], *, language: str = LANGUAGE) -> list[QuestionGroup]:
    """Return questions in their groups, those in which most is answered differently first."""
    words, wanted, known = wording(language), set(names), [*slots()]
    groups = []
    for key, label in words["question_groups"].items():
        inside = [slot for slot in known if slot.partition(".")[0] == key]
        found = tuple(SlotQuestion(s, words["questions"][s]) for s in inside if s in wanted)
        groups.append(QuestionGroup(label, len(inside), found))
    return sorted((group for group in groups if group.slots), key=lambda group: -group.count)


@lru_cache(maxsize=16384)
def slots_of(path: str) -> tuple[str, ...]:
    """Return the questions to which the rule at a path belongs, in their order."""
    wanted = steps(path)
    return tuple(
        slot
        for slot, patterns in _patterns().items()
        if any(leads(pattern, wanted) for pattern in patterns)
    )


@cache
def _patterns() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    return {slot: tuple(map(steps, paths)) for slot, paths in slots().items()}
