"""The rules as the templates of a rulebook read them, in the order of the reader.

Nothing here is prose. A template asks for contracts grouped by a value, the ladder of bids, the
tables of cards, the payments that answer to an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from lhombre_core.report.words.markdown import first_up
from lhombre_core.report.words.payment import ListedPayment, Paid, givings
from lhombre_core.report.words.speech import Speech
from lhombre_core.rules.acting.idleness import Idle, reason, scope_of
from lhombre_core.rules.acting.money import occasions, pays_nothing
from lhombre_core.rules.acting.scope import AUCTION_EVENTS, Scope, is_free, takes, takes_all
from lhombre_core.rules.auction import Change
from lhombre_core.rules.contract import AuctionRound, Codille, Contract, Requirement, VoleBy
from lhombre_core.rules.data.path import steps, value_at
from lhombre_core.rules.data.shape import Value
from lhombre_core.rules.settlement import Event, Party, Phase, TermKind
from lhombre_core.rules.stake import Join, Occasion, Pool
from lhombre_core.rules.table import TableSize
from lhombre_core.rules.variant import RuleSet


@dataclass(frozen=True, slots=True)
class ContractGroup:
    """Contracts that share a value."""

    value: Any
    names: tuple[str, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """Contracts that are bid under the name of another."""

    cover: str
    named: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The contracts that the winner of a bid may declare."""

    free: list[ContractGroup]
    """Contracts whose winner has a choice: it is the value of each group."""
    bound: list[str]
    """Contracts that are played as they were bid."""
    open: list[str]
    """Contracts for which the rule for all contracts holds."""

    own: bool
    """Whether a contract has a rule of its own that says something else than the one for all."""

    @property
    def free_count(self) -> int:
        """How many contracts leave their winner a choice."""
        return sum(len(group.names) for group in self.free)


