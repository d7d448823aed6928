"""The rules in which two rule sets differ, path by path, and slot by slot.

Contracts are compared by family where each side has a single contract of it, elsewhere by id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.data.digest import ORDERED
from lhombre_core.rules.data.path import leads, leaves, steps, value_at
from lhombre_core.rules.data.shape import Value
from lhombre_core.rules.variant import RuleSet


class Absent:
    """The value of a rule that a rule set lacks."""

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()

_CONTRACTS = "contracts."


def differing_paths(
    first: RuleSet, second: RuleSet, *, by_family: bool = True
) -> list[tuple[str, Value, Value]]:
    """Return each path at which the rules differ with both values, ABSENT where there is none.

    With `by_family` the path of a contract is `contracts.FAMILY.…` if both rule sets have at most
    a single contract of that family. A mapping whose order is a rule is listed with both orders of
    the shared keys, if these differ.
    """
    differing = differing_values([first, second], by_family=by_family)
    return [(path, left, right) for path, (left, right) in differing]


def differing_values(
    rule_sets: Sequence[RuleSet], *, by_family: bool = True
) -> list[tuple[str, tuple[Value, ...]]]:
    """Return each path at which any number of rule sets differ, with the value in each."""
    names = family_names(rule_sets) if by_family else ({},) * len(rule_sets)
    sides = [dict(_flat(*pair)) for pair in zip(rule_sets, names, strict=True)]
    paths = dict.fromkeys(path for side in sides for path in side)
    rows = ((path, tuple(side.get(path, ABSENT) for side in sides)) for path in paths)
    return [*((path, values) for path, values in rows if _differ(values)), *_orders(rule_sets)]


def _differ(values: Sequence[Value]) -> bool:
    return any(value != values[0] for value in values)


def family_names(rule_sets: Iterable[RuleSet]) -> tuple[Mapping[str, str], ...]:
    """Return for each rule set the families by which its contracts are compared, by contract id.

    A contract is missing if a rule set has two contracts of its family.
    """
    sets = list(rule_sets)
    counts = [Counter(c.family.value for c in rules.contracts.values()) for rules in sets]
    unique = {
        family for family in set().union(*counts) if all(count[family] <= 1 for count in counts)
    }
    return tuple(
        {n: c.family.value for n, c in rules.contracts.items() if c.family.value in unique}
        for rules in sets
    )


def _flat(rules: RuleSet, names: Mapping[str, str]) -> Iterator[tuple[str, Value]]:
    for leaf in leaves(rules, unset=True):
        yield _renamed(leaf.path, names), _renamed_value(leaf.path, leaf.value, names)


def _renamed(path: str, names: Mapping[str, str]) -> str:
    """Return a path with the id of a contract, as a step, replaced by its family."""
    parts = path.split(".")
    if path.startswith(_CONTRACTS):
        parts[1] = names.get(parts[1], parts[1])
    return ".".join(parts)


def _renamed_value(path: str, value: Value, names: Mapping[str, str]) -> Value:
    """Return a value in which contracts are called by their family, where it names contracts."""
    last = path.rsplit(".", 1)[-1]
    if isinstance(value, frozenset) and last in {"becomes", "contracts"}:
        return frozenset(names.get(name, name) for name in value)
    if isinstance(value, str) and (last in {"cover", "contract"} or ".counts_as." in path):
        return names.get(value, value)
    return value


def _orders(rule_sets: Sequence[RuleSet]) -> Iterator[tuple[str, tuple[Value, ...]]]:
    for place in ORDERED:
        sides = [list(value_at(rules, place)) for rules in rule_sets]
        shared = set(sides[0]).intersection(*sides[1:])
        orders = tuple(tuple(key for key in side if key in shared) for side in sides)
        if _differ(orders):
            yield ".".join(place), orders


def differing_slots(
    first: RuleSet, second: RuleSet, slots: Mapping[str, Iterable[str]]
) -> list[str]:
    """Return the slots in which two rule sets differ, in the order of `slots`.

    A slot has paths, in which `*` stands for any step. It differs if a path of `telling_paths`
    matches them or lies below them. The distance of two variants is the number of these slots.
    """
    changed = [steps(path) for path in telling_paths(first, second)]
    return [
        slot
        for slot, paths in slots.items()
        if any(leads(steps(pattern), path) for pattern in paths for path in changed)
    ]


def telling_paths(first: RuleSet, second: RuleSet) -> list[str]:
    """Return the paths in which two rule sets answer a question differently.

    A value that is idle under both makes no difference. Of a contract that only one rule set has,
    the family and the rank always count; another value counts if no contract of the other rule set
    has it. So a further contract without requirement leaves the answer what a hand must hold.
    """
    names = family_names((first, second))
    one, other = _Compared(first, names[0]), _Compared(second, names[1])
    telling = []
    for path, left, right in differing_paths(first, second):
        if one.lacks(path):
            tells = right not in one.answers(path)
        elif other.lacks(path):
            tells = left not in other.answers(path)
        else:
            tells = True
        if (tells or _always_tells(path)) and (one.acts(path) or other.acts(path)):
            telling.append(path)
    return telling


def _always_tells(path: str) -> bool:
    return steps(path)[2:] in {("family",), ("rank",)}


class _Compared:
    """A rule set that is read by paths with families for contracts."""

    def __init__(self, rules: RuleSet, families: Mapping[str, str]) -> None:
        self._rules = rules
        self._ids = {family: name for name, family in families.items()}

    def _own(self, path: str) -> list[str]:
        own = path.split(".")
        if path.startswith(_CONTRACTS):
            own[1] = self._ids.get(own[1], own[1])
        return own

    def lacks(self, path: str) -> bool:
        """Return whether a path leads into a contract that is not there."""
        return path.startswith(_CONTRACTS) and self._own(path)[1] not in self._rules.contracts

    def acts(self, path: str) -> bool:
        """Return whether there is a value at a path that can act."""
        if self.lacks(path):
            return False
        own = self._own(path)
        try:
            value_at(self._rules, tuple(own))
        except (KeyError, ValueError):
            return False
        return reason(self._rules, ".".join(own)) is None

    def answers(self, path: str) -> set[Value]:
        """Return the values that act in any contract at a path below a contract."""
        below = path.split(".")[2:]
        values = set()
        for name in self._rules.contracts:
            own = [_CONTRACTS.rstrip("."), name, *below]
            if self.acts(".".join(own)):
                values.add(value_at(self._rules, tuple(own)))
        return values
