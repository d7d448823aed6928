"""The play of a deal by itself, from the first lead to the end: `engine.phase.trick` and below.

`_play_hands` is written for any number of hands and becomes part of a function for three hands and
of a function for four, so that the compiler knows the number in each.

Cards are in play space, and seats are given by their place in the order of play, the forehand
first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import TRICKS as TRICKS_OF_DEAL
from lhombre_core.kernel.bits import LOW, ONE, ZERO, U, inlined, inner, lowest_place
from lhombre_core.kernel.compiled.play.ending import is_fixed, roles_of
from lhombre_core.kernel.compiled.play.question import (
    CARD,
    CLOSED,
    CONCEDES,
    OPEN,
    STOPS,
    UNDERTAKEN,
    ask_before_play,
    would_give_up,
)
from lhombre_core.kernel.compiled.play.seat import collectors, draw_words, sit
from lhombre_core.kernel.compiled.play.setting import Course, Setting, Standing
from lhombre_core.kernel.compiled.play.trick import play_trick
from lhombre_core.kernel.compiled.thumb.lane import FIRSTS
from lhombre_core.kernel.encode.ending import TAKEN_OVER, WITH_VOLE, WITHOUT_VOLE
from lhombre_core.kernel.encode.play import AFTER_CARD, BY_BID, BY_CHOICE, STAYS_OPEN
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
)
from lhombre_core.kernel.layout import UNDERTAKEN as VOLE_UNDERTAKEN

_THREE: Final = U(3)
_FOUR: Final = U(4)


@inner
def play_tricks(book, play, fixed, seating, deal, players, trace, room):
    """Play a deal of three hands, as `_play_hands` does."""
    order = seating.order[deal.dealer, seating.players]
    _play_hands(book, play, fixed, seating, order, _THREE, deal, players, trace, room)


@inner
def play_tricks_with_mort(book, play, fixed, seating, deal, players, trace, room):
    """Play a deal of four hands: a resting player has entered as mort and plays against three."""
    order = seating.order[deal.dealer, deal.facts[MORT]]
    _play_hands(book, play, fixed, seating, order, _FOUR, deal, players, trace, room)


@inlined
def _play_hands(book, play, fixed, seating, order, seats, deal, players, trace, room):
    """Play a deal from the first lead on, and write its facts that the play decides.

    `order` are the seats in the order of play, `seats` of them. `deal` is a row of `room.DEAL`
    whose facts say contract, colour, ombre, trump number and mort; `players` are the rows of the
    players; `room` is a row of `room.ROOM` for work. If the variant asks the ombre before the first
    lead whether he gives up, he is asked here.
    """
    facts = deal.facts
    contract, number = U(facts[CONTRACT]), U(facts[TRUMP])
    terms = play.contracts[contract]
    by_chance = sit(book, play.cards[number], number, seating, order, seats, deal, players, room)
    setting = Setting(book, play, contract, number, seats, by_chance, deal, players, trace, room)
    standing, ending = _standing(setting, terms), CARD
    course = Course(np.int64(0), ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    kinds = play.kinds[contract, U(facts[COLOUR]), seats - _THREE]
    if terms.yields != 0:
        standing, ending = ask_before_play(setting, standing)
    roles, is_over = roles_of(standing.ombre, standing.giver, seats), False
    while ending == CARD and course.played < TRICKS_OF_DEAL and not is_over:
        if by_chance != ZERO:
            draw_words(deal.key, room)
        stays = _stays(play, standing, course) if standing.status == OPEN else 0
        ombre = standing.ombre
        standing, ending, trick = play_trick(setting, standing, course, stays)
        if ending == CARD:
            course = _after(setting, course, trick)
            standing = _vole_after(play, standing, course, stays)
            if standing.ombre != ombre:
                roles = roles_of(standing.ombre, standing.giver, seats)
            is_over = _is_over(fixed, kinds, room.order, roles, standing, course)
    _write(setting, standing, course, ending)


@inlined
def _place_of(seat, order, seats):
    """Return the place of a seat in the order of play."""
    seat_place = ZERO
    for place in range(seats):
        if order[place] == seat:
            seat_place = place
    return seat_place


@inlined
def _standing(setting, terms):
    """Return the standing before the first act."""
    facts, room, seats = setting.deal.facts, setting.room, setting.seats
    ombre = _place_of(facts[OMBRE], room.order, seats)
    by = terms.vole_by
    status = OPEN if by == BY_CHOICE else (UNDERTAKEN if by == BY_BID else CLOSED)
    collecting = ZERO
    if setting.by_chance != (ONE << seats) - ONE:
        deck = setting.play.cards[setting.number]
        collecting = collectors(deck, ombre, seats, setting.players, room)
    return Standing(ombre, ombre, status, _last_to_give_up(setting, terms, ombre), collecting)


@inlined
def _last_to_give_up(setting, terms, ombre):
    """Return the number of tricks before which the ombre may give up, or 0 if he never does.

    `thumb` gives up only before the first trick and where the opponents are not asked; if he does
    not, his right to give up shows only in a trace.
    """
    is_random = setting.by_chance >> ombre & ONE != ZERO
    if setting.trace.is_kept or is_random or would_give_up(setting, ombre):
        return terms.concedes
    return 0


@inlined
def _stays(play, standing, course):
    """Return the word of ``PLAY.vole`` for an open vole."""
    mine = course.won >> (standing.ombre << U(2)) & U(15)
    leads = ONE if course.leader == standing.ombre else ZERO
    return play.vole[U(course.played), mine, leads]


@inlined
def _after(setting, course, trick):
    """Return the course after a trick."""
    lane, leader, winner = trick.lane, course.leader, trick.winner
    void, led_trumps = course.void, course.led_trumps
    if lane == setting.play.cards[setting.number].trumps:
        void |= trick.missed
        led_trumps |= ONE << leader
    setting.room.led[leader] |= lane & FIRSTS << U(course.played)
    return Course(
        course.played + 1,
        winner,
        trick.gone,
        course.won + (ONE << (winner << U(2))),
        course.winners | U(setting.room.order[winner]) << U(2 * course.played),
        course.leads << U(4) | (lowest_place(lane) >> U(4)) << U(2) | leader,
        void,
        led_trumps,
    )


@inlined
def _vole_after(play, standing, course, stays):
    """Return the standing after a trick; `stays` was the word of ``PLAY.vole`` before it."""
    status = standing.status
    if status == OPEN:
        status = stays & AFTER_CARD
        if status == OPEN and not _stays(play, standing, course) & STAYS_OPEN:
            status = CLOSED
    return Standing(standing.ombre, standing.giver, status, standing.until, standing.collecting)


@inlined
def _is_over(fixed, kinds, order, roles, standing, course):
    """Return whether play stops of itself after a trick."""
    if standing.status == OPEN:
        return False
    stage = WITHOUT_VOLE if standing.giver == standing.ombre else TAKEN_OVER
    kind = kinds[WITH_VOLE if standing.status == UNDERTAKEN else stage]
    ombre = U(order[standing.ombre])
    return kind >= 0 and is_fixed(
        fixed, kind, roles, course.won, course.winners, U(course.played), ombre
    )


@inlined
def _write(setting, standing, course, ending):
    """Write the end of the play into the facts."""
    facts, asked, order = setting.deal.facts, setting.deal.asked, setting.room.order
    for seat in range(U(4)):
        facts[U(TRICKS) + seat] = 0
    for place in range(setting.seats):
        seat = U(order[place])
        facts[U(TRICKS) + seat] = np.int64(course.won >> (place << U(2)) & U(15))
        asked[seat] = np.int64(setting.room.names[place] & LOW)
    facts[PLAYED] = course.played
    facts[WINNERS] = np.int64(course.winners)
    facts[VOLE_UNDERTAKEN] = 1 if standing.status == UNDERTAKEN else 0
    facts[STOPPED] = 1 if ending == STOPS else 0
    facts[CONCEDED] = 1 if ending == CONCEDES else 0
    facts[SURRENDERER] = order[standing.giver] if standing.giver != standing.ombre else -1
    facts[OMBRE] = order[standing.ombre]
