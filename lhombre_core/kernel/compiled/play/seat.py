"""The seats of a deal that is about to be played, by place in the order of play."""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, fold, inlined, inner
from lhombre_core.kernel.compiled.play.space import lay_out
from lhombre_core.kernel.compiled.thumb.act import STYLE, collects
from lhombre_core.kernel.compiled.thumb.lane import note_of
from lhombre_core.kernel.layout import MORT, RANDOM
from lhombre_core.kernel.room import DRAWN, SEEN
from lhombre_core.kernel.stream import Purpose
from lhombre_core.notation import Seat

_TALON: Final = U(13)
_MORT: Final = U(Seat.MORT)
_BOT: Final = U(Purpose.BOT << 40)


@inlined
def sit(book, deck, number, seating, order, seats, deal, players, room):
    """Lay out what the seats hold and have seen; return, bit by place, who plays by chance."""
    by_chance = rest = ZERO
    room.seats = seats
    if deal.left[SEEN]:
        for place in range(U(deal.left[DRAWN]), _TALON):
            rest |= ONE << U(deal.talon[place])
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
        by_chance |= ONE << place if players[player, 0] == RANDOM else ZERO
    return by_chance


@inner
def collectors(deck, ombre, seats, players, room):
    """Return which opponents collect tricks, bit by place."""
    found, note = ZERO, note_of(deck)
    before = seats - ONE
    for place in range(seats):
        player = room.players[place]
        near = (before == ombre) & (players[player, STYLE.near] != 0)
        often = players[player, STYLE.often] != 0
        found |= ONE << place if collects(note, room.start[place], near, often) else ZERO
        before = place
    return found


@inner
def draw_words(key, room):
    """Draw the random words of the next decisions of all seats.

    Their number is looked up: so four words become one step, even where four play for certain.
    """
    for place in range(room.seats):
        room.words[place] = fold(key, room.names[place])
