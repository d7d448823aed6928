"""What a checker found wrong: one finding for each thing that is wrong, at its first place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the random stream something was found: enough to find it again."""

    seed: int
    players: int
    session: int
    index: int
    """Number of the deal in the session, from 0."""
    acts: int
    """How many acts had been done in that deal, the deal of the cards among them."""

    def __str__(self) -> str:
        """Return the place as a finding tells it."""
        return (
            f"seed {self.seed}, {self.players} at the table, session {self.session}, "
            f"deal {self.index}, after {self.acts} acts"
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong."""

    message: str
    place: Place
    rule: str | None = None
    """Path of the rule that is concerned; None: no one in particular."""
    times: int = 1
    """How often the same was found."""

    def __str__(self) -> str:
        """Return where and what, in a line."""
        rule = "" if self.rule is None else f" ({self.rule})"
        more = "" if self.times == 1 else f"; {self.times} times in all"
        return f"{self.place}: {self.message}{rule}{more}"


class Findings:
    """What has been found so far. What is wrong in the same way is told once, and counted."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._by_kind: dict[str, Finding] = {}

    def add(self, kind: str, place: Place, message: str, rule: str | None = None) -> None:
        """Note something: what has the same `kind` as something before is only counted."""
        before = self._by_kind.get(kind)
        self._by_kind[kind] = (
            Finding(message, place, rule)
            if before is None
            else replace(before, times=before.times + 1)
        )

    def __iter__(self) -> Iterator[Finding]:
        """Yield the findings in the order in which they were first made."""
        return iter(self._by_kind.values())
