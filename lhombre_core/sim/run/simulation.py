"""A simulation: whole sessions in their order until so many deals have been played.

The sessions are handed out in parts, to threads, other processes or a cluster where those work.
Parts are put together in their order and the run ends after the session in which the deals are
reached, so the outcome is the same however many work. A run that is written to a folder can be left
at any moment and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from lhombre_core.engine.state.seating import seat_players
from lhombre_core.errors import UsageError, cut, quoted
from lhombre_core.frozen import dataclass
from lhombre_core.kernel.stream import SESSIONS, deal_key
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.run.crew import Alone, Crew, processors, threads
from lhombre_core.sim.run.dispatch import Dispatch, Memory, Plan
from lhombre_core.sim.run.part import LONG, Work, sessions_of_part, usual_length
from lhombre_core.sim.run.summary import Summary

if TYPE_CHECKING:
    from lhombre_core.sim.play.backend import Backend
    from lhombre_core.sim.run.folder import Folder

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many deals have been played, and of how many."""

Say: TypeAlias = Callable[[str], None]
"""Told in a sentence what is worth knowing."""

Ready: TypeAlias = Callable[[], None]
"""Makes ready what plays."""

AUTO: Final = "auto"
"""As many threads or processes as there are processors."""

MOST_WORKERS: Final = 1000
"""So many threads or processes work on one machine; a cluster may have more."""

_COMMAND: Final = "lhombre_core.simulate"


@dataclass(frozen=True, slots=True)
class _Hands:
    """Who works: threads or processes of this machine, or a cluster."""

    workers: int
    cluster: str | None
    in_threads: bool = False
    ready: Ready | None = None
    """Called before this machine plays."""

    def make_ready(self) -> None:
        if self.ready is not None and self.cluster is None:
            self.ready()

    def __str__(self) -> str:
        """Return who works, in words."""
        if self.cluster is not None:
            return f"the cluster at {self.cluster}"
        if self.in_threads:
            return "1 thread" if self.workers == 1 else f"{self.workers} threads"
        return "1 process" if self.workers == 1 else f"{self.workers} processes"

    @contextmanager
    def crew(self, work: Work, backend: Backend, told: _Told) -> Iterator[Crew]:
        if self.cluster is not None:
            from lhombre_core.sim.run.cluster import cluster

            with cluster(self.cluster, work.pack()) as crew:
                yield crew
        elif self.workers <= 1:
            yield Alone(work, backend, told.within)
        elif self.in_threads:
            with threads(work, backend, self.workers) as crew:
                yield crew
        else:
            from lhombre_core.sim.run.process import processes

            with processes(work.pack(), self.workers) as crew:
                yield crew


