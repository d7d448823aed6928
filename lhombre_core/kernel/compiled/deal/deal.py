"""A deal up to the end of its auction: talon, second pack, bids, a resting player who enters."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    below,
    fold,
    inlined,
    inner,
    lowest_place,
)
from lhombre_core.kernel.compiled.deal.auction import hold_auction
from lhombre_core.kernel.compiled.thumb.bid import fill_wanted
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
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
from lhombre_core.kernel.room import ASKED, TALON
from lhombre_core.kernel.stream import Purpose
from lhombre_core.notation import Seat

RESTING_SEAT: Final = 4
"""The place of resting players where decisions are counted."""
MORT_SEAT: Final = int(Seat.MORT)
PACK: Final = U((1 << 40) - 1)
_FOUR_BITS: Final = U(15)
_SECOND_PACK: Final = U(Purpose.SECOND_PACK << 40)
_START: Final = np.array(NO_FACTS, np.int64)
_ENTER: Final = int(Act.ENTER)
_TURN: Final = int(Act.TURN)


@inner
def lay_talon(cards, order, talon):
    """Write the cards of a talon, a set in card space, into their places from the top.

    `order` is a word of the row `lockstep.ORDER`.
    """
    for _ in range(TALON):
        talon[order & _FOUR_BITS] = np.int64(lowest_place(cards))
        cards &= cards - ONE
        order >>= U(4)


@inner
def _mort(resting, players, key, asked, trace):
    """Return the resting player who enters; -1: none."""
    for player in resting:
        if player < 0:
            break
        if players.styles[player].kind == RANDOM:
            enters = draw(decision_word(key, asked, RESTING_SEAT), 0, 4) == 0
        else:
            asked[RESTING_SEAT] += 1
            enters = players.styles[player].mort != 0
        note(trace, asked, RESTING_SEAT, _ENTER, 1 if enters else 0, 2, ZERO)
        if enters:
            return player
    return np.int64(-1)


@inlined
def _begin(deal):
    """Reset a deal whose cards are dealt to its state before the auction."""
    for column in range(FACTS):
        deal.facts[column] = _START[column]
    for seat in range(ASKED):
        deal.asked[seat] = 0
    for seat in range(4):
        deal.discards[seat] = ZERO
        deal.dealt[seat] = deal.hands[seat]
    deal.drawn = deal.seen = 0
    deal.turned = -1


@inlined
def find_ombre(book, seating, deal, players, good, rows, at, key, trace):
    """Hold the auction of a deal whose cards are dealt; return whether the deal has an ombre.

    Ombre, contract and privilege go into the facts as they were bid. `players` are the rows of the
    players. The hands were heard in `rows` from the place `at` on.
    """
    facts, asked, rules = deal.facts, deal.asked, book.rules
    _begin(deal)
    privileged = rules.agreed if rules.agreed >= 0 else deal.couleur
    if rules.turns:
        privileged = np.int64(below(fold(key, _SECOND_PACK), U(4)))
        note(trace, asked, -1, _TURN, privileged, 4, ZERO)
    active = seating.active[deal.dealer]
    fill_wanted(book, rows, at, privileged, good)
    highest = hold_auction(book, deal, players, active, good, rows, at, privileged, key, trace)
    stands = highest >= 0
    ombre, contract, colour = np.int64(-1), np.int64(-1), np.int64(0)
    if stands:
        ombre, bid = highest >> 6, highest & 63
        contract, colour = book.bid_contract[bid], book.bid_colour[bid]
    elif rules.forced_card >= 0:  # all have passed, and the holder of a card must play
        for seat in range(3):
            if deal.hands[seat] >> U(rules.forced_card) & ONE:
                ombre, contract = np.int64(seat), rules.forced_contract
    # A resting player enters against the bidder, or in place of a deal that all have passed.
    mort = np.int64(-1)
    if rules.resting >= 0 and (stands if rules.resting_against else ombre < 0):
        mort = _mort(seating.resting[deal.dealer], players, key, asked, trace)
        if mort >= 0:
            ombre, contract, colour = np.int64(MORT_SEAT), rules.resting, np.int64(0)
            stands = False
    facts[MORT] = mort
    if ombre < 0:
        facts[ALL_PASS] = 1
        return False
    facts[OMBRE], facts[CONTRACT], facts[COLOUR] = ombre, contract, colour
    deal.privileged = privileged
    deal.stands = stands
    return True
