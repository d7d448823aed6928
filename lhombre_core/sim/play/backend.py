"""The seam between a simulation and what plays its deals: the reference engine, or a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from lhombre_core.frozen import frozen
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.count.columns import Columns
from lhombre_core.sim.count.tally import Tally


@frozen
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


@frozen
class Block:
    """What sessions in their order have brought."""

    tally: Tally
    columns: Columns | None = None
    """Deal by deal, where that was asked for, in the order in which they were played."""

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.tally.deals


class Backend(Protocol):
    """Plays whole sessions of a task, each of them always alike.

    What a session brings is a function of the task and its number alone. So a run may be cut into
    blocks anywhere, and the tallies put together in any order.
    """

    block: int
    """About how many deals are worth one call."""

    in_threads: bool
    """Does it gain by threads, so that no other process is needed?"""

    def run_block(
        self, sessions: range, deals: int | None = None, *, columns: bool = False
    ) -> Block:
        """Return what sessions bring, in their order.

        With `deals` the block ends after the session in which so many have been reached. With
        `columns` it has the columns of `columns.schema(task.rules, task.players)` too.
        """
        ...
