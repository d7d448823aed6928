"""The seats of a deal before its first lead, by place in the order of play."""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, fold, inlined, inner
from lhombre_core.kernel.compiled.play.space import lay_out
from lhombre_core.kernel.compiled.thumb.act import collects
from lhombre_core.kernel.compiled.thumb.lane import note_of
from lhombre_core.kernel.layout import MORT, RANDOM
from lhombre_core.kernel.room import TALON
from lhombre_core.kernel.stream import Purpose
from lhombre_core.notation import Seat

_TALON: Final = U(TALON)
_MORT: Final = U(Seat.MORT)
_BOT: Final = U(Purpose.BOT << 40)


@inlined
def sit(book, deck, number, seating, order, seats, deal, players, room):
    """Lay out the cards that the seats hold and have seen; return the seats that play by chance."""
    by_chance, rest = ZERO, seen_rest(deal)
    room.seats = seats
    for place in range(seats):
        seat = U(order[place])
        player = U(deal.facts[MORT] if seat == _MORT else seating.active[deal.dealer, seat])
        hand = lay_out(book.into, number, deal.hands[seat])
        known = lay_out(book.into, number, rest | deal.discards[seat])
        room.order[place] = order[place]
        room.players[place] = player
        room.hands[place] = hand
        room.start[place] = hand
        room.unseen[place] = deck.pack & ~known
        room.led[place] = ZERO
        room.names[place] = _BOT | seat << U(32) | U(deal.asked[seat])
        by_chance |= ONE << place if players.styles[player].kind == RANDOM else ZERO
    return by_chance


@inlined
def seen_rest(deal):
    """Return the rest of the talon, in card space, if all have seen it."""
    rest = ZERO
    if deal.seen:
        for place in range(U(deal.drawn), _TALON):
            rest |= ONE << U(deal.talon[place])
    return rest


@inner
def collectors(deck, ombre, seats, players, room):
    """Return the opponents that collect tricks, bit by place."""
    collecting, note = ZERO, note_of(deck)
    before = seats - ONE
    for place in range(seats):
        player = room.players[place]
        near = (before == ombre) & (players.styles[player].near != 0)
        often = players.styles[player].often != 0
        collecting |= ONE << place if collects(note, room.start[place], near, often) else ZERO
        before = place
    return collecting


@inner
def draw_words(key, room):
    """Draw the random words of the next decisions of all seats.

    The number of seats is read from memory, so that the compiler makes a vector of the four words.
    """
    for place in range(room.seats):
        room.words[place] = fold(key, room.names[place])
