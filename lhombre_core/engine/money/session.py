"""A session: deals one after another at one table, until the rules or the limit end it."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from lhombre_core.engine.money.leftover import settle_leftover
from lhombre_core.engine.money.payment import plain_payments
from lhombre_core.engine.money.pot import choose
from lhombre_core.engine.money.settlement import pay_auction, settle
from lhombre_core.engine.money.stake import open_deal
from lhombre_core.engine.money.table import Line, Till, start_money
from lhombre_core.engine.money.transfer import holds_by_money, transfer_plan
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.seating import Seating, next_dealer, seat_players
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import UsageError
from lhombre_core.frozen import frozen
from lhombre_core.rules.auction import AfterAllPass
from lhombre_core.rules.session import Overtime, SessionEnd, VoidDeals
from lhombre_core.rules.settlement import Event
from lhombre_core.rules.stake import When


class Ended(StrEnum):
    """The reason for the end of a session."""

    OVER = "over"
    """The number of deals or wins that the rules require has been reached."""
    CUT = "cut"
    """It has reached the limit of deals of the variant."""


@frozen
class Session:
    """A session between two deals: the next dealer, the number of deals, and the money."""

    game: Game
    players: int
    dealer: int
    """The player who deals next."""
    money: Money
    index: int = 0
    """The number of deals played, deals that all passed included."""
    counted: int = 0
    """The number of deals that count for the length of the session."""
    again: bool = False
    """The last deal was thrown in: it is dealt again, and no new stakes are paid."""
    last_dealer: int | None = None
    """The player who dealt last; None: no deal yet."""

    @property
    def seating(self) -> Seating:
        """The seating of the next deal."""
        return seat_players(self.game.rules.table, self.players, self.dealer)

    @property
    def ended(self) -> Ended | None:
        """The reason for its end; None: it goes on."""
        if not self.again and _over(self):
            return Ended.OVER
        return Ended.CUT if self.index >= self.game.rules.session.limit else None


def start(game: Game, players: int, first_dealer: int = 0) -> Session:
    """Return a session before its first deal; `first_dealer` is drawn by lot.

    A number of players for which the variant has no length of a session is a `UsageError`.
    """
    seat_players(game.rules.table, players, first_dealer)
    session = Session(game, players, first_dealer, start_money(game, players, first_dealer))
    if game.rules.session.ends is SessionEnd.AFTER_DEALS:
        deals(game, players)
    return session


def open_next(session: Session) -> tuple[Session, tuple[Line, ...]]:
    """Return the session with its next deal open, and the lines paid."""
    if session.again:
        return session, ()
    money, lines = open_deal(session.game, session.money, session.seating, session.index)
    return replace(session, money=money), lines


def close_deal(session: Session, facts: Facts) -> tuple[Session, tuple[Line, ...]]:
    """Return the session after the open deal, and the lines of its auction and settlement."""
    game, seating = session.game, session.seating
    verdict = judge(game, facts)
    money, paid = pay_auction(game, session.money, facts, seating)
    if facts.thrown_in or verdict.irregular.thrown_in:
        return replace(session, money=money, again=True), paid
    money, lines = settle(game, money, facts, seating)
    passed = Event.ALL_PASS in verdict.events
    same = passed and game.rules.auction.after_all_pass is AfterAllPass.SAME_DEALER
    counts = not passed or game.rules.session.void_deals is VoidDeals.COUNT
    dealer = session.dealer
    return (
        replace(
            session,
            money=money,
            dealer=dealer if same else next_dealer(game.rules.table, session.players, dealer),
            index=session.index + 1,
            counted=session.counted + counts,
            again=False,
            last_dealer=dealer,
        ),
        (*paid, *lines),
    )


def finish(session: Session) -> tuple[Session, tuple[Line, ...]]:
    """Return the session after its last payments: those due at the end, then the sums left."""
    game, dealer = session.game, session.last_dealer
    if dealer is None:
        return session, ()
    seating = seat_players(game.rules.table, session.players, dealer)
    till = Till(game, session.money)
    choose(till)
    payments = plain_payments(till, seating)
    for item in transfer_plan(game).last:
        if holds_by_money(item.transfer.if_, game, till.before, item.rule):
            payments.make(item)
    money, lines = settle_leftover(game, replace(till.freeze(), in_play=None), seating)
    return replace(session, money=money), (*till.lines, *lines)


def deals(game: Game, players: int) -> int:
    """Return the number of deals of a session with this number of players.

    A number of players for which the rules say nothing is a `UsageError`.
    """
    by_table = game.rules.session.deals
    number = {3: by_table.three, 4: by_table.four, 5: by_table.five}.get(players)
    if number is None:
        raise UsageError(f"the rules do not say how many deals {players} players play")
    return game.number(number)


def _over(session: Session) -> bool:
    game, money, rules = session.game, session.money, session.game.rules.session
    match rules.ends:
        case SessionEnd.AFTER_DEALS:
            reached = session.counted >= deals(game, session.players)
            pot = game.rules.stakes.at_stake
            waits = rules.overtime is Overtime.UNTIL_POT_EMPTY and pot is not None
            return reached and not (waits and money.held(str(pot)) > 0)
        case SessionEnd.OCCASIONS_WON:
            return money.won >= _target(game) and not _goes_on(game, money)
        case SessionEnd.MARKS:
            return money.marks >= _target(game)
        case other:
            assert_never(other)


def _target(game: Game) -> int:
    rules = game.rules.session
    return game.number(0 if rules.target is None else rules.target) * rules.target_times


def _goes_on(game: Game, money: Money) -> bool:
    """Return whether the last occasion that counts has another after it, not yet won."""
    occasions = game.rules.stakes.occasions
    armed = money.armed is not None and occasions[money.armed].when is When.AFTER_OCCASION
    return money.occasion is not None or armed
