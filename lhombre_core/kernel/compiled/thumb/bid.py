"""The player `thumb` before the first lead: what a hand is good for, which trumps it names.

It repeats `lhombre_core.bots.thumb`: `bid`, `evaluate`, `naming`, `role`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_place, popcount
from lhombre_core.kernel.compiled.choice import NO, YES, either
from lhombre_core.kernel.compiled.thumb.hear import (
    FIXED,
    FIXED_LAST,
    HEARD,
    OPEN_LEADS,
    PLAIN,
    QUARTERS,
    STYLE,
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
    BASTA,
    BEST_TWO,
    COLOUR,
    CONTRACT,
    EXCHANGE,
    GRAND,
    GRAND_AT,
    GROUP,
    KEY,
    KINGS,
    LANE_BITS,
    PRICE_AT,
    Q_SHIFT,
    SOLO,
    SUITS,
    TRUMPS,
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
    """Return the offers that a hand is good for, as a set; `heard` is what was heard of it.

    `last` says that nobody has bid before the last to speak.
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
    turns = heard >> TURNS & ONE if good & (kinds[_NAME] | kinds[_SPADES]) == ZERO else ZERO
    late = kinds[_TURNED] if turns else ZERO
    before = kinds[_SOLO] | kinds[_SPADES_SOLO] | kinds[_NOLO] | kinds[_NOLO_OPEN]
    aces = heard >> TWO_ACES & ONE if good & before == ZERO else ZERO
    late |= kinds[_TURNED_ACES] if aces else ZERO
    blind = book.blind[0] if heard >> FIXED & ONE else ZERO
    if last:
        blind |= book.blind[1] if heard >> FIXED_LAST & ONE else ZERO
    # Those that come after a late contract are not wanted beside it.
    blind &= (late & (~late + ONE)) - ONE
    return good | late | (blind if good == ZERO else ZERO)


@inlined
def fill_wanted(book, rows, at, privileged, good):
    """Write down what three seats want whose hands were heard from the place `at` on.

    The fourth is what the last of them wants if nobody has bid.
    """
    for seat in range(U(3)):
        good[seat] = want(book, rows[at + seat + HEARD], seat, privileged, NO)
    good[3] = good[2]
    heard = rows[at + U(2) + HEARD]
    if book.blind[1] and heard >> FIXED_LAST & ONE:
        good[3] = want(book, heard, U(2), privileged, YES)


@inner
def _worth(book, rows, at, privileged, place):
    """Return what an offer is worth that is wanted; the greatest is taken."""
    key, group = book.offers[place, KEY], book.offers[place, GROUP]
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
    colour = book.offers[place, COLOUR]
    if not colour:
        return U(book.offers[place, SUITS])
    if privileged < 0:
        return ZERO
    return ONE << U(colour_suit(book.rules.privileged_suits, privileged, colour))


@inlined
def _best(lanes, suits):
    """Return the greatest number of the lanes of some suits, of which there is one at least."""
    best = np.int64(0)
    for suit in range(4):
        number = np.int64(lanes >> U(LANE_BITS * suit) & LANE)
        if suits >> U(suit) & ONE:
            best = max(best, number)
    return best


@inner
def colour_suit(suits, privileged, colour):
    """Return which suit is Couleur (1) or Sur (2); `suits` is how many suits are privileged."""
    return 3 - privileged if suits == 2 and colour == 1 else privileged


@inlined
def best_bid(book, good, rows, at, privileged, allowed):
    """Return the lowest bid that leads to the best contract wanted; -1: the pass.

    `good` are the offers that are wanted, `at` is the place at which the hand was heard.
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
    """Return whether the first of two offers that are wanted is worth more."""
    price, other_price = book.offers[place, KEY] >> PRICE_AT, book.offers[other, KEY] >> PRICE_AT
    if price != other_price:
        return price > other_price
    worth = _worth(book, rows, at, privileged, place)
    return worth > _worth(book, rows, at, privileged, other)


@inner
def best_contract(book, good, rows, at, privileged, names, bid, colour):
    """Return the best contract wanted, or the one that was bid (-1: none), or the first.

    `good` are the offers that are wanted, of which those count that have this privilege; `at` is
    the place at which the hand was heard.
    """
    best = np.int64(-1)
    chosen = np.int64(lowest_place(names))
    if bid >= 0 and names >> U(bid) & ONE:
        chosen = bid
    while good:
        place = lowest_place(good)
        good &= good - ONE
        name = book.offers[place, CONTRACT]
        if book.offers[place, COLOUR] == colour and names >> U(name) & ONE:
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


@inlined
def collects(trump, red, style, hand, near):
    """Return whether an opponent tries to collect four tricks; `trump` is the row of the suit."""
    tops = hand & (trump[BEST_TWO] | trump[BASTA]) != ZERO
    number = popcount(hand & trump[TRUMPS]) + either(near & (style[STYLE.near] != 0), ONE, ZERO)
    king, often = hand & trump[KINGS] != ZERO, style[STYLE.often] != 0
    likely = (king & often) | ((king | often) & (red == 0))
    return tops | (number >= U(3)) | ((number == U(2)) & likely)
