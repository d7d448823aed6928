"""Random legal play of the tricks, 64 deals side by side.

Every stage is a loop over the deals of a block without a branch: the compiler turns each into the
machine's widest registers. The state of the deals stands in one flat buffer with a row for each
quantity at a constant place; an index into a second array inside such a loop would halve the rate.

Deal i is that of session 0 and index i (`lhombre_core.kernel.stream`). Its trump is drawn from the
suits of the call, the ombre from the three seats: word 28 of the deal's key, the high half
and the low half. Trick t is played with two words more, 29 + 2 t for the leader (high half) and
the second player (low half), 30 + 2 t for the third (high half): each picks a legal card by its
number, counted from the lowest bit of play space.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.kernel.bits import (
    GAMMA,
    LOW,
    ONE,
    ZERO,
    U,
    compiled,
    fold,
    inner,
    mix,
    popcount,
    vectorised,
)
from lhombre_core.kernel.compiled.play.space import lay_out, legal_cards
from lhombre_core.kernel.room import SIDE, TALON
from lhombre_core.kernel.stream import DEAL_WORDS

WIDTH: Final = U(SIDE)
LANE: Final = U(0xFFFF)

# The rows of the buffer.
STATE: Final = U(0)
"""The state of the deal's random stream."""
LEADS: Final = U(SIDE)
"""Four times the seat of the leader."""
TRICKS: Final = U(2 * SIDE)
"""The tricks taken, four bits a seat."""
FIRST: Final = U(3 * SIDE)
"""The hand of the leader."""
SECOND: Final = U(4 * SIDE)
"""The hand of the second player to the trick."""
THIRD: Final = U(5 * SIDE)
"""The hand of the third player to the trick."""
TRUMPS: Final = U(6 * SIDE)
"""The words of `SpaceTables` for the trumps of the deal, from here to `PULL`."""
MATADORS: Final = U(7 * SIDE)
FLOOR: Final = U(8 * SIDE)
FREE: Final = U(9 * SIDE)
PULL: Final = U(10 * SIDE)
NUMBER: Final = U(11 * SIDE)
"""The trump number."""
OMBRE: Final = U(12 * SIDE)
"""The seat of the ombre."""

# Other uses of the same rows while the cards are dealt.
ONE_HAND: Final = FIRST
"""The cards of the first hand, in card space."""
TWO_HANDS: Final = SECOND
"""The cards of the first two hands."""
THREE_HANDS: Final = THIRD
"""The cards of all three hands."""
ROOM: Final = TRUMPS
"""Three lanes of 16 bits: the places left in the first hand, in two, in three, and 2**15 - 1."""
TAKEN: Final = MATADORS
"""In the same lanes the last cards, of sixteen, that went to one, two, three hands."""
ORDER: Final = LEADS
"""Four bits for each card of the talon, the lowest first: its place from the top."""

_HALF: Final = U(32)
_WORDS: Final = U(DEAL_WORDS)
_LANE_1: Final = U(1 << 16)
_LANE_2: Final = U(1 << 32)
_LANE_3: Final = U(1 << 48)
_THREE: Final = U(3)
_EACH: Final = U(1 | 1 << 16 | 1 << 32)
_TWICE: Final = U(1 | 1 << 16)
_NONE_TAKEN: Final = U(HAND_SIZE | 2 * HAND_SIZE << 16 | 3 * HAND_SIZE << 32) + _EACH * U(0x7FFF)
_AS_THEY_LIE: Final = U(sum(place << 4 * place for place in range(TALON)))
_NIBBLE: Final = U(15)


@inner
def _pick(cards, half):
    """Return the card of a hand that half a random word picks."""
    k = (half * popcount(cards)) >> _HALF
    for n in range(8):
        cards = (cards & (cards - ONE)) if k > U(n) else cards
    return cards & (~cards + ONE)


@inner
def _goes(room, place):
    """Return 1 in each lane if a card goes to the first hand, the first two, the three.

    A card goes to a hand if its place is among those left there; `room` is of the row `ROOM`.
    """
    return (room - (place * _TWICE | place << _HALF)) >> U(15) & _EACH


@inner
def deal_side_by_side(rows):
    """Deal the hands of 64 deals, whose keys stand in the row `STATE`.

    The rows `ONE_HAND`, `TWO_HANDS` and `THREE_HANDS` then hold the cards, and the random stream
    stands at word 20.
    """
    for w in range(WIDTH):
        rows[w + ROOM] = _NONE_TAKEN
        rows[w + TAKEN] = ZERO
        rows[w + ONE_HAND] = rows[w + TWO_HANDS] = rows[w + THREE_HANDS] = ZERO
    for j in range(U(20)):
        bit = (j & U(7)) * U(2)
        for w in range(WIDTH):
            state = rows[w + STATE] + GAMMA
            word = mix(state)
            rows[w + STATE] = state
            room = rows[w + ROOM]
            goes = _goes(room, ((word >> _HALF) * (U(40) - j * U(2))) >> _HALF)
            room -= goes
            then = _goes(room, ((word & LOW) * (U(39) - j * U(2))) >> _HALF)
            rows[w + ROOM] = room - then
            rows[w + TAKEN] |= goes << bit | then << (bit + ONE)
        if bit == U(14) or j == U(19):
            _gather(rows, (j >> _THREE) * U(16))


