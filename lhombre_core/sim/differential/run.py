"""Kernel against reference engine: the same sessions by both, compared deal by deal.

A case is a rule set, the size of a table and who sits at it. Half of the deals go to the variants
as they stand, at every size of table and with every mixture of players; the other half to every
reading of every variant, at every size, the mixtures in turn. Of each case whole sessions are
played by both backends, and all that they say of them must be equal: the sums of the tally, and
every column of every deal (who bid what, who won which tricks, what each gained, what each pool
held).

A session that does not fit into the kernel is played by the engine in both and proves nothing. How
many deals those were is said.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from lhombre_core.engine.game import prepare
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim.backend import Block, Task
from lhombre_core.sim.check import sizes
from lhombre_core.sim.reference import Reference

MIXTURES: Final = (
    ("random",),
    ("thumb",),
    ("thumb-bold", "random", "thumb-cautious", "thumb", "random"),
    ("random", "thumb", "thumb-bold"),
)
"""Who sits at a table, over and over again until all seats are taken."""

SHOWN: Final = 20
"""So many differences are described."""

_ROUND: Final = 64
"""How many sessions are played by one and then by the other."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is played by both; `reading` is empty or written `POINT=READING`."""

    variant: str
    reading: str
    players: int
    bots: tuple[str, ...]

    def __str__(self) -> str:
        """Return the case in words."""
        reading = f" {self.reading}" if self.reading else ""
        return f"{self.variant}{reading}, {self.players} players: {', '.join(self.bots)}"


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a case."""

    deals: int
    sessions: int
    by_engine: int
    """Deals that the kernel handed to the engine."""
    differences: tuple[str, ...]
    """One for every part of the two that is not equal."""


def cases(variants: Sequence[str]) -> tuple[list[Case], list[Case]]:
    """Return the cases of the variants as they stand, and those of their readings."""
    plain: list[Case] = []
    read: list[Case] = []
    for variant in variants:
        rules = load(variant).rules
        for players in sizes(prepare(rules)):
            plain += (Case(variant, "", players, _bots(mix, players)) for mix in MIXTURES)
        for point, about in rules.apparatus.points.items():
            for name, reading in about.readings.items():
                if reading.documented_only is None and name != about.default:
                    chosen = f"{point}={name}"
                    for players in sizes(prepare(load(variant, [chosen]).rules)):
                        mix = MIXTURES[len(read) % len(MIXTURES)]
                        read.append(Case(variant, chosen, players, _bots(mix, players)))
    return plain, read


def _bots(mixture: Sequence[str], players: int) -> tuple[str, ...]:
    return tuple(mixture[player % len(mixture)] for player in range(players))


def compare(case: Case, deals: int, seed: int) -> Found:
    """Play sessions of a case by both until so many deals are reached, and compare them."""
    from lhombre_core.sim.counted import Counted

    rules = load(case.variant, [case.reading] if case.reading else []).rules
    task = Task(rules, case.players, seed, case.bots)
    kernel, reference = Counted(task), Reference(task)
    played = first = 0
    differences: list[str] = []
    while played < deals:
        numbers = range(first, first + _ROUND)
        wanted = reference.run_block(numbers, deals - played, columns=True)
        numbers = range(first, first + wanted.tally.sessions)
        found = kernel.run_block(numbers, columns=True)
        differences += (f"{case}: {told}" for told in differ(found, wanted))
        played += wanted.deals
        first = numbers.stop
    return Found(played, first, kernel.reference.deals, tuple(differences))


def differ(found: Block, wanted: Block) -> Iterator[str]:
    """Yield in words in what the blocks of the kernel and of the engine differ."""
    if found.tally != wanted.tally:
        yield "the sums are not equal"
    mine, theirs = found.columns, wanted.columns
    if mine is None or theirs is None:
        return
    if len(mine) != len(theirs):
        yield f"{len(mine)} deals, not {len(theirs)}"
        return
    if mine.beyond != theirs.beyond:
        yield "the amounts beyond 64 bits are not equal"
    for name, column in theirs.arrays.items():
        wrong = (mine.arrays[name] != column).nonzero()[0]
        if len(wrong):
            row = int(wrong[0])
            session, deal = (int(theirs.arrays[which][row]) for which in ("session", "deal"))
            yield (
                f"session {session}, deal {deal}: {name} is {mine.arrays[name][row]}, "
                f"not {column[row]} (so in {len(wrong)} deals)"
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
