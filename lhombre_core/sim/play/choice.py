"""Which backend plays a task."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from lhombre_core.bots.registry import BUILT_IN
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.sim.play.backend import Backend, Task

_NEEDED: Final = ("numpy", "llvmlite", "numba")
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


def is_installed() -> bool:
    """Return whether the packages of the kernel are installed."""
    return all(find_spec(package) is not None for package in _NEEDED)


def _may_be_compiled(bots: Sequence[str]) -> bool:
    return is_installed() and all(name in BUILT_IN for name in bots)
