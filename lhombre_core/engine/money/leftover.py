"""The sums that are left at the end of a session, and the debts that fall to a winner."""

from __future__ import annotations

from typing import Final, assert_never

from lhombre_core.engine.money.table import Account, Paid, Till
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.seating import Seating
from lhombre_core.rules.session import Leftover
from lhombre_core.rules.stake import PoolKind

_RULE: Final = "session.leftover"
_MONEY: Final = (PoolKind.POT, PoolKind.CUP)


def settle_leftover(game: Game, money: Money, seating: Seating) -> Paid:
    """Return the money after the sums that were left are paid out; `seating` is the last deal's."""
    till = Till(game, money)
    resting = [player for player in seating.turn if player not in seating.active]
    players = [*seating.active, *resting]
    match game.rules.session.leftover:
        case Leftover.NONE | Leftover.CARRY | Leftover.DEBTS_TO_WINNER:
            pass
        case Leftover.SPLIT:
            _divide(till, _gather(till, *_MONEY), players, players)
        case Leftover.SHARE_DEBTS:
            sums = _gather(till, PoolKind.CUP, PoolKind.LEDGER)
            _divide(till, sums, players, [seating.dealer] * len(players))
        case other:
            assert_never(other)
    return till.close()


def pay_debts_to(game: Game, money: Money, winner: int) -> Paid:
    """Return the money after every written debt has been paid to one player."""
    till = Till(game, money)
    for pool, debtor, amount in _gather(till, PoolKind.LEDGER):
        if debtor != winner:
            till.pay(_RULE, debtor, winner, [(pool, amount)])
    return till.close()


def _gather(till: Till, *kinds: PoolKind) -> list[tuple[str, Account, int]]:
    """Return the sums in pools of these kinds, each with its pool and its payer.

    The payer is the pool, or the debtor, whose debt is struck off.
    """
    sums: list[tuple[str, Account, int]] = []
    for name, pool in till.game.rules.stakes.pools.items():
        if pool.kind not in kinds:
            continue
        for lot in list(till.lots(name)):
            payer: Account = name
            if pool.kind is PoolKind.LEDGER:
                payer = name if lot.owner is None else lot.owner
                till.strike(name, lot)
            sums.append((name, payer, lot.amount))
    return sums


def _divide(
    till: Till, sums: list[tuple[str, Account, int]], players: list[int], odd: list[int]
) -> None:
    """Pay sums to the players in equal shares; the remainder goes 1 each to the first of `odd`.

    A debtor keeps his own share of his debt.
    """
    whole, rest = divmod(sum(amount for _, _, amount in sums), len(players))
    due = dict.fromkeys(players, whole)
    for player in odd[:rest]:
        due[player] += 1
    for pool, payer, amount in sums:
        left = amount
        for player in players:
            share = min(left, due[player])
            left -= share
            due[player] -= share
            if payer != player:
                till.pay(_RULE, payer, player, [(pool, share)])
