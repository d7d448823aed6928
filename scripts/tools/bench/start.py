"""The command line from outside: how soon it answers, and what many deals and the site take."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.watch import Took, simulate, watched

_FEW: Final = 1_000
_COMPILED: Final = 100_000
"""So many deals that the command compiles the kernel for them."""

MANY: Final = 1_000_000
MOST: Final = 100_000_000
"""Of so many deals the memory is asked."""

_SITE_CORES: Final = 2
"""On so many the site is to be made."""


def first_results(variant: str, runs: int) -> dict[str, Any]:
    """Return how soon a command answers, with code that is compiled already and without."""
    simulate(variant, _COMPILED)
    warm = [simulate(variant, _FEW) for _ in range(runs)]
    ever = [_with_nothing(variant, _FEW) for _ in range(runs)]
    compiled = _with_nothing(variant, _COMPILED)
    return {
        "variant": variant,
        "deals": _FEW,
        "compiled_deals": _COMPILED,
        "warm": _medians(warm),
        "ever": _medians(ever),
        "compiled": _medians([compiled]),
    }


def _with_nothing(variant: str, deals: int) -> Took:
    with tempfile.TemporaryDirectory() as empty:
        return simulate(variant, deals, Path(empty))


def _medians(took: Sequence[Took]) -> dict[str, Any]:
    return {
        "seconds": median(one.seconds for one in took),
        "processor": median(one.processor for one in took),
        "all": [one.seconds for one in took],
    }


def many(variants: Sequence[str], deals: int = MANY) -> list[dict[str, Any]]:
    """Return what many deals of each variant take by the command, one process."""
    return [
        {"variant": variant, "deals": deals, **simulate(variant, deals).as_data()}
        for variant in variants
    ]


def memory(variant: str, share: float) -> dict[str, Any]:
    """Return the memory of a long run: of a share of a hundred million deals, 1 at most."""
    deals = max(_FEW, int(MOST * min(share, 1.0)))
    deals -= deals % 10 ** (len(str(deals)) - 1)
    return {"variant": variant, "deals": deals, **simulate(variant, deals).as_data()}


def site(say: Callable[[str], None], deals: int = MANY) -> dict[str, Any]:
    """Return what the site of all variants takes, with code that is compiled and without.

    Each is written into a folder of its own, and every deal of it is played: a site keeps nothing
    from one to the next.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        ever, _ = _site(place / "ever", deals, place / "cache")
        warm, pages = _site(place / "warm", deals, place / "cache")
    for name, took in (("nothing compiled", ever), ("compiled before", warm)):
        say(f"{name:<20}{took.seconds:>8.1f} s, {pages} pages, {deals:,} deals of each variant")
    return {
        "deals": deals,
        "pages": pages,
        "cores": _SITE_CORES,
        "warm": warm.as_data(),
        "ever": ever.as_data(),
    }


def _site(out: Path, deals: int, cache: Path) -> tuple[Took, int]:
    """Return what a site took, and how many pages it has."""
    words = ["site", "--out", str(out), "--deals", str(deals)]
    took = watched(words, cache, cores=_SITE_CORES)
    return took, sum(1 for _ in out.rglob("*.html"))
