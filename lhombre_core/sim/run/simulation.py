"""A simulation: whole sessions in their order, until the deals that were asked have been played.

The sessions are handed out in parts to threads, to other processes or to a cluster. Parts are put
together in their order and the run ends after the session in which the deals are reached, so the
outcome does not depend on the number of workers. A run that is written to a folder can be left at
any moment and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from lhombre_core.engine.state.seating import seat_players
from lhombre_core.errors import UsageError, cut, quoted
from lhombre_core.frozen import frozen
from lhombre_core.kernel.obstacle import obstacle
from lhombre_core.kernel.stream import SESSIONS, deal_key
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.sim.machine import processors
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.run.dispatch import Dispatch, Memory, Plan
from lhombre_core.sim.run.summary import Summary
from lhombre_core.sim.run.worker import Alone, Workers, processes, threads
from lhombre_core.sim.store.part import LONG, Work, sessions_of_part, usual_length

if TYPE_CHECKING:
    from lhombre_core.sim.play.backend import Backend
    from lhombre_core.sim.store.folder import Folder

Progress: TypeAlias = Callable[[int, int], None]
"""Hears how many deals have been played, and how many are asked."""

Say: TypeAlias = Callable[[str], None]
"""Hears a sentence for the user."""

Ready: TypeAlias = Callable[[], None]
"""Prepares the kernel of this machine."""

AUTO: Final = "auto"
"""As many threads or processes as there are processors."""

MOST_WORKERS: Final = 1000
"""The most threads or processes on this machine; a cluster may have more."""

_COMMAND: Final = "lhombre_core.simulate"


@frozen
class _Staff:
    """The workers that are asked for: threads or processes of this machine, or a cluster."""

    number: int
    cluster: str | None
    in_threads: bool = False
    ready: Ready | None = None
    """Called before this machine plays."""

    def make_ready(self) -> None:
        """Prepare this machine, if it plays."""
        if self.ready is not None and self.cluster is None:
            self.ready()

    def __str__(self) -> str:
        """Return the workers in words."""
        if self.cluster is not None:
            return f"the cluster at {self.cluster}"
        if self.in_threads:
            return "1 thread" if self.number == 1 else f"{self.number} threads"
        return "1 process" if self.number == 1 else f"{self.number} processes"

    def workers(
        self, work: Work, backend: Backend, meter: _Meter
    ) -> AbstractContextManager[Workers]:
        """Return the workers, which end with their context."""
        if self.cluster is not None:
            from lhombre_core.sim.run.cluster import cluster

            return cluster(self.cluster, work.pack())
        if self.number <= 1:
            return nullcontext(Alone(work, backend, meter.show))
        if self.in_threads:
            return threads(work, backend, self.number)
        return processes(work.pack(), self.number)


class _Meter:
    """The progress of a run in deals."""

    def __init__(self, asked: int, progress: Progress | None) -> None:
        self.asked = asked
        self._progress = progress
        self._done = 0
        self._shown = 0

    def show(self, deals: int) -> None:
        """Show the deals of whole parts and these of the part that is played; never fewer."""
        self._shown = max(self._shown, min(self._done + deals, self.asked))
        if self._progress is not None:
            self._progress(self._shown, self.asked)

    def add(self, deals: int) -> None:
        """Add the deals of a whole part, and show the sum."""
        self._done += deals
        self.show(0)


@frozen
class Keeping:
    """The folder in which a run is kept, and how."""

    out: Path
    columns: bool = True
    """Whether every deal is written down."""
    force: bool = False
    """Whether another run that is there may be replaced."""
    say: Say | None = None
    """Hears what the folder held before."""
    command: str = _COMMAND
    """The name of the run in the log."""


def run(  # noqa: PLR0913  each is a choice of its own
    resolved: Resolved,
    deals: int,
    seed: int,
    bots: Sequence[str] = ("thumb",),
    jobs: int | str | None = None,
    progress: Progress | None = None,
    *,
    table: int = 3,
    folder: Path | None = None,
    out: Path | Keeping | None = None,
    ready: Ready | None = None,
) -> Summary:
    """Play `deals` deals, or a few more because sessions are whole, and return their summary.

    `bots` names one bot for all players or one for each, and `folder` is where a user's own are
    looked for; `table` is the number of players. `jobs` is the number of threads or processes
    ("auto": one for each processor), or the address of a Dask scheduler whose workers play; without
    it threads play on all processors, or one process where threads are no gain. Processes start
    afresh, so that a script which asks for more than one needs `if __name__ == "__main__":`.

    With `out` the run is kept in that folder, every deal of it, and one that was left there goes
    on. UsageError for what cannot be. `ready` is called after these checks, if this machine is to
    play.
    """
    require_numbers(deals, seed)
    seat_players(resolved.rules.table, table, dealer=0)  # an impossible table is refused
    task = Task(resolved.rules, table, seed, _by_player(bots, table), folder)
    backend = backend_for(task, deals)
    staff = replace(_staff(jobs, in_threads=backend.in_threads), ready=ready)
    length = usual_length(task.rules, table)
    meter = _Meter(deals, progress)
    if out is None:
        plan = Plan(deals, max(1, backend.block // (length or LONG)), length)
        staff.make_ready()
        if obstacle():  # the compiler may have failed just now
            backend = backend_for(task, deals)
        meter.add(0)
        dispatch = Dispatch(plan, Memory(), set(), meter.add)
        with staff.workers(Work(task, deals), backend, meter) as workers:
            return Summary.of(resolved, task, deals, dispatch.run(workers))
    from lhombre_core.sim.store.folder import open_folder
    from lhombre_core.sim.store.manifest import manifest, stamp

    keeping = out if isinstance(out, Keeping) else Keeping(Path(out))
    size = sessions_of_part(task, deals, columns=keeping.columns)
    wanted = manifest(resolved, task, deals, size, columns=keeping.columns)
    work = Work(task, deals, stamp(wanted) if keeping.columns else None)
    plan = Plan(deals, size, length)
    with open_folder(keeping.out, wanted, keeping.command, force=keeping.force) as opened:
        kept = _Kept(resolved, work, backend, plan, staff, keeping.say or _say_nothing)
        return kept.run(opened, meter)


def require_numbers(deals: int, seed: int) -> None:
    """Raise UsageError for an impossible number of deals, or an impossible seed.

    A session has a deal at least, so that the sessions of a seed are enough for as many deals.
    """
    if not 0 < deals <= SESSIONS:
        raise UsageError(f"{cut(deals)} deals cannot be played; expected 1 to {SESSIONS:,}")
    deal_key(seed, 0, 0)


def require_workers(jobs: int, *, in_threads: bool) -> None:
    """Raise UsageError for an impossible number of threads or processes."""
    if not 0 < jobs <= MOST_WORKERS:
        kind = "threads" if in_threads else "processes"
        wanted = f"1 to {MOST_WORKERS}, or {AUTO}"
        raise UsageError(f"{cut(jobs)} {kind} cannot work; expected {wanted}")


def _staff(jobs: int | str | None, *, in_threads: bool) -> _Staff:
    if isinstance(jobs, str) and jobs != AUTO:
        return _Staff(0, jobs, in_threads)
    if jobs is None and not in_threads:
        return _Staff(1, None)
    if not isinstance(jobs, int):
        return _Staff(processors(), None, in_threads)
    require_workers(jobs, in_threads=in_threads)
    return _Staff(jobs, None, in_threads)


def _by_player(bots: Sequence[str], table: int) -> tuple[str, ...]:
    if len(bots) not in {1, table}:
        wanted = f"one, or {table} for the {table} players"
        raise UsageError(f"{len(bots)} bots are named; expected {wanted}")
    return tuple(bots) * table if len(bots) == 1 else tuple(bots)


def _say_nothing(_text: str) -> None:
    pass


@frozen
class _Kept:
    """A run that is kept in a folder: new, to be continued, or ended."""

    resolved: Resolved
    work: Work
    backend: Backend
    plan: Plan
    staff: _Staff
    say: Say

    def run(self, folder: Folder, meter: _Meter) -> Summary:
        """Play what the folder lacks, write the outcome there, and return it."""
        ready = folder.ready()
        parts = len(ready)
        dispatch = Dispatch(self.plan, folder, ready, meter.add)
        complete = dispatch.ended() and folder.finished
        self._report_folder(folder, parts, complete=complete)
        if not dispatch.ended():
            folder.reopen()
            self._play(dispatch, folder, meter)
        summary = Summary.of(self.resolved, self.work.task, self.plan.asked, dispatch.tally)
        folder.finish(dispatch.counted, dispatch.tally, summary.as_json())
        if complete:
            self.say("The run has ended already; nothing was played.")
        folder.log(f"ended: {summary.tally.deals:,} deals in {dispatch.counted:,} parts")
        return summary

    def _report_folder(self, folder: Folder, parts: int, *, complete: bool) -> None:
        """Say what the folder held before, and log it."""
        if folder.restored:
            folder.log("found: the manifest was lost or changed and is written again")
            self.say(f"The manifest of {quoted(folder.out)} is written again.")
        held = []
        if parts:
            held.append(f"{folder.deals:,} deals were played before")
        if folder.damaged:
            one = folder.damaged == 1
            damaged = "1 damaged part is" if one else f"{folder.damaged} damaged parts are"
            held.append(f"{damaged} played again")
        if held:
            folder.log(f"found: {', '.join(held)}")
        if held and not complete:
            self.say(f"Going on with {quoted(folder.out)}: {', '.join(held)}.")

    def _play(self, dispatch: Dispatch, folder: Folder, meter: _Meter) -> None:
        self.staff.make_ready()
        backend = self.backend
        if obstacle():  # the compiler may have failed just now
            backend = backend_for(self.work.task, self.plan.asked)
        folder.log(f"playing: {self.plan.asked:,} deals, {self.staff}")
        meter.add(folder.deals)
        start = monotonic()
        with self.staff.workers(self.work, backend, meter) as workers:
            dispatch.run(workers)
        seconds = monotonic() - start
        rate = max(0, dispatch.tally.deals - folder.deals) / max(seconds, 1e-9)
        folder.log(f"played: {seconds:.1f} seconds, {rate:,.0f} deals a second")
