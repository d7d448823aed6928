"""The seam between a simulation and what plays its deals: the reference engine, or a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.tally import Tally


@dataclass(frozen=True, slots=True)
class Task:
    """What is played in every session of a run; it can be sent to another process."""

    rules: RuleSet
    players: int
    """How many are at the table."""
    seed: int
    bots: tuple[str, ...]
    """The name of each player's bot, by player."""
    folder: Path | None = None
    """Where a user's bots are looked for; None: the current folder."""


class Backend(Protocol):
    """Plays whole sessions of a task, each of them always alike.

    What a session brings is a function of the task and its number alone. So a run may be cut into
    blocks anywhere, and the tallies put together in any order.
    """

    block: int
    """About how many deals are worth one call."""

    def run_block(self, sessions: range, deals: int | None = None) -> Tally:
        """Return the tally of sessions in their order.

        With `deals` the block ends after the session in which so many have been reached.
        """
        ...
