"""The kernel with a count of what it hands over to the reference engine."""

from __future__ import annotations

from lhombre_core.sim.play.backend import Block, Task
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.play.reference import Reference


class Watched(Reference):
    """The reference engine, which notes how many sessions and deals it is given."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.sessions = 0
        self.deals = 0

    def run_block(
        self, sessions: range, deals: int | None = None, *, columns: bool = False
    ) -> Block:
        found = super().run_block(sessions, deals, columns=columns)
        self.sessions += found.tally.sessions
        self.deals += found.deals
        return found


class Counted(Kernel):
    """The kernel; `reference` knows what did not fit into it."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._watched = Watched(task)

    @property
    def reference(self) -> Watched:
        """The engine for sessions that do not fit."""
        return self._watched
