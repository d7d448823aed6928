"""Between the tricks of deals that are played side by side: announcements and the end of play."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import TRICKS as TRICKS_OF_DEAL
from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner
from lhombre_core.kernel.compiled.choice import NO, either
from lhombre_core.kernel.compiled.play.question import (
    ANNOUNCES,
    CLOSED,
    EARLIEST,
    OPEN,
    SPOKEN,
    STOPS,
    UNDERTAKEN,
    speak,
)
from lhombre_core.kernel.compiled.play.side_card import (
    begin,
    look_up,
    play_first,
    play_last,
    play_second,
    play_third,
)
from lhombre_core.kernel.compiled.play.side_seat import endings_of
from lhombre_core.kernel.compiled.thumb.lane import upto
from lhombre_core.kernel.encode.ending import WITH_VOLE
from lhombre_core.kernel.encode.play import AFTER_CARD, STAYS_OPEN
from lhombre_core.kernel.layout import (
    COLOUR,
    CONCEDED,
    CONTRACT,
    PLAYED,
    STOPPED,
    SURRENDERER,
    TRICKS,
    WINNERS,
)
from lhombre_core.kernel.layout import UNDERTAKEN as VOLE_UNDERTAKEN
from lhombre_core.kernel.side import ROW

_THREE: Final = U(3)
_MINE: Final = U(15)
_LAST: Final = U(TRICKS_OF_DEAL - 1)
_NO: Final = 0
_YES: Final = 1
_ELSEWHERE: Final = 2
_EVERY_TRICK: Final = U(0x15555)


@inner
def play_side_by_side(play, fixed, deals, rows, number):
    """Play the deals at the first places to their ends; return the number left to `tricks`.

    The places of those are then in the row `others`.
    """
    for place in range(number):
        rows[ROW.live + place] = place
    begin(rows)
    others = ZERO
    for trick in range(_LAST):
        play_first(rows, trick)
        play_second(rows)
        play_third(rows, trick)
        played = trick + ONE
        if played < U(play.silent):
            continue
        look_up(rows, played)
        live = ZERO
        for place in range(number):
            at = rows[ROW.live + place]
            goes_on = _goes_on(play, fixed, deals, rows, at, played)
            rows[ROW.live + live] = at
            if goes_on == _YES:
                live += ONE
            elif goes_on == _ELSEWHERE:
                rows[ROW.others + others] = at
                others += ONE
        number = live
    play_last(rows, _LAST)
    for place in range(number):
        at = rows[ROW.live + place]
        status = np.int64(rows[at + ROW.status])
        if status == OPEN:
            status = np.int64(rows[at + ROW.stays]) & AFTER_CARD
        _end(rows, at, _LAST + ONE, status, ZERO, deals)
    return others


@inlined
def _goes_on(play, fixed, deals, rows, at, played):
    """Return whether a deal goes on after a trick: `_YES`, `_NO` (it is over) or `_ELSEWHERE`.

    If it goes on, the ombre has made his announcement before the next trick.
    """
    status = np.int64(rows[at + ROW.status])
    if status == OPEN:
        status = _while_open(play, rows, at, played)
        if status == UNDERTAKEN:
            _undertake(play, deals, rows, at)
    if status != OPEN:
        if _is_over(fixed, rows, at):
            _end(rows, at, played, status, ZERO, deals)
            return _NO
    elif rows[at + ROW.stays] & U(SPOKEN) != ZERO:
        if rows[at + ROW.leader] != ZERO:
            return _ELSEWHERE
        word = _announcement(rows, at, played)
        if word == STOPS:
            rows[at + ROW.asked] += ONE
            _end(rows, at, played, status, ONE, deals)
            return _NO
        if word == ANNOUNCES:
            rows[at + ROW.asked] += ONE
            status = UNDERTAKEN
            _undertake(play, deals, rows, at)
    rows[at + ROW.status] = U(status)
    return _YES


@inlined
def _is_over(fixed, rows, at):
    """Return whether play stops of itself while the vole is closed or undertaken."""
    endings = rows[at + ROW.endings]
    return endings != ~ZERO and fixed[endings + rows[at + ROW.entry]] & 1 != 0


@inlined
def _while_open(play, rows, at, played):
    """Return the status of the vole after a trick before which it was open."""
    status = np.int64(rows[at + ROW.stays]) & AFTER_CARD
    if status == OPEN:
        leads = ONE if rows[at + ROW.leader] == ZERO else ZERO
        stays = play.vole[played, rows[at + ROW.won] & _MINE, leads]
        rows[at + ROW.stays] = U(stays)
        status = OPEN if stays & STAYS_OPEN else CLOSED
    return status


@inner
def _undertake(play, deals, rows, at):
    """Switch to the early stop of a deal with the vole undertaken."""
    facts = deals[rows[at + ROW.slot]].facts
    kind = play.kinds[U(facts[CONTRACT]), U(facts[COLOUR]), 0, WITH_VOLE]
    rows[at + ROW.endings] = endings_of(kind)


@inner
def _announcement(rows, at, played):
    """Return the word of an ombre who is about to lead: `STOPS`, `ANNOUNCES` or `CARD`."""
    hand, acts = rows[at + ROW.first], np.int64(rows[at + ROW.stays]) & SPOKEN
    unseen = rows[at + ROW.unseen] & ~(rows[at + ROW.gone] | hand)
    has_rest = hand & upto(unseen) == ZERO
    return speak(acts, NO, ZERO, played < U(EARLIEST), has_rest, NO)[0]


@inner
def _end(rows, at, played, status, stopped, deals):
    """Write the end of play into the facts; `stopped` is 1 if the ombre has stopped it."""
    deal = deals[rows[at + ROW.slot]]
    facts, ombre = deal.facts, rows[at + ROW.ombre]
    won, won_by = rows[at + ROW.won], rows[at + ROW.won_by]
    seat = ombre
    for turn in range(_THREE):
        facts[U(TRICKS) + seat] = np.int64(won >> (turn << U(2)) & _MINE)
        deal.asked[seat] += np.int64(played)
        seat = seat + ONE if seat != U(2) else ZERO
    deal.asked[ombre] += np.int64(rows[at + ROW.asked])
    facts[TRICKS + 3] = 0
    facts[PLAYED] = np.int64(played)
    facts[WINNERS] = np.int64(_seats_of(won_by, ombre) & (ONE << (played << ONE)) - ONE)
    facts[VOLE_UNDERTAKEN] = 1 if status == UNDERTAKEN else 0
    facts[STOPPED] = np.int64(stopped)
    facts[CONCEDED] = 0
    facts[SURRENDERER] = -1


@inlined
def _seats_of(won_by, ombre):
    """Return the winners of tricks, two bits each, in the seats of the game."""
    one, two = won_by & _EVERY_TRICK, won_by >> ONE & _EVERY_TRICK
    none = ~(one | two) & _EVERY_TRICK
    seats = either(ombre == ONE, none | one << ONE, won_by)
    return either(ombre == U(2), two | none << ONE, seats)
