"""The sums and the columns of many deals by the kernel against those of the engine."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.sim.play.backend import Block


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