class _Told:
    """How far a run has come, as it is told."""

    def __init__(self, asked: int, progress: Progress | None) -> None:
        self.asked = asked
        self._progress = progress
        self._done = 0
        self._shown = 0

    def within(self, deals: int) -> None:
        """Tell that so many deals of a part have been played."""
        self._shown = max(self._shown, min(self._done + deals, self.asked))
        if self._progress is not None:
            self._progress(self._shown, self.asked)

    def kept(self, deals: int) -> None:
        """Tell that so many more deals are kept."""
        self._done += deals
        self.within(0)


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where and how a run is kept."""

    out: Path
    columns: bool = True
    """Is every deal written down."""
    force: bool = False
    """May another run that is there be replaced."""
    say: Say | None = None
    """Told what was found there."""
    command: str = _COMMAND
    """What the log calls the run."""


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
    """Return what became of `deals` deals or a few more: whole sessions are played.

    `bots` names one bot for all players or one for each, and `folder` is where a user's own are
    looked for; `table` is how many are at the table. `jobs` is how many threads or processes work
    ("auto": one for each processor), or the address of a Dask scheduler whose workers do; without
    it threads work on all processors, or one process where threads are no gain. Processes start
    afresh, so that a script which asks for more than one needs `if __name__ == "__main__":`.

    With `out` the run is kept in that folder, every deal of it, and one that was left there goes
    on. UsageError for what cannot be. `ready` is called when all this has been seen to and this
    machine is to play.
    """
    require_numbers(deals, seed)
    seat_players(resolved.rules.table, table, dealer=0)  # a table that there is not is refused
    task = Task(resolved.rules, table, seed, _by_player(bots, table), folder)
    backend = backend_for(task, deals)
    hands = replace(_hands(jobs, in_threads=backend.in_threads), ready=ready)
    length = usual_length(task.rules, table)
    told = _Told(deals, progress)
    if out is None:
        plan = Plan(deals, max(1, backend.block // (length or LONG)), length)
        hands.make_ready()
        told.kept(0)
        dispatch = Dispatch(plan, Memory(), set(), told.kept)
        with hands.crew(Work(task, deals), backend, told) as crew:
            return Summary.of(resolved, task, deals, dispatch.run(crew))
    from lhombre_core.sim.run.folder import open_folder
    from lhombre_core.sim.run.manifest import manifest, stamp

    keeping = out if isinstance(out, Keeping) else Keeping(Path(out))
    size = sessions_of_part(task, deals, columns=keeping.columns)
    wanted = manifest(resolved, task, deals, size, columns=keeping.columns)
    work = Work(task, deals, stamp(wanted) if keeping.columns else None)
    plan = Plan(deals, size, length)
    with open_folder(keeping.out, wanted, keeping.command, force=keeping.force) as opened:
        kept = _Kept(resolved, work, backend, plan, hands, keeping.say or _say_nothing)
        return kept.run(opened, told)


def require_numbers(deals: int, seed: int) -> None:
    """UsageError for a number of deals, or a seed, that there cannot be.

    A session has a deal at least, so that the sessions of a seed are enough for as many deals.
    """
    if not 0 < deals <= SESSIONS:
        raise UsageError(f"{cut(deals)} deals cannot be played; expected 1 to {SESSIONS:,}")
    deal_key(seed, 0, 0)


def require_workers(jobs: int, *, in_threads: bool) -> None:
    """UsageError for a number of threads or processes that cannot work."""
    if not 0 < jobs <= MOST_WORKERS:
        kind = "threads" if in_threads else "processes"
        wanted = f"1 to {MOST_WORKERS}, or {AUTO}"
        raise UsageError(f"{cut(jobs)} {kind} cannot work; expected {wanted}")


def _hands(jobs: int | str | None, *, in_threads: bool) -> _Hands:
    if isinstance(jobs, str) and jobs != AUTO:
        return _Hands(0, jobs, in_threads)
    if jobs is None and not in_threads:
        return _Hands(1, None)
    if not isinstance(jobs, int):
        return _Hands(processors(), None, in_threads)
    require_workers(jobs, in_threads=in_threads)
    return _Hands(jobs, None, in_threads)


def _by_player(bots: Sequence[str], table: int) -> tuple[str, ...]:
    if len(bots) not in {1, table}:
        wanted = f"one, or {table} for the {table} players"
        raise UsageError(f"{len(bots)} bots are named; expected {wanted}")
    return tuple(bots) * table if len(bots) == 1 else tuple(bots)


def _say_nothing(_text: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Kept:
    """A run that is kept in a folder: begun, gone on with, or found to have ended."""

    resolved: Resolved
    work: Work
    backend: Backend
    plan: Plan
    hands: _Hands
    say: Say

    def run(self, folder: Folder, told: _Told) -> Summary:
        ready = folder.ready()
        parts = len(ready)
        dispatch = Dispatch(self.plan, folder, ready, told.kept)
        complete = dispatch.ended() and folder.finished
        self._tell_found(folder, parts, complete=complete)
        if not dispatch.ended():
            folder.reopen()
            self._play(dispatch, folder, told)
        summary = Summary.of(self.resolved, self.work.task, self.plan.asked, dispatch.tally)
        folder.finish(dispatch.counted, dispatch.tally, summary.as_json())
        if complete:
            self.say("The run has ended already; nothing was played.")
        folder.log(f"ended: {summary.tally.deals:,} deals in {dispatch.counted:,} parts")
        return summary

    def _tell_found(self, folder: Folder, parts: int, *, complete: bool) -> None:
        if folder.restored:
            folder.log("found: the manifest was lost or changed and is written again")
            self.say(f"The manifest of {quoted(folder.out)} is written again.")
        told = []
        if parts:
            told.append(f"{folder.deals:,} deals were played before")
        if folder.damaged:
            damaged = (
                "1 damaged part is"
                if folder.damaged == 1
                else f"{folder.damaged} damaged parts are"
            )
            told.append(f"{damaged} played again")
        if told:
            folder.log(f"found: {', '.join(told)}")
        if told and not complete:
            self.say(f"Going on with {quoted(folder.out)}: {', '.join(told)}.")

    def _play(self, dispatch: Dispatch, folder: Folder, told: _Told) -> None:
        self.hands.make_ready()
        folder.log(f"playing: {self.plan.asked:,} deals, {self.hands}")
        told.kept(folder.deals)
        start = monotonic()
        with self.hands.crew(self.work, self.backend, told) as crew:
            dispatch.run(crew)
        seconds = monotonic() - start
        rate = max(0, dispatch.tally.deals - folder.deals) / max(seconds, 1e-9)
        folder.log(f"played: {seconds:.1f} seconds, {rate:,.0f} deals a second")
