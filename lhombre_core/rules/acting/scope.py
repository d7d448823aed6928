"""What can happen under a rule set: the events, the payments, and the numbers that they read.

Every answer is kept, for a rule set never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from lhombre_core.rules.auction import PrivilegeSetBy
from lhombre_core.rules.contract import (
    AuctionRound,
    Consent,
    Contract,
    EnteredBy,
    Goal,
    Named,
    Taken,
    TrumpBy,
    Untaken,
    VoleBy,
)
from lhombre_core.rules.play import TakeOverSettlement
from lhombre_core.rules.session import LongDeal, Remedy, SessionEnd, ShortDeal
from lhombre_core.rules.settlement import (
    Condition,
    Event,
    Loss,
    Offence,
    Party,
    Phase,
    PoolView,
    Term,
    TermKind,
    Transfer,
)
from lhombre_core.rules.stake import BeteBase, PoolKind
from lhombre_core.rules.table import TableSize
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Number

AUCTION_EVENTS = frozenset({Event.PASS, Event.NEEDLESS_NAMING, Event.ALL_PASS})
"""What is paid for at once; all else is settled when the deal has ended."""

_SETTLED = frozenset({Phase.PLAYERS, Phase.POOLS, Phase.CUPS, Phase.CLOSING})
_FREE_OF_CHARGE = frozenset({Remedy.REFUSED, Remedy.PUT_RIGHT})
_PARTIES = frozenset(party.value for party in Party)


class Scope:
    """What can happen under a rule set: bids, plays, events, and payments with their numbers."""

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

    # -- events and payments --------------------------------------------------------------------

    @cached_property
    def events(self) -> frozenset[Event]:
        """The events that can occur."""
        possible = {
            Event.OPENING: True,
            Event.WIN: True,
            Event.REMISE: True,
            Event.CODILLE: self.has_contract(self.can_codille),
            Event.VOLE_MADE: self.vole,
            Event.VOLE_FAILED: self.vole,
            Event.CONCEDED: self.has_contract(_ends_by_conceding),
            Event.TAKEN_OVER: self.taken_over,
            Event.PASS: True,
            Event.NEEDLESS_NAMING: self.has_contract(_is_charged),
            Event.ALL_PASS: True,
            Event.IRREGULARITY: bool(self.offences),
            Event.SESSION_END: True,
        }
        return frozenset(event for event, can in possible.items() if can)

    def can_codille(self, contract: Contract) -> bool:
        """Return whether a contract can be lost by a codille."""
        if contract.goal is Goal.NO_TRICK:
            return self.rules.result.two_in_no_trick is Loss.CODILLE
        return contract.goal is Goal.MOST_TRICKS

    @cached_property
    def offences(self) -> frozenset[Offence]:
        """The irregular acts that cost something."""
        rules = self.rules.irregularities
        charged = {
            Offence.TOO_FEW_CARDS: rules.short_deal is ShortDeal.NOTICE,
            Offence.TOO_MANY_CARDS: rules.long_deal is LongDeal.NOTICE,
            Offence.FACED_CARD: rules.faced_card is ShortDeal.NOTICE,
            Offence.WRONG_DRAW: rules.wrong_draw not in _FREE_OF_CHARGE,
            Offence.REVOKE: rules.revoke not in _FREE_OF_CHARGE,
        }
        return frozenset(offence for offence, is_charged in charged.items() if is_charged)

    @cached_property
    def decides(self) -> bool:
        """Whether something irregular can decide a deal."""
        rules = self.rules.irregularities
        return Remedy.DECIDES in {rules.wrong_draw, rules.revoke}

    def uses(self, pool: str | None) -> bool:
        """Return whether a name is that of a pool in use."""
        pools = self.rules.stakes.pools
        return pool in pools and pools[pool].used if pool is not None else False

    def exists(self, party: str) -> bool:
        """Return whether there is such a party, or such a pool in use."""
        if party == Party.BETE:
            bete = self.rules.stakes.bete
            return bete is not None and (self.uses(bete.first) or self.uses(bete.later))
        return party in _PARTIES or self.uses(party)

    @cached_property
    def payments(self) -> Mapping[str, Transfer]:
        """The payments of the settlement that can be made, in the order of the file."""
        return {key: one for key, one in self.rules.settlement.items() if self._can_be_made(one)}

    @cached_property
    def openings(self) -> Mapping[str, Transfer]:
        """The payments that can be made when a deal opens, in the order of the file."""
        return {
            key: one
            for key, one in self.rules.stakes.opening.items()
            if Event.OPENING in one.on
            and self.exists(one.from_)
            and self.exists(one.to)
            and (one.if_.filled is None or self.uses(one.if_.filled))
        }

    def fires(self, transfer: Transfer) -> frozenset[Event]:
        """Return the events that can occur and on which the transfer is made."""
        known = transfer.on & self.events
        if transfer.phase is Phase.AUCTION:
            return known & AUCTION_EVENTS
        return known - AUCTION_EVENTS if transfer.phase in _SETTLED else frozenset()

    def _can_be_made(self, transfer: Transfer) -> bool:
        return (
            bool(self.fires(transfer))
            and self.exists(transfer.from_)
            and self.exists(transfer.to)
            and self.can_hold(transfer.if_)
        )

    def can_hold(self, condition: Condition, *, on_loss: bool | None = None) -> bool:
        """Return whether the conditions of a payment can ever hold.

        `on_loss` stands in for whether runs are paid when their holder loses.
        """
        run = self.rules.result.run
        if on_loss is None:
            on_loss = run is not None and run.paid_on_loss
        offence_known = condition.offence is None or condition.offence in self.offences
        table = self.rules.concession.take_over is TakeOverSettlement.BY_TABLE
        return (
            offence_known
            and (not condition.taken_over or self.taken_over)
            and (condition.take_over is None or (self.taken_over and table))
            and (not condition.run_counts or run is not None)
            and (condition.run_on_loss is None or condition.run_on_loss == on_loss)
            and (not condition.stopped or self.vole_by_choice)
            and (not condition.vole_undertaken or self.vole)
            and (condition.filled is None or self.uses(condition.filled))
            and (condition.contracts is None or bool(condition.contracts & self.contracts.keys()))
        )

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all sums that can be paid or limit one."""
        return tuple(self._terms())

    def _terms(self) -> Iterator[Term]:
        settlement, stakes = self.rules.settlement, self.rules.stakes
        keys = list(self.payments)
        for key in keys:
            for term in settlement[key].amount.values():
                yield term
                other = term.transfer if term.of is TermKind.AMOUNT_OF else None
                if other is not None and other in settlement and other not in keys:
                    keys.append(other)
        for transfer in self.openings.values():
            yield from transfer.amount.values()
        for name, pool in stakes.pools.items():
            if pool.kind is PoolKind.QUEUE and self.uses(name):
                yield from (pool.promise or {}).values()
        if stakes.bete is not None:
            yield from (stakes.bete.cap or {}).values()

    def reads(self, *kinds: TermKind) -> bool:
        """Return whether a sum that can be paid reads one of these."""
        return any(term.of in kinds for term in self.terms)

    def amount_is_read(self, key: str) -> bool:
        """Return whether the amount of a payment is read by another one."""
        return any(term.transfer == key for term in self.terms if term.of is TermKind.AMOUNT_OF)

    @cached_property
    def bete(self) -> bool:
        """Whether a loser can ever have to lay the sum that is called a bête."""
        return self.rules.stakes.bete is not None and self.reads(TermKind.BETE)

    @cached_property
    def opening_stake(self) -> bool:
        """Whether anything reads which payment is the opening stake."""
        less = {BeteBase.AT_STAKE_LESS_OPENING, BeteBase.OPENING_STAKE}
        bases: set[BeteBase | None] = {one.stake.base for one in self.contracts.values()}
        bases |= {one.bete_base for one in self.rules.stakes.occasions.values()}
        return (self.bete and not bases.isdisjoint(less)) or any(
            term.view is PoolView.DRAWABLE for term in self.terms if term.of is TermKind.POOL
        )

    @cached_property
    def runs(self) -> bool:
        """Whether anything reads the runs of top trumps."""
        asked = any(
            one.if_.run_counts is not None or one.if_.run_on_loss is not None
            for one in self.payments.values()
        )
        return self.trumps and (asked or self.reads(TermKind.RUN))

    @cached_property
    def money(self) -> bool:
        """Whether anything can lie on the table or be owed."""
        return any(pool.used for pool in self.rules.stakes.pools.values())

    # -- numbers --------------------------------------------------------------------------------

    def number(self, number: Number | None) -> int | None:
        """Return a number or the value of a parameter; None where it is not set or unknown."""
        parameters = self.rules.stakes.parameters
        seen = set()
        while isinstance(number, str):
            if number not in parameters or number in seen:
                return None
            seen.add(number)
            number = parameters[number].value
        return number

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The parameters that are read, directly or through another parameter."""
        known = self.rules.stakes.parameters
        read: set[str] = set()
        waiting = [name for name in self._numbers() if isinstance(name, str)]
        while waiting:
            name = waiting.pop()
            if name in known and name not in read:
                read.add(name)
                value = known[name].value
                waiting += [value] if isinstance(value, str) else []
        return frozenset(read)

    def _numbers(self) -> Iterator[Number | None]:
        """Yield the numbers that can act."""
        stakes, session = self.rules.stakes, self.rules.session
        yield stakes.start_with
        yield from (pool.full for name, pool in stakes.pools.items() if self.uses(name))
        for term in self.terms:
            yield from (term.number, term.by, term.over)
        for one in self.contracts.values():
            yield from self._worths(one)
        privilege = self.rules.auction.privilege
        agreed = privilege is not None and privilege.set_by is PrivilegeSetBy.AGREED
        if privilege is not None and agreed and self.privileged:
            yield privilege.suit
        if session.ends is SessionEnd.AFTER_DEALS:
            sizes = {size.value for size in self.rules.table.sizes}
            yield from (getattr(session.deals, size) for size in sorted(sizes))
        else:
            yield session.target

    def _worths(self, one: Contract) -> Iterator[Number | None]:
        if self.reads(TermKind.PRICE):
            yield from (one.price.number, one.price.times)
        if self.reads(TermKind.CODILLE_EXTRA) and self.can_codille(one):
            yield from (one.codille.extra, one.codille.cap)
        if one.vole.by is not VoleBy.NOT and self.reads(TermKind.VOLE, TermKind.VOLE_MADE):
            yield from (one.vole.made.number, one.vole.made.times)
        if one.vole.by is not VoleBy.NOT and self.reads(TermKind.VOLE, TermKind.VOLE_FAILED):
            yield from (one.vole.failed.number, one.vole.failed.times)


def _ends_by_conceding(contract: Contract) -> bool:
    rule = contract.concession
    return rule.allowed and not (
        rule.consent is Consent.TAKE_OVER and rule.untaken is Untaken.REFUSED
    )


def _is_charged(contract: Contract) -> bool:
    return contract.entry.named is Named.PENALISED and contract.entry.cover is not None


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
