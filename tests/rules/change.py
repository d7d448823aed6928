"""Copies of a rule set in which a value is another, or a key is missing."""

from dataclasses import replace

from lhombre_core.rules.data.path import Steps, value_at
from lhombre_core.rules.data.shape import Value
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.variant import RuleSet


def with_value(value: Value, path: Steps, new: Value) -> Value:
    """Return a copy of a rule set or a part of it with a new value at a path below it.

    A key that a mapping lacks is added at its end.
    """
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, Keyed):
        return Keyed({**value, step: with_value(value[step], rest, new) if rest else new})
    name = step if hasattr(value, step) else f"{step}_"
    return replace(value, **{name: with_value(getattr(value, name), rest, new)})


def without_key(rules: RuleSet, path: Steps) -> RuleSet:
    """Return a copy of a rule set in which a mapping lacks the key that a path ends with."""
    *above, key = path
    kept = {name: part for name, part in value_at(rules, tuple(above)).items() if name != key}
    changed: RuleSet = with_value(rules, tuple(above), Keyed(kept))
    return changed
