"""The stakes of a deal: its occasion, the opening payments, the occasion that a win arms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lhombre_core.engine.money.amount import plain_basis, sum_of
from lhombre_core.engine.money.payment import plain_payments
from lhombre_core.engine.money.pot import choose, stack_for
from lhombre_core.engine.money.table import Paid, Till, filled, on_table, start_money
from lhombre_core.engine.money.transfer import holds_by_money, transfer_plan
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind, Money, total
from lhombre_core.engine.state.seating import Seating, next_dealer
from lhombre_core.errors import UsageError, did_you_mean, quoted
from lhombre_core.rules.stake import Join, LedgerOrder, Occasion, PoolKind, QueueOrder, When


def open_deal(game: Game, money: Money, seating: Seating, index: int) -> Paid:
    """Return the money when deal `index` of the session opens, and the lines paid.

    Conditions are read before any payment. Where the pool at stake is empty, the next occasion is
    chosen and the pools that join its stake are called; otherwise the occasion stays.
    """
    stakes = game.rules.stakes
    pool = stakes.at_stake
    first_bete = money.first_bete
    money = replace(money, deal=index, in_play=None, first_bete=False)
    fresh = pool is None or not filled(money, pool, "stakes.occasions")
    name = _occasion(game, money, fresh=fresh)
    money = replace(money, occasion=name, armed=None if fresh else money.armed)
    till = Till(game, money)
    choose(till)
    _lay(game, till, seating)
    if name is not None and pool is not None:
        occasion = stakes.occasions[name]
        if fresh:
            for joining, how in occasion.joins.items():
                _join(till, seating, name, occasion, joining, how)
        elif first_bete and occasion.when not in {When.CUP_FULL, When.AFTER_OCCASION}:
            _call_after_bete(till, seating)
    choose(till, last=True)
    return till.close()


def _lay(game: Game, till: Till, seating: Seating) -> None:
    payments = plain_payments(till, seating)
    for item in transfer_plan(game).opening:
        if holds_by_money(item.transfer.if_, game, till.before, item.rule):
            payments.make(item)


def _occasion(game: Game, money: Money, *, fresh: bool) -> str | None:
    """Return the occasion of the deal: the one that a win has armed, or the first that applies.

    A stake that remains after an occasion was won is played for under the ordinary occasion.
    """
    occasions = game.rules.stakes.occasions
    if not fresh and money.occasion is not None:
        return money.occasion
    if fresh and money.armed is not None:
        return money.armed
    for name, occasion in occasions.items():
        if occasion.when is When.OTHERWISE:
            return name
        if fresh and occasion.when is When.DEBT_OPEN and money.lots(str(occasion.names)):
            return name
    return None


def arm(game: Game, money: Money, won: str | None) -> str | None:
    """Return the first occasion of the file that a win brings about; None: none.

    `won` is the occasion that was won.
    """
    occasions = game.rules.stakes.occasions.items()
    return next((name for name, occasion in occasions if _armed(game, money, occasion, won)), None)


def _armed(game: Game, money: Money, occasion: Occasion, won: str | None) -> bool:
    names = occasion.names
    if occasion.when is When.CUP_FULL and names is not None and money.uses(names):
        full = game.rules.stakes.pools[names].full
        return full is not None and money.held(names) >= game.number(full)
    if occasion.when is When.AFTER_OCCASION and names == won:
        return any(money.held(cup) for cup in _cups(game, occasion))
    return False


def _cups(game: Game, occasion: Occasion) -> Iterator[str]:
    pools = game.rules.stakes.pools
    return (name for name in occasion.joins if pools[name].kind is PoolKind.CUP)


def _join(
    till: Till, seating: Seating, name: str, occasion: Occasion, joining: str, how: Join
) -> None:
    """Pay the lots of a pool that join the stake of an occasion into the pool at stake."""
    if how is Join.NONE or not till.uses(joining):
        return
    pool = till.game.rules.stakes.pools[joining]
    rule = f"stakes.occasions.{name}"
    if pool.kind is PoolKind.CUP:
        _pour(till, rule, joining)
    elif pool.kind is PoolKind.QUEUE:
        owed = _queued(till, seating, joining) if how is Join.ALL else []
        for lot in owed or [_next_promise(till, seating, joining)]:
            _call(till, rule, joining, lot, LotKind.PROMISE)
    elif pool.kind is PoolKind.LEDGER:
        kind = LotKind.BETE if occasion.called_counts else LotKind.CALLED
        debts = debts_in_order(till.lots(joining), pool.order)
        for lot in debts if how is Join.ALL else debts[:1]:
            _call(till, rule, joining, lot, kind)


def _pour(till: Till, rule: str, cup: str) -> None:
    pool = str(till.game.rules.stakes.at_stake)
    lot = Lot(LotKind.CUP, None, 0, till.deal, None, stack_for(till, pool))
    till.pay(rule, cup, pool, [(cup, total(till.lots(cup)))], lot)


def _call(till: Till, rule: str, joining: str, lot: Lot, kind: LotKind) -> None:
    """Pay a debt or a promise into the pool at stake; its lot keeps the deal it comes from."""
    pool = str(till.game.rules.stakes.at_stake)
    if lot.owner is None:
        raise ValueError(f"nobody owes what is written in {joining}")
    till.strike(joining, lot)
    paid = replace(lot, kind=kind, stack=stack_for(till, pool))
    till.pay(rule, lot.owner, pool, [(joining, lot.amount)], paid)


def debts_in_order(lots: list[Lot], order: LedgerOrder | None) -> list[Lot]:
    """Return debts in the order in which they are called, of equal debts the older first."""
    if order is LedgerOrder.LARGEST:
        return sorted(lots, key=lambda lot: -lot.amount)
    return list(lots)


def _queued(till: Till, seating: Seating, queue: str) -> list[Lot]:
    """Return the open promises; where none is open, new ones of all players."""
    lots = till.lots(queue)
    if not lots:
        promise = till.game.rules.stakes.pools[queue].promise
        rule = f"stakes.pools.{queue}.promise"
        amount = sum_of(plain_basis(till.game, till.before), promise or {}, rule)
        players = dealing_order(till.game, seating.players, till.before.first_dealer)
        lots = [Lot(LotKind.PROMISE, player, amount, till.deal) for player in players]
        till.set_lots(queue, lots)
    return list(lots)


def _next_promise(till: Till, seating: Seating, queue: str) -> Lot:
    lots = _queued(till, seating, queue)
    if till.game.rules.stakes.pools[queue].owners is not QueueOrder.DEALERS_OWN:
        return lots[0]
    order = dealing_order(till.game, seating.players, seating.dealer)
    return min(lots, key=lambda lot: order.index(lot.owner or 0))


def _call_after_bete(till: Till, seating: Seating) -> None:
    """Pay the next promise of each queue that a first bête calls."""
    for queue, pool in till.game.rules.stakes.pools.items():
        if pool.with_first_bete and till.uses(queue):
            rule = f"stakes.pools.{queue}.with_first_bete"
            _call(till, rule, queue, _next_promise(till, seating, queue), LotKind.PROMISE)


def dealing_order(game: Game, players: int, first: int) -> list[int]:
    """Return the players in the order in which they deal, from `first` on."""
    order = [first]
    while len(order) < players:
        order.append(next_dealer(game.rules.table, players, order[-1]))
    return order


def money_from_pools(
    game: Game,
    players: int,
    held: Mapping[str, int],
    occasion: str | None = None,
    *,
    bete: bool = False,
    first_dealer: int = 0,
) -> Money:
    """Return the money of a deal of which only the content of these pools is known.

    The opening stake of the deal lies in the pool at stake. With `bete`, the rest of the pool that
    takes the first bête is a bête. The default of `occasion` is the ordinary occasion. A pool or
    occasion that the variant lacks or does not use is a `UsageError`.
    """
    stakes = game.rules.stakes
    money = start_money(game, players, first_dealer)
    used = [name for name, _ in money.pools]
    for name in held:
        if name not in used:
            raise UsageError(f"no pool {quoted(name)} is in use" + did_you_mean(name, used))
    if occasion is None:
        ordinary = (n for n, o in stakes.occasions.items() if o.when is When.OTHERWISE)
        occasion = next(ordinary, None)
    elif occasion not in stakes.occasions:
        message = f"no occasion is called {quoted(occasion)}"
        raise UsageError(message + did_you_mean(occasion, stakes.occasions))
    first = None if stakes.bete is None or not bete else stakes.bete.first
    if bete and (first is None or not held.get(first)):
        raise UsageError("a bête lies where nothing lies; say what the pool holds that takes it")
    kinds = {name: LotKind.BETE if name == first else LotKind.STAKE for name in used}
    pools = tuple(
        (name, _given(game, money, name, held.get(name, 0), kinds[name])) for name in used
    )
    return replace(
        money,
        pools=pools,
        occasion=occasion,
        bank=-on_table(game, replace(money, pools=pools)),
        unknown=frozenset(used) - set(held),
    )


def _given(game: Game, money: Money, pool: str, amount: int, kind: LotKind) -> tuple[Lot, ...]:
    """Return the lots of a pool with this sum, the opening stake of the deal apart."""
    stakes = game.rules.stakes
    key = None if stakes.bete is None else stakes.bete.opening
    staked = 0
    if key is not None and stakes.opening[key].to == pool:
        rule = f"stakes.opening.{key}"
        staked = min(amount, sum_of(plain_basis(game, money), stakes.opening[key].amount, rule))
    rest = Lot(kind, None, amount - staked, money.deal)
    opening = Lot(LotKind.OPENING, None, staked, money.deal, key)
    return tuple(lot for lot in (rest, opening) if lot.amount)
