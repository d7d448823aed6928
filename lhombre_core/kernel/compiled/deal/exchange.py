"""From the end of the auction to the first lead: `engine.phase.declaration` and `exchange`."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    inlined,
    lowest_place,
    nth_bit,
    popcount,
    words,
)
from lhombre_core.kernel.compiled.choice import NO, YES
from lhombre_core.kernel.compiled.deal.auction import aces_of
from lhombre_core.kernel.compiled.deal.deal import MORT_SEAT
from lhombre_core.kernel.compiled.deal.discard import CEDES, SOLO, Turn, discard
from lhombre_core.kernel.compiled.thumb.bid import (
    NO_TRUMP,
    best_contract,
    best_suit,
    colour_suit,
    want,
)
from lhombre_core.kernel.compiled.thumb.hear import (
    BLACK_ACES,
    HEARD,
    hear_one,
    take_hand,
    traits_of,
)
from lhombre_core.kernel.compiled.trace import decision_word, draw, note
from lhombre_core.kernel.encode.contract import (
    AFTER_ALL,
    AFTER_OWN,
    BY_CARD,
    BY_NOBODY,
    LEFT_FIRST,
    MAY_CEDE,
    MAY_LOOK,
    TURNED_UP,
)
from lhombre_core.kernel.layout import (
    COLOUR,
    CONTRACT,
    MORT,
    OMBRE,
    RANDOM,
    TRUMP,
    Act,
)
from lhombre_core.kernel.room import TALON

_DECLARE: Final = int(Act.DECLARE)
_NAME: Final = int(Act.NAME)
_LOOK: Final = int(Act.LOOK)


@inlined
def _declare(book, deal, scratch, style, key, trace):
    """Return the contract that the ombre declares."""
    ombre, contract = deal.facts[OMBRE], deal.facts[CONTRACT]
    colour, privileged = deal.facts[COLOUR], deal.privileged
    stands = deal.stands != 0
    if ombre == MORT_SEAT:
        return contract
    hand, asked = deal.hands[ombre], deal.asked
    met = book.changes[contract, colour] & ~book.unmet[aces_of(hand)]
    number = np.int64(popcount(met))
    if not number:
        return contract
    if number == 1:
        return np.int64(lowest_place(met))
    if style.kind == RANDOM:
        word = decision_word(key, asked, ombre)
        name = np.int64(lowest_place(nth_bit(met, U(draw(word, 0, number)))))
    else:
        asked[ombre] += 1
        rows = words(scratch.rows, 0)
        take_hand(book, hand, traits_of(style), rows, ZERO)
        hear_one(book, rows)
        good = want(book, rows[HEARD], U(ombre), privileged, not stands and ombre == 2)
        bid = contract if stands else np.int64(-1)
        name = best_contract(book, good, rows, ZERO, privileged, met, bid, colour)
    note(trace, asked, ombre, _DECLARE, name, number, met)
    return name


@inlined
def _queue(book, terms, ombre, order, seats, waiting, done):
    """Write the seats that exchange in their order; return their number and the ombre's next seat.

    The order is that of `exchange.queue`, without the seats that have `done` so.
    """
    number = place = 0
    if (terms.most > 0 or terms.whole) and not done >> U(ombre) & ONE:
        waiting[0] = ombre
        number = 1
    while order[place] != ombre:
        place += 1
    after = order[place + 1 if place + 1 < seats else 0]
    if terms.opponents:
        left_first = book.exchange.order == LEFT_FIRST
        step = seats - 1 if left_first else 1
        for _ in range(1, seats):
            place += step
            if place >= seats:
                place -= seats
            if not done >> U(order[place]) & ONE:
                waiting[number] = order[place]
                number += 1
    return number, after


@inlined
def _turn(terms, deal):
    """Turn the top card of the talon; return the suit that it makes trumps, or -1."""
    talon = deal.talon
    card = np.int64(talon[0])
    deal.turned = card
    if terms.under:
        for place in range(TALON - 1):
            talon[place] = talon[place + 1]
        talon[TALON - 1] = card
    named = terms.ace_names and BLACK_ACES >> U(card) & ONE
    return np.int64(-1) if named else card // 10


@inlined
def _bound(book, deal):
    """Return the suit to which the bid binds the ombre; -1: none."""
    privileged, colour = deal.privileged, deal.facts[COLOUR]
    if not colour or privileged < 0:
        return np.int64(-1)
    return np.int64(colour_suit(book.rules.privileged_suits, privileged, colour))


@inlined
def _player(active, mort, seat):
    """Return the player in a seat; `active` are the players in the first three seats."""
    return U(mort if seat == MORT_SEAT else active[seat])


@inlined
def undertake(book, seating, deal, scratch, players, key, trace):
    """Play a deal from the end of the auction to the first lead.

    The facts say ombre, contract and privilege as they were bid; contract and trumps become those
    that are played. `players` are the rows of the players. Afterwards `deal` has the hands and the
    talon as play begins, and the discards.
    """
    ombre, privileged, mort = deal.facts[OMBRE], deal.privileged, deal.facts[MORT]
    active, seats = seating.active[deal.dealer], 3 if mort < 0 else 4
    order = seating.order[deal.dealer, seating.players if mort < 0 else mort]
    style = players.styles[_player(active, mort, ombre)]
    hands, asked, waiting, drawn = deal.hands, deal.asked, scratch.waiting, scratch.drawn
    contract = _declare(book, deal, scratch, style, key, trace)
    terms = book.contracts[contract]
    bound = _bound(book, deal)
    turned = terms.trump_by == BY_CARD
    trump = _turn(terms, deal) if turned else np.int64(-1)
    known = trump >= 0 or terms.trump_by == BY_NOBODY
    _pile(deal.talon, drawn)
    done, last = ZERO, np.int64(-1)
    queued, after = _queue(book, terms, ombre, order, seats, waiting, done)
    top = at = 0
    first, ceded = YES, NO
    while True:
        if not known:
            # He names trumps when his contract says so, at the latest after the last exchange.
            suits = 1 << bound if bound >= 0 else terms.suits
            late = at >= queued or turned or suits & (suits - 1) == 0
            if late or _names_before(terms.named, waiting[at] == ombre):
                known = True
                trump = _name(book, terms, suits, deal, style, key, trace)
                if terms.counts_as[trump] != contract:
                    contract = terms.counts_as[trump]
                    terms, at = book.contracts[contract], 0
                    queued, after = _queue(book, terms, ombre, order, seats, waiting, done)
        if at >= queued:
            break
        seat, left = waiting[at], TALON - top
        may_cede = first and seat != ombre and not ceded and queued - at > 1
        cedes = may_cede and book.exchange.order == MAY_CEDE
        hand = hands[seat]
        if seat == ombre and terms.whole:  # he takes the whole talon and keeps a hand of it
            hand |= drawn[TALON] ^ drawn[top]
            top = TALON
        turn = Turn(seat, ombre, after, trump, known, bound, privileged, left, first, cedes)
        other = players.styles[_player(active, mort, seat)]
        thrown = discard(book, other, terms, turn, hand, key, asked, trace)
        if thrown == CEDES:
            # The partner exchanges first instead, and the turn is not ceded back.
            waiting[at], waiting[at + 1] = waiting[at + 1], waiting[at]
            ceded = True
            continue
        hand &= ~thrown
        until = top + HAND_SIZE - np.int64(popcount(hand))
        hands[seat] = hand | drawn[top] ^ drawn[until]
        deal.discards[seat] |= thrown
        top, first, at = until, first and seat == ombre, at + 1
        done, last = done | ONE << U(seat), seat
    deal.drawn = top
    if top < TALON and last >= 0:
        looker = players.styles[_player(active, mort, last)]
        deal.seen = _see(book.exchange.rest, last, looker, key, asked, trace)
    deal.facts[CONTRACT] = contract
    deal.facts[TRUMP] = trump if trump >= 0 else NO_TRUMP


@inlined
def _names_before(named, own):
    """Return whether the ombre names trumps before an exchange; `own`: it is his own."""
    return not own if named == AFTER_OWN else named != AFTER_ALL


@inlined
def _see(rest, seat, style, key, asked, trace):
    """Return 1 if all see the rest of the talon; `seat` exchanged last."""
    if rest == TURNED_UP:
        return 1
    if rest != MAY_LOOK:
        return 0
    seen = 0
    if style.kind == RANDOM:
        seen = draw(decision_word(key, asked, seat), 0, 2)
    else:
        asked[seat] += 1
    note(trace, asked, seat, _LOOK, seen, 2, ZERO)
    return seen


@inlined
def _pile(talon, drawn):
    """Write the first n cards of the talon into `drawn`, as a set, for each n."""
    cards = drawn[0] = ZERO
    for place in range(TALON):
        cards |= ONE << U(talon[place])
        drawn[place + 1] = cards


@inlined
def _name(book, terms, suits, deal, style, key, trace):
    """Return the suit that the ombre names; if there is a single suit he is not asked."""
    if suits & (suits - 1) == 0:
        return np.int64(lowest_place(U(suits)))
    ombre, asked, number = deal.facts[OMBRE], deal.asked, np.int64(popcount(U(suits)))
    if style.kind == RANDOM:
        word = decision_word(key, asked, ombre)
        suit = np.int64(lowest_place(nth_bit(U(suits), U(draw(word, 0, number)))))
    else:
        asked[ombre] += 1
        solo = SOLO >> terms.family & 1
        suit = np.int64(best_suit(book, suits, deal.hands[ombre], deal.privileged, solo != 0))
    note(trace, asked, ombre, _NAME, suit, number, U(suits))
    return suit
