"""The play of the tricks, from the first lead to the end: `lhombre_core.engine.trick` and below.

Cards are in play space, and seats stand by their place in the order of play, the forehand first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bench import BOUGHT, TURNED
from lhombre_core.kernel.bits import (
    LOW,
    ONE,
    ZERO,
    U,
    below,
    inlined,
    inner,
    lowest_bit,
    lowest_place,
    popcount,
)
from lhombre_core.kernel.compiled.ending import is_fixed, roles_of
from lhombre_core.kernel.compiled.thumb_play import in_nolo, in_tricks
from lhombre_core.kernel.compiled.thumb_play_act import gives_up
from lhombre_core.kernel.compiled.thumb_play_lane import FIRSTS, lane_of
from lhombre_core.kernel.compiled.trace import note
from lhombre_core.kernel.compiled.tricks_choice import NO, YES, either, nth_card
from lhombre_core.kernel.compiled.tricks_question import (
    CARD,
    CLOSED,
    CONCEDES,
    OPEN,
    STOPS,
    UNDERTAKEN,
    acts_of,
    ask,
)
from lhombre_core.kernel.compiled.tricks_seat import collectors, draw_words, sit
from lhombre_core.kernel.compiled.tricks_side_card import legal_cards
from lhombre_core.kernel.compiled.tricks_space import take_up
from lhombre_core.kernel.encode.ending import CLOSED as CLOSED_ENDING
from lhombre_core.kernel.encode.ending import TAKEN_OVER
from lhombre_core.kernel.encode.ending import UNDERTAKEN as VOLE_ENDING
from lhombre_core.kernel.encode.play import (
    ACES_SHOWN,
    AFTER_CARD,
    BY_BID,
    BY_CHOICE,
    CONSENT,
    NO_TRICK,
    NOBODY,
    STAYS_OPEN,
    VOLE_BY,
    YIELDS,
)
from lhombre_core.kernel.encode.play import CONCEDES as CONCEDES_UNTIL
from lhombre_core.kernel.encode.play_card import FLOOR, FREE, MATADORS, PULL, TRUMPS
from lhombre_core.kernel.layout import (
    COLOUR,
    CONCEDED,
    CONTRACT,
    MORT,
    OMBRE,
    PLAYED,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    WINNERS,
    Act,
)
from lhombre_core.kernel.layout import UNDERTAKEN as VOLE_UNDERTAKEN

_CARD: Final = int(Act.CARD)


@inlined
def _legal(deck, hand, lane, counts):
    """Return the cards of a hand that may be played; `counts` is the trump that counts as led."""
    held = hand & lane
    if lowest_bit(held) >= ONE << deck[FLOOR]:  # it has seldom nothing but matadors to follow with
        return legal_cards(deck[MATADORS], deck[FLOOR], deck[FREE], hand, lane, counts)
    return either(held != ZERO, held, hand)


@inlined
def _place_of(seat, order, size):
    found = ZERO
    for place in range(size):
        if order[place] == seat:
            found = place
    return found


@inlined
def _last_to_give_up(play, deck, terms, ombre, players, room, watched, is_random):
    """Return before how many tricks the ombre may give up, as far as it makes a difference.

    `thumb` gives up before the first trick alone, and where nobody is asked; that others could is
    told in a trace only.
    """
    if watched or is_random:
        return terms[CONCEDES_UNTIL]
    style = players[room.players[ombre]]
    if terms[CONSENT] == NOBODY and gives_up(play, deck, room.hands[ombre], style):
        return terms[CONCEDES_UNTIL]
    return 0


@inlined
def _stays(play, played, won, ombre, leader):
    """Return what ``PLAY.vole`` says while the vole is open."""
    mine = won >> (ombre << U(2)) & U(15)
    return play.vole[U(played), mine, ONE if leader == ombre else ZERO]


@inner
def _note_card(book, number, trace, asked, seat, card, choices, legal):
    what = np.int64(book.out[number, lowest_place(card)])
    note(trace, asked, seat, _CARD, what, choices, take_up(book.out, number, legal))


@inner
def play_tricks(book, play, fixed, seating, dealer, deal, players, trace, room):
    """Play a deal from the first lead on, and fill the columns of its facts that the play decides.

    `deal` is a row of `bench.DEAL` whose facts say contract, colour, ombre, trump number and mort;
    `players` are the rows of the players. `room` is a row of `ROOM` for work. Where the variant
    asks the ombre before the first lead whether he gives up, he is asked here.
    """
    facts, asked = deal.facts, deal.asked
    contract, number = U(facts[CONTRACT]), U(facts[TRUMP])
    deck, terms = play.cards[number], play.contracts[contract]
    trumps, mort, colour = deck[TRUMPS], facts[MORT], U(facts[COLOUR])
    seats = 3 if mort < 0 else 4
    size, four = U(seats), U(seats - 3)
    order = seating.order[dealer, seating.players if mort < 0 else mort]
    by_chance = sit(book, deck, number, seating, dealer, order, size, deal, players, room)
    ombre, giver = _place_of(facts[OMBRE], order, size), ZERO
    no_trick = terms[NO_TRICK] != 0
    aces_shown = (terms[ACES_SHOWN] != 0) & (deal.left[TURNED] != play.manilles[number])
    by = terms[VOLE_BY]
    status = OPEN if by == BY_CHOICE else (UNDERTAKEN if by == BY_BID else CLOSED)
    asks = terms[YIELDS] != 0
    watched = trace.shape[0] != 0
    until = _last_to_give_up(
        play, deck, terms, ombre, players, room, watched, by_chance >> ombre & ONE != ZERO
    )
    collecting = ZERO
    thinks = by_chance != (ONE << size) - ONE
    if thinks:
        collecting = collectors(deck, ombre, size, players, room)
    kind = play.kinds[contract, colour, four, CLOSED_ENDING]
    roles = roles_of(ombre, giver, NO, seats)
    ending = CARD
    gone = leads = void = led_trumps = won = winners = leader = ZERO
    played = np.int64(0)
    while played < 9:
        if by_chance != ZERO:
            draw_words(deal.key, size, room)
        stays = _stays(play, played, won, ombre, leader) if status == OPEN else 0
        acts = acts_of(stays, status, played, until, by)
        slot = best_slot = leader
        lane = best = counts = missed = ZERO
        for place in range(size):
            hand = room.hands[slot]
            legal = _legal(deck, hand, lane, counts)
            choices = np.int64(popcount(legal))
            if asks or (acts != 0 and slot == ombre):
                before = ombre
                status, until, ombre, giver, ending, choices = ask(
                    book, play, order, size, deal, players, trace, room, by_chance, slot, legal,
                    gone, stays, asks, status, until, ombre, giver, played,
                )  # fmt: skip
                if ending != CARD:
                    break
                asks = False
                acts = acts_of(stays, status, played, until, by)
                if ombre != before:
                    roles = roles_of(ombre, giver, YES, seats)
                    kind = play.kinds[contract, colour, four, TAKEN_OVER]
                    collecting = collectors(deck, ombre, size, players, room)
            # -- the card
            if by_chance >> slot & ONE != ZERO:
                card = nth_card(legal, below(room.words[slot], popcount(legal)))
            else:
                unseen = room.unseen[slot] & ~(gone | hand)
                if no_trick:
                    card = in_nolo(
                        play, contract, deck, room, order, U(deal.left[BOUGHT]), hand, legal,
                        unseen, lane, best, best_slot, place, slot, ombre, size, leader, U(played),
                        leads,
                    )  # fmt: skip
                else:
                    card = in_tricks(
                        deck, room, hand, legal, unseen, lane, best, best_slot, place, slot, ombre,
                        size, won, void, led_trumps, collecting >> slot & ONE != ZERO, aces_shown,
                    )  # fmt: skip
            if watched:
                _note_card(book, number, trace, asked, order[slot], card, choices, legal)
            # -- the trick
            room.names[slot] += ONE
            if slot == ombre and status == OPEN:
                status = stays & AFTER_CARD
            room.hands[slot] = hand ^ card
            gone |= card
            lane = lane_of(card) if place == ZERO else lane
            missed |= either(card & trumps == ZERO, ONE << slot, ZERO)
            beats = card & (lane | trumps) > best
            if place == ZERO or (place == ONE and card & lane & deck[PULL] != ZERO and beats):
                counts = card
            best = either(beats, card, best)
            best_slot = either(beats, slot, best_slot)
            slot = slot + ONE if slot + ONE < size else ZERO
        if ending != CARD:
            break
        # -- after the trick
        if lane == trumps:
            void |= missed
            led_trumps |= ONE << leader
        if thinks:
            room.led[leader] |= lane & FIRSTS << U(played)
        leads = leads << U(4) | (lowest_place(lane) >> U(4)) << U(2) | leader
        winners |= U(order[best_slot]) << U(2 * played)
        won += ONE << (best_slot << U(2))
        leader = best_slot
        played += 1
        if status == OPEN and not _stays(play, played, won, ombre, leader) & STAYS_OPEN:
            status = CLOSED
        if status != OPEN:
            if status == UNDERTAKEN:
                kind = play.kinds[contract, colour, four, VOLE_ENDING]
            if kind >= 0 and is_fixed(fixed, kind, roles, won, winners, U(played), U(order[ombre])):
                break
    _write(facts, asked, order, size, room, won, winners, played, status, ending, ombre, giver)


@inlined
def _write(facts, asked, order, size, room, won, winners, played, status, ending, ombre, giver):
    """Write down how the play has ended."""
    for seat in range(U(4)):
        facts[U(TRICKS) + seat] = 0
    for place in range(size):
        seat = U(order[place])
        facts[U(TRICKS) + seat] = np.int64(won >> (place << U(2)) & U(15))
        asked[seat] = np.int64(room.names[place] & LOW)
    facts[PLAYED] = played
    facts[WINNERS] = np.int64(winners)
    facts[VOLE_UNDERTAKEN] = 1 if status == UNDERTAKEN else 0
    facts[STOPPED] = 1 if ending == STOPS else 0
    facts[CONCEDED] = 1 if ending == CONCEDES else 0
    facts[SURRENDERER] = order[giver] if order[ombre] != facts[OMBRE] else -1
    facts[OMBRE] = order[ombre]
