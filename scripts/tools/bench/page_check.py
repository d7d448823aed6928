"""The part of the page on the comparison of kernel and reference engine."""

from __future__ import annotations

from collections.abc import Iterable

from bench.target import Data


def differential(data: Data) -> Iterable[str]:
    """Yield what came of the slow comparison."""
    found = data["differential"]
    number = found["differences"]
    told = "**no difference**" if not number else f"**{number:,} differences**"
    yield "## Kernel and reference engine\n"
    beyond = found["deals"] > found["asked"]
    more = ", more than was asked since every case plays its last one to the end," if beyond else ""
    yield f"`scripts/bench --differential {found['asked']}` had both play {found['deals']:,} deals,"
    yield f"{found['sessions']:,} whole sessions{more}"
    yield "and compared every column of every deal and all sums."
    yield from _followed(found)
    yield f"Both together: {told}."
    yield f"There were {found['variants']} variants as they stand and {found['readings']:,}"
    yield f"readings of them at every size of table, {found['cases']:,} cases, with players of all"
    yield f"kinds; seed {found['seed']}, lhombre {found['version']}. Of the deals"
    yield f"{found['by_engine']:,} were in sessions that do not fit into the kernel, which hands"
    yield "them to the engine: of those the comparison says nothing."
    for one in found["shown"]:
        yield f"\n- {one}"


def _followed(found: Data) -> Iterable[str]:
    """Yield what was compared act by act."""
    yield "Side by side the kernel writes no acts down. So it played the same sessions once more, a"
    yield "deal at a time, while the engine played them, and was compared at every step:"
    yield f"{found['acts']:,} acts of {found['followed']:,} deals (who acts, what is done, how many"
    yield "choices there are and which), the facts in which each deal ends and what they come to,"
    yield f"and {found['moments']:,} times, at the start, after each opening,"
    yield "each settlement and the last payments, all balances and every lot in every pool:"
    yield f"{found['lots']:,} lots, one that stays counted each time."
