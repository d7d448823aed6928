"""The values of the language that act under a rule set, and the rule sets that have them all.

`changes.txt` lists rule sets, a line each: a variant, a reading or `-`, and settings. Together they
have every word of every list and two values of every other field, where these act.
"""

from functools import cache
from pathlib import Path

from lhombre_core.language.catalog import load
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.consumer.require import places
from lhombre_core.rules.consumer.stance import Place
from lhombre_core.rules.data.path import leaves, matches, steps

FILE = Path(__file__).with_name("changes.txt")

SHARED = (
    ("stakes.pools.*.promise.*", "settlement.*.amount.*"),
    ("stakes.opening.*.amount.*", "settlement.*.amount.*"),
    ("stakes.bete.cap.*", "settlement.*.amount.*"),
    ("stakes.opening.*", "settlement.*"),
)
"""Records of one class at two places of the language: met at the first is met at the second."""

_PATTERNS = tuple({place.pattern: steps(place.pattern) for place in places()}.values())


@cache
def pattern_of(path):
    """Return the pattern of a path with one key, or none."""
    return next((".".join(one) for one in _PATTERNS if matches(one, steps(path))), None)


def shared(place):
    """Return the place that stands for those where the same class of record stands."""
    for one, other in SHARED:
        if place.pattern.startswith(f"{one}."):
            return Place(place.pattern.replace(one, other, 1), place.word)
    return place


def met(rules):
    """Yield the values that act under a rule set: place, and the value where there is no word."""
    for leaf in leaves(rules):
        pattern = pattern_of(leaf.path)
        if pattern is None or reason(rules, leaf.path) is not None:
            continue
        held = leaf.value if isinstance(leaf.value, frozenset) else {leaf.value}
        for word in held:
            if Place(pattern, word) in places():
                yield shared(Place(pattern, str(word))), None
        if Place(pattern, None) in places():
            yield shared(Place(pattern, None)), repr(leaf.value)


def changes():
    """Return the rule sets of the file as variant, readings and settings."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        variant, reading, *settings = line.split()
        yield variant, () if reading == "-" else (reading,), tuple(settings)


@cache
def rules_of(line):
    variant, readings, settings = line
    return load(variant, readings, settings=settings).rules
