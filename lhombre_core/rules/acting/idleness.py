"""Which values of a rule set cannot act, and why: what a book leaves out and a comparison ignores.

A value is idle when no deal of this rule set can come to depend on it: what becomes of a turned
card where no contract turns one, a limit of a pool that is not used. The language has such values
because a reading or a patch may bring them to life.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lhombre_core.rules.acting.game import GAME, WORTH
from lhombre_core.rules.acting.money import MONEY
from lhombre_core.rules.acting.reason import Idle, Test
from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.data.path import ANY, Steps, leaves
from lhombre_core.rules.variant import RuleSet

__all__ = ["Idle", "idle", "reason", "scope_of"]

_KEPT: Final = 64


def reason(rules: RuleSet, path: str) -> Idle | None:
    """Return why the value at a path, or all that stands below it, cannot act; None: it can.

    Every part of the path is asked, from the first on, so that what belongs to something idle
    is idle too.
    """
    return _reason(scope_of(rules), tuple(path.split(".")))


def idle(rules: RuleSet) -> Mapping[str, Idle]:
    """Return the paths of single values of a rule set that cannot act, each with the reason."""
    scope = scope_of(rules)
    found = {}
    for leaf in leaves(rules):
        why = _reason(scope, leaf.steps)
        if why is not None:
            found[leaf.path] = why
    return found


_scopes: dict[int, Scope] = {}


def scope_of(rules: RuleSet) -> Scope:
    """Return what can happen under a rule set, the same object when asked again soon."""
    kept = _scopes.get(id(rules))
    if kept is None or kept.rules is not rules:
        if len(_scopes) >= _KEPT:
            _scopes.clear()
        kept = _scopes[id(rules)] = Scope(rules)
    return kept


@dataclass(slots=True)
class _Node:
    tests: list[Test] = field(default_factory=list)
    below: dict[str, _Node] = field(default_factory=dict)


def _tree(*tables: Mapping[str, Test]) -> _Node:
    root = _Node()
    for table in tables:
        for pattern, test in table.items():
            node = root
            for step in pattern.split("."):
                node = node.below.setdefault(step, _Node())
            node.tests.append(test)
    return root


_TREE: Final = _tree(GAME, WORTH, MONEY)


def _reason(scope: Scope, steps: Steps) -> Idle | None:
    node = _TREE
    keys: list[str] = []
    for taken, step in enumerate(steps, 1):
        if step in node.below:
            node = node.below[step]
        elif ANY in node.below:
            node = node.below[ANY]
            keys.append(step)
        else:
            return None
        for test in node.tests:
            why = test(scope, tuple(keys), steps[taken:])
            if why is not None:
                return why
    return None
