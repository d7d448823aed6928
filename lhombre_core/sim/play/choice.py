"""Which backend plays a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lhombre_core.bots.registry import BUILT_IN
from lhombre_core.kernel.obstacle import obstacle
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.sim.play.backend import Backend, Task

_FEW: Final = 250
"""The engine has played so few deals before the kernel is loaded ..."""

_FEW_UNCOMPILED: Final = 5_000
"""... and so few before it is compiled."""


def backend_for(task: Task, deals: int) -> Backend:
    """Return what plays a task of about so many deals the soonest; the sessions are the same.

    That is the kernel, where its packages are installed, all players are built in and the rules
    can be written as its arrays. UsageError for an unknown bot or a number of players without
    rules.
    """
    if any(name in BUILT_IN for name in task.bots):
        require(Consumer.PLAYERS, task.rules)
    if deals > _FEW and _may_be_compiled(task.bots):
        from lhombre_core.kernel.cache import is_filled
        from lhombre_core.kernel.space import Unencodable

        if deals > _FEW_UNCOMPILED or is_filled():
            from lhombre_core.sim.play.kernel import Kernel

            try:
                return Kernel(task)
            except Unencodable:
                pass
    from lhombre_core.sim.play.reference import Reference

    return Reference(task)


def is_uncompiled(deals: int, bots: Sequence[str]) -> bool:
    """Return whether so many deals of some bots want a kernel that has yet to be compiled."""
    if deals <= _FEW_UNCOMPILED or not _may_be_compiled(bots):
        return False
    from lhombre_core.kernel.cache import is_filled

    return not is_filled()


def why_slow(deals: int, bots: Sequence[str]) -> str:
    """Return why the engine plays deals that the kernel would play; empty if it would not.

    The reason is an obstacle of this machine, not the rules or the bots.
    """
    return obstacle() if deals > _FEW and _are_built_in(bots) else ""


def _may_be_compiled(bots: Sequence[str]) -> bool:
    return not obstacle() and _are_built_in(bots)


def _are_built_in(bots: Sequence[str]) -> bool:
    return all(name in BUILT_IN for name in bots)
