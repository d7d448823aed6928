"""The stacks of the pot: the stack at stake, the place of a bête, the lots left behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lhombre_core.engine.money.table import Till, choose_in_play, stacks
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.stake import BetePlace, InPlay, Pool


def stack_for(till: Till, pool: str, *, bete: bool = False, apart: bool = False) -> int:
    """Return the stack of a lot that is paid into a pool now.

    The lot joins the stack at stake. The bêtes of a deal have a stack of their own until the
    settlement ends; a lot that lies `apart` has its own stack.
    """
    if pool != till.game.rules.stakes.at_stake:
        return 0
    if bete:
        if till.bete_stack is None:
            till.bete_stack = _new_stack(till, pool)
        return till.bete_stack
    if apart:
        return _new_stack(till, pool)
    if till.in_play is None:
        till.in_play = _new_stack(till, pool)
    return till.in_play


def _new_stack(till: Till, pool: str) -> int:
    used = [lot.stack for lot in (*till.before.lots(pool), *till.lots(pool))]
    return max(used, default=-1) + 1


def choose(till: Till, *, last: bool = False) -> None:
    """Choose the stack at stake, unless it is chosen, and join to it the lots left behind.

    Where a deal is played for the whole pot, all lots join it. `last` says that all opening stakes
    are paid: lots left behind may then be at stake alone.
    """
    stakes = till.game.rules.stakes
    pool = stakes.at_stake
    if pool is None or not till.uses(pool):
        return
    lots = till.lots(pool)
    if till.in_play is None:
        till.in_play = choose_in_play(stakes.pools[pool].in_play, lots)
    if till.in_play is None and last:
        till.in_play = next((lot.stack for lot in lots), None)
    here = till.in_play
    if here is not None and any(lot.stack != here for lot in lots):
        if stakes.pools[pool].in_play is InPlay.WHOLE:
            joined = [replace(lot, stack=here) for lot in lots]
        else:
            joined = _joined(lots, here)
        till.set_lots(pool, _arrange(joined, stacks(lots)))


def close_pot(till: Till, outcome: Outcome, *, won: bool) -> None:
    """Order the stacks of the pot at the end of a settlement.

    The rest of a stack that was drawn upon is left behind. The bêtes of the deal go to the place
    that the pool prescribes, and lots left behind join them.
    """
    stakes = till.game.rules.stakes
    pool = stakes.at_stake
    if pool is None or not till.uses(pool):
        return
    lots = till.lots(pool)
    if won or till.drawn_upon:
        lots = [_left(till, lot, won=won) for lot in lots]
    order = [*dict.fromkeys((*stacks(till.before.lots(pool)), *stacks(lots)))]
    if till.bete_stack is not None:
        place = _place(stakes.pools[pool], outcome)
        lots, order = _placed(lots, order, till.in_play, till.bete_stack, place)
    till.set_lots(pool, _arrange(lots, order))


def _left(till: Till, lot: Lot, *, won: bool) -> Lot:
    """Return a lot as left behind, unless it is out of play, a bête, or due after a loss."""
    now = lot.deal == till.deal
    new = lot.stack == till.bete_stack or (now and lot.kind is LotKind.DUE and not won)
    return lot if new or lot.stack != till.in_play else replace(lot, kind=LotKind.LEFT)


def _place(pool: Pool, outcome: Outcome) -> BetePlace:
    place = pool.after_codille if outcome is Outcome.CODILLE else pool.after_remise
    return BetePlace.JOINS if place is None else place


def _placed(
    lots: Sequence[Lot], order: list[int], here: int | None, betes: int, place: BetePlace
) -> tuple[list[Lot], list[int]]:
    """Return the lots with the bêtes in their place, and the order of the stacks.

    `here` is the stack that was at stake, `betes` the stack of the bêtes.
    """
    lies = any(lot.stack == here and lot.kind is not LotKind.LEFT for lot in lots)
    joins = place is BetePlace.JOINS or (place is BetePlace.LAST and lies)
    to = here if joins and here is not None else betes
    if place is not BetePlace.JOINS:
        order = [*(stack for stack in order if stack != to), to]
    moved = [replace(lot, stack=to) if lot.stack == betes else lot for lot in lots]
    return _joined(moved, to), order


def _joined(lots: Sequence[Lot], to: int) -> list[Lot]:
    """Return the lots, those of stacks that are entirely left behind moved to another stack."""
    real = {lot.stack for lot in lots if lot.kind is not LotKind.LEFT}
    return [lot if lot.stack in real else replace(lot, stack=to) for lot in lots]


def _arrange(lots: Iterable[Lot], order: Sequence[int]) -> list[Lot]:
    place = {stack: n for n, stack in enumerate(order)}
    if len(place) <= 1:
        return list(lots)
    return sorted(lots, key=lambda lot: place.get(lot.stack, len(place)))
