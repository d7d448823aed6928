"""The auction of a deal: `engine.phase.auction`, and the bids of the bots."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, U, inlined, lowest_place, nth_bit, popcount
from lhombre_core.kernel.compiled.thumb.bid import best_bid
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
from lhombre_core.kernel.encode.auction import HOLD_EARLIER, HOLD_FIRST_BIDDER, HOLD_FOREHAND
from lhombre_core.kernel.layout import NEEDLESS, PASSES, RANDOM, Act

ALL_SEATS: Final = 0b111
ACES: Final = U(1 | 1 << 10 | 1 << 20 | 1 << 30)

_GATHER: Final = U(1 << 30 | 1 << 21 | 1 << 12 | 1 << 3)
"""Multiplied by the aces it moves them together, from bit 30 on."""
_FOUR: Final = U(15)
_PASS: Final = int(Act.PASS)
_BID: Final = int(Act.BID)
_PASSES: Final = 4
_PASSES_ON_A_BID: Final = 7
"""How often `random` passes in eight turns: before any bid, and on a bid."""


@inlined
def aces_of(hand):
    """Return the aces of a hand, a bit for each, by suit."""
    return (hand & ACES) * _GATHER >> U(30) & _FOUR


@inlined
def _may_hold(who, seat, holder, first):
    """Return whether a seat may hold the bid of `holder`; `who` is a `HoldWho`."""
    if who == HOLD_EARLIER:
        return seat < holder
    if who == HOLD_FOREHAND:
        return seat == 0
    return who == HOLD_FIRST_BIDDER and seat == first


@inlined
def _next(closed, seat):
    """Return the next seat after a seat that is still open; -1: none."""
    still = ~closed & ALL_SEATS
    step = (still | still << 3) >> (seat + 1) & ALL_SEATS
    if not step:
        return np.int64(-1)
    other = seat + 1 + np.int64(lowest_place(U(step)))
    return other - 3 if other >= 3 else other


@inlined
def _speak(book, is_random, good, rows, at, seat, privileged, opens, bids, key, asked):
    """Return the bid of a seat among its legal bids; -1: it passes.

    `opens`: there is no bid yet. `good` are the offers that `thumb` wants and that a legal bid may
    lead to.
    """
    if is_random and bids:
        word = decision_word(key, asked, seat)
        if draw(word, 0, 8) < (_PASSES if opens else _PASSES_ON_A_BID):
            return np.int64(-1)
        number = draw(word, 1, np.int64(popcount(bids)))
        return np.int64(lowest_place(nth_bit(bids, U(number))))
    asked[seat] += 1
    return best_bid(book, good, rows, at, privileged, bids)


@inlined
def _overbid(rules, holder, held, passed, out):
    """Return the seats that have passed and are out after a bid, and the seat that must answer.

    `holder` had the standing bid (-1: there was none), and `held` says that it was held. The last
    number is -1 if there is no such seat.
    """
    if not rules.pass_final:
        passed = np.int64(0)
    if holder < 0:
        return passed, out, np.int64(-1)
    if rules.hold_ends if held else rules.overbid_out:
        out |= 1 << holder
    answers = rules.duel and not (passed | out) >> holder & 1
    return passed, out, holder if answers else np.int64(-1)


@inlined
def hold_auction(book, deal, players, active, good, rows, at, privileged, key, trace):
    """Return the highest bid and its seat as ``64 * seat + bid``; -1: all have passed.

    The hands are in card space; they were heard in `rows` from the place `at` on. `good` are the
    offers that each seat wants, then those of the last to speak before any bid. `active` are the
    players in the seats, `players` the rows of all; `privileged` is the suit set, or -1. The facts
    get the passes and the contracts named without need.
    """
    rules, asked = book.rules, deal.asked
    standing = holder = first = np.int64(-1)
    level = bidders = passed = out = second = seat = np.int64(0)
    passes, needless, bought = (np.int64(0), np.int64(0)), (np.int64(0), np.int64(0)), np.int64(0)
    privilege = 1 if privileged >= 0 else 0
    while True:
        hand = deal.hands[seat]
        opens = standing < 0
        hold = 1 if not opens and _may_hold(rules.hold, seat, holder, first) else 0
        last = 1 if opens and passed | 1 << seat == ALL_SEATS else 0
        # The legal bids: those of the situation, less those that want aces he does not hold.
        bids = book.allowed[standing + 1, hold, last, second, privilege]
        bids &= ~book.refused[aces_of(hand)]
        is_random = players.styles[U(active[seat])].kind == RANDOM
        wanted = good[3 if opens and seat == 2 else seat]
        wanted &= book.led[standing + 1, hold, last, second, privilege]
        bid = _speak(
            book, is_random, wanted, rows, at + U(seat), seat, privileged, opens, bids, key, asked
        )
        number = np.int64(popcount(bids)) + 1
        note(trace, asked, seat, _PASS if bid < 0 else _BID, max(bid, 0), number, bids)
        after = np.int64(-1)
        if bid < 0:
            passed |= 1 << seat
            if not second:
                passes = _noted(passes, seat, 4 | seat | (bidders >> seat & 1) << 3)
        else:
            if book.needless[standing + 1, hold, last, second, privilege] >> U(bid) & ONE:
                needless = _noted(needless, seat, 4 | seat)
            held = book.level[bid] == level
            passed, out, after = _overbid(rules, holder, held, passed, out)
            if book.contracts[book.bid_contract[bid]].most:
                bought |= 1 << seat
            if first < 0:
                first = seat
            bidders |= 1 << seat
            standing, holder, level = bid, seat, book.level[bid]
        if after < 0:  # no seat has to answer: the next that is still in speaks
            after = _next(passed | out | (1 << holder if holder >= 0 else 0), seat)
        if after < 0:
            if standing >= 0 or second or not rules.second_round:
                break
            second = np.int64(1)  # all have passed, and the rules have a second round
            passed = after = np.int64(0)
        seat = after
    deal.facts[PASSES], deal.facts[NEEDLESS] = passes[0], needless[0]
    deal.bought = bought
    return 64 * holder + standing if standing >= 0 else np.int64(-1)


@inlined
def _noted(noted, seat, entry):
    """Return a list of entries of four bits, and the seats in it, with the entry of a seat.

    Only the first entry of a seat counts.
    """
    entries, seats = noted
    if seats >> seat & 1:
        return entries, seats
    return entries | entry << 4 * np.int64(popcount(U(seats))), seats | 1 << seat
