"""Why a value of a rule set cannot act, and how that is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.contract import Contract
from lhombre_core.rules.data.path import Steps
from lhombre_core.rules.word import Word


class Idle(Word):
    """Why a value cannot act."""

    TABLE = "table", "nobody at the table rests"
    NO_ENTRY = "no-entry", "no resting player may enter"
    NOT_PLAYED = "not-played", "nobody can come to play this contract"
    NO_CONTRACT = "no-contract", "no contract that is played asks for it"
    THIS_CONTRACT = "this-contract", "this contract does not ask for it"
    OVERRULED = "overruled", "another value decides first"
    NOT_USED = "not-used", "the pool is not used"
    KIND = "kind", "it belongs to another kind of thing than this one"
    NOT_READ = "not-read", "nothing that is paid reads it"
    NEVER = "never", "what it answers to cannot happen"
    NOTHING = "nothing", "it makes no difference to any sum"


Test: TypeAlias = Callable[[Scope, Steps, Steps], Idle | None]
"""Asks about a path: the scope, the keys in the path so far, and the steps that follow."""


def unless(acts: Callable[[Scope], object], why: Idle) -> Test:
    """Return a test that gives a reason unless something holds under the rule set."""

    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        return None if acts(scope) else why

    return test


def contract(acts: Callable[[Scope, Contract], object], why: Idle = Idle.THIS_CONTRACT) -> Test:
    """Return a test that gives a reason unless something holds of the contract in the path."""

    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        return None if acts(scope, scope.rules.contracts[keys[0]]) else why

    return test


def contract_alone(acts: Callable[[Contract], object], why: Idle = Idle.THIS_CONTRACT) -> Test:
    """Return a test that gives a reason unless something holds of the contract by itself."""
    return contract(lambda scope, one: acts(one), why)  # noqa: ARG005  the scope is not asked


def first(*tests: Test) -> Test:
    """Return a test that gives the first reason that one of several gives."""

    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:
        return next((why for one in tests if (why := one(scope, keys, rest)) is not None), None)

    return test
