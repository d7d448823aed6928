"""The discard of a seat in the exchange: `engine.phase.exchange`, and the choice of the bots."""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np

from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_bit, nth_bit, popcount
from lhombre_core.kernel.compiled.choice import NO
from lhombre_core.kernel.compiled.deal.auction import ACES
from lhombre_core.kernel.compiled.play.space import lay_out, take_up
from lhombre_core.kernel.compiled.thumb.act import collects
from lhombre_core.kernel.compiled.thumb.bid import bad_lanes, best_suit
from lhombre_core.kernel.compiled.thumb.exchange import (
    LEFT_FOR_PARTNER,
    lacks_suit,
    throw_as_supporter,
    throw_bad,
    throw_useless,
)
from lhombre_core.kernel.compiled.thumb.hear import BLACK_ACES
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
from lhombre_core.kernel.encode.contract import (
    AT_MOST_EIGHT,
    BY_NOBODY,
    FAMILIES,
    KEPT_ACE,
    KEPT_ANY,
    LEAVE_FIVE,
)
from lhombre_core.kernel.layout import LEGAL_CEDE, LEGAL_LEAST, LEGAL_MOST, RANDOM, Act
from lhombre_core.kernel.space import NO_TRUMP
from lhombre_core.rules.contract import Family

ALL_SUITS: Final = 0b1111
CEDES: Final = ~ZERO
"""The answer of a seat that cedes its turn instead of discarding."""
COMB: Final = np.array([[comb(n, k) for k in range(14)] for n in range(23)], np.int64)
"""The number of sets of k among n cards."""

_DISCARD: Final = int(Act.DISCARD)
_CEDE: Final = int(Act.CEDE)
SOLO: Final = (
    1 << FAMILIES[Family.NAME_TRUMP_NO_EXCHANGE]
    | 1 << FAMILIES[Family.SPADES_NO_EXCHANGE]
    | 1 << FAMILIES[Family.VOLE]
)
"""The families in which the ombre plays the hand that he was dealt, as a set."""
_ACES: Final = (0, 30, 10, 20)
"""The aces in the order in which `thumb` keeps one: ♠ ♣ ♥ ♦."""


class Turn(NamedTuple):
    """The turn of a seat in the exchange."""

    seat: int
    ombre: int
    after: int
    """The seat after the ombre."""
    trump: int
    """The trump number; -1 if trumps are not named yet."""
    known: int
    """Whether trumps, or that there are none, are known."""
    bound: int
    """The suit to which the bid binds the ombre; -1: none."""
    privileged: int
    """The privileged suit; -1: none."""
    left: int
    """The number of cards left in the talon."""
    first: int
    """Whether no opponent has exchanged yet."""
    cedes: int
    """Whether the turn may be ceded."""


@inlined
def discard(book, style, terms, turn, hand, key, asked, trace):
    """Return the discard of a seat from the cards of `hand`, or `CEDES`."""
    seat, held = turn.seat, np.int64(popcount(hand))
    if seat == turn.ombre and terms.whole:
        low = high = held - HAND_SIZE
    else:
        low, high = _limits(book, terms, turn, hand)
        if seat == turn.ombre and terms.kept != KEPT_ANY:
            choice = ACES if terms.kept == KEPT_ACE else BLACK_ACES
            number = max(1, np.int64(popcount(hand & choice)))
            thrown = _keep_one(hand, choice, style, key, asked, seat)
            note(trace, asked, seat, _DISCARD, np.int64(thrown), number, hand & choice)
            return thrown
    if low == high and not turn.cedes and (low in (0, held)):
        asked[seat] += 1
        thrown = hand if low else ZERO
    elif style.kind == RANDOM:
        thrown = _throw_by_chance(turn, hand, low, high, key, asked)
    else:
        asked[seat] += 1
        thrown = _throw(book, style, terms, turn, hand, low, high)
    if trace.is_kept:
        _note_discard(trace, asked, turn, thrown, hand, low, high)
    return thrown


@inlined
def _limits(book, terms, turn, hand):
    """Return the fewest and the most cards that a seat may draw (`exchange.limits`)."""
    left = turn.left
    if turn.seat == turn.ombre:
        low, high = terms.least, terms.most
    else:
        low, high = 0, HAND_SIZE
        if turn.first:
            rule = book.exchange.first
            room = left
            if rule == AT_MOST_EIGHT:
                room = min(8, left)
            elif rule == LEAVE_FIVE:
                number = turn.trump if turn.trump >= 0 else NO_TRUMP
                matadors = book.matadors[number] if turn.known else BLACK_ACES
                if not hand & matadors:
                    room = max(0, left - 5)
            high = min(high, room)
    low = min(low, left)
    return low, max(low, min(high, left))


