"""What hands as dealt are good for by the rules of `thumb`, many hands side by side.

These are the thresholds of `bots.thumb.bid` that do not depend on the bids so far. A hand has a
place in the rows of a buffer, and tables say what its cards are worth. The rest is a loop over the
places without a branch, which the compiler translates for the machine's widest registers.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, popcount
from lhombre_core.kernel.compiled.choice import either
from lhombre_core.kernel.encode.thumb import (
    BAD_BITS,
    FOUR_KINGS,
    GRAND_AT,
    GUARDS,
    KINGS_AT,
    LANE_BITS,
    LEAD_ONLY,
    MANILLES,
    SPADILLE,
    THIRD,
    TOPS_AT,
    TRUMPS_AT,
)
from lhombre_core.kernel.room import HANDS

WIDTH: Final = U(HANDS)
"""The number of hands that are judged side by side."""

# Rows: a hand, the style of its player, what its cards are worth with and without trumps; ...
HAND: Final = U(0)
TRAITS: Final = WIDTH
"""Eight bits each, in this order: `exchange`, `red_five`, `solo`, `vole`, `grand`,
`no_trick_exchange`, `turning` and `fixed` of a style."""
VALUES: Final = WIDTH * U(2)
PLAIN: Final = WIDTH * U(3)
# ... and the results: the q with exchange and without, a lane for each suit, ...
QUARTERS: Final = VALUES
SOLO: Final = WIDTH * U(4)
HEARD: Final = WIDTH * U(5)
"""What the hand is good for, from the lowest bit up: the suits, four bits each, in which it may
play with exchange, without, and for all tricks; then the bits that follow."""
UNSUITED: Final = U(12)
"""Four bits: nolo with exchange, nolo, open nolo for a hand that does not lead, grand."""
OPEN_LEADS: Final = U(16)
"""An open nolo for the hand that leads."""
TURNS: Final = U(17)
"""A turned trump: Spadille, and what the style asks for beside it."""
TWO_ACES: Final = U(18)
FIXED: Final = U(19)
"""A fixed large exchange that keeps a card."""
FIXED_LAST: Final = U(20)
"""A fixed large exchange that keeps no card, for backhand after two passes."""

BLACK_ACES: Final = U(1 | 1 << 30)
_SUIT: Final = U(0x3FF)
_BYTE: Final = U(255)
_EACH: Final = U(0x0001_0001_0001_0001)
"""The lowest bit of each lane."""
_HIGH: Final = U(1 << 15)
_HIGHEST: Final = _EACH * _HIGH
_GATHER: Final = U(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3)
"""A factor that brings the lowest bits of the four lanes together, from bit 48 on."""
_KINGS: Final = U(KINGS_AT)
_TRUMPS: Final = U(TRUMPS_AT)
_TOPS: Final = U(TOPS_AT)
_TWO: Final = U(2)
_THREE: Final = U(3)
_FOUR: Final = U(4)
_TWELVE: Final = U(12)
_FIFTEEN: Final = U(15)
_SIXTY_THREE: Final = U(63)
_GUARDED: Final = ZERO
_BY_KINGS: Final = U(2)
_BY_SPADILLE: Final = ONE
_BY_BLACK_ACE: Final = U(2)


@inner
def traits_of(style):
    """Return the word of a player in the row `TRAITS`."""
    packed = (
        style.exchange,
        style.red_five,
        style.solo,
        style.vole,
        style.grand,
        style.no_trick_exchange,
        style.turning,
        style.fixed,
    )
    traits = ZERO
    for place, threshold in enumerate(packed):
        traits |= U(min(max(threshold, 0), 255)) << U(8 * place)
    return traits


@inlined
def values_of(book, hand):
    """Return the lanes of what the cards of a hand are worth, added up."""
    values = book.values
    return (
        values[0, hand & _BYTE]
        + values[1, hand >> U(8) & _BYTE]
        + values[2, hand >> U(16) & _BYTE]
        + values[3, hand >> U(24) & _BYTE]
        + values[4, hand >> U(32) & _BYTE]
    )


@inlined
def _plain_of(book, hand):
    """Return what the suits of a hand are without trumps, added up."""
    plain = book.plain
    return (
        U(plain[0, hand & _SUIT])
        + U(plain[1, hand >> U(10) & _SUIT])
        + U(plain[2, hand >> U(20) & _SUIT])
        + U(plain[3, hand >> U(30)])
    )


@inlined
def take_hand(book, hand, traits, rows, at):
    """Write a hand and what its cards are worth into the rows, at a place."""
    rows[at + HAND] = hand
    rows[at + TRAITS] = traits
    rows[at + VALUES] = values_of(book, hand)
    rows[at + PLAIN] = _plain_of(book, hand) if book.without else ZERO


@inlined
def quarters_of(red, values):
    """Return the q of a hand for a contract with exchange, a lane for each trump suit.

    Its cards are added up in `values`. The three best trumps together are worth 1 q more, and so is
    each trump after the fourth in a red suit; `red` has a 1 in the lanes of the red suits.
    """
    many = (values >> _TRUMPS & red * _FIFTEEN) + red * _TWELVE
    four = many >> _FOUR & _EACH
    tops = values >> _TOPS & values >> (_TOPS + ONE) & _EACH
    return (values & _EACH * _SIXTY_THREE) + (many & (four << _FOUR) - four) + tops


@inlined
def solo_quarters_of(suits, quarters, values, hand):
    """Return the q of a hand for a contract without exchange, a lane for each trump suit.

    A king is worth 1 q more (AV18), and so is each void plain suit (AV17). `suits` are the cards of
    each suit where it is not trumps.
    """
    solo = quarters + (values >> _KINGS & _EACH * _THREE)
    for suit in range(4):
        others = _EACH & ~(ONE << U(LANE_BITS * suit))
        solo += either(hand & suits[suit] == ZERO, others, ZERO)
    return solo


@inlined
def _reach(quarters, least):
    """Return the highest bit of each lane that reaches a number of q, from 0 to `_HIGH`."""
    return quarters + _EACH * (_HIGH - least) & _HIGHEST


@inlined
def _suits(lanes):
    """Return the suits, as four bits, of the lanes whose highest bit is set."""
    return (lanes >> U(15)) * _GATHER >> U(48)


@inlined
def _bit(yes, place):
    return either(yes, ONE, ZERO) << place


@inlined
def _with_trumps(red, suits, rows, w):
    """Write the q of a hand into the rows; return the suits in which it may play."""
    hand, traits, values = rows[w + HAND], rows[w + TRAITS], rows[w + VALUES]
    quarters = quarters_of(red, values)
    solo = solo_quarters_of(suits, quarters, values, hand)
    few = (values >> _TRUMPS & _EACH * _FIFTEEN) + (values >> _KINGS & _EACH * _THREE)
    # In red, a hand that would buy five cards or more needs more q (AV05, AV06).
    many = _reach(few + _EACH * _FOUR, popcount(hand)) | ~(red << U(15))
    reach = _reach(quarters, traits & _BYTE)  # AV04
    reach = _suits(reach & (_reach(quarters, traits >> U(8) & _BYTE) | many))
    reach |= _suits(_reach(solo, traits >> U(16) & _BYTE)) << U(4)  # AV15, AV16
    reach |= _suits(_reach(solo, traits >> U(24) & _BYTE)) << U(8)
    rows[w + QUARTERS], rows[w + SOLO] = quarters, solo
    return reach


@inlined
def _without_trumps(traits, plain):
    """Return the bits from `UNSUITED` to `OPEN_LEADS`."""
    bad, against, grand = plain & _FIFTEEN, plain >> U(BAD_BITS) & _FIFTEEN, plain >> U(GRAND_AT)
    return (
        _bit(bad <= traits >> U(40) & _BYTE, UNSUITED)  # AV21, AV22
        | _bit(bad == ZERO, UNSUITED + ONE)  # AV19, AV20
        | _bit(against == ZERO, UNSUITED + _TWO)  # AV23
        | _bit(grand >= traits >> U(32) & _BYTE, UNSUITED + _THREE)
        | _bit(against <= U(LEAD_ONLY), OPEN_LEADS)  # AV24
    )


@inlined
def _otherwise(marks, traits, hand):
    """Return the bits from `TURNS` on."""
    turning, fixed = traits >> U(48) & _BYTE, traits >> U(56)
    guarded = ZERO  # A black king or a red ace with two more cards of its suit (AV09).
    for suit in range(4):
        third = hand & marks[THIRD + suit] != ZERO
        guarded |= _bit(third & (popcount(hand & marks[GUARDS + suit]) >= _THREE), ZERO)
    # Two Manilles (AV10), which the bold do not ask of a hand with two kings (AV08, AV11).
    turns = (popcount(hand & marks[MANILLES]) >= _TWO) & ((turning != _GUARDED) | (guarded != ZERO))
    turns |= (turning == _BY_KINGS) & (popcount(hand & marks[FOUR_KINGS]) >= _TWO)
    spadille = hand & marks[SPADILLE] != ZERO
    by_ace = fixed == _BY_BLACK_ACE
    blind = by_ace & (hand & BLACK_ACES != ZERO) | (fixed == _BY_SPADILLE) & spadille
    return (
        _bit(turns & spadille, TURNS)  # AV07
        | _bit(hand & BLACK_ACES == BLACK_ACES, TWO_ACES)
        | _bit(blind, FIXED)
        | _bit(by_ace, FIXED_LAST)
    )


@inlined
def _words_of(book):
    """Return the words of a book that the judgement of every hand reads."""
    suits = book.suits[0], book.suits[1], book.suits[2], book.suits[3]
    marks = (
        book.marks[0],
        book.marks[1],
        book.marks[2],
        book.marks[3],
        book.marks[4],
        book.marks[5],
        book.marks[6],
        book.marks[7],
        book.marks[8],
        book.marks[9],
        book.marks[10],
    )
    return book.red_lanes, suits, marks


@inlined
def _hear(red, suits, marks, rows, w):
    traits, hand = rows[w + TRAITS], rows[w + HAND]
    heard = _without_trumps(traits, rows[w + PLAIN]) | _otherwise(marks, traits, hand)
    rows[w + HEARD] = heard | _with_trumps(red, suits, rows, w)


@inner
def hear_one(book, rows):
    """Write what the hand at the first place is good for."""
    red, suits, marks = _words_of(book)
    _hear(red, suits, marks, rows, ZERO)


@inner
def hear_side_by_side(book, rows):
    """Write what the hands at all places are good for."""
    red, suits, marks = _words_of(book)
    for w in range(WIDTH):
        _hear(red, suits, marks, rows, w)
