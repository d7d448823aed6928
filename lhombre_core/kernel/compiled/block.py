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
from lhombre_core.kernel.bench import SIDE
from lhombre_core.kernel.bits import (
    ZERO,
    U,
    below,
    compiled,
    fold,
    inlined,
    inner,
    prefetch,
    words,
)
from lhombre_core.kernel.compiled.deal import PACK, find_ombre, lay_talon, seat_player
from lhombre_core.kernel.compiled.exchange import undertake
from lhombre_core.kernel.compiled.lockstep import (
    ONE_HAND,
    ORDER,
    STATE,
    THREE_HANDS,
    TWO_HANDS,
    deal_side_by_side,
    order_side_by_side,
)
from lhombre_core.kernel.compiled.money_lot import held
from lhombre_core.kernel.compiled.money_session import (
    close_deal,
    ended,
    finish,
    open_next,
    put_back,
    start,
    take_out,
)
from lhombre_core.kernel.compiled.runs import count_runs
from lhombre_core.kernel.compiled.tricks import play_tricks
from lhombre_core.kernel.encode.money_column import POOLS
from lhombre_core.kernel.layout import (
    BALANCES,
    COLOUR,
    CONCEDED,
    CONTRACT,
    COULEUR,
    DEALER,
    ENDED,
    INDEX,
    MISFIT,
    MORT,
    OMBRE,
    OUTCOME,
    PLAYED,
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
_AHEAD: Final = 2
"""How many sessions before its turn a purse is called for, since it comes from far away."""
_NEAR: Final = 6
"""How many lines of memory of a purse, beyond which there is seldom anything."""
_LINE: Final = 8
"""How many columns there are in a line of memory."""


@inner
def _call_for(purses, live, n):
    """Have the purse of a session come near that is settled soon."""
    if n + _AHEAD < live.shape[0]:
        first = live[n + _AHEAD] * purses.shape[1]
        for line in range(_NEAR):
            prefetch(purses, first + _LINE * line)


@compiled
def start_sessions(money, till, purses, seed, first, players):
    """Begin the sessions from number `first` on, one in each purse."""
    book, till, columns = words(money, 0), words(till, 0), purses.shape[1]
    for slot in range(purses.shape[0]):
        key = fold(seed, U(first + slot) << _INDEX_BITS)
        dealer = np.int64(below(fold(key, _SEATING), U(players)))
        start(till, players, dealer)
        till[ENDED] = ended(book, till)
        put_back(till, words(purses, columns * slot), columns)


@compiled
def open_deals(money, till, purses, live, rows):
    """Open the next deal of each session, and begin its row."""
    book, till, columns = words(money, 0), words(till, 0), purses.shape[1]
    for n in range(live.shape[0]):
        slot = live[n]
        purse, line = words(purses, columns * slot), words(rows, rows.shape[1] * n)
        _call_for(purses, live, n)
        take_out(till, purse)
        line[row.SLOT] = slot
        line[row.INDEX] = till[INDEX]
        line[row.DEALER] = till[DEALER]
        for player in range(PLAYERS):
            line[row.GAIN + player] = -till[BALANCES + player]
        open_next(book, till)
        for pool in range(till[POOLS]):
            line[row.POOLS + 2 * pool] = held(till, pool)
        put_back(till, purse, columns)


@compiled
def deal_out(purses, deals, live, seed, first, rows):
    """Deal the cards of each session; `rows` is ``uint64[bench.BUFFER]``."""
    for base in range(0, live.shape[0], SIDE):
        side = min(SIDE, live.shape[0] - base)
        for w in range(side):
            slot = live[base + w]
            key = fold(seed, U(first + slot) << _INDEX_BITS | U(purses[slot, INDEX]))
            deals[slot].key = key
            rows[U(w) + STATE] = key
        deal_side_by_side(rows)
        order_side_by_side(rows)
        for w in range(side):
            at, deal = U(w), deals[live[base + w]]
            one, two, three = rows[at + ONE_HAND], rows[at + TWO_HANDS], rows[at + THREE_HANDS]
            deal.hands[0], deal.hands[1], deal.hands[2] = one, two ^ one, three ^ two
            deal.hands[3] = ZERO
            lay_talon(PACK & ~three, rows[at + ORDER], deal.talon)


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
            seat_player(players, seating.active[purse[DEALER], seat], styles, seat)
        find_ombre(
            book, seating, deal, scratch, purse[DEALER], purse[COULEUR], players, styles, deal.key,
            trace,
        )  # fmt: skip


@inlined
def _sit(seating, dealer, mort, players, styles):
    """Put the rows of the players where they sit; return which row of ``seating.order`` holds."""
    for seat in range(3):
        seat_player(players, seating.active[dealer, seat], styles, seat)
    if mort < 0:
        return seating.players
    seat_player(players, mort, styles, 3)
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
def close_deals(money, till, purses, deals, live, rows, verdict):
    """Settle each session's deal and end its row."""
    book, till, verdict = words(money, 0), words(till, 0), words(verdict, 0)
    columns = purses.shape[1]
    for n in range(live.shape[0]):
        slot = live[n]
        purse, line, facts = (
            words(purses, columns * slot),
            words(rows, rows.shape[1] * n),
            words(deals[slot].facts, 0),
        )
        _call_for(purses, live, n)
        if purse[MISFIT]:
            continue
        take_out(till, purse)
        close_deal(book, till, facts, verdict)
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
            line[row.GAIN + player] += till[BALANCES + player]
        for pool in range(till[POOLS]):
            line[row.POOLS + 2 * pool + 1] = held(till, pool)
        till[ENDED] = ended(book, till)
        put_back(till, purse, columns)


@inner
def _first_five(facts):
    if facts[PLAYED] < 5:
        return 0
    mine = 0
    for trick in range(5):
        mine += facts[WINNERS] >> 2 * trick & 3 == facts[OMBRE]
    return (mine == 5) - (mine == 0)


@compiled
def end_sessions(money, till, purses, live, cut):
    """Make the last payments of sessions that have ended; return how many slots still live.

    Those stand at the head of `live`, in their order. ``cut[slot]`` is 1 for a session that was
    cut at the limit.
    """
    book, till, columns = words(money, 0), words(till, 0), purses.shape[1]
    left = 0
    for n in range(live.shape[0]):
        slot = live[n]
        purse = words(purses, columns * slot)
        if purse[MISFIT]:
            continue
        if purse[ENDED] == 0:
            live[left] = slot
            left += 1
            continue
        cut[slot] = purse[ENDED] == CUT
        take_out(till, purse)
        finish(book, till)
        put_back(till, purse, columns)
    return left
