"""Sessions side by side: each stage of a deal is a loop over the sessions of a block.

A block has a purse and a row of `bench.DEAL` for each session, by its slot. `live` are the slots of
the sessions that go on. The stages of one round play the next deal of each: `open_deals`,
`deal_out`, `find_ombres`, `exchange_cards`, `play_deals`, `close_deals`; `end_sessions` leaves out
those that have ended. The stages are called one after another from outside the compiler, which then
need not put all of them into one function.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel import row
from lhombre_core.kernel.bits import ZERO, U, below, compiled, fold, inner
from lhombre_core.kernel.compiled.deal import PACK, find_ombre, order_talon
from lhombre_core.kernel.compiled.exchange import undertake
from lhombre_core.kernel.compiled.lockstep import (
    ONE_HAND,
    SIDE,
    STATE,
    THREE_HANDS,
    TWO_HANDS,
    deal_side_by_side,
)
from lhombre_core.kernel.compiled.money_lot import held
from lhombre_core.kernel.compiled.money_session import close_deal, ended, finish, open_next, start
from lhombre_core.kernel.compiled.runs import count_runs
from lhombre_core.kernel.compiled.tricks import play_tricks
from lhombre_core.kernel.layout import (
    BALANCES,
    COLOUR,
    CONCEDED,
    CONTRACT,
    COULEUR,
    DEALER,
    INDEX,
    MISFIT,
    MORT,
    OMBRE,
    OUTCOME,
    PLAYED,
    POOLS,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    VOLE,
    VOLE_UNDERTAKEN,
    WINNERS,
)
from lhombre_core.kernel.stream import Purpose

PLAYERS: Final = 5
CUT: Final = 2
_SEATING: Final = U(Purpose.SEATING << 40)
_INDEX_BITS: Final = U(24)


@compiled
def start_sessions(money, purses, seed, first, players):
    """Begin the sessions from number `first` on, one in each purse."""
    for slot in range(purses.shape[0]):
        key = fold(seed, U(first + slot) << _INDEX_BITS)
        dealer = np.int64(below(fold(key, _SEATING), U(players)))
        start(money, purses[slot], players, dealer)


@compiled
def open_deals(money, purses, live, rows):
    """Open the next deal of each session, and begin its row."""
    for n in range(live.shape[0]):
        slot = live[n]
        purse, line = purses[slot], rows[n]
        line[row.SLOT] = slot
        line[row.INDEX] = purse[INDEX]
        line[row.DEALER] = purse[DEALER]
        for player in range(PLAYERS):
            line[row.GAIN + player] = -purse[BALANCES + player]
        open_next(money, purse)
        for pool in range(purse[POOLS]):
            line[row.POOLS + 2 * pool] = held(purse, pool)


@compiled
def deal_out(purses, deals, live, seed, first, rows):
    """Deal the cards of each session; `rows` is ``uint64[lockstep.BUFFER]``."""
    for base in range(0, live.shape[0], SIDE):
        side = min(SIDE, live.shape[0] - base)
        for w in range(side):
            slot = live[base + w]
            key = fold(seed, U(first + slot) << _INDEX_BITS | U(purses[slot, INDEX]))
            deals[slot].key = key
            rows[U(w) + STATE] = key
        deal_side_by_side(rows)
        for w in range(side):
            at, deal = U(w), deals[live[base + w]]
            one, two, three = rows[at + ONE_HAND], rows[at + TWO_HANDS], rows[at + THREE_HANDS]
            deal.hands[0], deal.hands[1], deal.hands[2] = one, two ^ one, three ^ two
            deal.hands[3] = ZERO
            order_talon(rows[at + STATE], PACK & ~three, deal.talon)


@compiled
def find_ombres(book, seating, purses, deals, live, scratch, players, styles, trace):
    """Hold the auction of each session, whose cards are dealt.

    `players` are the rows of the players, `styles` room for those of the seats.
    """
    for n in range(live.shape[0]):
        slot = live[n]
        purse, deal = purses[slot], deals[slot]
        if purse[MISFIT]:
            continue
        for seat in range(3):
            styles[seat] = players[seating.active[purse[DEALER], seat]]
        find_ombre(
            book, seating, deal, scratch, purse[DEALER], purse[COULEUR], players, styles, deal.key,
            trace,
        )  # fmt: skip


@inner
def _sit(seating, dealer, mort, players, styles):
    """Put the rows of the players where they sit; return which row of ``seating.order`` holds."""
    for seat in range(3):
        styles[seat] = players[seating.active[dealer, seat]]
    if mort < 0:
        return seating.players
    styles[3] = players[mort]
    return mort


@compiled
def exchange_cards(book, seating, purses, deals, live, scratch, players, styles, trace):
    """Play each session's deal from the end of the auction to the first lead."""
    for n in range(live.shape[0]):
        slot = live[n]
        purse, deal = purses[slot], deals[slot]
        if purse[MISFIT] or deal.facts[OMBRE] < 0:
            continue
        dealer, mort = purse[DEALER], deal.facts[MORT]
        order = seating.order[dealer, _sit(seating, dealer, mort, players, styles)]
        scratch.known[0] = 0
        undertake(book, deal, scratch, order, 3 if mort < 0 else 4, styles, deal.key, trace)


