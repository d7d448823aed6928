"""The findings of a checker: each fault once, with its first place in the random stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DealPlace:
    """A place in the random stream, complete enough to play up to it again."""

    seed: int
    players: int
    session: int
    index: int
    """Number of the deal in the session, from 0."""
    acts: int
    """The number of acts before it in that deal, with the deal of the cards."""

    def __str__(self) -> str:
        """Return the place as a finding shows it."""
        return (
            f"seed {self.seed}, {self.players} at the table, session {self.session}, "
            f"deal {self.index}, after {self.acts} acts"
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a variant or a bot."""

    message: str
    place: DealPlace
    rule: str | None = None
    """The path of the rule concerned, if there is one."""
    times: int = 1
    """The number of times that the fault occurred."""

    def __str__(self) -> str:
        """Return the place and the message in a line."""
        rule = "" if self.rule is None else f" ({self.rule})"
        more = "" if self.times == 1 else f"; {self.times} times in all"
        return f"{self.place}: {self.message}{rule}{more}"


class Findings:
    """A collection of findings in which faults of the same kind are counted."""

    def __init__(self) -> None:
        """Start without findings."""
        self._by_kind: dict[str, Finding] = {}

    def add(self, kind: str, place: DealPlace, message: str, rule: str | None = None) -> None:
        """Add a finding, or count it if there is a finding of its `kind`."""
        before = self._by_kind.get(kind)
        self._by_kind[kind] = (
            Finding(message, place, rule)
            if before is None
            else replace(before, times=before.times + 1)
        )

    def __iter__(self) -> Iterator[Finding]:
        """Yield the findings in the order of their first places."""
        return iter(self._by_kind.values())
