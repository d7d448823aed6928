"""The payment of a transfer: payers, payees and shares, term by term."""

from __future__ import annotations

from typing import Final, TypeAlias

from lhombre_core.engine.money.amount import Basis, plain_basis, term_values
from lhombre_core.engine.money.party import SHARED, Parties
from lhombre_core.engine.money.pot import choose, stack_for
from lhombre_core.engine.money.table import BANK, Account, Till
from lhombre_core.engine.money.transfer import PlannedTransfer
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.seating import Seating
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import (
    Flow,
    Lots,
    OddUnit,
    Party,
    Phase,
    PoolView,
    TermKind,
    Transfer,
)

Parts: TypeAlias = list[tuple[str | None, int]]
"""The terms of a payment by name, with their values."""

_KINDS: Final = {Phase.OPENING: LotKind.OPENING, Phase.AUCTION: LotKind.MARK}


class Payments:
    """The payments of an opening, an auction or a settlement.

    A shared sum is divided over all payments together, so that the odd units of two payments go to
    different players.
    """

    def __init__(self, till: Till, basis: Basis, parties: Parties) -> None:
        """Store the till, the values that amounts read, and the parties."""
        self.till = till
        self.basis = basis
        self.parties = parties
        self._shared: dict[str, int] = {}

    def make(self, item: PlannedTransfer, actor: Seat | None = None) -> None:
        """Pay a transfer; `actor` is the speaker or the offender."""
        _, rule, transfer = item
        opponents = len(self.parties.opponents(transfer.phase))
        groups: dict[str, Parts] = {}
        values = term_values(
            self.basis, transfer.amount, rule, run_of=transfer.run_of, opponents=opponents
        )
        for name, term, value in values:
            to = transfer.to if term.to is None else term.to
            groups.setdefault(str(to), []).append((name, value))
        for to, parts in groups.items():
            amount = sum(value for _, value in parts)
            if (transfer.flow is Flow.FORWARD and amount < 0) or (
                transfer.flow is Flow.REVERSE and amount > 0
            ):
                continue
            self._between(item, to, parts, actor)

    def _between(self, item: PlannedTransfer, to: str, parts: Parts, actor: Seat | None) -> None:
        rule, phase, from_ = item.rule, item.transfer.phase, str(item.transfer.from_)
        payers = self.parties.accounts(from_, phase, rule, actor=actor)
        owed = [parts] * len(payers)
        if from_ in SHARED:
            owed = self._share(from_, len(payers), parts, sign=-1)
        for payer, share in zip(payers, owed, strict=True):
            single = payer if isinstance(payer, int) else None
            payees = self.parties.accounts(to, phase, rule, payer=single, actor=actor)
            due = [share] * len(payees)
            if to in SHARED:
                due = self._share(to, len(payees), share, sign=1)
            for payee, part in zip(payees, due, strict=True):
                if payee != payer:
                    self._pay(item, payer, payee, part)

    def _share(self, party: str, members: int, parts: Parts, *, sign: int) -> list[Parts]:
        """Return the share of each member of a party in every term, given all payments so far."""
        stays = party == Party.CODILLE_WINNER and (
            self.basis.game.rules.result.odd_unit is OddUnit.STAYS
        )
        shares: list[Parts] = [[] for _ in range(members)]
        for name, value in parts:
            before = self._shared.get(party, 0)
            after = self._shared[party] = before + sign * value
            for place, share in enumerate(shares):
                old = _portion(before, members, place, stays=stays)
                new = _portion(after, members, place, stays=stays)
                share.append((name, sign * (new - old)))
        return shares

    def _pay(self, item: PlannedTransfer, payer: Account, payee: Account, parts: Parts) -> None:
        if sum(value for _, value in parts) < 0:
            payer, payee = payee, payer
            parts = [(name, -value) for name, value in parts]
        bete = payee == Party.BETE
        if bete:
            payee = bete_place(self.till)
        lot = None
        if isinstance(payee, str) and payee != BANK:
            lot = self._lot(item, payer, payee, bete=bete)
        others = isinstance(payer, str) and _only_others(item.transfer, payer)
        amount = self.till.pay(item.rule, payer, payee, parts, lot, others=others)
        self._note(payer, payee, amount)
        if item.transfer.phase is Phase.OPENING:
            choose(self.till)

    def _lot(self, item: PlannedTransfer, payer: Account, payee: str, *, bete: bool) -> Lot:
        till = self.till
        kind = LotKind.BETE if bete else _KINDS.get(item.transfer.phase, LotKind.DUE)
        apart = item.transfer.lots is Lots.ONE_EACH
        stack = stack_for(till, payee, bete=bete, apart=apart)
        owner = payer if isinstance(payer, int) else None
        return Lot(kind, owner, 0, till.deal, item.key, stack)

    def _note(self, payer: Account, payee: Account, amount: int) -> None:
        """Add a payment to the sums that the ombre has drawn or received."""
        if payee != self.parties.ombre or payee is None:
            return
        if isinstance(payer, int):
            self.basis.received += amount
        elif payer != BANK:
            self.basis.drawn += amount


def plain_payments(till: Till, seating: Seating) -> Payments:
    """Return payments that depend on no played deal, such as those of an opening."""
    basis = plain_basis(till.game, till.before)
    return Payments(till, basis, Parties(till.game, seating, basis.facts, basis.verdict))


def bete_place(till: Till) -> str:
    """Return the pool that a bête goes to now, and note the first bête of the deal."""
    bete = till.game.rules.stakes.bete
    if bete is None:
        raise ValueError("a bête is laid, but `stakes.bete` says that there is none")
    if any(lot.kind is LotKind.BETE for lot in till.lots(bete.first)):
        return bete.later
    till.first_bete = True
    return bete.first


def _portion(amount: int, members: int, place: int, *, stays: bool) -> int:
    """Return the share of the member at a place in an amount that may be negative."""
    whole, odd = divmod(abs(amount), members)
    share = whole + (not stays and place < odd)
    return share if amount >= 0 else -share


def _only_others(transfer: Transfer, payer: Account) -> bool:
    """Return whether a transfer draws only lots that are out of play."""
    views = {
        term.view
        for term in transfer.amount.values()
        if term.of is TermKind.POOL and term.pool == payer
    }
    return views == {PoolView.OTHERS}
