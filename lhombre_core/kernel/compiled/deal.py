"""A deal up to the end of its auction: the cards, the second pack, the bids, a resting player."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bench import ASKED, BOUGHT, DRAWN, PRIVILEGED, SEEN, STANDS, TURNED
from lhombre_core.kernel.bits import (
    GAMMA,
    LOW,
    ONE,
    ZERO,
    U,
    below,
    compiled,
    copy_row,
    fold,
    inner,
    lowest_place,
    mix,
)
from lhombre_core.kernel.compiled.auction import hold_auction
from lhombre_core.kernel.compiled.thumb_bid import STYLE
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
from lhombre_core.kernel.encode.auction import (
    AGREED,
    FORCED_CARD,
    FORCED_CONTRACT,
    RESTING,
    RESTING_AGAINST,
    TURNS,
)
from lhombre_core.kernel.layout import (
    ALL_PASS,
    COLOUR,
    CONTRACT,
    FACTS,
    MORT,
    NO_FACTS,
    OMBRE,
    RANDOM,
    Act,
)
from lhombre_core.kernel.stream import Purpose

RESTING_SEAT: Final = 4
MORT_SEAT: Final = 3
PACK: Final = U((1 << 40) - 1)
_CARDS: Final = 40
_TALON: Final = 13
_HALF: Final = U(32)
_SECOND_PACK: Final = U(Purpose.SECOND_PACK << 40)
_START: Final = np.array(NO_FACTS, np.int64)
_ENTER: Final = int(Act.ENTER)
_TURN: Final = int(Act.TURN)


@inner
def order_talon(state, rest, talon):
    """Put the cards of a talon, a set in card space, into their order from the top.

    `state` is that of the key of the deal after the twenty words of the hands.
    """
    for place in range(_TALON):
        talon[place] = np.int64(lowest_place(rest))
        rest &= rest - ONE
    for top in range(0, _TALON - 1, 2):
        state += GAMMA
        word = mix(state)
        place = top + np.int64(((word >> _HALF) * U(_TALON - top)) >> _HALF)
        talon[top], talon[place] = talon[place], talon[top]
        place = top + 1 + np.int64(((word & LOW) * U(_TALON - 1 - top)) >> _HALF)
        talon[top + 1], talon[place] = talon[place], talon[top + 1]


@compiled
def deal_cards(key, hands, talon):
    """Deal the cards of a key: `lhombre_core.kernel.stream.deal`, in card space."""
    state = key
    first = second = third = ZERO
    a, b, c = U(9), U(18), U(27)
    bit = ONE
    left = U(_CARDS)
    for _ in range(_CARDS // 2):
        state += GAMMA
        word = mix(state)
        for half in range(2):
            place = (((word & LOW) if half else (word >> _HALF)) * left) >> _HALF
            in_1, in_2, in_3 = place < a, place < b, place < c
            first |= bit if in_1 else ZERO
            second |= bit if in_2 else ZERO
            third |= bit if in_3 else ZERO
            a -= ONE if in_1 else ZERO
            b -= ONE if in_2 else ZERO
            c -= ONE if in_3 else ZERO
            bit <<= ONE
            left -= ONE
    hands[0], hands[1], hands[2], hands[3] = first, second ^ first, third ^ second, ZERO
    order_talon(state, PACK & ~third, talon)


@inner
def _mort(resting, players, key, asked, trace):
    """Return the resting player who enters; -1: none does."""
    for player in resting:
        if player < 0:
            break
        if players[player, 0] == RANDOM:
            enters = draw(decision_word(key, asked, RESTING_SEAT), 0, 4) == 0
        else:
            asked[RESTING_SEAT] += 1
            enters = players[player, STYLE.mort] != 0
        note(trace, asked, RESTING_SEAT, _ENTER, 1 if enters else 0, 2, ZERO)
        if enters:
            return player
    return np.int64(-1)


@compiled
def find_ombre(book, seating, deal, scratch, dealer, couleur, players, styles, key, trace):
    """Hold the auction of a deal whose cards are dealt; return whether anybody is ombre.

    Ombre, contract and privilege go into the facts as they were bid.

    `couleur` is the privileged suit that an earlier deal has set, or -1. `players` are the rows of
    the players, `styles` those of the seats, of which that of the mort is filled here.
    """
    facts, asked, rules = deal.facts, deal.asked, book.rules
    for column in range(FACTS):
        facts[column] = _START[column]
    for seat in range(ASKED):
        asked[seat] = 0
    for seat in range(4):
        deal.discards[seat] = ZERO
        deal.dealt[seat] = deal.hands[seat]
    deal.left[DRAWN] = deal.left[SEEN] = deal.left[BOUGHT] = 0
    deal.left[TURNED] = -1
    scratch.known[0] = 0
    privileged = rules[AGREED] if rules[AGREED] >= 0 else couleur
    if rules[TURNS]:
        privileged = np.int64(below(fold(key, _SECOND_PACK), U(4)))
        note(trace, asked, -1, _TURN, privileged, 4, ZERO)
    found = hold_auction(book, deal, scratch, styles, privileged, key, trace)
    stands = found >= 0
    ombre, contract, colour = np.int64(-1), np.int64(-1), np.int64(0)
    if stands:
        ombre = found >> 6
        contract, colour = book.bid_contract[found & 63], book.bid_colour[found & 63]
    elif rules[FORCED_CARD] >= 0:
        for seat in range(3):
            if deal.hands[seat] >> U(rules[FORCED_CARD]) & ONE:
                ombre, contract = np.int64(seat), rules[FORCED_CONTRACT]
    mort = np.int64(-1)
    if rules[RESTING] >= 0 and (stands if rules[RESTING_AGAINST] else ombre < 0):
        mort = _mort(seating.resting[dealer], players, key, asked, trace)
        if mort >= 0:
            copy_row(players[mort], styles[MORT_SEAT])
            ombre, contract, colour = np.int64(MORT_SEAT), rules[RESTING], np.int64(0)
            stands = False
    facts[MORT] = mort
    if ombre < 0:
        facts[ALL_PASS] = 1
        return False
    facts[OMBRE], facts[CONTRACT], facts[COLOUR] = ombre, contract, colour
    deal.left[PRIVILEGED] = privileged
    deal.left[STANDS] = stands
    return True
