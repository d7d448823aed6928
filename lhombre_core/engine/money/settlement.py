"""The payments of a deal: during the auction, and in the settlement after its end."""

from __future__ import annotations

from dataclasses import replace

from lhombre_core.engine.money.amount import Basis, counted_run, plain_basis
from lhombre_core.engine.money.leftover import pay_debts_to
from lhombre_core.engine.money.party import Parties
from lhombre_core.engine.money.payment import Payments
from lhombre_core.engine.money.pot import choose, close_pot
from lhombre_core.engine.money.stake import arm
from lhombre_core.engine.money.table import Paid, Till
from lhombre_core.engine.money.transfer import (
    PlannedTransfer,
    holds_by_money,
    holds_by_tricks,
    transfer_plan,
)
from lhombre_core.engine.state.facts import Facts, Irregularity
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.irregularity import side
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.verdict import Verdict, judge
from lhombre_core.notation import Seat
from lhombre_core.rules.auction import PrivilegeSetBy
from lhombre_core.rules.session import Leftover, SessionEnd
from lhombre_core.rules.settlement import Event, Outcome, Phase, Transfer
from lhombre_core.rules.stake import PoolKind


def pay_auction(game: Game, money: Money, facts: Facts, seating: Seating) -> Paid:
    """Return the money after the auction of a deal, and the lines paid.

    They depend on the passes, the needless namings and whether all passed. A player pays for
    passing once in a deal.
    """
    till = Till(game, money)
    choose(till)
    basis = plain_basis(game, till.before)
    parties = Parties(game, seating, replace(facts, ombre=None), basis.verdict)
    payments = Payments(till, basis, parties)
    passes = dict(reversed(facts.passes))
    acts: list[tuple[Event, Seat | None, bool | None]] = [
        (Event.PASS, seat, passes[seat]) for seat in dict.fromkeys(seat for seat, _ in facts.passes)
    ]
    acts += [(Event.NEEDLESS_NAMING, seat, None) for seat in facts.needless]
    if facts.all_pass:
        acts.append((Event.ALL_PASS, None, None))
    for event, seat, has_bid in acts:
        for item in transfer_plan(game).auction:
            asked = item.transfer.if_
            if (
                event in item.transfer.on
                and (asked.has_bid is None or asked.has_bid == has_bid)
                and holds_by_tricks(asked, facts, basis.verdict)
                and holds_by_money(asked, game, money, item.rule)
            ):
                payments.make(item, seat)
    return till.close()


def settle(game: Game, money: Money, facts: Facts, seating: Seating) -> Paid:
    """Return the money after the settlement of a deal, and the lines paid.

    The auction is paid before. An unknown run or pool that a payment reads is a `MissingNumber`,
    an irregularity without remedy an `IllegalAction`. A deal that is thrown in changes no money.
    """
    verdict = judge(game, facts)
    if verdict.irregular.thrown_in or facts.thrown_in:
        return money, ()
    till = Till(game, money)
    choose(till)
    basis = Basis(game, replace(money, in_play=till.in_play), facts, verdict)
    parties = Parties(game, seating, facts, verdict)
    payments = Payments(till, basis, parties)
    for item in transfer_plan(game).settled:
        if _feeds(basis, item.transfer):
            _make(payments, verdict, item)
    won = Event.WIN in verdict.events
    close_pot(till, verdict.outcome, won=won)
    after = replace(till.freeze(), previous=verdict.outcome, in_play=None)
    if not won or parties.ombre is None:
        return after, tuple(till.lines)
    after = _won(game, after, facts, verdict)
    if _debts_fall_due(game, money, after):
        after, lines = pay_debts_to(game, after, parties.ombre)
        till.lines.extend(lines)
    return after, tuple(till.lines)


def _make(payments: Payments, verdict: Verdict, item: PlannedTransfer) -> None:
    """Pay a transfer for an event of the deal, and once for each irregular act."""
    basis, (_, rule, transfer) = payments.basis, item
    if verdict.events.isdisjoint(transfer.on):
        return
    if not holds_by_tricks(transfer.if_, basis.facts, verdict):
        return
    deal = verdict.events - {Event.IRREGULARITY}
    asks = transfer.if_.offence is not None or transfer.if_.by is not None
    if not asks and not deal.isdisjoint(transfer.on) and _holds(basis, transfer, rule):
        payments.make(item)
    if Event.IRREGULARITY in transfer.on and verdict.irregular.charged:
        for act in verdict.irregular.charged:
            if _meant(basis, transfer, act) and _holds(basis, transfer, rule):
                for _ in range(act.count):
                    payments.make(item, act.seat)


def _meant(basis: Basis, transfer: Transfer, act: Irregularity) -> bool:
    """Return whether an irregular act sets a transfer off."""
    asked = transfer.if_
    return (asked.offence is None or asked.offence is act.offence) and (
        asked.by is None or asked.by is side(act, basis.facts.ombre)
    )


def _holds(basis: Basis, transfer: Transfer, rule: str) -> bool:
    """Return whether the conditions on pools and runs hold."""
    asked, run = transfer.if_, basis.game.rules.result.run
    if not holds_by_money(asked, basis.game, basis.money, rule):
        return False
    if asked.run_on_loss is not None and asked.run_on_loss != bool(run and run.paid_on_loss):
        return False
    return asked.run_counts is None or asked.run_counts == (
        counted_run(basis, transfer.run_of, rule) > 0
    )


def _feeds(basis: Basis, transfer: Transfer) -> bool:
    """Return whether the occasion admits a transfer, which matters for cups alone."""
    pool = basis.game.rules.stakes.pools.get(transfer.to)
    if basis.occasion is None or transfer.phase is not Phase.CUPS or pool is None:
        return True
    return pool.kind is not PoolKind.CUP or transfer.to in basis.occasion.feeds


def _won(game: Game, money: Money, facts: Facts, verdict: Verdict) -> Money:
    """Return the money after a win, which ends the occasion and may arm the next."""
    occasion = money.occasion
    counts = occasion is not None and game.rules.stakes.occasions[occasion].counts
    privilege, couleur = game.rules.auction.privilege, money.couleur
    if privilege is not None and privilege.set_by is PrivilegeSetBy.FIRST_WON_DEAL:
        couleur = facts.trump if couleur is None else couleur
    return replace(
        money,
        occasion=None,
        armed=money.armed or arm(game, money, occasion),
        won=money.won + counts,
        marks=money.marks + (verdict.outcome is Outcome.WIN and verdict.vole <= 0),
        couleur=couleur,
    )


def _debts_fall_due(game: Game, before: Money, after: Money) -> bool:
    """Return whether a win is the last that counts, so that written debts go to the winner."""
    session = game.rules.session
    if session.leftover is not Leftover.DEBTS_TO_WINNER or session.target is None:
        return False
    target = game.number(session.target) * session.target_times
    return session.ends is SessionEnd.OCCASIONS_WON and before.won < target <= after.won
