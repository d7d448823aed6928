"""The outcome of a simulation as plain data: counts, shares with intervals, means and spreads."""

from __future__ import annotations

import json
from typing import Any, Final

import lhombre_core
from lhombre_core.frozen import frozen
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.count.statistic import share
from lhombre_core.sim.count.tally import ContractTally, Tally
from lhombre_core.sim.play.backend import Task

METHOD: Final = {
    "interval": "95 %, Wilson score",
    "deviation": "standard deviation of the sample (n - 1)",
    "counters": "what a deal brought, the opening and the auction included; players: a session",
    "engine": "reference or kernel, which play alike",
}
_ROLES: Final = ("ombre", "opponent", "resting")
_PLAYED: Final = tuple(outcome for outcome in Outcome if outcome is not Outcome.VOID)


@frozen
class Summary:
    """The outcome of a run with everything that must be known to repeat it."""

    variant: str
    hash: str
    readings: tuple[str, ...]
    patches: tuple[str, ...]
    settings: tuple[str, ...]
    contracts: tuple[str, ...]
    """The contracts of the variant, in the order of the file."""
    asked: int
    """How many deals were asked for; whole sessions are played."""
    task: Task
    tally: Tally

    @classmethod
    def of(cls, resolved: Resolved, task: Task, asked: int, tally: Tally) -> Summary:
        """Return the summary of a run under a resolved rule set."""
        return cls(
            variant=resolved.id,
            hash=resolved.hash,
            readings=resolved.readings,
            patches=resolved.patches,
            settings=resolved.settings,
            contracts=tuple(resolved.rules.contracts),
            asked=asked,
            task=task,
            tally=tally,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as data for JSON, in a fixed order."""
        tally = self.tally
        results = tally.results()
        return {
            "variant": self.variant,
            "hash": self.hash,
            "readings": list(self.readings),
            "patches": list(self.patches),
            "settings": list(self.settings),
            "seed": self.task.seed,
            "asked": self.asked,
            "deals": tally.deals,
            "sessions": tally.sessions,
            "cut": tally.cut,
            "void": tally.void,
            "table": self.task.players,
            "bots": list(self.task.bots),
            "contracts": {name: self._own(name).deals for name in self.contracts},
            "results": {str(outcome): results[outcome] for outcome in Outcome},
            "counters": self._counters(),
            "rates": _rates(results, tally.deals - tally.void)
            | {"void": share(tally.void, tally.deals)},
            "by_contract": {
                name: _as_dict(own, tally.deals)
                for name in self.contracts
                if (own := self._own(name)).deals
            },
            "lengths": tally.lengths.as_dict(),
            "pools": {
                name: {"opening": held.opening.as_dict(), "end": held.end.as_dict()}
                for name in self.task.rules.stakes.pools
                if (held := tally.pools.get(name)) is not None
            },
            "totals": self._totals(),
            "method": METHOD,
            "version": lhombre_core.__version__,
        }

    def as_json(self) -> str:
        """Return the data as the text of a file; the same run gives the same text."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"

    def _own(self, contract: str) -> ContractTally:
        return self.tally.contracts.get(contract, ContractTally())

    def _counters(self) -> dict[str, Any]:
        tally = self.tally
        seats = (format_seat(seat) for seat in Seat)
        return {
            "by_player": [tally.players[player].as_dict() for player in sorted(tally.players)],
            "by_seat": {seat: tally.seats[seat].as_dict() for seat in seats if seat in tally.seats},
            "by_role": {
                role: tally.roles[role].as_dict() for role in _ROLES if role in tally.roles
            },
            "bank": tally.bank.as_dict(),
        }

    def _totals(self) -> dict[str, int]:
        """Return how often special things happened, whatever was played."""
        return {
            name: sum(_specials(own)[name] for own in self.tally.contracts.values())
            for name in _specials(ContractTally())
        }


def _specials(own: ContractTally) -> dict[str, int]:
    return {
        "vole_undertaken": own.vole_undertaken,
        "vole_made": own.vole_made,
        "vole_failed": own.vole_undertaken - own.vole_made,
        "stopped": own.stopped,
        "conceded": own.conceded,
        "taken_over": own.taken_over,
        "first_five": own.first_five,
        "first_five_against": own.first_five_against,
    }


def _rates(results: dict[Outcome, int], played: int) -> dict[str, Any]:
    return {str(outcome): share(results.get(outcome, 0), played) for outcome in _PLAYED}


def _as_dict(own: ContractTally, deals: int) -> dict[str, Any]:
    return {
        "deals": own.deals,
        "share": share(own.deals, deals),
        "results": {str(outcome): own.results.get(outcome, 0) for outcome in _PLAYED},
        "rates": _rates(own.results, own.deals),
        **_specials(own),
        "tricks": own.tricks.as_dict(),
        "counters": own.counters.as_dict(),
    }
