"""Contracts that have something in common, as a rulebook tells of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Group:
    """Contracts that share a value."""

    value: Any
    names: tuple[str, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """Contracts that are bid under the name of another."""

    cover: str
    named: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What winners may make of their bids."""

    free: list[Group]
    """Contracts whose winner has a choice: it is the value of each group."""
    bound: list[str]
    """Contracts that are played as they were bid."""
    open: list[str]
    """Contracts for which the rule for all contracts holds."""

    own: bool
    """Whether a contract has a rule of its own that says something else than the one for all."""

    @property
    def free_count(self) -> int:
        """How many contracts leave their winner a choice."""
        return sum(len(group.names) for group in self.free)
