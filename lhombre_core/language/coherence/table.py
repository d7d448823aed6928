"""Coherence of the table and the session: resting seats, length, leftovers."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault
from lhombre_core.language.coherence.number import whole
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.contract import EnteredBy
from lhombre_core.rules.session import Leftover, Overtime, SessionEnd
from lhombre_core.rules.stake import PoolKind
from lhombre_core.rules.table import RestingEntry, TableSize


def somebody_can_sit_down(resolved: Resolved) -> Iterator[Fault]:
    """Check that the table has a size."""
    if not resolved.rules.table.sizes:
        yield resolved.fault("table.sizes", "no size of the table; expected {three: true}")


def who_rests_is_said_for_each_size(resolved: Resolved) -> Iterator[Fault]:
    """Check that a resting seat is named for each size of the table with one, and no other size."""
    table = resolved.rules.table
    for size, who in (
        (TableSize.FOUR, table.resting.at_four),
        (TableSize.FIVE, table.resting.at_five),
    ):
        path = f"table.resting.at_{size.value}"
        if size in table.sizes and who is None:
            message = f"{size.value} may sit at the table; who rests?"
            yield resolved.clash(message, path, f"table.sizes.{size.value}")
        elif size not in table.sizes and who is not None:
            message = f"{size.value} is no size of this table; expected none"
            yield resolved.clash(message, path, f"table.sizes.{size.value}")


def a_resting_player_enters_with_a_contract(resolved: Resolved) -> Iterator[Fault]:
    """Check that the right to enter, its moment, a contract and a resting player go together."""
    resting = resolved.rules.table.resting
    contracts = resolved.rules.contracts
    enters = [name for name, c in contracts.items() if c.entry.by is EnteredBy.RESTING_SEAT]
    if resting.may_enter and resting.entry is RestingEntry.NEVER:
        message = "a resting player may enter, but never; expected a moment"
        yield resolved.clash(message, "table.resting.entry", "table.resting.may_enter")
    if resting.may_enter and not enters:
        message = "a resting player may enter, but no contract is entered by one"
        yield resolved.fault("table.resting.may_enter", message)
    if resting.may_enter and not resolved.rules.table.sizes - {TableSize.THREE}:
        message = "a resting player may enter, but nobody rests at this table"
        yield resolved.clash(message, "table.resting.may_enter", "table.sizes")


def deals_are_counted_where_they_end_the_session(resolved: Resolved) -> Iterator[Fault]:
    """Check that a session that ends by deals has their number for each size of the table."""
    session = resolved.rules.session
    counted = session.ends is SessionEnd.AFTER_DEALS
    for size in TableSize:
        number = getattr(session.deals, size.value)
        path = f"session.deals.{size.value}"
        seated = size in resolved.rules.table.sizes
        if number is None:
            if counted and seated:
                message = f"with {size.value} at the table, how many deals?"
                yield resolved.clash(message, path, f"table.sizes.{size.value}", "session.ends")
        elif not seated:
            message = f"{size.value} is no size of this table; expected none"
            yield resolved.clash(message, path, f"table.sizes.{size.value}")
        elif counted and 0 < session.limit < (whole(resolved.rules, number) or 1):
            message = f"{number} deals; expected no more than the limit of {session.limit}"
            yield resolved.clash(message, path, "session.limit")


def a_target_is_set_where_it_ends_the_session(resolved: Resolved) -> Iterator[Fault]:
    """Check that a session has a target unless it ends after a number of deals."""
    session = resolved.rules.session
    if session.ends is SessionEnd.AFTER_DEALS:
        if session.target is not None:
            message = "deals are counted here; expected none"
            yield resolved.clash(message, "session.target", "session.ends")
        return
    if session.target is None:
        message = f"a session that ends by {session.ends.value} needs a target"
        yield resolved.clash(message, "session.target", "session.ends")
    occasions = resolved.rules.stakes.occasions.values()
    if session.ends is SessionEnd.OCCASIONS_WON and not any(o.counts for o in occasions):
        message = "no occasion counts, so the session would never end"
        yield resolved.fault("session.ends", message)


def a_session_is_cut_somewhere(resolved: Resolved) -> Iterator[Fault]:
    """Check that the limit of a session is at least one deal."""
    if resolved.rules.session.limit < 1:
        yield resolved.fault("session.limit", "expected a number of deals, at least 1")


def a_session_has_a_deal(resolved: Resolved) -> Iterator[Fault]:
    """Check that a session cannot end before its first deal."""
    session = resolved.rules.session
    numbers = {f"deals.{size.value}": getattr(session.deals, size.value) for size in TableSize}
    numbers |= {"target": session.target, "target_times": session.target_times}
    for name, number in numbers.items():
        value = None if number is None else whole(resolved.rules, number)
        if value is not None and value < 1:
            yield resolved.fault(f"session.{name}", f"{value}; expected 1 or more")


def what_is_left_over_can_be_left(resolved: Resolved) -> Iterator[Fault]:
    """Check that the rule about leftovers fits the pools of the variant."""
    session, pools = resolved.rules.session, resolved.rules.stakes.pools
    kinds = {pool.kind for pool in pools.values() if pool.used}
    empties = {PoolKind.POT} if session.overtime is Overtime.UNTIL_POT_EMPTY else set()
    if session.leftover is Leftover.NONE and kinds - empties:
        message = "sums can be left in a pool; what becomes of them?"
        yield resolved.clash(message, "session.leftover", "stakes.pools")
    if session.leftover is not Leftover.NONE and not pools:
        message = "there is no pool in which anything could be left; expected none"
        yield resolved.clash(message, "session.leftover", "stakes.pools")
    debts = {Leftover.SHARE_DEBTS, Leftover.DEBTS_TO_WINNER}
    if kinds and session.leftover in debts and PoolKind.LEDGER not in kinds:
        message = "no debts are written down here; expected none, split or carry"
        yield resolved.fault("session.leftover", message)
    by_occasions = session.ends is SessionEnd.OCCASIONS_WON
    if session.leftover is Leftover.DEBTS_TO_WINNER and not by_occasions:
        message = "no occasion won ends the session, so debts fall to no winner of it"
        yield resolved.fault("session.leftover", message)
    if session.overtime is Overtime.UNTIL_POT_EMPTY and PoolKind.POT not in kinds:
        yield resolved.fault("session.overtime", "there is no pot here; expected none")


CHECKS = (
    somebody_can_sit_down,
    who_rests_is_said_for_each_size,
    a_resting_player_enters_with_a_contract,
    deals_are_counted_where_they_end_the_session,
    a_target_is_set_where_it_ends_the_session,
    a_session_is_cut_somewhere,
    a_session_has_a_deal,
    what_is_left_over_can_be_left,
)
