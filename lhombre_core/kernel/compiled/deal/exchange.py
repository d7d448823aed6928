"""From the end of the auction to the first lead: `engine.phase.declaration` and `exchange`."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    inlined,
    inner,
    lowest_place,
    nth_bit,
    popcount,
    words,
)
from lhombre_core.kernel.compiled.choice import NO, YES
from lhombre_core.kernel.compiled.deal.auction import ACES, aces_of
from lhombre_core.kernel.compiled.deal.deal import MORT_SEAT
from lhombre_core.kernel.compiled.play.space import lay_out, take_up
from lhombre_core.kernel.compiled.thumb.bid import (
    NO_TRUMP,
    bad_lanes,
    best_contract,
    best_suit,
    collects,
    colour_suit,
    want,
)
from lhombre_core.kernel.compiled.thumb.exchange import (
    LEFT_FOR_PARTNER,
    lacks_suit,
    throw_as_supporter,
    throw_bad,
    throw_useless,
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
    AT_MOST_EIGHT,
    BY_CARD,
    BY_NOBODY,
    FAMILIES,
    KEPT_ACE,
    KEPT_ANY,
    LEAVE_FIVE,
    LEFT_FIRST,
    MAY_CEDE,
    MAY_LOOK,
    TURNED_UP,
)
from lhombre_core.kernel.encode.thumb import BASTA, BEST_TWO, KINGS, TRUMPS
from lhombre_core.kernel.layout import (
    COLOUR,
    CONTRACT,
    LEGAL_CEDE,
    LEGAL_LEAST,
    LEGAL_MOST,
    MORT,
    OMBRE,
    RANDOM,
    TRUMP,
    Act,
)
from lhombre_core.kernel.room import TALON
from lhombre_core.rules.contract import Family

HAND_SIZE: Final = 9
ALL_SUITS: Final = 0b1111
COMB: Final = np.array([[comb(n, k) for k in range(14)] for n in range(23)], np.int64)

_DECLARE: Final = int(Act.DECLARE)
_NAME: Final = int(Act.NAME)
_DISCARD: Final = int(Act.DISCARD)
_CEDE: Final = int(Act.CEDE)
_LOOK: Final = int(Act.LOOK)
_SOLO: Final = (
    1 << FAMILIES[Family.NAME_TRUMP_NO_EXCHANGE]
    | 1 << FAMILIES[Family.SPADES_NO_EXCHANGE]
    | 1 << FAMILIES[Family.VOLE]
)
_ACES: Final = (0, 30, 10, 20)
"""The aces in the order in which `thumb` keeps one: ♠ ♣ ♥ ♦."""


@inlined
def _declare(book, deal, scratch, style, key, trace):
    """Return what the ombre plays."""
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
    if style[0] == RANDOM:
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


@inner
def _set_of(cards, size, number):
    """Return set number `number`, in lexicographic order, of the sets of `size` of some cards."""
    chosen = ZERO
    left = np.int64(popcount(cards))
    while size:
        card = cards & (~cards + ONE)
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
    """Return what is thrown by who keeps one of the aces he holds: all else."""
    held = hand & choice
    number = np.int64(popcount(held))
    if number < 2:
        asked[seat] += 1
        return hand & ~held
    if style[0] == RANDOM:
        # Discards stand by their cards, so that the one that keeps the highest ace is the first.
        place = number - 1 - draw(decision_word(key, asked, seat), 0, number)
        return hand & ~nth_bit(held, U(place))
    asked[seat] += 1
    for ace in _ACES:
        if held >> U(ace) & ONE:
            return hand & ~(ONE << U(ace))
    return hand


@inlined
def _throw(book, style, terms, table, seat, hand, low, high, cedes):
    """Return what `thumb` throws, or that he cedes: all bits set.

    `table` is the ombre, the trump number or -1, the suit that is bound by the bid or -1, the
    privileged suit, the seat after the ombre, how many cards are left, and whether no opponent has
    exchanged yet.
    """
    ombre, trump, bound, privileged, after, left, first = table
    if terms.trump_by == BY_NOBODY:
        return _throw_without_trumps(book, hand, low, high) if seat == ombre else ZERO
    supports = seat != ombre and (
        trump < 0 or not collects(book.trump[trump], book.red[trump], style, hand, after == seat)
    )
    if supports and cedes:
        return ~ZERO
    if trump < 0:
        trump = bound
    if trump < 0:
        suits = terms.suits if seat == ombre else ALL_SUITS
        trump = best_suit(book, suits, hand, privileged, NO)
    row = book.trump[trump]
    if seat != ombre and first and _SOLO >> terms.family & 1:
        high = min(high, 8 if hand & (row[BEST_TWO] | row[BASTA]) else 7)
    loose = hand & ~(row[TRUMPS] | row[KINGS])
    number = np.int64(popcount(loose))
    size = max(low, min(number, high))
    if supports:
        left = max(left - (LEFT_FOR_PARTNER if first else 0), 0)
        stays = lacks_suit(row, hand) & (hand & row[TRUMPS] != ZERO)
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
    lanes = lay_out(book.into, U(NO_TRUMP), hand)
    thrown = throw_bad(lanes, bad_lanes(book, lanes), low, high)
    return take_up(book.out, U(NO_TRUMP), thrown)


@inner
def _throw_by_chance(hand, low, high, cedes, key, asked, seat):
    """Return what `random` throws, or that he cedes: all bits set."""
    word = decision_word(key, asked, seat)
    drawn = 0
    if cedes:
        if draw(word, 0, 4) == 0:
            return ~ZERO
        drawn = 1
    size = low + draw(word, drawn, high - low + 1)
    number = COMB[np.int64(popcount(hand)), size]
    return _set_of(hand, size, draw(word, drawn + 1, number))


@inlined
def _limits(book, terms, ombre, seat, hand, left, first, trump, known):
    """Return the fewest and the most cards that a seat may draw (`exchange.limits`)."""
    if seat == ombre:
        low, high = terms.least, terms.most
    else:
        low, high = 0, HAND_SIZE
        if first:
            rule = book.exchange.first
            room = left
            if rule == AT_MOST_EIGHT:
                room = min(8, left)
            elif rule == LEAVE_FIVE:
                matadors = book.matadors[trump] if known else BLACK_ACES
                if not hand & matadors:
                    room = max(0, left - 5)
            high = min(high, room)
    low = min(low, left)
    return low, max(low, min(high, left))


@inlined
def _discard(book, style, terms, table, seat, hand, key, asked, trace):
    """Return what a seat discards, or that it cedes: all bits set.

    `hand` is what it chooses from, `table` that of `_throw` with two more: whether the turn may be
    ceded, and whether trumps are known.
    """
    ombre, trump, bound, privileged, after, left, first, cedes, known = table
    if seat == ombre and terms.whole:
        low = high = np.int64(popcount(hand)) - HAND_SIZE
    else:
        number = trump if trump >= 0 else NO_TRUMP
        low, high = _limits(book, terms, ombre, seat, hand, left, first, number, known)
        if seat == ombre and terms.kept != KEPT_ANY:
            choice = ACES if terms.kept == KEPT_ACE else BLACK_ACES
            number = max(1, np.int64(popcount(hand & choice)))
            thrown = _keep_one(hand, choice, style, key, asked, seat)
            note(trace, asked, seat, _DISCARD, np.int64(thrown), number, hand & choice)
            return thrown
    held = np.int64(popcount(hand))
    if low == high and not cedes and (low in (0, held)):
        asked[seat] += 1
        thrown = hand if low else ZERO
    elif style[0] == RANDOM:
        thrown = _throw_by_chance(hand, low, high, cedes, key, asked, seat)
    else:
        asked[seat] += 1
        known_table = (ombre, trump, bound, privileged, after, left, first)
        thrown = _throw(book, style, terms, known_table, seat, hand, low, high, cedes)
    if trace.shape[0]:
        _note_discard(trace, asked, seat, thrown, hand, low, high, cedes)
    return thrown


@inner
def _note_discard(trace, asked, seat, thrown, hand, low, high, cedes):
    held, number = np.int64(popcount(hand)), 1 if cedes else 0
    for size in range(low, high + 1):
        number += COMB[held, size]
    sizes = U(low) << U(LEGAL_LEAST) | U(high) << U(LEGAL_MOST)
    legal = hand | sizes | (ONE << U(LEGAL_CEDE) if cedes else ZERO)
    if thrown == ~ZERO:
        note(trace, asked, seat, _CEDE, np.int64(0), number, legal)
    else:
        note(trace, asked, seat, _DISCARD, np.int64(thrown), number, legal)


@inlined
def _queue(book, terms, ombre, order, seats, waiting):
    """Write who exchanges, in their order, and return how many and the seat after the ombre.

    The order is that of `exchange.queue`.
    """
    number = 0
    if terms.most > 0 or terms.whole:
        waiting[0] = ombre
        number = 1
    left_first = book.exchange.order == LEFT_FIRST
    if seats == 3:
        after, before = ombre + 1 if ombre < 2 else 0, ombre - 1 if ombre > 0 else 2
        if terms.opponents:
            waiting[number] = before if left_first else after
            waiting[number + 1] = after if left_first else before
            number += 2
        return number, after
    place = 0
    while order[place] != ombre:
        place += 1
    after = order[place + 1 if place + 1 < seats else 0]
    if terms.opponents:
        step = seats - 1 if left_first else 1
        for _ in range(1, seats):
            place += step
            if place >= seats:
                place -= seats
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
    """Return the suit in which the ombre has to play by his bid; -1: none."""
    privileged, colour = deal.privileged, deal.facts[COLOUR]
    if not colour or privileged < 0:
        return np.int64(-1)
    return np.int64(colour_suit(book.rules.privileged_suits, privileged, colour))


@inlined
def _player(active, mort, seat):
    """Return who sits in a seat, `active` being the players in the first three."""
    return U(mort if seat == MORT_SEAT else active[seat])


@inlined
def undertake(book, seating, deal, scratch, players, key, trace):
    """Play a deal from the end of the auction to the first lead.

    The facts say ombre, contract and privilege as they were bid, and contract and trumps as they
    are played in the end. `players` are the rows of the players. What is left in `deal` are the
    hands and the talon as play begins, and what was thrown away.
    """
    ombre, privileged, mort = deal.facts[OMBRE], deal.privileged, deal.facts[MORT]
    active, seats = seating.active[deal.dealer], 3 if mort < 0 else 4
    order = seating.order[deal.dealer, seating.players if mort < 0 else mort]
    style = players[_player(active, mort, ombre)]
    hands, asked, waiting, drawn = deal.hands, deal.asked, scratch.waiting, scratch.drawn
    contract = _declare(book, deal, scratch, style, key, trace)
    terms = book.contracts[contract]
    bound = _bound(book, deal)
    turned = terms.trump_by == BY_CARD
    trump = _turn(terms, deal) if turned else np.int64(-1)
    made = trump >= 0 or terms.trump_by == BY_NOBODY
    _pile(deal.talon, drawn)
    queued, after = _queue(book, terms, ombre, order, seats, waiting)
    top = at = 0
    first = YES
    ceded = NO
    while True:
        if not made:
            suits = 1 << bound if bound >= 0 else terms.suits
            late = at >= queued or turned or suits & (suits - 1) == 0
            if late or _is_time(terms.named, waiting[at] == ombre):
                made = True
                trump = _name(
                    book, terms, suits, hands[ombre], privileged, style, key, asked, trace, ombre
                )
                contract = terms.counts_as[trump]
                terms = book.contracts[contract]
        if at >= queued:
            break
        seat = waiting[at]
        may_cede = first and seat != ombre and not ceded and queued - at > 1
        cedes = may_cede and book.exchange.order == MAY_CEDE
        hand, left = hands[seat], TALON - top
        if seat == ombre and terms.whole:
            hand |= drawn[TALON] ^ drawn[top]
            top = TALON
        table = (ombre, trump, bound, privileged, after, left, first, cedes, made)
        other = players[_player(active, mort, seat)]
        thrown = _discard(book, other, terms, table, seat, hand, key, asked, trace)
        if thrown == ~ZERO:
            waiting[at], waiting[at + 1] = waiting[at + 1], waiting[at]
            ceded = True
            continue
        hand &= ~thrown
        until = top + HAND_SIZE - np.int64(popcount(hand))
        hands[seat] = hand | drawn[top] ^ drawn[until]
        top = until
        deal.discards[seat] |= thrown
        first = first and seat == ombre
        at += 1
    deal.drawn = top
    if top < TALON and queued:
        seat = waiting[queued - 1]
        other = players[_player(active, mort, seat)]
        deal.seen = _see(book.exchange.rest, seat, other, key, asked, trace)
    deal.facts[CONTRACT] = contract
    deal.facts[TRUMP] = trump if trump >= 0 else NO_TRUMP


@inlined
def _is_time(named, own):
    """Return whether the ombre names trumps before an exchange; `own`: his own."""
    return not own if named == AFTER_OWN else named != AFTER_ALL


@inlined
def _see(rest, seat, style, key, asked, trace):
    """Return 1 if all see what is left of the talon; `seat` exchanged last."""
    if rest == TURNED_UP:
        return 1
    if rest != MAY_LOOK:
        return 0
    seen = 0
    if style[0] == RANDOM:
        seen = draw(decision_word(key, asked, seat), 0, 2)
    else:
        asked[seat] += 1
    note(trace, asked, seat, _LOOK, seen, 2, ZERO)
    return seen


@inlined
def _pile(talon, drawn):
    """Write the first n cards of the talon, as a set, for each n."""
    cards = drawn[0] = ZERO
    for place in range(TALON):
        cards |= ONE << U(talon[place])
        drawn[place + 1] = cards


@inlined
def _name(book, terms, suits, hand, privileged, style, key, asked, trace, ombre):
    """Return the suit that the ombre names; he is not asked where there is but one."""
    if suits & (suits - 1) == 0:
        return np.int64(lowest_place(U(suits)))
    number = np.int64(popcount(U(suits)))
    if style[0] == RANDOM:
        word = decision_word(key, asked, ombre)
        suit = np.int64(lowest_place(nth_bit(U(suits), U(draw(word, 0, number)))))
    else:
        asked[ombre] += 1
        solo = _SOLO >> terms.family & 1
        suit = np.int64(best_suit(book, suits, hand, privileged, solo != 0))
    note(trace, asked, ombre, _NAME, suit, number, U(suits))
    return suit