@inner
def _gather(rows, base):
    """Put the cards of the row `TAKEN`, of which the lowest is number `base`, into the hands."""
    for w in range(WIDTH):
        taken = rows[w + TAKEN]
        rows[w + TAKEN] = ZERO
        rows[w + ONE_HAND] |= (taken & LANE) << base
        rows[w + TWO_HANDS] |= (taken >> U(16) & LANE) << base
        rows[w + THREE_HANDS] |= (taken >> U(32)) << base


@inner
def order_side_by_side(rows):
    """Fill the row `ORDER` of 64 deals whose hands are dealt.

    The talon is shuffled by exchanges of two cards each. Applied in the opposite order, the same
    exchanges give the place of each card.
    """
    for w in range(WIDTH):
        rows[w + ORDER] = _AS_THEY_LIE
    for step in range(U(6)):
        top = U(10) - step * U(2)
        for w in range(WIDTH):
            word = mix(rows[w + STATE] + (U(6) - step) * GAMMA)
            place = ((word & LOW) * (U(12) - top)) >> _HALF
            order = _change(rows[w + ORDER], top + ONE, top + ONE + place)
            place = ((word >> _HALF) * (U(TALON) - top)) >> _HALF
            rows[w + ORDER] = _change(order, top, top + place)


@inner
def _change(order, one, other):
    """Return an order with two of its places exchanged."""
    one, other = one << U(2), other << U(2)
    change = (order >> one ^ order >> other) & _NIBBLE
    return order ^ change << one ^ change << other


@inner
def _lay_out(seed, first, rows, suits, into, trumps, matadors, floor, free, pull):
    """Draw trumps and ombre and lay out the hands; the tables are those of `SpaceTables`."""
    for w in range(WIDTH):
        state = fold(seed, U(first) + w) + (_WORDS + ONE) * GAMMA
        word = mix(state)
        rows[w + STATE] = state
        rows[w + OMBRE] = ((word & LOW) * _THREE) >> _HALF
        number = U(suits[((word >> _HALF) * U(suits.shape[0])) >> _HALF])
        one, two, three = rows[w + ONE_HAND], rows[w + TWO_HANDS], rows[w + THREE_HANDS]
        rows[w + FIRST] = lay_out(into, number, one)
        rows[w + SECOND] = lay_out(into, number, two ^ one)
        rows[w + THIRD] = lay_out(into, number, three ^ two)
        rows[w + TRUMPS] = trumps[number]
        rows[w + MATADORS] = matadors[number]
        rows[w + FLOOR] = floor[number]
        rows[w + FREE] = free[number]
        rows[w + PULL] = pull[number]
        rows[w + NUMBER] = number
        rows[w + LEADS] = ZERO
        rows[w + TRICKS] = ZERO


@compiled
def _play(rows):
    """Play the nine tricks."""
    for _ in range(U(HAND_SIZE)):
        for w in range(WIDTH):
            a, b, c = rows[w + FIRST], rows[w + SECOND], rows[w + THIRD]
            trumps, matadors, floor = rows[w + TRUMPS], rows[w + MATADORS], rows[w + FLOOR]
            free, pull, leads = rows[w + FREE], rows[w + PULL], rows[w + LEADS]
            state = rows[w + STATE] + GAMMA
            word = mix(state)
            state += GAMMA
            other = mix(state)
            rows[w + STATE] = state
            led = _pick(a, word >> _HALF)
            a ^= led
            lane = LANE if led < _LANE_1 else LANE << U(16)
            lane = lane if led < _LANE_2 else LANE << U(32)
            lane = lane if led < _LANE_3 else LANE << U(48)
            second = _pick(legal_cards(matadors, floor, free, b, lane, led), word & LOW)
            b ^= second
            raised = (second & pull & ~(led - ONE)) if lane == trumps else ZERO
            counts = led if raised == ZERO else second
            third = _pick(legal_cards(matadors, floor, free, c, lane, counts), other >> _HALF)
            c ^= third
            wins = lane | trumps
            beats = (second & wins) > led
            best = (second & wins) if beats else led
            last = (third & wins) > best
            leads += U(8) if last else (U(4) if beats else ZERO)
            leads = leads - U(12) if leads >= U(12) else leads
            rows[w + LEADS] = leads
            rows[w + TRICKS] += ONE << leads
            rows[w + FIRST] = c if last else (b if beats else a)
            rows[w + SECOND] = a if last else (c if beats else b)
            rows[w + THIRD] = b if last else (a if beats else c)


@vectorised
def play_at_random(seed, first, suits, into, trumps, matadors, floor, free, pull, results, rows):
    """Play deals from number `first` on, and write the result of each into `results`.

    `suits` are the trump numbers to draw from; the tables are those of `SpaceTables`; `rows` is
    ``uint64[room.BUFFER]``. ``results[i]`` is ``uint16``: the tricks of forehand, middlehand and
    backhand in four bits each, then two bits for the seat of the ombre and two for the trump suit.
    """
    deals = results.shape[0]
    for base in range(0, deals, SIDE):
        for w in range(WIDTH):
            rows[w + STATE] = fold(seed, U(first + base) + w)
        deal_side_by_side(rows)
        _lay_out(seed, first + base, rows, suits, into, trumps, matadors, floor, free, pull)
        _play(rows)
        for w in range(min(SIDE, deals - base)):
            at = U(w)
            number = rows[at + NUMBER] & _THREE
            results[base + w] = np.uint16(
                rows[at + TRICKS] | rows[at + OMBRE] << U(12) | number << U(14)
            )
