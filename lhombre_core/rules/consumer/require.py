"""The check that a reader honours every rule of a rule set.

Every reader asks `require` before it reads a rule set, so that no rule is left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from lhombre_core.errors import UsageError
from lhombre_core.rules.consumer.stance import Consumer, Kind, Place, Stance
from lhombre_core.rules.consumer.table import table
from lhombre_core.rules.data.path import ANY, Steps, leaves, matches, steps
from lhombre_core.rules.data.plain import plain_of
from lhombre_core.rules.data.shape import (
    MappingShape,
    OptionShape,
    RecordShape,
    SetShape,
    Shape,
    Value,
    WordShape,
    shape_of,
)
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import UNSET

_CANNOT: Final[Mapping[Consumer, str]] = {
    Consumer.ENGINE: "the engine cannot play",
    Consumer.KERNEL: "the kernel cannot play",
    Consumer.SOLVER: "the kernel solver cannot judge",
    Consumer.REFERENCE: "solve cannot judge",
    Consumer.LEGAL: "legal cannot judge",
    Consumer.AUCTION: "auction cannot judge",
    Consumer.SCORE: "score cannot judge",
    Consumer.PLAYERS: "the built-in players cannot play",
    Consumer.RULEBOOK: "the rulebook has no sentence for",
    Consumer.COMPARISON: "a comparison has no sentence for",
    Consumer.IDLENESS: "it is not known when to leave out",
}


@cache
def places() -> Mapping[Place, Value]:
    """Return every value that the language can say with the neutral value of its field."""
    return dict(_places(shape_of(RuleSet), (), UNSET, ()))


def _places(
    shape: Shape, at: Steps, neutral: Value, words: tuple[str, ...]
) -> Iterator[tuple[Place, Value]]:
    match shape:
        case OptionShape(inner) | MappingShape(_, inner):
            deeper = (*at, ANY) if isinstance(shape, MappingShape) else at
            yield from _places(inner, deeper, neutral, words)
        case RecordShape(_, parts):
            for key, part in parts.items():
                if not part.prose:
                    yield from _places(part.shape, (*at, key), part.neutral, part.names)
        case _:
            member = shape.member if isinstance(shape, SetShape) else shape
            known = member.words if isinstance(member, WordShape) else words
            for word in known or (None,):
                yield Place(".".join(at), word), neutral


def stance(consumer: Consumer, place: Place) -> Stance | None:
    """Return the stance of a reader on a value; None: it does not know the value."""
    return table().get(place, {}).get(consumer)


@cache
def unmet(consumer: Consumer) -> Mapping[str, frozenset[str | None]]:
    """Return the values that a reader does not know or refuses: words by pattern."""
    missing: dict[str, set[str | None]] = {}
    for place in places():
        found = stance(consumer, place)
        if found is None or found.kind is Kind.REFUSES:
            missing.setdefault(place.pattern, set()).add(place.word)
    return {pattern: frozenset(words) for pattern, words in missing.items()}


def refusal(consumer: Consumer, rules: RuleSet) -> str | None:
    """Return why a reader cannot read a rule set, naming the first rule; None: it can.

    A value that is neutral, or that is idle under the rule set, is no obstacle.
    """
    missing = {steps(pattern): words for pattern, words in unmet(consumer).items()}
    if not missing:
        return None
    for leaf in leaves(rules):
        for pattern, words in missing.items():
            unread = matches(pattern, leaf.steps) and _is_unmet(leaf.value, words, pattern)
            if unread and _acts(rules, leaf.path):
                return f"{_CANNOT[consumer]} {leaf.path}: {plain_of(leaf.shape, leaf.value)}"
    return None


def _acts(rules: RuleSet, path: str) -> bool:
    from lhombre_core.rules.acting.idleness import reason

    return reason(rules, path) is None


def _is_unmet(value: Value, words: frozenset[str | None], pattern: Steps) -> bool:
    known = None if None in words else next(iter(words))
    if value == places()[Place(".".join(pattern), known)]:
        return False
    if None in words:
        return True
    return not words.isdisjoint(value if isinstance(value, frozenset) else {value})


def require(consumer: Consumer, rules: RuleSet) -> None:
    """UsageError, which names the rule, where a reader cannot read a rule set."""
    why = refusal(consumer, rules)
    if why is not None:
        raise UsageError(why)
