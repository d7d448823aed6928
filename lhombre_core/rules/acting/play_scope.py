"""The bids and plays that are possible under a rule set. Every answer is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from lhombre_core.rules.contract import (
    AuctionRound,
    Consent,
    Contract,
    EnteredBy,
    Named,
    Taken,
    TrumpBy,
    VoleBy,
)
from lhombre_core.rules.table import TableSize
from lhombre_core.rules.variant import RuleSet


class PlayScope:
    """The bids and plays that are possible under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        """Hold the rule set."""
        self.rules = rules

    # -- the table and the contracts ------------------------------------------------------------

    @cached_property
    def rests(self) -> bool:
        """Whether a player may sit at the table without cards."""
        return bool(self.rules.table.sizes & {TableSize.FOUR, TableSize.FIVE})

    @cached_property
    def may_enter(self) -> bool:
        """Whether a resting player may enter a deal, and has something to play."""
        return self.rests and self.rules.table.resting.may_enter and self.has_entrant

    @cached_property
    def has_entrant(self) -> bool:
        """Whether there is a contract that a resting player enters."""
        return any(
            contract.entry.by is EnteredBy.RESTING_SEAT
            for contract in self.rules.contracts.values()
        )

    @cached_property
    def contracts(self) -> Mapping[str, Contract]:
        """The contracts that can come to be played, in the order of the file."""
        return {name: one for name, one in self.rules.contracts.items() if self._playable(one)}

    def _playable(self, contract: Contract) -> bool:
        if contract.entry.by is EnteredBy.RESTING_SEAT:
            return self.may_enter
        return contract.entry.round is AuctionRound.FIRST or self.rules.auction.second_round

    def has_contract(self, test: Callable[[Contract], bool]) -> bool:
        """Return whether a contract that can be played passes a test."""
        return any(map(test, self.contracts.values()))

    @cached_property
    def bids(self) -> Mapping[str, Contract]:
        """The contracts that are played after an auction, in the order of the file."""
        return {name: one for name, one in self.contracts.items() if one.entry.by is EnteredBy.BID}

    @cached_property
    def levels(self) -> int:
        """The number of ranks of bids."""
        return len({contract.rank for contract in self.bids.values()})

    @cached_property
    def has_equals(self) -> bool:
        """Whether two contracts are of the same rank."""
        return self.levels < len(self.bids)

    @cached_property
    def covers(self) -> bool:
        """Whether a contract must or should be bid under the name of another."""
        return self.has_contract(lambda one: one.entry.cover is not None and not is_free(one))

    @cached_property
    def trumps(self) -> bool:
        """Whether there is a contract with trumps."""
        return self.has_contract(lambda one: one.trump.by is not TrumpBy.NONE)

    @cached_property
    def privileged(self) -> bool:
        """Whether a contract can be bid in a privileged suit."""
        return self.has_contract(lambda one: one.entry.privilege and one.trump.by is TrumpBy.OMBRE)

    @cached_property
    def exchanges(self) -> bool:
        """Whether a seat may exchange cards."""
        return self.has_contract(lambda one: takes(one) or one.exchange.opponents)

    @cached_property
    def opponents_exchange(self) -> bool:
        """Whether the opponents ever exchange cards."""
        return self.has_contract(lambda one: one.exchange.opponents and not takes_all(one))

    @cached_property
    def vole(self) -> bool:
        """Whether the vole is ever played."""
        return self.has_contract(lambda one: one.vole.by is not VoleBy.NOT)

    @cached_property
    def vole_by_choice(self) -> bool:
        """Whether the vole is ever undertaken in the course of play."""
        return self.has_contract(lambda one: one.vole.by is VoleBy.CHOICE)

    @cached_property
    def concedes(self) -> bool:
        """Whether the ombre may ever give up."""
        return self.has_contract(lambda one: one.concession.allowed)

    @cached_property
    def taken_over(self) -> bool:
        """Whether a deal can be taken over."""
        return self.has_contract(is_taken_over)


def is_free(contract: Contract) -> bool:
    """Return whether a contract may be bid under its own name at any time."""
    return contract.entry.named is Named.FREELY


def takes(contract: Contract) -> bool:
    """Return whether the ombre exchanges in a contract."""
    return contract.exchange.most > 0 or takes_all(contract)


def takes_all(contract: Contract) -> bool:
    """Return whether the ombre takes the whole talon in a contract."""
    return contract.exchange.taken is Taken.WHOLE_TALON


def is_taken_over(contract: Contract) -> bool:
    """Return whether a deal in a contract can be taken over."""
    return contract.concession.allowed and contract.concession.consent is Consent.TAKE_OVER
