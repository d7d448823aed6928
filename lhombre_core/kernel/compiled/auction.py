"""The auction, of a deal whose cards are dealt: `lhombre_core.engine.auction` and who bids what."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bench import BOUGHT
from lhombre_core.kernel.bits import ZERO, U, inner, lowest_place, nth_bit, popcount
from lhombre_core.kernel.compiled.thumb_bid import BLACK_ACES, best_bid, want
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
from lhombre_core.kernel.encode.auction import (
    DUEL,
    HOLD,
    HOLD_EARLIER,
    HOLD_ENDS,
    HOLD_FIRST_BIDDER,
    HOLD_FOREHAND,
    OVERBID_OUT,
    PASS_FINAL,
    SECOND_ROUND,
    SUITS,
)
from lhombre_core.kernel.encode.contract import (
    A_BLACK_ACE,
    AN_ACE,
    BOTH_BLACK_ACES,
    MOST,
    NOTHING,
)
from lhombre_core.kernel.layout import NEEDLESS, PASSES, RANDOM, Act

ALL_SEATS: Final = 0b111
ACES: Final = U(1 | 1 << 10 | 1 << 20 | 1 << 30)

_PASS: Final = int(Act.PASS)
_BID: Final = int(Act.BID)
_PASSES: Final = 4
_PASSES_ON_A_BID: Final = 7
"""Of eight times that a seat could bid, `random` passes so often."""


@inner
def meets(requirement, hand):
    """Return whether a hand holds what a contract requires."""
    if requirement == NOTHING:
        return True
    if requirement == BOTH_BLACK_ACES:
        return hand & BLACK_ACES == BLACK_ACES
    if requirement == AN_ACE:
        return hand & ACES != ZERO
    return hand & BLACK_ACES != ZERO


@inner
def _may_hold(who, seat, holder, first):
    if who == HOLD_EARLIER:
        return seat < holder
    if who == HOLD_FOREHAND:
        return seat == 0
    return who == HOLD_FIRST_BIDDER and seat == first


@inner
def _next(silent, holder, seat):
    """Return the next seat that is still in and does not hold the standing bid; -1: none."""
    for step in range(1, 4):
        other = (seat + step) % 3
        if other != holder and not silent >> other & 1:
            return other
    return -1


@inner
def wants(book, scratch, style, hand, seat, privileged, last):
    """Return the row of ``scratch.worth`` of a seat and a hearing, and fill it unless it is filled.

    There are two rows a seat, the second for the last to speak. ``scratch.known`` has a bit for
    each row that is filled, and eight bits higher one for each in which anything is wanted.
    """
    row = 2 * seat + last
    if not scratch.known[0] >> row & 1:
        suits = book.rules[SUITS]
        good = want(book, suits, style, hand, seat, privileged, last != 0, scratch.worth[row])
        scratch.known[0] |= (257 if good else 1) << row
    return row


@inner
def hold_auction(book, deal, scratch, styles, privileged, key, trace):
    """Return who holds the highest bid and which it is, ``64 * seat + bid``; -1: nobody has bid.

    The hands are in card space, `privileged` is the suit that was set or -1. Who passed and who
    named a contract without need goes into the facts.
    """
    rules, hands, asked, facts = book.rules, deal.hands, deal.asked, deal.facts
    standing = holder = first = np.int64(-1)
    level = bidders = passed = out = second = speaker = np.int64(0)
    passers = needless = np.int64(0)
    privilege = 1 if privileged >= 0 else 0
    while True:
        seat = speaker
        hand = hands[seat]
        hold = standing >= 0 and _may_hold(rules[HOLD], seat, holder, first)
        last = standing < 0 and passed | 1 << seat == ALL_SEATS
        bids = book.allowed[standing + 1, 1 if hold else 0, 1 if last else 0, second, privilege]
        for requirement in (BOTH_BLACK_ACES, AN_ACE, A_BLACK_ACE):
            if not meets(requirement, hand):
                bids &= ~book.requires[requirement]
        number = np.int64(popcount(bids))
        bid = np.int64(-1)
        if number:
            if styles[seat, 0] == RANDOM:
                word = decision_word(key, asked, seat)
                if draw(word, 0, 8) >= (_PASSES if standing < 0 else _PASSES_ON_A_BID):
                    bid = np.int64(lowest_place(nth_bit(bids, U(draw(word, 1, number)))))
            else:
                asked[seat] += 1
                late = 1 if standing < 0 and seat == 2 else 0
                row = wants(book, scratch, styles[seat], hand, seat, privileged, late)
                if scratch.known[0] >> 8 >> row & 1:
                    bid = best_bid(book, scratch.worth[row], bids)
        else:
            asked[seat] += 1
        note(trace, asked, seat, _PASS if bid < 0 else _BID, max(bid, 0), number + 1, bids)
        answers = -1
        if bid < 0:
            passed |= 1 << seat
            if not second and not _stands_in(facts[PASSES], seat):
                entry = 4 | seat | (8 if bidders >> seat & 1 else 0)
                facts[PASSES] |= entry << 4 * passers
                passers += 1
        else:
            if book.needless[
                standing + 1, 1 if hold else 0, 1 if last else 0, second, privilege
            ] >> U(bid) & U(1) and not _stands_in(facts[NEEDLESS], seat):
                facts[NEEDLESS] |= (4 | seat) << 4 * needless
                needless += 1
            held = book.level[bid] == level
            if holder >= 0 and (rules[HOLD_ENDS] if held else rules[OVERBID_OUT]):
                out |= 1 << holder
            if not rules[PASS_FINAL]:
                passed = np.int64(0)
            if rules[DUEL] and holder >= 0 and not (passed | out) >> holder & 1:
                answers = holder
            if book.contracts[book.bid_contract[bid], MOST]:
                deal.left[BOUGHT] |= 1 << seat
            if first < 0:
                first = seat
            bidders |= 1 << seat
            standing, holder, level = bid, seat, book.level[bid]
        speaker = answers if answers >= 0 else _next(passed | out, holder, seat)
        if speaker < 0:
            if standing >= 0:
                return 64 * holder + standing
            if second or not rules[SECOND_ROUND]:
                return np.int64(-1)
            second = np.int64(1)
            bidders = passed = out = speaker = np.int64(0)
            level = np.int64(0)
            first = np.int64(-1)


@inner
def _stands_in(packed, seat):
    """Return whether a seat stands in a packed list of seats."""
    while packed:
        if packed & 3 == seat:
            return True
        packed >>= 4
    return False
