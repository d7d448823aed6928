"""Sessions side by side: each stage of a deal is a loop over the sessions of a block.

A block has a purse and a row of `bench.DEAL` for each session, by its slot. `live` are the slots of
the sessions that go on. The stages of one round play a deal of each: `deal_out`, `find_ombres`,
`exchange_cards`, `play_deals`; `turn_over` settles it and opens the next, so that a purse is taken
out of far memory once a deal. Each is compiled by itself; `compiled.round` calls them by address.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel import row
from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    below,
    entry,
    fold,
    inlined,
    inner,
    prefetch,
    vectorised,
    words,
)
from lhombre_core.kernel.compiled.deal.deal import PACK, find_ombre, lay_talon
from lhombre_core.kernel.compiled.deal.exchange import undertake
from lhombre_core.kernel.compiled.money.lot import held
from lhombre_core.kernel.compiled.money.session import (
    close_deal,
    ended,
    finish,
    open_next,
    put_back,
    start,
    take_out,
)
from lhombre_core.kernel.compiled.play.lockstep import (
    ONE_HAND,
    ORDER,
    STATE,
    THREE_HANDS,
    TWO_HANDS,
    deal_side_by_side,
    order_side_by_side,
)
from lhombre_core.kernel.compiled.play.runs import count_runs
from lhombre_core.kernel.compiled.play.side_end import play_side_by_side
from lhombre_core.kernel.compiled.play.side_seat import note_traits, take_place
from lhombre_core.kernel.compiled.play.tricks import play_tricks, play_tricks_with_mort
from lhombre_core.kernel.compiled.thumb.hear import hear_side_by_side, take_hand, traits_of
from lhombre_core.kernel.encode.money.column import LINE, POOLS, lots_at
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
    RANDOM,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    VOLE,
    VOLE_UNDERTAKEN,
    WINNERS,
)
from lhombre_core.kernel.room import HEARD, SIDE
from lhombre_core.kernel.side import ROW, WIDTH
from lhombre_core.kernel.stream import Purpose

PLAYERS: Final = 5
CUT: Final = 2
_SEATING: Final = U(Purpose.SEATING << 40)
_INDEX_BITS: Final = U(24)
_AHEAD: Final = 2
"""How many sessions before its turn a purse is called for, since it comes from far away."""


_lots_at: Final = inlined(lots_at)


@inlined
def _call_for(purses, live, n, columns):
    """Have the head of a purse come near, its columns and first lots, that is settled soon."""
    if n + _AHEAD < live.shape[0]:
        first = live[n + _AHEAD] * purses.shape[1]
        for column in range(first, first + columns, LINE):
            prefetch(purses, column)


@entry
def start_sessions(money, till, purses, seed, first, players):
    """Begin the sessions from number `first` on, one in each purse."""
    book, till, columns = words(money, 0), words(till, 0), purses.shape[1]
    for slot in range(purses.shape[0]):
        key = fold(seed, U(first + slot) << _INDEX_BITS)
        dealer = np.int64(below(fold(key, _SEATING), U(players)))
        start(till, players, dealer)
        till[ENDED] = ended(book, till)
        put_back(till, words(purses, columns * slot))


@entry
def turn_over(money, till, purses, deals, live, rows, begun, verdict, cut):
    """Settle the open deal of each session and open its next; return how many slots still live.

    `rows` are those of the deals that are open, none before the first; `begun` is room for those of
    the next, and without it none is opened. The slots of sessions that go on stand at the head of
    `live`, in their order. The others have made their last payments; ``cut[slot]`` is 1 for one
    that was cut at the limit.
    """
    book, till, verdict = words(money, 0), words(till, 0), words(verdict, 0)
    columns, left, pools = purses.shape[1], 0, till[POOLS]
    head = _lots_at(pools)
    for n in range(live.shape[0]):
        slot = live[n]
        purse, lots = words(purses, columns * slot), words(purses, columns * slot + head)
        deal = deals[slot]
        _call_for(purses, live, n, head + LINE * pools)
        take_out(till, purse)
        if rows.shape[0] > 0:
            line = words(rows, rows.shape[1] * n)
            _close(book, till, lots, words(deal.facts, 0), verdict, line)
        if begun.shape[0] > 0 and till[MISFIT] == 0:
            if till[ENDED]:
                cut[slot] = till[ENDED] == CUT
                finish(book, till, lots)
            else:
                _open(book, till, lots, slot, deal, words(begun, begun.shape[1] * left))
        put_back(till, purse)
        if till[MISFIT] | till[ENDED] == 0:
            live[left] = slot
            left += 1
    return left


@inlined
def _open(book, till, lots, slot, deal, line):
    """Open the next deal of a session, and begin its row."""
    line[row.SLOT] = slot
    line[row.INDEX] = deal.index = till[INDEX]
    line[row.DEALER] = deal.dealer = till[DEALER]
    deal.couleur = till[COULEUR]
    for player in range(PLAYERS):
        line[row.GAIN + player] = -till[BALANCES + player]
    open_next(book, till, lots)
    for pool in range(till[POOLS]):
        line[row.POOLS + 2 * pool] = held(till, pool)


@inlined
def _close(book, till, lots, facts, verdict, line):
    """Settle the deal that is open and end its row."""
    close_deal(book, till, lots, facts, verdict)
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


@inner
def _first_five(facts):
    if facts[PLAYED] < 5:
        return 0
    mine = 0
    for trick in range(5):
        mine += facts[WINNERS] >> 2 * trick & 3 == facts[OMBRE]
    return (mine == 5) - (mine == 0)


@vectorised
def deal_out(deals, live, seed, first, rows):
    """Deal the cards of each session; `rows` is ``uint64[bench.BUFFER]``."""
    for base in range(0, live.shape[0], SIDE):
        side = min(SIDE, live.shape[0] - base)
        for w in range(side):
            slot = live[base + w]
            deal = deals[slot]
            key = fold(seed, U(first + slot) << _INDEX_BITS | U(deal.index))
            deal.key = key
            rows[U(w) + STATE] = key
        deal_side_by_side(rows)
        order_side_by_side(rows)
        for w in range(side):
            at, deal = U(w), deals[live[base + w]]
            one, two, three = rows[at + ONE_HAND], rows[at + TWO_HANDS], rows[at + THREE_HANDS]
            deal.hands[0], deal.hands[1], deal.hands[2] = one, two ^ one, three ^ two
            deal.hands[3] = ZERO
            lay_talon(PACK & ~three, rows[at + ORDER], deal.talon)


@vectorised
def find_ombres(book, seating, deals, live, scratch, players, trace):
    """Hold the auction of each session, whose cards are dealt.

    `players` are the rows of the players.
    """
    rows, good = words(scratch.rows, 0), scratch.good
    thinks = False
    for player in range(seating.players):
        thinks |= players.styles[player].kind != RANDOM
        scratch.traits[player] = traits_of(players.styles[player])
    for base in range(0, live.shape[0], HEARD):
        some = live[base : base + HEARD]
        if thinks:
            _hear(book, seating, deals, some, scratch.traits, rows)
        for n in range(some.shape[0]):
            deal = deals[some[n]]
            find_ombre(book, seating, deal, players, good, rows, U(3 * n), deal.key, trace)


@inner
def _hear(book, seating, deals, some, traits, rows):
    """Hear what the hands of some deals are good for, three places a deal."""
    for n in range(some.shape[0]):
        deal = deals[some[n]]
        for seat in range(U(3)):
            player = U(seating.active[deal.dealer, seat])
            take_hand(book, deal.hands[seat], traits[player], rows, U(3 * n) + seat)
    hear_side_by_side(book, rows)


@entry
def exchange_cards(book, seating, deals, live, scratch, players, trace):
    """Play each session's deal from the end of the auction to the first lead."""
    for n in range(live.shape[0]):
        deal = deals[live[n]]
        if deal.facts[OMBRE] < 0:
            continue
        undertake(book, seating, deal, scratch, players, deal.key, trace)


