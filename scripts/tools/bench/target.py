"""What is to be reached, and whether it is.

The rates of play are asked of a machine with AVX-512; one that has AVX2 only owes half of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bench.start import MOST
from bench.table import figure

Data: TypeAlias = Mapping[str, Any]

WIDEST: Final = "AVX-512"


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that is to be reached, and one that is aimed at beyond it."""

    work: str
    unit: str
    reach: float
    aim: float | None
    value: Callable[[Data], float]
    """The figure in what was measured; LookupError where that was not."""
    of_vectors: bool = False
    """Without AVX-512 half of it counts."""
    at_most: bool = False
    """The less, the better."""

    def share(self, data: Data) -> float:
        """Return how much of the figures this machine owes."""
        return 0.5 if self.of_vectors and data["machine"]["vectors"] != WIDEST else 1.0

    def verdict(self, data: Data, value: float) -> str:
        """Return in words whether a value reaches the target on the machine it was measured on."""
        share = self.share(data)
        if not self._good(value, self.reach * share):
            return "**not reached**"
        if self.aim is not None and self._good(value, self.aim * share):
            return "reached, and the aim"
        return "reached"

    def _good(self, value: float, wanted: float) -> bool:
        return value <= wanted if self.at_most else value >= wanted


def slowest(data: Data, bot: str) -> Data:
    """Return the whole games of a bot under the variant that is slowest."""
    return min(
        (one for one in data["games"] if one["bot"] == bot), key=lambda one: one["kernel"]["rate"]
    )


def _slowest_way(data: Data) -> float:
    """Return the longest that any way took of any variant; LookupError where one is missing."""
    found = data["ways"]
    if found["absent"]:
        raise LookupError(found["absent"])
    return float(max(max(row["seconds"].values()) for row in found["rows"]))


def _memory(data: Data) -> float:
    """Return the memory of the long run; LookupError for one that was shorter."""
    found = data["memory"]
    if found["deals"] < MOST:
        raise LookupError(found["deals"])
    return float(found["megabytes"])


TARGETS: Final = (
    Target(
        "random legal card play, standard trump game",
        "deals/s",
        10e6,
        16e6,
        lambda data: float(data["side"]["rates"]["kernel"]["rate"]),
        of_vectors=True,
    ),
    Target(
        "whole game, `thumb`, the slowest variant",
        "deals/s",
        1e6,
        3e6,
        lambda data: float(slowest(data, "thumb")["kernel"]["rate"]),
        of_vectors=True,
    ),
    Target(
        "two threads against one, tricks alone",
        "×",
        1.8,
        1.95,
        lambda data: float(data["threads"]["play"]["ratio"]),
    ),
    Target(
        "two threads against one, whole games",
        "×",
        1.8,
        1.95,
        lambda data: float(data["threads"]["game"]["ratio"]),
    ),
    Target(
        "first result, compiled before",
        "s",
        0.8,
        0.5,
        lambda data: float(data["start"]["warm"]["seconds"]),
        at_most=True,
    ),
    Target(
        "first result ever",
        "s",
        8,
        5,
        lambda data: float(data["start"]["ever"]["seconds"]),
        at_most=True,
    ),
    Target(
        "first result ever of the kernel, compiling included",
        "s",
        8,
        5,
        lambda data: float(data["start"]["compiled"]["seconds"]),
        at_most=True,
    ),
    Target(
        "a million deals by the command, the slowest variant",
        "s",
        3,
        None,
        lambda data: float(max(one["seconds"] for one in data["many"])),
        at_most=True,
    ),
    Target(
        "the same with `--jobs 1`, `--jobs 2` and a cluster, the slowest",
        "s",
        3,
        None,
        _slowest_way,
        at_most=True,
    ),
    Target(
        "memory for 100 M deals summarised, the variant that takes most",
        "MB",
        500,
        None,
        _memory,
        at_most=True,
    ),
    Target(
        "the site, a million deals of each variant, compiled before",
        "s",
        120,
        None,
        lambda data: float(data["site"]["warm"]["seconds"]),
        at_most=True,
    ),
    Target(
        "the site the first time ever, compiling included",
        "s",
        120,
        None,
        lambda data: float(data["site"]["ever"]["seconds"]),
        at_most=True,
    ),
    Target(
        "solver: strongest hand, best trump",
        "deals/s",
        7_000,
        25_000,
        lambda data: float(data["solver"]["solo"]["rate"]),
    ),
    Target(
        "the same, the slowest of a hundred",
        "ms",
        2,
        0.5,
        lambda data: float(data["solver"]["solo"]["p99_ms"]),
        at_most=True,
    ),
    Target(
        "solver: every ombre with every trump",
        "tables/s",
        900,
        None,
        lambda data: float(data["solver"]["table"]["rate"]),
    ),
    Target(
        "solver: misère",
        "deals/s",
        20_000,
        None,
        lambda data: float(data["solver"]["misere"]["rate"]),
    ),
)


def measured(data: Data) -> Iterator[tuple[Target, float]]:
    """Yield each target of which there is a figure, with that figure."""
    for target in TARGETS:
        try:
            value = target.value(data)
        except (LookupError, ValueError):
            continue
        yield target, value


def told_of(data: Data) -> Iterator[str]:
    """Yield a line for each target of which there is a figure."""
    for target, value in measured(data):
        owed = f"{figure(target.reach * target.share(data))} {target.unit}"
        told = f"{figure(value)} {target.unit} of {owed}"
        yield f"{target.verdict(data, value).strip('*'):<20} {told:<32} {target.work}"