class Context:
    """The rules of a book in the form its templates read."""

    def __init__(self, rules: RuleSet, speech: Speech) -> None:
        """Take a rule set with its texts escaped."""
        self.r = rules
        self.s = speech
        self.scope: Scope = scope_of(rules)

    def live(self, path: str) -> bool:
        """Return whether the value at a path can act."""
        return reason(self.r, path) is None

    def idle(self, path: str) -> Idle | None:
        """Return why the value at a path cannot act."""
        return reason(self.r, path)

    # -- contracts ------------------------------------------------------------------------------

    @property
    def contracts(self) -> Mapping[str, Contract]:
        """The contracts that can be played."""
        return self.scope.contracts

    def groups(self, part: str, names: Iterable[str] | None = None) -> list[ContractGroup]:
        """Return contracts grouped by the value at a path below each, where it can act."""
        found: dict[Any, list[str]] = {}
        for name in self.contracts if names is None else names:
            path = f"contracts.{name}.{part}"
            if self.live(path):
                found.setdefault(value_at(self.r, steps(path)), []).append(name)
        return [
            ContractGroup(value, tuple(names), tuple(f"contracts.{name}.{part}" for name in names))
            for value, names in found.items()
        ]

    def group(self, part: str, value: Value) -> ContractGroup | None:
        """Return the contracts that have a value at a path below each, None where none has."""
        return next((one for one in self.groups(part) if one.value == value), None)

    @cached_property
    def ladder(self) -> list[list[str]]:
        """The contracts that are bid, by rank from the lowest; those of equal rank together."""
        ranks: dict[int, list[str]] = {}
        for name, contract in self.scope.bids.items():
            ranks.setdefault(contract.rank, []).append(name)
        return [ranks[rank] for rank in sorted(ranks)]

    def all_or(self, names: Iterable[str]) -> bool:
        """Return whether the given contracts are all that can be played."""
        return set(names) == set(self.contracts)

    @cached_property
    def by_rank(self) -> list[str]:
        """The contracts from the lowest bid to the highest, then those that are not bid."""
        bids = [name for names in self.ladder for name in names]
        return bids + [name for name in self.contracts if name not in bids]

    def place(self, name: str) -> int | None:
        """Return the place of a contract among the bids, from 1; None if it is not bid."""
        ranks = [names for names in self.ladder if name in names]
        return self.ladder.index(ranks[0]) + 1 if ranks else None

    @property
    def three_only(self) -> frozenset[TableSize]:
        """The table sizes at which no player rests."""
        return frozenset({TableSize.THREE})

    @property
    def entrant(self) -> str | None:
        """The contract that a resting player enters, None where none can."""
        return next((name for name in self.contracts if name not in self.scope.bids), None)

    @cached_property
    def second_round(self) -> list[str]:
        """The contracts of the round after three passes."""
        return [
            name for name, one in self.scope.bids.items() if one.entry.round is AuctionRound.SECOND
        ]

    @cached_property
    def covered(self) -> list[Covered]:
        """The contracts that are bid under the name of another, by that name."""
        found: dict[tuple[str, str], list[str]] = {}
        for name, one in self.scope.bids.items():
            if one.entry.cover is not None and not is_free(one):
                found.setdefault((one.entry.cover, one.entry.named.value), []).append(name)
        return [Covered(cover, named, tuple(names)) for (cover, named), names in found.items()]

    @cached_property
    def changes(self) -> Changes:
        """The contracts that the winner of a bid may declare."""
        free: list[ContractGroup] = []
        bound: list[str] = []
        open_: list[str] = []
        for group in self.groups("becomes"):
            if group.value is None:
                open_ += group.names
            elif set(group.value) == set(group.names):
                bound += group.names
            else:
                free.append(group)
        as_bid = self.r.auction.change is Change.AS_BID
        own = bool(free or (bound and not as_bid))
        return Changes(free, self.s.in_order(bound + open_ if as_bid else bound), open_, own)

    def needs_any(self, names: Iterable[str]) -> bool:
        """Return whether any of the given contracts requires certain cards in the hand."""
        known = self.contracts
        return any(
            known[name].requires is not Requirement.NOTHING for name in names if name in known
        )

    @cached_property
    def counts_as(self) -> list[tuple[str, str, str]]:
        """Contracts that count as another in a suit: the contract, the suits, the other."""
        found: dict[tuple[str, str], str] = {}
        for name, one in self.contracts.items():
            if self.live(f"contracts.{name}.trump.counts_as"):
                for suit, other in one.trump.counts_as.items():
                    found[name, other] = found.get((name, other), "") + suit
        return [(name, suits, other) for (name, other), suits in found.items()]

    @cached_property
    def privileged(self) -> list[str]:
        """The contracts that can be bid in a privileged suit."""
        return [
            name
            for name, one in self.scope.bids.items()
            if one.entry.privilege and self.live(f"contracts.{name}.entry.privilege")
        ]

    def opponents_exchange(self, name: str) -> bool:
        """Return whether the opponents exchange in a contract."""
        one = self.contracts[name]
        return one.exchange.opponents and not takes_all(one)

    @cached_property
    def exchanging(self) -> list[str]:
        """The contracts in which the ombre exchanges."""
        return [name for name, one in self.contracts.items() if takes(one)]

    def with_goal(self, goal: str) -> list[str]:
        """Return the contracts that have a goal."""
        return [name for name, one in self.contracts.items() if one.goal.value == goal]

    @cached_property
    def with_vole(self) -> list[str]:
        """The contracts in which the vole is played."""
        return [name for name, one in self.contracts.items() if one.vole.by is not VoleBy.NOT]

    @cached_property
    def with_codille(self) -> list[str]:
        """The contracts that can be lost by a codille."""
        return [name for name, one in self.contracts.items() if self.scope.can_codille(one)]

    @cached_property
    def codille_prices(self) -> list[ContractGroup]:
        """The contracts grouped by what a codille costs beyond the price."""
        if not self.scope.reads(TermKind.CODILLE_EXTRA):
            return []
        found: dict[Codille, list[str]] = {}
        for name in self.with_codille:
            rule = self.contracts[name].codille
            if self.s.value_of(rule.cap) is None:  # a parameter that is not set
                rule = replace(rule, cap=None)
            found.setdefault(rule, []).append(name)
        return [
            ContractGroup(value, tuple(names), tuple(f"contracts.{name}.codille" for name in names))
            for value, names in found.items()
        ]

    # -- money ----------------------------------------------------------------------------------

    @cached_property
    def paid(self) -> list[Paid]:
        """The payments of settlement and auction, by event."""
        return [one for event in Event if (one := self._paid(event)) is not None]

    def paid_on(self, event: str) -> Paid | None:
        """Return the payments on an event; None if there are none."""
        return next((one for one in self.paid if one.event.value == event), None)

    @property
    def scored_only(self) -> bool:
        """Whether the bank pays the winner and a win costs the other players nothing."""
        paid = self.paid_on(Event.WIN)
        return paid is not None and all(
            giving.from_ == Party.BANK for _, together in paid.phases for giving in together
        )

    def _paid(self, event: Event) -> Paid | None:
        phases: dict[Phase, list[ListedPayment]] = {}
        for key, transfer in self.scope.payments.items():
            path = f"settlement.{key}"
            silent = pays_nothing(self.scope, transfer.amount)
            if event in self.scope.fires(transfer) and not silent:
                phases.setdefault(transfer.phase, []).append(ListedPayment(path, transfer))
        if not phases:
            return None
        return Paid(
            event,
            tuple((phase, tuple(givings(phases[phase]))) for phase in Phase if phase in phases),
        )

    @property
    def pays_at_once(self) -> list[Paid]:
        """The payments during the auction."""
        return [one for one in self.paid if one.event in AUCTION_EVENTS]

    @cached_property
    def openings(self) -> list[ListedPayment]:
        """The payments when a deal opens."""
        return [
            ListedPayment(f"stakes.opening.{key}", one)
            for key, one in self.scope.openings.items()
            if not pays_nothing(self.scope, one.amount)
        ]

    @cached_property
    def pools(self) -> Mapping[str, Pool]:
        """The pools in use."""
        return {name: one for name, one in self.r.stakes.pools.items() if one.used}

    @cached_property
    def occasions(self) -> Mapping[str, Occasion]:
        """The occasions a deal can be played for."""
        return occasions(self.scope)

    def joined(self, occasion: str) -> dict[str, Join]:
        """Return which pools in use join the stake on an occasion, and how much of each."""
        joins = self.r.stakes.occasions[occasion].joins
        return {
            name: how
            for name, how in joins.items()
            if how is not Join.NONE and self.scope.uses(name)
        }

    @cached_property
    def counting(self) -> list[str]:
        """The occasions whose winning counts for the end of the session."""
        return [
            f"*{first_up(self.s.key(name))}*" for name, one in self.occasions.items() if one.counts
        ]

    @property
    def setting(self) -> str | None:
        """A parameter with another value, in the form of the command line."""
        for name in self.parameters:
            one = self.r.stakes.parameters[name]
            if isinstance(one.value, int):
                more = one.value + one.step
                other = more if one.most is None or more <= one.most else one.value - one.step
                return f"{name}={other}"
        return None

    @cached_property
    def parameters(self) -> list[str]:
        """The open numbers that something reads."""
        return [name for name in self.r.stakes.parameters if name in self.scope.parameters]

    def opening_name(self, key: str) -> str:
        """Return the name of an opening payment."""
        one = self.r.stakes.opening.get(key)
        return key if one is None or one.says is None else one.says

    def used(self, names: Iterable[str]) -> list[str]:
        """Return those of the named pools that are in use."""
        return [name for name in self.pools if name in set(names)]

    @cached_property
    def phases(self) -> list[Phase]:
        """The phases of the settlement after a deal, in their order."""
        used = {
            phase for one in self.paid if one.event not in AUCTION_EVENTS for phase, _ in one.phases
        }
        return [phase for phase in Phase if phase in used]
