"""The result of a finished deal: its facts, and the gain of each seat."""

from __future__ import annotations

from lhombre_core.engine.money.settlement import pay_auction, settle
from lhombre_core.engine.money.stake import open_deal
from lhombre_core.engine.money.table import start_money
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.runs import runs
from lhombre_core.engine.state.state import NO_TRICKS, State, VoleStatus
from lhombre_core.notation import Seat


def facts_of(state: State) -> Facts:
    """Return the facts of a finished deal; a ValueError before its end."""
    if state.actor is not None:
        raise ValueError("the deal has not ended")
    it, play, auction = state.undertaking, state.play, state.auction
    if it is None:
        return Facts(
            passes=auction.passes,
            needless=auction.needless,
            all_pass=state.all_pass,
            thrown_in=state.thrown_in,
            runs=Runs(ombre=0, surrenderer=0),
            irregularities=state.irregularities,
        )
    surrenderer = None if play is None else play.surrenderer
    return Facts(
        contract=it.name,
        colour=it.bid.colour,
        ombre=Seat(it.ombre if play is None else play.ombre),
        trump=it.trump,
        tricks=NO_TRICKS if play is None else play.tricks,
        winners=() if play is None else play.winners,
        vole_undertaken=play is not None and play.vole is VoleStatus.UNDERTAKEN,
        stopped=play is not None and play.stopped,
        conceded=play is not None and play.conceded,
        surrenderer=None if surrenderer is None else Seat(surrenderer),
        passes=auction.passes,
        needless=auction.needless,
        thrown_in=state.thrown_in,
        mort=state.mort,
        runs=runs(state),
        irregularities=state.irregularities,
    )


def returns(state: State) -> dict[Seat, int]:
    """Return the gain of each seat by the auction and the settlement of a finished deal.

    The resting players stand together under RESTING. The opening stakes are left out. A deal
    without money is settled as the first of a session.
    """
    facts = facts_of(state)
    game, seating = state.game, state.seating
    before = state.money
    if before is None:
        start = start_money(game, seating.players, seating.dealer)
        before, _ = open_deal(game, start, seating, state.deal_index)
    auctioned, _ = pay_auction(game, before, facts, seating)
    after, _ = settle(game, auctioned, facts, seating)
    won: dict[Seat, int] = {}
    for player, (now, then) in enumerate(zip(after.balances, before.balances, strict=True)):
        seat = seating.seat(player, state.mort)
        won[seat] = won.get(seat, 0) + now - then
    return dict(sorted(won.items()))
