"""Other processes of this machine that play the parts of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from lhombre_core.sim.run.crew import Crew, Together
from lhombre_core.sim.run.part import Packed, play_part
from lhombre_core.sim.run.pool import pool


@contextmanager
def processes(packed: Packed, workers: int) -> Iterator[Crew]:
    """Yield processes of this machine that play; those of `pool`."""
    with pool(workers) as executor:
        yield Together(executor, partial(play_part, packed), workers)
