"""The player `thumb` before the first lead: what a hand is good for, which trumps it names.

It repeats `lhombre_core.bots.thumb`: `bid`, `evaluate`, `naming`, `role`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_place, popcount
from lhombre_core.kernel.encode.auction import SUITS as PRIVILEGED
from lhombre_core.kernel.encode.contract import FAMILIES
from lhombre_core.kernel.thumb import (
    BAD_BITS,
    BASTA,
    BEST_TWO,
    BLIND,
    COLOUR,
    CONTRACT,
    FAMILY,
    FOUR_KINGS,
    GRAND_AT,
    GUARDS,
    KEEPS_NONE,
    KEY,
    KINGS,
    KINGS_AT,
    LANE_BITS,
    LEAD_ONLY,
    MANILLES,
    PLAIN,
    Q_SHIFT,
    SPADILLE,
    SUITS,
    THIRD,
    TOPS_AT,
    TRUMPS,
    TRUMPS_AT,
    Styles,
)
from lhombre_core.rules.contract import Family

NO_TRUMP: Final = 4
SUIT: Final = U(0x3FF)
LANE: Final = U(0xFFFF)
BLACK_ACES: Final = U(1 | 1 << 30)
STYLE: Final = Styles()

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
_EACH: Final = U(0x0001_0001_0001_0001)
"""The lowest bit of each lane."""
_HIGH: Final = 1 << 15
_HIGHEST: Final = _EACH << U(15)
_GATHER: Final = U(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3)
"""Times a word with lowest bits of lanes alone it brings these together, from bit 48 on."""
_KINGS: Final = U(KINGS_AT)
_TRUMPS: Final = U(TRUMPS_AT)
_TOPS: Final = U(TOPS_AT)
_THREE: Final = U(3)
_TWELVE: Final = U(12)
_FIFTEEN: Final = U(15)
_SIXTY_THREE: Final = U(63)
_GUARDED: Final = 0
_BY_KINGS: Final = 2
_BY_SPADILLE: Final = 1
_BY_BLACK_ACE: Final = 2


@inlined
def _values(book, hand):
    """Return the lanes of what the cards of a hand are worth, added up."""
    values = book.values
    return (
        values[0, hand & U(255)]
        + values[1, hand >> U(8) & U(255)]
        + values[2, hand >> U(16) & U(255)]
        + values[3, hand >> U(24) & U(255)]
        + values[4, hand >> U(32) & U(255)]
    )


@inlined
def _quarters(book, values):
    """Return the q of a hand for a contract with exchange, a lane for each trump suit.

    Its cards are added up in `values`. The three best trumps together are worth 1 q more, and so is
    each trump after the fourth in a red suit.
    """
    red = book.red_lanes
    many = (values >> _TRUMPS & red * _FIFTEEN) + red * _TWELVE
    four = many >> U(4) & _EACH
    tops = values >> _TOPS & values >> (_TOPS + ONE) & _EACH
    return (values & _EACH * _SIXTY_THREE) + (many & (four << U(4)) - four) + tops


@inner
def _solo_quarters(book, quarters, values, hand):
    """Return the same for a contract without exchange: kings and plain suits that lack count."""
    found = quarters + (values >> _KINGS & _EACH * _THREE)
    for suit in range(4):
        row = book.trump[suit]
        for plain in range(3):
            if not hand & row[PLAIN + plain]:
                found += ONE << U(LANE_BITS * suit)
    return found


@inlined
def _reach(quarters, least):
    """Return the highest bit of each lane that comes to so many q at least."""
    return quarters + _EACH * U(_HIGH - least) & _HIGHEST


@inlined
def _suits(lanes):
    """Return the suits, four bits, of whose lanes the highest bit is set."""
    return (lanes >> U(15)) * _GATHER >> U(48)


@inner
def bad_lanes(book, lanes):
    """Return the bad cards of a hand for a nolo, in play space without trumps."""
    return (
        book.bad[lanes & SUIT]
        | book.bad[(lanes >> U(16)) & SUIT] << U(16)
        | book.bad[(lanes >> U(32)) & SUIT] << U(32)
        | book.bad[(lanes >> U(48)) & SUIT] << U(48)
    )


@inlined
def _plain(book, hand):
    """Return what the suits of a hand are without trumps, added up."""
    plain = book.plain
    return (
        np.int64(plain[0, hand & SUIT])
        + np.int64(plain[1, hand >> U(10) & SUIT])
        + np.int64(plain[2, hand >> U(20) & SUIT])
        + np.int64(plain[3, hand >> U(30)])
    )


@inlined
def _may_turn(book, turning, hand):
    """Return whether a hand with Spadille is good enough to play with a turned trump."""
    marks = book.marks
    if turning == _BY_KINGS and popcount(hand & marks[FOUR_KINGS]) >= U(2):
        return True
    if popcount(hand & marks[MANILLES]) < U(2):
        return False
    if turning != _GUARDED:
        return True
    for suit in range(4):
        if hand & marks[THIRD + suit] and popcount(hand & marks[GUARDS + suit]) >= U(3):
            return True
    return False


@inlined
def want(book, styles, hand, seat, privileged, last, worth):
    """Return the offers that a hand as dealt is good for, as a set; `worth` takes theirs.

    `worth` has a place for each offer, `last` says that nobody has bid before the last to speak.
    """
    kinds = book.kinds
    good = _of_suits(book, styles, seat, hand, privileged, worth)
    if book.without:
        good |= _without_trumps(book, styles, seat, hand, worth)
    late = ZERO
    if hand & book.marks[SPADILLE]:
        with_exchange = kinds[_NAME] | kinds[_SPADES]
        if not good & with_exchange and _may_turn(book, styles[seat, STYLE.turning], hand):
            late = kinds[_TURNED]
    if hand & BLACK_ACES == BLACK_ACES:
        before = kinds[_SOLO] | kinds[_SPADES_SOLO] | kinds[_NOLO] | kinds[_NOLO_OPEN]
        if not good & before:
            late |= kinds[_TURNED_ACES]
    blind = ZERO
    fixed = styles[seat, STYLE.fixed]
    if not good and fixed:
        left = kinds[_FIXED]
        while left:
            place = lowest_place(left)
            left &= left - ONE
            if late & (ONE << place) - ONE:
                break
            if _may_draw_blind(book, fixed, hand, place, last):
                blind |= ONE << place
    left = late | blind
    while left:
        place = lowest_place(left)
        left &= left - ONE
        worth[place] = book.offers[place, KEY]
    return good | late | blind


@inlined
def _of_suits(book, styles, seat, hand, privileged, worth):
    """Return the offers with trumps that a hand is good enough for; `worth` takes theirs."""
    kinds = book.kinds
    values = _values(book, hand)
    quarters = _quarters(book, values)
    reach = _reach(quarters, styles[seat, STYLE.exchange])
    left = ZERO
    if reach:
        few = (values >> _TRUMPS & _EACH * _FIFTEEN) + (values >> _KINGS & _EACH * _THREE)
        few = ~_reach(few, np.int64(popcount(hand)) - 4) & book.red_lanes << U(15)
        reach &= _reach(quarters, styles[seat, STYLE.red_five]) | ~few
        left = kinds[_NAME] | kinds[_SPADES]
    solo, reach_solo, reach_vole = quarters, ZERO, ZERO
    # A plain suit counts for its king or for lack of cards, so that the three add 3 q at most.
    if _reach(quarters, min(styles[seat, STYLE.solo], styles[seat, STYLE.vole]) - 3):
        solo = _solo_quarters(book, quarters, values, hand)
        reach_solo = _reach(solo, styles[seat, STYLE.solo])
        reach_vole = _reach(solo, styles[seat, STYLE.vole])
        left |= kinds[_SOLO] | kinds[_SPADES_SOLO] | kinds[_VOLE]
    good = ZERO
    while left:
        place = lowest_place(left)
        left &= left - ONE
        family = book.offers[place, FAMILY]
        if family in (_NAME, _SPADES):
            lanes, suits = quarters, reach
        else:
            lanes, suits = solo, reach_vole if family == _VOLE else reach_solo
        suits = _suits(suits) & _allowed(book, place, privileged)
        if suits:
            good |= ONE << place
            worth[place] = book.offers[place, KEY] + (_best(lanes, suits) << Q_SHIFT)
    return good


@inlined
def _allowed(book, place, privileged):
    """Return the suits, four bits, in which an offer may be played."""
    colour = book.offers[place, COLOUR]
    if not colour:
        return U(book.offers[place, SUITS])
    if privileged < 0:
        return ZERO
    return ONE << U(colour_suit(book.rules[PRIVILEGED], privileged, colour))


@inlined
def _best(lanes, suits):
    """Return the greatest number of the lanes of some suits, of which there is one at least."""
    best = np.int64(0)
    for suit in range(4):
        number = np.int64(lanes >> U(LANE_BITS * suit) & LANE)
        if suits >> U(suit) & ONE:
            best = max(best, number)
    return best


@inlined
def _without_trumps(book, styles, seat, hand, worth):
    """Return the offers without trumps that a hand is good enough for; `worth` takes theirs."""
    kinds = book.kinds
    plain = _plain(book, hand)
    bad, against, grand = plain & 15, plain >> BAD_BITS & 15, plain >> GRAND_AT
    good = kinds[_NOLO_EXCHANGE] if bad <= styles[seat, STYLE.no_trick_exchange] else ZERO
    good |= kinds[_NOLO] if bad == 0 else ZERO
    good |= kinds[_NOLO_OPEN] if against <= (LEAD_ONLY if seat == 0 else 0) else ZERO
    left = good
    while left:
        place = lowest_place(left)
        left &= left - ONE
        worth[place] = book.offers[place, KEY]
    if grand < styles[seat, STYLE.grand]:
        return good
    left = kinds[_GRAND]
    while left:
        place = lowest_place(left)
        left &= left - ONE
        worth[place] = book.offers[place, KEY] + (grand << Q_SHIFT)
    return good | kinds[_GRAND]


@inlined
def _may_draw_blind(book, fixed, hand, place, last):
    if not book.offers[place, BLIND]:
        return False
    if book.offers[place, KEEPS_NONE]:
        return fixed == _BY_BLACK_ACE and last
    if fixed == _BY_BLACK_ACE:
        return hand & BLACK_ACES != ZERO
    return fixed == _BY_SPADILLE and hand & book.marks[SPADILLE] != ZERO


@inner
def colour_suit(suits, privileged, colour):
    """Return which suit is Couleur (1) or Sur (2); `suits` is how many suits are privileged."""
    return 3 - privileged if suits == 2 and colour == 1 else privileged


@inlined
def best_bid(book, good, worth, allowed):
    """Return the lowest bid that leads to the best contract wanted; -1: the pass.

    `good` are the offers that are wanted.
    """
    best = np.int64(-1)
    chosen = np.int64(-1)
    while good:
        place = lowest_place(good)
        good &= good - ONE
        bids = allowed & book.leads[book.offers[place, CONTRACT], book.offers[place, COLOUR]]
        if bids and worth[place] > best:
            best, chosen = worth[place], np.int64(lowest_place(bids))
    return chosen


@inner
def best_contract(book, good, worth, names, bid, colour):
    """Return the best contract wanted, or the one that was bid (-1: none), or the first.

    `good` are the offers that are wanted, of which those count that have this privilege.
    """
    best = np.int64(-1)
    chosen = np.int64(lowest_place(names))
    if bid >= 0 and names >> U(bid) & ONE:
        chosen = bid
    while good:
        place = lowest_place(good)
        good &= good - ONE
        name = book.offers[place, CONTRACT]
        fits = book.offers[place, COLOUR] == colour and names >> U(name) & ONE
        if fits and worth[place] > best:
            best, chosen = worth[place], name
    return chosen


@inner
def best_suit(book, suits, hand, privileged, solo):
    """Return the suit, of four bits of suits, in which a hand is worth most."""
    values = _values(book, hand)
    lanes = _quarters(book, values)
    if solo:
        lanes = _solo_quarters(book, lanes, values, hand)
    lanes = (lanes << U(2)) + book.tie[privileged + 1]
    chosen = 0
    best = np.int64(-1)
    for suit in range(4):
        worth = np.int64(lanes >> U(LANE_BITS * suit) & LANE)
        if suits >> suit & 1 and worth > best:
            best, chosen = worth, suit
    return chosen


@inlined
def collects(trump, red, styles, seat, hand, near):
    """Return whether an opponent tries to collect four tricks; `trump` is the row of the suit."""
    if hand & (trump[BEST_TWO] | trump[BASTA]):
        return True
    trumps = popcount(hand & trump[TRUMPS])
    if near and styles[seat, STYLE.near]:
        trumps += ONE
    if trumps >= U(3):
        return True
    if trumps < U(2):
        return False
    king = hand & trump[KINGS] != ZERO
    often = styles[seat, STYLE.often] != 0
    return king and often if red else king or often