@vectorised
def play_deals(book, play, fixed, seating, deals, live, players, trace, room):
    """Play the tricks of each session's deal, where somebody is ombre.

    `play` and `fixed` are those of `encode.play.PlayTables`.
    """
    rows, placed = words(room.rows, 0), ZERO
    note_traits(seating, players, room.traits)
    for n in range(live.shape[0]):
        slot = live[n]
        deal = deals[slot]
        if deal.facts[OMBRE] < 0:
            continue
        if not trace.is_kept and take_place(
            book, play, seating, players, room.traits, deal, slot, rows, placed
        ):
            placed += ONE
        else:
            _play_one(book, play, fixed, seating, deal, players, trace, room)
        if placed == WIDTH:
            _play_placed(book, play, fixed, seating, deals, players, trace, room, rows, placed)
            placed = ZERO
    if placed != ZERO:
        _play_placed(book, play, fixed, seating, deals, players, trace, room, rows, placed)


@inner
def _play_one(book, play, fixed, seating, deal, players, trace, room):
    """Play a deal by itself."""
    if deal.facts[MORT] < 0:
        play_tricks(book, play, fixed, seating, deal, players, trace, room)
    else:
        play_tricks_with_mort(book, play, fixed, seating, deal, players, trace, room)
    count_runs(book, play, deal)


@inner
def _play_placed(book, play, fixed, seating, deals, players, trace, room, rows, placed):
    """Play the deals that have taken their places."""
    others = play_side_by_side(play, fixed, deals, rows, placed)
    for n in range(others):
        deal = deals[rows[ROW.slot + rows[ROW.others + n]]]
        _play_one(book, play, fixed, seating, deal, players, trace, room)
