"""What is played by both: every variant and reading, at every size of table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lhombre_core.engine.state.game import prepare
from lhombre_core.language.catalog import load
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.play.check import sizes

MIXTURES: Final = (
    ("random",),
    ("thumb",),
    ("thumb-bold", "random", "thumb-cautious", "thumb", "random"),
    ("random", "thumb", "thumb-bold"),
)
"""Who sits at a table, over and over again until all seats are taken."""


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

    def rules(self) -> RuleSet:
        """Return the rule set."""
        return load(self.variant, [self.reading] if self.reading else []).rules


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
