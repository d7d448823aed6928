"""The idle values of a rule set, which rulebooks leave out and comparisons ignore.

A value is idle when no deal under this rule set can depend on it, such as a limit of a pool that is
not used. A reading or a patch may make it act.
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
    """Return why the value at a path cannot act, None if it can.

    A value that belongs to an idle value is idle too.
    """
    return _reason(scope_of(rules), tuple(path.split(".")))


def idle(rules: RuleSet) -> Mapping[str, Idle]:
    """Return the reasons of the idle values of a rule set, by path."""
    scope = scope_of(rules)
    reasons = {}
    for leaf in leaves(rules):
        why = _reason(scope, leaf.steps)
        if why is not None:
            reasons[leaf.path] = why
    return reasons


_scopes: dict[int, Scope] = {}


def scope_of(rules: RuleSet) -> Scope:
    """Return the scope of a rule set, which is kept for the next call."""
    kept = _scopes.get(id(rules))
    if kept is None or kept.rules is not rules:
        if len(_scopes) >= _KEPT:
            _scopes.clear()
        kept = _scopes[id(rules)] = Scope(rules)
    return kept


@dataclass(slots=True)
class _TestNode:
    tests: list[Test] = field(default_factory=list)
    below: dict[str, _TestNode] = field(default_factory=dict)


def _tree(*tables: Mapping[str, Test]) -> _TestNode:
    root = _TestNode()
    for table in tables:
        for pattern, test in table.items():
            node = root
            for step in pattern.split("."):
                node = node.below.setdefault(step, _TestNode())
            node.tests.append(test)
    return root


_TREE: Final = _tree(GAME, WORTH, MONEY)


def _reason(scope: Scope, steps: Steps) -> Idle | None:
    node = _TREE
    keys: list[str] = []
    for depth, step in enumerate(steps, 1):
        if step in node.below:
            node = node.below[step]
        elif ANY in node.below:
            node = node.below[ANY]
            keys.append(step)
        else:
            return None
        for test in node.tests:
            why = test(scope, tuple(keys), steps[depth:])
            if why is not None:
                return why
    return None
