"""The player `thumb` in the auction: its bid, its contract, its trumps.

These are `bots.thumb.bid` and, for the best suit, `bots.thumb.evaluate`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_place
from lhombre_core.kernel.compiled.choice import NO, YES
from lhombre_core.kernel.compiled.thumb.hear import (
    FIXED,
    FIXED_LAST,
    HEARD,
    OPEN_LEADS,
    PLAIN,
    QUARTERS,
    TURNS,
    TWO_ACES,
    UNSUITED,
    quarters_of,
    solo_quarters_of,
    values_of,
)
from lhombre_core.kernel.compiled.thumb.hear import SOLO as HEARD_SOLO
from lhombre_core.kernel.encode.contract import FAMILIES
from lhombre_core.kernel.encode.thumb import (
    EXCHANGE,
    GRAND,
    GRAND_AT,
    LANE_BITS,
    PRICE_AT,
    Q_SHIFT,
    SOLO,
    VOLE,
)
from lhombre_core.rules.contract import Family

NO_TRUMP: Final = 4
SUIT: Final = U(0x3FF)
LANE: Final = U(0xFFFF)

_NAME: Final = FAMILIES[Family.NAME_TRUMP_EXCHANGE]
_SPADES: Final = FAMILIES[Family.SPADES_EXCHANGE]
_TURNED: Final = FAMILIES[Family.TURNED_TRUMP]
_TURNED_ACES: Final = FAMILIES[Family.TURNED_TRUMP_BLACK_ACES]
_SOLO: Final = FAMILIES[Family.NAME_TRUMP_NO_EXCHANGE]
_SPADES_SOLO: Final = FAMILIES[Family.SPADES_NO_EXCHANGE]
_NOLO: Final = FAMILIES[Family.NO_TRICK_NO_EXCHANGE]
_NOLO_OPEN: Final = FAMILIES[Family.NO_TRICK_OPEN]
_FOUR_BITS: Final = U(15)


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
def want(book, heard, seat, privileged, last):
    """Return the offers that a hand is good for, as a set; `heard` is its word in the row `HEARD`.

    `last` says that backhand speaks and that the others have passed.
    """
    kinds, suited = book.kinds, book.suited
    row = U(privileged + 1)
    good = (
        suited[EXCHANGE, row, heard & _FOUR_BITS]
        | suited[SOLO, row, heard >> U(4) & _FOUR_BITS]
        | suited[VOLE, row, heard >> U(8) & _FOUR_BITS]
        | book.unsuited[heard >> UNSUITED & _FOUR_BITS]
    )
    if seat == ZERO:
        good |= kinds[_NOLO_OPEN] if heard >> OPEN_LEADS & ONE else ZERO
    # A turned trump gives way to an exchange contract with named trumps (AV12).
    turns = heard >> TURNS & ONE if good & (kinds[_NAME] | kinds[_SPADES]) == ZERO else ZERO
    late = kinds[_TURNED] if turns else ZERO
    # Both black aces give way to a contract without exchange (AV13, AV14).
    before = kinds[_SOLO] | kinds[_SPADES_SOLO] | kinds[_NOLO] | kinds[_NOLO_OPEN]
    aces = heard >> TWO_ACES & ONE if good & before == ZERO else ZERO
    late |= kinds[_TURNED_ACES] if aces else ZERO
    blind = book.blind[0] if heard >> FIXED & ONE else ZERO
    if last:
        blind |= book.blind[1] if heard >> FIXED_LAST & ONE else ZERO
    # A blind exchange that stands in the file after a late contract is not wanted beside it.
    blind &= (late & (~late + ONE)) - ONE
    return good | late | (blind if good == ZERO else ZERO)


@inlined
def fill_wanted(book, rows, at, privileged, good):
    """Write the offers wanted by three seats, whose hands stand in the rows from the place `at` on.

    The fourth set is what backhand wants if the others have passed.
    """
    for seat in range(U(3)):
        good[seat] = want(book, rows[at + seat + HEARD], seat, privileged, NO)
    good[3] = good[2]
    heard = rows[at + U(2) + HEARD]
    if book.blind[1] and heard >> FIXED_LAST & ONE:
        good[3] = want(book, heard, U(2), privileged, YES)


@inner
def _worth(book, rows, at, privileged, place):
    """Return what it is worth to play an offer: its price, then the q of the hand (AV01, AV02)."""
    key, group = book.offers[place].key, book.offers[place].group
    if group == GRAND:
        return key + (np.int64(rows[at + PLAIN] >> U(GRAND_AT)) << Q_SHIFT)
    if group > VOLE:
        return key
    lanes = rows[at + QUARTERS] if group == EXCHANGE else rows[at + HEARD_SOLO]
    suits = rows[at + HEARD] >> U(4 * group) & _allowed(book, place, privileged)
    return key + (_best(lanes, suits) << Q_SHIFT)


@inlined
def _allowed(book, place, privileged):
    """Return the suits, four bits, in which an offer may be played."""
    colour = book.offers[place].colour
    if not colour:
        return U(book.offers[place].suits)
    if privileged < 0:
        return ZERO
    return ONE << U(colour_suit(book.rules.privileged_suits, privileged, colour))


@inlined
def _best(lanes, suits):
    """Return the greatest number in the lanes of a set of suits, which is not empty."""
    best = np.int64(0)
    for suit in range(4):
        number = np.int64(lanes >> U(LANE_BITS * suit) & LANE)
        if suits >> U(suit) & ONE:
            best = max(best, number)
    return best


@inner
def colour_suit(suits, privileged, colour):
    """Return the suit of Couleur (1) or Sur (2); `suits` is the number of privileged suits."""
    return 3 - privileged if suits == 2 and colour == 1 else privileged


@inlined
def best_bid(book, good, rows, at, privileged, allowed):
    """Return the lowest bid that leads to the best contract wanted (AV25); -1: the pass (AV03).

    `good` are the offers wanted, `at` is the place of the hand in the rows.
    """
    chosen, best = np.int64(-1), ZERO
    while good:
        place = lowest_place(good)
        good &= good - ONE
        bids = allowed & book.bids[place]
        if bids and (chosen < 0 or _is_better(book, rows, at, privileged, place, best)):
            chosen, best = np.int64(lowest_place(bids)), place
    return chosen


@inner
def _is_better(book, rows, at, privileged, place, other):
    """Return whether the first of two offers is worth more (AV01, AV02)."""
    price, other_price = book.offers[place].key >> PRICE_AT, book.offers[other].key >> PRICE_AT
    if price != other_price:
        return price > other_price
    worth = _worth(book, rows, at, privileged, place)
    return worth > _worth(book, rows, at, privileged, other)


@inner
def best_contract(book, good, rows, at, privileged, names, bid, colour):
    """Return the best contract wanted, or the contract bid (-1: none), or the first of `names`.

    `good` are the offers wanted, of which those with the privilege `colour` count; `at` is the
    place of the hand in the rows.
    """
    best = np.int64(-1)
    chosen = np.int64(lowest_place(names))
    if bid >= 0 and names >> U(bid) & ONE:
        chosen = bid
    while good:
        place = lowest_place(good)
        good &= good - ONE
        name = book.offers[place].contract
        if book.offers[place].colour == colour and names >> U(name) & ONE:
            worth = _worth(book, rows, at, privileged, place)
            if worth > best:
                best, chosen = worth, name
    return chosen


@inner
def best_suit(book, suits, hand, privileged, solo):
    """Return the suit, of four bits of suits, in which a hand is worth most."""
    values = values_of(book, hand)
    lanes = quarters_of(book.red_lanes, values)
    if solo:
        suits_of = book.suits[0], book.suits[1], book.suits[2], book.suits[3]
        lanes = solo_quarters_of(suits_of, lanes, values, hand)
    lanes = (lanes << U(2)) + book.tie[privileged + 1]
    chosen = 0
    best = np.int64(-1)
    for suit in range(4):
        worth = np.int64(lanes >> U(LANE_BITS * suit) & LANE)
        if suits >> suit & 1 and worth > best:
            best, chosen = worth, suit
    return chosen