@inlined
def _throw(book, style, terms, turn, hand, low, high):
    """Return the cards that `thumb` throws, or `CEDES`."""
    is_ombre, trump = turn.seat == turn.ombre, turn.trump
    if terms.trump_by == BY_NOBODY:
        return _throw_without_trumps(book, hand, low, high) if is_ombre else ZERO
    # An opponent without a strong hand supports his partner, who gets the better part of the talon
    # (AV32).
    near = (turn.after == turn.seat) & (style.near != 0)
    often = style.often != 0
    supports = not is_ombre and (trump < 0 or not collects(book.trump[trump], hand, near, often))
    if supports and turn.cedes:
        return CEDES
    if trump < 0:
        trump = turn.bound
    if trump < 0:
        suits = terms.suits if is_ombre else ALL_SUITS
        trump = best_suit(book, suits, hand, turn.privileged, NO)
    row = book.trump[trump]
    if not is_ombre and turn.first and SOLO >> terms.family & 1:
        high = min(high, 8 if hand & row.tops else 7)  # AV38, AV39
    loose = hand & ~(row.trumps | row.kings)
    number = np.int64(popcount(loose))
    size = max(low, min(number, high))
    if supports:
        left = max(turn.left - (LEFT_FOR_PARTNER if turn.first else 0), 0)
        stays = lacks_suit(row, hand) & (hand & row.trumps != ZERO)
        size = 0 if stays else min(number, left, high)
    if size == number:
        return loose
    if size == 0:
        return ZERO
    lanes, kings = lay_out(book.into, U(trump), hand), book.kings[trump]
    if supports:
        thrown = throw_as_supporter(lanes, kings, size)
    else:
        thrown = throw_useless(lanes, kings, size)
    return take_up(book.out, U(trump), thrown)


@inner
def _throw_without_trumps(book, hand, low, high):
    """Return the cards that `thumb` as ombre throws in a contract without trumps."""
    lanes = lay_out(book.into, U(NO_TRUMP), hand)
    thrown = throw_bad(lanes, bad_lanes(book, lanes), low, high)
    return take_up(book.out, U(NO_TRUMP), thrown)


@inner
def _throw_by_chance(turn, hand, low, high, key, asked):
    """Return the cards that `random` throws, or `CEDES`."""
    word = decision_word(key, asked, turn.seat)
    drawn = 0
    if turn.cedes:
        if draw(word, 0, 4) == 0:
            return CEDES
        drawn = 1
    size = low + draw(word, drawn, high - low + 1)
    number = COMB[np.int64(popcount(hand)), size]
    return _set_of(hand, size, draw(word, drawn + 1, number))


@inner
def _set_of(cards, size, number):
    """Return set number `number`, in lexicographic order, of all sets of `size` cards of a hand."""
    chosen = ZERO
    left = np.int64(popcount(cards))
    while size:
        card = lowest_bit(cards)
        cards ^= card
        left -= 1
        with_card = COMB[left, size - 1]
        if number < with_card:
            chosen |= card
            size -= 1
        else:
            number -= with_card
    return chosen


@inlined
def _keep_one(hand, choice, style, key, asked, seat):
    """Return the discard of a seat that keeps a single ace of a choice: all other cards."""
    held = hand & choice
    number = np.int64(popcount(held))
    if number < 2:
        asked[seat] += 1
        return hand & ~held
    if style.kind == RANDOM:
        # Discards are ordered by their cards: the first of them keeps the highest ace.
        place = number - 1 - draw(decision_word(key, asked, seat), 0, number)
        return hand & ~nth_bit(held, U(place))
    asked[seat] += 1
    for ace in _ACES:
        if held >> U(ace) & ONE:
            return hand & ~(ONE << U(ace))
    return hand


@inner
def _note_discard(trace, asked, turn, thrown, hand, low, high):
    """Write a discard, or that the turn is ceded, into the trace."""
    held, number = np.int64(popcount(hand)), 1 if turn.cedes else 0
    for size in range(low, high + 1):
        number += COMB[held, size]
    sizes = U(low) << U(LEGAL_LEAST) | U(high) << U(LEGAL_MOST)
    legal = hand | sizes | (ONE << U(LEGAL_CEDE) if turn.cedes else ZERO)
    if thrown == CEDES:
        note(trace, asked, turn.seat, _CEDE, np.int64(0), number, legal)
    else:
        note(trace, asked, turn.seat, _DISCARD, np.int64(thrown), number, legal)
