"""The player `thumb` before the first lead: what a hand is good for, which trumps it names.

It repeats `lhombre_core.bots.thumb`: `bid`, `evaluate`, `naming`, `role`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, lowest_place, popcount
from lhombre_core.kernel.compiled.tricks_space import lay_out
from lhombre_core.kernel.encode.contract import FAMILIES
from lhombre_core.kernel.thumb import (
    BASTA,
    BEST_TWO,
    BLIND,
    COLOUR,
    CONTRACT,
    FAMILY,
    FOUR_KINGS,
    GUARDS,
    KEEPS_NONE,
    KEY,
    KINGS,
    MANILLES,
    PLAIN,
    Q_SHIFT,
    SPADILLE,
    SUITS,
    THIRD,
    THREE,
    TRUMPS,
    TWO,
    Styles,
)
from lhombre_core.rules.contract import Family

NO_TRUMP: Final = 4
LANE: Final = U(0x3FF)
BLACK_ACES: Final = U(1 | 1 << 30)
STYLE: Final = Styles()
QUARTERS: Final = 8
"""How many columns at the end of a row of worths hold the q of the four suits, twice."""

_NAME: Final = FAMILIES[Family.NAME_TRUMP_EXCHANGE]
_SPADES: Final = FAMILIES[Family.SPADES_EXCHANGE]
_FIXED: Final = FAMILIES[Family.FIXED_EXCHANGE]
_TURNED: Final = FAMILIES[Family.TURNED_TRUMP]
_TURNED_ACES: Final = FAMILIES[Family.TURNED_TRUMP_BLACK_ACES]
_SOLO: Final = FAMILIES[Family.NAME_TRUMP_NO_EXCHANGE]
_SPADES_SOLO: Final = FAMILIES[Family.SPADES_NO_EXCHANGE]
_VOLE: Final = FAMILIES[Family.VOLE]
_GRAND: Final = FAMILIES[Family.NO_TRUMP]
_NOLO_EXCHANGE: Final = FAMILIES[Family.NO_TRICK_EXCHANGE]
_NOLO: Final = FAMILIES[Family.NO_TRICK_NO_EXCHANGE]
_NOLO_OPEN: Final = FAMILIES[Family.NO_TRICK_OPEN]
_WITH_EXCHANGE: Final = 1 << _NAME | 1 << _SPADES
_BEFORE_ACES: Final = 1 << _SOLO | 1 << _SPADES_SOLO | 1 << _NOLO | 1 << _NOLO_OPEN
_HALF: Final = 32
_LOW: Final = (1 << 32) - 1
_GUARDED: Final = 0
_BY_KINGS: Final = 2
_BY_SPADILLE: Final = 1
_BY_BLACK_ACE: Final = 2


@inner
def quarters(trump, red, hand, solo):
    """Return the q of a hand under a trump suit, whose row and colour are given."""
    both = _quarters(trump, red, hand)
    return both >> _HALF if solo else both & _LOW


@inner
def _quarters(trump, red, hand):
    """Return the q of a hand for a contract with exchange, and 2**32 times that without."""
    mine = np.int64(popcount(hand & trump[TRUMPS]))
    best_two = np.int64(popcount(hand & trump[BEST_TWO]))
    kings = np.int64(popcount(hand & trump[KINGS]))
    worth = mine + 3 * best_two + 2 * kings
    worth += 2 * np.int64(popcount(hand & trump[THREE])) + np.int64(popcount(hand & trump[TWO]))
    if hand & trump[BASTA]:
        worth += 3 if best_two == 2 else 2
    if red:
        worth += max(np.int64(0), mine - 4)
    solo = worth + kings
    for plain in range(3):
        solo += 1 if (hand & trump[PLAIN + plain]) == ZERO else 0
    return worth | solo << _HALF


@inner
def bad_lanes(book, lanes):
    """Return the bad cards of a hand for a nolo, in play space without trumps."""
    return (
        book.bad[lanes & LANE]
        | book.bad[(lanes >> U(16)) & LANE] << U(16)
        | book.bad[(lanes >> U(32)) & LANE] << U(32)
        | book.bad[(lanes >> U(48)) & LANE] << U(48)
    )


@inner
def is_unbeatable(book, lanes):
    """Return whether a hand is all but sure to take no trick."""
    return (
        book.unbeatable[lanes & LANE]
        & book.unbeatable[(lanes >> U(16)) & LANE]
        & book.unbeatable[(lanes >> U(32)) & LANE]
        & book.unbeatable[(lanes >> U(48)) & LANE]
    ) != 0


@inner
def dangerous_lead(book, lanes):
    """Return the one card that can take a trick and is the second of its suit; 0 if none is."""
    for lane in range(4):
        shift = U(16 * lane)
        if (lanes >> shift) & U(3) == U(2):
            card = U(2) << shift
            return card if is_unbeatable(book, lanes & ~card) else ZERO
    return ZERO


@inner
def _may_turn(book, style, hand):
    marks = book.marks
    if not hand & marks[SPADILLE]:
        return False
    if style[STYLE.turning] == _BY_KINGS and popcount(hand & marks[FOUR_KINGS]) >= U(2):
        return True
    if popcount(hand & marks[MANILLES]) < U(2):
        return False
    if style[STYLE.turning] != _GUARDED:
        return True
    for suit in range(4):
        if hand & marks[THIRD + suit] and popcount(hand & marks[GUARDS + suit]) >= U(3):
            return True
    return False


@inner
def want(book, suits, style, hand, seat, privileged, last, worth):
    """Write into `worth` what it is worth to play each offer, -1 where the hand is not for it.

    `worth` is an ``int64`` row by contract and privilege, three columns a contract and `QUARTERS`
    more at its end. `suits` is how many suits are privileged, `privileged` the one that was set or
    -1; `last` says that nobody has bid before the last to speak. It returns whether the hand is
    good for anything; where it is not, the row says nothing.
    """
    plain = worth.shape[0] - QUARTERS
    solo = plain + 4
    best = best_solo = np.int64(0)
    for suit in range(4):
        both = _quarters(book.trump[suit], book.red[suit], hand)
        worth[plain + suit] = both & _LOW
        worth[solo + suit] = both >> _HALF
        best = max(best, both & _LOW)
        best_solo = max(best_solo, both >> _HALF)
    lanes = ZERO
    bad = np.int64(0)
    if book.lanes:
        lanes = lay_out(book.into, NO_TRUMP, hand)
        bad = np.int64(popcount(bad_lanes(book, lanes)))
    # Most hands are good for nothing, and that is soon seen.
    if (
        best < style[STYLE.exchange]
        and best_solo < min(style[STYLE.solo], style[STYLE.vole])
        and not hand & book.marks[SPADILLE]
        and style[STYLE.fixed] != _BY_BLACK_ACE
        and (not book.lanes or (bad > style[STYLE.no_trick_exchange] and seat > 0))
        and not book.has_grand
    ):
        return False
    families = 0
    wanted = False
    for late in range(2):
        for place in range(book.n_offers):
            offer = book.offers[place]
            family = offer[FAMILY]
            if (family in (_TURNED, _TURNED_ACES, _FIXED)) != (late == 1):
                continue
            found = -1
            if late:
                if family == _TURNED:
                    good = not families & _WITH_EXCHANGE and _may_turn(book, style, hand)
                elif family == _TURNED_ACES:
                    good = hand & BLACK_ACES == BLACK_ACES and not families & _BEFORE_ACES
                else:
                    good = not families and _may_draw_blind(book, style, hand, offer, last)
                if good:
                    found = 0
            elif family in (_NAME, _SPADES):
                found = _best(book, suits, style, offer, worth, plain, hand, privileged, True)
            elif family in (_SOLO, _SPADES_SOLO, _VOLE):
                found = _best(book, suits, style, offer, worth, solo, hand, privileged, False)
            elif family == _GRAND:
                quarter = np.int64(0)
                for lane in range(4):
                    quarter += book.grand[(lanes >> U(16 * lane)) & LANE]
                if quarter >= style[STYLE.grand]:
                    found = quarter
            elif family == _NOLO_EXCHANGE:
                if bad <= style[STYLE.no_trick_exchange]:
                    found = 0
            elif family == _NOLO:
                if bad == 0:
                    found = 0
            elif family == _NOLO_OPEN:
                leads = seat == 0 and dangerous_lead(book, lanes) != ZERO
                if leads or is_unbeatable(book, lanes):
                    found = 0
            column = 3 * offer[CONTRACT] + offer[COLOUR]
            worth[column] = -1
            if found >= 0:
                wanted = True
                worth[column] = offer[KEY] + (found << Q_SHIFT)
                if family != _FIXED:
                    families |= 1 << family
    return wanted


@inner
def _best(book, suits, style, offer, worth, first, hand, privileged, exchange):
    """Return the q of the best suit of an offer that reaches the threshold; -1: none does.

    The q of the four suits stand in `worth` from `first` on.
    """
    allowed = offer[SUITS]
    if offer[COLOUR]:
        if privileged < 0:
            return -1
        allowed = 1 << colour_suit(suits, privileged, offer[COLOUR])
    if exchange:
        least = style[STYLE.exchange]
    elif offer[FAMILY] == _VOLE:
        least = style[STYLE.vole]
    else:
        least = style[STYLE.solo]
    best = -1
    for suit in range(4):
        quarter = worth[first + suit]
        if allowed >> suit & 1 and quarter > best:
            wanted = least
            if exchange and book.red[suit]:
                row = book.trump[suit]
                if popcount(hand & ~(row[TRUMPS] | row[KINGS])) >= U(5):
                    wanted = max(least, style[STYLE.red_five])
            if quarter >= wanted:
                best = quarter
    return best


@inner
def _may_draw_blind(book, style, hand, offer, last):
    if not offer[BLIND]:
        return False
    fixed = style[STYLE.fixed]
    if offer[KEEPS_NONE]:
        return fixed == _BY_BLACK_ACE and last
    if fixed == _BY_BLACK_ACE:
        return hand & BLACK_ACES != ZERO
    return fixed == _BY_SPADILLE and hand & book.marks[SPADILLE] != ZERO


@inner
def colour_suit(suits, privileged, colour):
    """Return which suit is Couleur (1) or Sur (2); `suits` is how many suits are privileged."""
    return 3 - privileged if suits == 2 and colour == 1 else privileged


@inner
def best_bid(book, worth, allowed):
    """Return the lowest bid that leads to the best contract wanted; -1: the pass."""
    best = np.int64(-1)
    chosen = np.int64(-1)
    for place in range(book.n_offers):
        offer = book.offers[place]
        name, colour = offer[CONTRACT], offer[COLOUR]
        found = worth[3 * name + colour]
        if found > best:
            bids = allowed & book.leads[name, colour]
            if bids:
                best, chosen = found, np.int64(lowest_place(bids))
    return chosen


@inner
def best_contract(worth, good, names, bid, colour):
    """Return the best contract wanted, or the one that was bid (-1: none), or the first.

    `good` says whether the hand is good for anything; otherwise `worth` says nothing.
    """
    best = np.int64(-1)
    chosen = np.int64(lowest_place(names))
    while names:
        name = np.int64(lowest_place(names))
        names &= names - ONE
        found = worth[3 * name + colour] if good else np.int64(-1)
        if found > best:
            best, chosen = found, name
        elif best < 0 and name == bid:
            chosen = name
    return chosen


@inner
def best_suit(book, suits, hand, privileged, solo):
    """Return the suit, of four bits of suits, in which a hand is worth most."""
    chosen = -1
    best = np.int64(-1)
    for suit in range(4):
        if suits >> suit & 1:
            worth = 4 * quarters(book.trump[suit], book.red[suit], hand, solo)
            worth += 3 - book.tie[privileged + 1, suit]
            if worth > best:
                best, chosen = worth, suit
    return chosen


@inner
def collects(trump, red, style, hand, near):
    """Return whether an opponent tries to collect four tricks; `trump` is the row of the suit."""
    if hand & (trump[BEST_TWO] | trump[BASTA]):
        return True
    trumps = popcount(hand & trump[TRUMPS])
    if near and style[STYLE.near]:
        trumps += ONE
    if trumps >= U(3):
        return True
    if trumps < U(2):
        return False
    king = hand & trump[KINGS] != ZERO
    often = style[STYLE.often] != 0
    return king and often if red else king or often
