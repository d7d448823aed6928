"""The comparison of many cases, by one process or several."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from differential.case import Case, cases
from differential.column import differ
from lhombre_core.language.catalog import variant_ids
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.reference import Reference

SHOWN: Final = 20
"""So many differences are described."""

_ROUND: Final = 64
"""How many sessions are played by one and then by the other."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a case."""

    deals: int
    sessions: int
    by_engine: int
    """Deals that the kernel handed to the engine."""
    followed: int
    """Deals that were compared act by act."""
    acts: int
    moments: int
    """How often all money was compared: at the start of a session, after each opening, after each
    settlement and after the last payments."""
    lots: int
    """How many lots lay in the pools at all these moments."""
    differences: tuple[str, ...]
    """One for every part of the columns that is not equal, and for every session that parts."""


def compare(case: Case, deals: int, seed: int) -> Found:
    """Play sessions of a case by both until so many deals are reached, and compare them."""
    from differential.follow import Follower
    from lhombre_core.sim.play.counted import Counted

    task = Task(case.rules(), case.players, seed, case.bots)
    kernel = Counted(task)
    follower = Follower(kernel)
    reference = Reference(task, follower)
    played = first = 0
    differences: list[str] = []
    while played < deals:
        numbers = range(first, first + _ROUND)
        wanted = reference.run_block(numbers, deals - played, columns=True)
        numbers = range(first, first + wanted.tally.sessions)
        found = kernel.run_block(numbers, columns=True)
        differences += differ(found, wanted)
        played += wanted.deals
        first = numbers.stop
    differences += follower.differences
    if not differences and follower.misfits != kernel.reference.sessions:
        side = f"{kernel.reference.sessions} side by side"
        differences.append(f"{follower.misfits} sessions do not fit, but {side}")
    return Found(
        deals=played,
        sessions=first,
        by_engine=kernel.reference.deals,
        followed=follower.deals,
        acts=follower.acts,
        moments=follower.purse.moments,
        lots=follower.purse.lots,
        differences=tuple(f"{case}: {told}" for told in differences),
    )


def differential(
    deals: int,
    seed: int,
    jobs: int,
    say: Callable[[str], None],
    variants: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return what came of so many deals in all, by so many processes; differences are said."""
    start = time.monotonic()
    plain, read = cases(variants or variant_ids())
    shares = [-(-deals // (2 * len(part))) if part else 0 for part in (plain, read)]
    work = [(case, shares[bool(case.reading)]) for case in (*plain, *read)]
    results: list[Found] = []
    for case, found in _done(work, seed, jobs):
        results.append(found)
        for told in found.differences:
            say(f"DIFFERENT {told}")
        if len(results) % 50 == 0 or len(results) == len(work):
            total = sum(one.deals for one in results)
            say(f"{len(results)} of {len(work)} cases, {total:,} deals; the last: {case}")
    differences = sorted(told for one in results for told in one.differences)
    return {
        "asked": deals,
        "seed": seed,
        "deals": sum(one.deals for one in results),
        "sessions": sum(one.sessions for one in results),
        "by_engine": sum(one.by_engine for one in results),
        "followed": sum(one.followed for one in results),
        "acts": sum(one.acts for one in results),
        "moments": sum(one.moments for one in results),
        "lots": sum(one.lots for one in results),
        "variants": len({case.variant for case in plain}),
        "readings": len({(case.variant, case.reading) for case in read}),
        "cases": len(work),
        "differences": len(differences),
        "shown": differences[:SHOWN],
        "seconds": round(time.monotonic() - start),
    }


def _done(work: Sequence[tuple[Case, int]], seed: int, jobs: int) -> Iterator[tuple[Case, Found]]:
    if jobs == 1:
        for case, deals in work:
            yield case, compare(case, deals, seed)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(compare, case, deals, seed): case for case, deals in work}
        for future in as_completed(waiting):
            yield waiting[future], future.result()
