"""The page of a site on simulated play: tables from summaries of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.acting.idleness import scope_of
from lhombre_core.rules.contract import EnteredBy

_RESULTS: Final = ("win", "remise", "codille", "vole-failed")
_HANDS: Final = 3
"""So many have cards in a deal; whoever else is at the table rests."""
_WIDTH: Final = 420
_LABELLED: Final = 0.07
"""A part of a bar that is at least so large has its number in it."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a bar: a result, its share, start and length."""

    name: str
    share: float
    x: float
    width: float
    labelled: bool


@dataclass(frozen=True)
class RunSummary:
    """The summary of a run of one variant."""

    resolved: Resolved
    found: Mapping[str, Any]
    speech: Speech

    @property
    def name(self) -> str:
        """The English name of the variant."""
        return self.resolved.rules.identity.name.en

    @property
    def unit(self) -> str:
        """The unit of its amounts."""
        return self.speech.say("stakes.unit")

    @property
    def played(self) -> Mapping[str, int]:
        """How many deals had an ombre, of all."""
        void = self.found["rates"]["void"]
        return {"count": void["of"] - void["count"], "of": void["of"]}

    @property
    def slices(self) -> list[Slice]:
        """The results of all deals as parts of a bar; deals without ombre last."""
        results, deals = self.found["results"], self.found["deals"]
        slices, x = [], 0.0
        for name in (*_RESULTS, "void"):
            number = results.get(name, 0)
            if number:
                share = number / deals
                width = share * _WIDTH
                slices.append(Slice(name, share, round(x, 1), round(width, 1), share >= _LABELLED))
                x += width
        return slices

    @property
    def contracts(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The contracts that were played, by name, with their results."""
        return [
            (self.speech.contract(name), own) for name, own in self.found["by_contract"].items()
        ]

    @property
    def unplayed(self) -> list[str]:
        """The names of the contracts that could be played and were not."""
        return [self.speech.contract(name) for name in self._missing if self._is_open(name)]

    @property
    def barred(self) -> list[str]:
        """The names of the contracts that need a resting player, where the table has none."""
        return [self.speech.contract(name) for name in self._missing if not self._is_open(name)]

    @property
    def _missing(self) -> list[str]:
        """The contracts of the game that were not played."""
        known = scope_of(self.resolved.rules).contracts
        return [n for n, number in self.found["contracts"].items() if not number and n in known]

    def _is_open(self, contract: str) -> bool:
        """Return whether a contract can be entered at the table of the run."""
        by = self.resolved.rules.contracts[contract].entry.by
        return by is not EnteredBy.RESTING_SEAT or self.found["table"] > _HANDS

    @property
    def pools(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The pools by name, with their contents."""
        return [(self.speech.pool(name), held) for name, held in self.found["pools"].items()]


@dataclass(frozen=True)
class Simulation:
    """The summaries of a run of every variant."""

    runs: tuple[RunSummary, ...]

    @property
    def bots(self) -> list[str]:
        """The players, each kind once."""
        return list(dict.fromkeys(bot for run in self.runs for bot in run.found["bots"]))

    @property
    def results(self) -> tuple[str, ...]:
        """The results of a deal that had an ombre."""
        return _RESULTS

    @property
    def same_players(self) -> bool:
        """Whether all runs had the same players, seed and number of deals asked for."""
        first = self.runs[0].found
        keys = ("seed", "asked")
        return all(
            set(run.found["bots"]) == set(first["bots"])
            and all(run.found[key] == first[key] for key in keys)
            for run in self.runs
        )

    @property
    def width(self) -> int:
        """How wide the picture of results is."""
        return _WIDTH


def simulation(
    variants: Sequence[Resolved],
    found: Mapping[str, Mapping[str, Any]],
    *,
    language: str = LANGUAGE,
) -> Simulation:
    """Return the values of the page; `found` has the summary of each variant as data, by id."""
    return Simulation(
        tuple(
            RunSummary(one, found[one.id], Speech(one.rules, language))
            for one in variants
            if one.id in found
        )
    )
