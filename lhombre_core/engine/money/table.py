"""Payments between players, pools and the bank, a line for each term.

A `Till` is the money of a table while payments are made. Balances, pots, cups and the bank always
sum to zero; ledgers and queues hold promises, not money.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind, Money, total
from lhombre_core.frozen import frozen
from lhombre_core.rules.settlement import Party
from lhombre_core.rules.stake import InPlay, PoolKind

Account: TypeAlias = int | str
"""A payer or payee: a player by number, a pool by name, or `BANK`."""

BANK: Final = str(Party.BANK)


@frozen
class Line:
    """A term of a payment, positive from payer to payee; a term that is subtracted is negative."""

    rule: str
    """Dotted path of the rule: `settlement.remise`, `stakes.opening.stamm`, `session.leftover`."""
    payer: Account
    payee: Account
    amount: int
    term: str | None = None
    """The term of the amount; None: the rule has no terms."""


Paid: TypeAlias = tuple[Money, tuple[Line, ...]]
"""The money after payments, and their lines."""


def start_money(game: Game, players: int, first_dealer: int = 0) -> Money:
    """Return the money of a table at the start of a session, all of it zero."""
    pools = game.rules.stakes.pools.items()
    names = tuple((name, ()) for name, pool in pools if pool.used)
    return Money((0,) * players, names, first_dealer=first_dealer)


def on_table(game: Game, money: Money) -> int:
    """Return the sum of pots and cups."""
    pools = game.rules.stakes.pools
    return sum(total(lots) for name, lots in money.pools if holds_money(pools[name].kind))


def balance(game: Game, money: Money) -> int:
    """Return the sum of balances, pots, cups and the bank, which is always zero."""
    return sum(money.balances) + on_table(game, money) + money.bank


def holds_money(kind: PoolKind) -> bool:
    """Return whether pools of a kind hold money rather than promises."""
    return kind in {PoolKind.POT, PoolKind.CUP}


def filled(money: Money, pool: str, rule: str) -> bool:
    """Return whether a pool has lots other than those left behind.

    For a pool of unknown content, a `MissingNumber` of `rule` is raised.
    """
    return any(lot.kind is not LotKind.LEFT for lot in money.known_lots(pool, rule))


def stacks(lots: Iterable[Lot]) -> list[int]:
    """Return the stacks of a pot in their order."""
    return list(dict.fromkeys(lot.stack for lot in lots))


def choose_in_play(how: InPlay | None, lots: Iterable[Lot]) -> int | None:
    """Return the stack that a deal is played for; None where all lots are left behind."""
    sums: dict[int, int] = {}
    real = set()
    for lot in lots:
        sums[lot.stack] = sums.get(lot.stack, 0) + lot.amount
        if lot.kind is not LotKind.LEFT:
            real.add(lot.stack)
    candidates = [stack for stack in sums if stack in real]
    if how is InPlay.LARGEST:
        return max(candidates, key=lambda stack: sums[stack], default=None)
    return candidates[0] if candidates else None


class Till:
    """The money of a table while payments are made, with the lines paid so far."""

    def __init__(self, game: Game, money: Money) -> None:
        """Open the till with the money of a table."""
        self.game = game
        self.before = money
        self.deal = money.deal
        self.lines: list[Line] = []
        self.in_play = money.in_play
        self.first_bete = money.first_bete
        self.drawn_upon = False
        """A part of the lots in play has been drawn."""
        self.bete_stack: int | None = None
        """The stack on which the bêtes of this settlement lie until it ends."""
        self._balances = list(money.balances)
        self._bank = money.bank
        self._pools = {name: list(lots) for name, lots in money.pools}

    def lots(self, pool: str) -> list[Lot]:
        """Return the present lots of a pool; empty where it is not in use."""
        return self._pools.get(pool, [])

    def set_lots(self, pool: str, lots: Iterable[Lot]) -> None:
        """Replace the lots of a pool by lots of the same sum."""
        self._pools[pool] = list(lots)

    def uses(self, pool: str) -> bool:
        """Return whether a pool of this name is in use."""
        return pool in self._pools

    def pay(
        self,
        rule: str,
        payer: Account,
        payee: Account,
        parts: Iterable[tuple[str | None, int]],
        lot: Lot | None = None,
        *,
        others: bool = False,
    ) -> int:
        """Pay the terms of a payment, a line for each, and return the sum that was paid.

        A receiving pool stores the sum as a lot like `lot`. A paying pool gives its lots in play
        first, or the `others` first, and no more than it holds. A pool that is not in use neither
        gives nor receives. A payment into a ledger is owed, not paid.
        """
        parts = [(term, amount) for term, amount in parts if amount != 0]
        amount = sum(amount for _, amount in parts)
        if amount <= 0 or not (self._open(payer) and self._open(payee)):
            return 0
        if isinstance(payer, str) and payer != BANK:
            drawn = self._draw(payer, amount, rule, others=others)
            parts, amount = _cut(parts, amount - drawn), drawn
        if isinstance(payee, str) and payee != BANK:
            lot = Lot(LotKind.DUE, None, 0, self.deal) if lot is None else lot
            self._pools[payee].append(_sized(lot, amount))
        if self._moves(payee):
            self._credit(payer, -amount)
            self._credit(payee, amount)
        self.lines.extend(Line(rule, payer, payee, amount, term) for term, amount in parts)
        return amount

    def strike(self, pool: str, lot: Lot) -> None:
        """Remove a promise or a debt from its pool, because it is paid now."""
        self._pools[pool].remove(lot)

    def freeze(self) -> Money:
        """Return the present money; the other fields of `Money` are as before."""
        return replace(
            self.before,
            balances=tuple(self._balances),
            pools=tuple((name, tuple(lots)) for name, lots in self._pools.items()),
            bank=self._bank,
            in_play=self.in_play,
            first_bete=self.first_bete,
        )

    def close(self) -> Paid:
        """Return the present money and the lines paid so far."""
        return self.freeze(), tuple(self.lines)

    def _open(self, account: Account) -> bool:
        return isinstance(account, int) or account == BANK or account in self._pools

    def _moves(self, payee: Account) -> bool:
        if isinstance(payee, int) or payee == BANK:
            return True
        return holds_money(self.game.rules.stakes.pools[payee].kind)

    def _credit(self, account: Account, amount: int) -> None:
        if isinstance(account, int):
            self._balances[account] += amount
        elif account == BANK:
            self._bank += amount

    def _draw(self, pool: str, amount: int, rule: str, *, others: bool) -> int:
        """Draw up to `amount` from a pool and return the sum that was drawn.

        The opening stake of this deal is drawn last of the lots in play, since a contract may leave
        it. Lots of this settlement are drawn after all older lots.
        """
        self.before.known_lots(pool, rule)
        lots = self._pools[pool]
        stakes = self.game.rules.stakes
        here = self.in_play if pool == stakes.at_stake else None
        opening = None if stakes.bete is None else stakes.bete.opening

        def late(place: int) -> tuple[bool, bool, bool]:
            lot = lots[place]
            now = lot.deal == self.deal
            return (
                now and lot.kind in {LotKind.DUE, LotKind.BETE},
                (lot.stack != here) != others,
                now and lot.kind is LotKind.OPENING and lot.key == opening,
            )

        left = amount
        for place in sorted(range(len(lots)), key=late):
            part = min(left, lots[place].amount)
            if part > 0 and pool == stakes.at_stake and lots[place].stack == here:
                self.drawn_upon = True
            lots[place] = _sized(lots[place], lots[place].amount - part)
            left -= part
        self._pools[pool] = [lot for lot in lots if lot.amount]
        return amount - left


def _sized(lot: Lot, amount: int) -> Lot:
    return Lot(lot.kind, lot.owner, amount, lot.deal, lot.key, lot.stack)


def _cut(parts: list[tuple[str | None, int]], less: int) -> list[tuple[str | None, int]]:
    """Return the parts less a sum, which is subtracted from the last positive parts first."""
    kept = []
    for term, amount in reversed(parts):
        off = min(less, max(amount, 0))
        less -= off
        if amount - off:
            kept.append((term, amount - off))
    return kept[::-1]
