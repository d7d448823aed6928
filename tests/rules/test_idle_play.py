"""Idle values do not act: with all of them changed the engine plays the same."""

import pytest

from differential.column import differ
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.acting.idleness import idle, reason
from lhombre_core.rules.data.path import steps
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.reference import Reference
from tests.report.mutation import mutations
from tests.rules.change import with_value


def changed(rules):
    """Return a rule set with every idle value changed that stays idle, and how many these are."""
    other, number, known = rules, 0, idle(rules)
    done = set()
    for mutation, _ in mutations(rules):
        path = mutation.path
        if path not in known or path in done or mutation.new == "gone":
            continue
        if path.endswith(".entry.privilege"):  # coherence refuses it where it is idle
            continue
        new = with_value(other, steps(path), mutation.new)
        if idle(new).keys() >= known.keys() and reason(new, path) is not None:
            other, number = new, number + 1
            done.add(path)
    return other, number


@pytest.mark.parametrize("variant", variant_ids())
def test_the_engine_plays_the_same_with_every_idle_value_changed(variant):
    rules = load(variant).rules
    other, number = changed(rules)
    assert number > 5
    played = [
        Reference(Task(one, 3, 4, ("random", "thumb", "random"))).run_block(
            range(2), 60, columns=True
        )
        for one in (rules, other)
    ]
    assert [*differ(*played)] == []
