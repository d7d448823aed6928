"""A deal is placed among those that are played side by side, or is left to `tricks`."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner
from lhombre_core.kernel.compiled.play.question import CLOSED, OPEN, SPOKEN, UNDERTAKEN
from lhombre_core.kernel.compiled.play.runs import count_runs_of_three
from lhombre_core.kernel.compiled.play.seat import seen_rest
from lhombre_core.kernel.compiled.play.space import lay_out
from lhombre_core.kernel.compiled.thumb.act import gives_up
from lhombre_core.kernel.encode.ending import SPLITS, WITH_VOLE, WITHOUT_VOLE
from lhombre_core.kernel.encode.play import BY_BID, BY_CHOICE, NOBODY
from lhombre_core.kernel.layout import COLOUR, CONTRACT, MORT, OMBRE, RANDOM, TRUMP
from lhombre_core.kernel.side import ROW, WIDTH

_THREE: Final = U(3)
_LEADERS: Final = U(0 | 2 << 2 | 1 << 4)
"""The seat of the forehand counted from the ombre, two bits each, by the seat of the ombre."""

NEAR: Final = U(1)
"""Bits of ``traits``: the style of the player after the ombre counts his position, ..."""
OFTEN_1: Final = U(2)
"""... or does also what is right only often, ..."""
OFTEN_2: Final = U(4)
"""... as does the style of the other opponent."""
BY_CHANCE: Final = U(8)
"""One of the three plays by chance."""


@inner
def note_traits(seating, players, traits):
    """Write the traits of the three players, by dealer and the seat of the ombre."""
    for dealer in range(U(seating.players)):
        for ombre in range(_THREE):
            bits = ZERO
            for turn in range(_THREE):
                style = players.styles[U(seating.active[dealer, (ombre + turn) % _THREE])]
                if turn == ONE and style.near:
                    bits |= NEAR
                if turn != ZERO and style.often:
                    bits |= turn << ONE
                if style.kind == RANDOM:
                    bits |= BY_CHANCE
            traits[dealer, ombre] = bits


@inlined
def take_place(book, play, seating, players, traits, deal, slot, rows, at):
    """Put a deal before its first lead at a place; return whether it can be played there."""
    facts = deal.facts
    number, contract, ombre = U(facts[TRUMP]), U(facts[CONTRACT]), U(facts[OMBRE])
    terms, deck = play.contracts[contract], play.cards[number]
    if facts[MORT] >= 0 or terms.no_trick != 0:
        return False
    style = traits[U(deal.dealer), ombre]
    if style & BY_CHANCE:
        return False
    leader = _LEADERS >> (ombre << ONE) & _THREE
    status, stays, by = CLOSED, np.int64(0), terms.vole_by
    if by == BY_CHOICE:
        status, stays = OPEN, play.vole[0, 0, ONE if leader == ZERO else ZERO]
        if stays & SPOKEN:
            return False
    elif by == BY_BID:
        status = UNDERTAKEN
    stage = WITH_VOLE if status == UNDERTAKEN else WITHOUT_VOLE
    rows[at + ROW.endings] = endings_of(play.kinds[contract, U(facts[COLOUR]), 0, stage])
    rows[at + ROW.status], rows[at + ROW.stays] = U(status), U(stays)
    rows[at + ROW.leader], rows[at + ROW.ombre], rows[at + ROW.slot] = leader, ombre, U(slot)
    rows[at + ROW.asked] = U(terms.yields)
    rows[at + ROW.collects] = style
    shown = (terms.aces_shown != 0) & (deal.turned != play.manilles[number])
    rows[at + ROW.against] = deck.manille if shown else ~ZERO
    _lay_out_deck(deck, rows, at)
    _lay_out_seats(book, number, deck.pack, leader, deal, rows, at)
    hands = rows[at + ROW.first], rows[at + ROW.second], rows[at + ROW.third]
    count_runs_of_three(book, play, deal, hands)
    if terms.consent == NOBODY and terms.concedes | terms.yields:
        player = U(seating.active[U(deal.dealer), ombre])
        return not gives_up(
            play, deck, rows[at + ROW.first + ombre * WIDTH], players.styles[player]
        )
    return True


@inner
def endings_of(kind):
    """Return the word of the row `endings` for a kind of ending; -1: there is none."""
    return ~ZERO if kind < 0 else U(kind) * U(3 * SPLITS)


@inlined
def _lay_out_seats(book, number, pack, leader, deal, rows, at):
    rest, turn = seen_rest(deal), leader
    for seat in range(_THREE):
        known = lay_out(book.into, number, rest | deal.discards[seat])
        rows[at + ROW.first + seat * WIDTH] = lay_out(book.into, number, deal.hands[seat])
        rows[at + ROW.unseen + turn * WIDTH] = pack & ~known
        turn = turn + ONE if turn != U(2) else ZERO


@inlined
def _lay_out_deck(deck, rows, at):
    rows[at + ROW.trumps] = deck.trumps
    rows[at + ROW.matadors] = deck.matadors
    rows[at + ROW.floor] = deck.floor
    rows[at + ROW.free] = deck.free
    rows[at + ROW.pull] = deck.pull
    rows[at + ROW.kings] = deck.kings
    rows[at + ROW.seconds] = deck.seconds
    rows[at + ROW.thirds] = deck.thirds
    rows[at + ROW.tops] = deck.tops
    rows[at + ROW.spadille] = deck.spadille
    rows[at + ROW.red] = deck.red