@compiled
def play_deals(book, play, fixed, seating, purses, deals, live, players, trace, room):
    """Play the tricks of each session's deal, where somebody is ombre.

    `play` and `fixed` are those of `encode.play.PlayTables`.
    """
    for n in range(live.shape[0]):
        slot = live[n]
        deal = deals[slot]
        if purses[slot, MISFIT] or deal.facts[OMBRE] < 0:
            continue
        dealer = purses[slot, DEALER]
        play_tricks(book, play, fixed, seating, dealer, deal, players, trace, room)
        count_runs(book, play, deal)


@compiled
def close_deals(money, purses, deals, live, rows, verdict):
    """Settle each session's deal and end its row."""
    for n in range(live.shape[0]):
        slot = live[n]
        purse, line, facts = purses[slot], rows[n], deals[slot].facts
        if purse[MISFIT]:
            continue
        close_deal(money, purse, facts, verdict)
        for column in range(4):
            line[row.TRICKS + column] = facts[TRICKS + column]
        line[row.CONTRACT] = facts[CONTRACT]
        line[row.COLOUR] = facts[COLOUR]
        line[row.OMBRE] = facts[OMBRE]
        line[row.TRUMP] = facts[TRUMP]
        line[row.STOPPED] = facts[STOPPED]
        line[row.CONCEDED] = facts[CONCEDED]
        line[row.SURRENDERER] = facts[SURRENDERER]
        line[row.MORT] = facts[MORT]
        line[row.FIRST_FIVE] = _first_five(facts)
        line[row.OUTCOME] = verdict[OUTCOME]
        line[row.VOLE] = verdict[VOLE]
        line[row.VOLE_UNDERTAKEN] = verdict[VOLE_UNDERTAKEN]
        for player in range(PLAYERS):
            line[row.GAIN + player] += purse[BALANCES + player]
        for pool in range(purse[POOLS]):
            line[row.POOLS + 2 * pool + 1] = held(purse, pool)


@inner
def _first_five(facts):
    if facts[PLAYED] < 5:
        return 0
    mine = 0
    for trick in range(5):
        mine += facts[WINNERS] >> 2 * trick & 3 == facts[OMBRE]
    return (mine == 5) - (mine == 0)


@compiled
def end_sessions(money, purses, live, cut):
    """Make the last payments of sessions that have ended; return how many slots still live.

    Those stand at the head of `live`, in their order. ``cut[slot]`` is 1 for a session that was
    cut at the limit.
    """
    left = 0
    for n in range(live.shape[0]):
        slot = live[n]
        purse = purses[slot]
        if purse[MISFIT]:
            continue
        state = ended(money, purse)
        if state == 0:
            live[left] = slot
            left += 1
            continue
        cut[slot] = state == CUT
        finish(money, purse)
    return left
