"""The card that the player `thumb` plays: `lhombre_core.bots.thumb.player`, in play space.

Seats are numbered by their place in the order of play, `me`, `ombre` and `leader` among them;
`size` is the number of seats that play. All seats have seen:

* `played`: the number of complete tricks;
* `leads`: the leads of these tricks, four bits each, the latest lowest: the leader, and four times
  the number of the lane;
* `void`: the seats that have failed to follow a trump, and `led_trumps`: the seats that have led a
  trump, a bit for each place;
* `won`: the tricks of each seat, four bits each.

In the current trick, `lane` is the suit that was led (0 for the leader), `best` the card that wins
so far, `best_slot` the seat that played it, and `place` the number of cards played. `unseen` are
the cards that a player has not seen.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner
from lhombre_core.kernel.compiled.thumb.follow import follow
from lhombre_core.kernel.compiled.thumb.lane import LANE, highest, lowest, note_of
from lhombre_core.kernel.compiled.thumb.lead import lead
from lhombre_core.kernel.compiled.thumb.nolo import (
    dangerous_lead,
    follow_against_nolo,
    lead_against_nolo,
    safest,
)
from lhombre_core.kernel.encode.play import AFTER_OWN_FIRST_CARD, BEFORE_FIRST_LEAD


@inlined
def in_tricks(
    deck, room, hand, legal, unseen, lane, best, best_slot, place, me, ombre, size, won, void,
    led_trumps, collects, aces_shown,
):  # fmt: skip
    """Return the card that is played in a contract for tricks.

    `collects` says that `me` is an opponent who collects tricks, `aces_shown` that the ombre has
    shown both black aces and not the Manille.
    """
    note, my_tricks = note_of(deck), won >> (me << U(2)) & U(15)
    if place == ZERO:
        all_void = (void | ONE << me) == (ONE << size) - ONE
        led = _led_by_weaker(room, me, size, won) if me == ombre else ZERO  # AV45
        through = (me + ONE if me + ONE < size else ZERO) == ombre
        before = me - ONE if me != ZERO else size - ONE
        # The seat before him is a partner and has led trumps: through him, to the ombre (AV65).
        partner_led = (before != ombre) & (led_trumps >> before & ONE != ZERO)
        # The Manille was neither turned nor his: the ombre may hold it or lack it (AV81).
        against_aces = aces_shown and room.start[me] & deck.manille == ZERO
        return lead(
            note, hand, unseen, me == ombre, all_void, led, my_tricks, collects, through,
            partner_led, against_aces,
        )  # fmt: skip
    return follow(
        note, hand, legal, lane, best, me == ombre, best_slot == ombre, place + ONE == size,
        collects, my_tricks,
    )  # fmt: skip


@inner
def _led_by_weaker(room, ombre, size, won):
    """Return the suits led by the opponent with fewer tricks; of equals the first after the ombre.

    The result has in the lane of each suit a bit for each trick, the first lowest.
    """
    led, least = ZERO, U(15)
    seat = ombre
    for _ in range(size - ONE):
        seat = seat + ONE if seat + ONE < size else ZERO
        tricks = won >> (seat << U(2)) & U(15)
        if tricks < least:
            least = tricks
            led = room.led[seat]
    return led


@inner
def in_nolo(
    play, contract, deck, room, order, bidders, hand, legal, unseen, lane, best, best_slot, place,
    me, ombre, size, leader, played, leads,
):  # fmt: skip
    """Return the card that is played where the ombre is to take no trick.

    `bidders` are the seats, bit by seat, that have bid a contract with exchange.
    """
    terms = play.contracts[contract]
    if me == ombre:
        dangerous = ZERO
        if place == ZERO and played == ZERO and terms.open_nolo != 0:  # AV46
            dangerous = dangerous_lead(hand, play.sure)
        return _of_ombre(hand, legal, unseen, lane, best, dangerous)
    if lane != ZERO:
        behind = ombre - leader if ombre >= leader else ombre + size - leader
        return follow_against_nolo(
            hand, legal, unseen, best, lane, behind > place, best_slot == ombre
        )
    shown = ZERO
    if terms.exposed == BEFORE_FIRST_LEAD or (
        terms.exposed == AFTER_OWN_FIRST_CARD and played > ZERO
    ):
        shown = room.hands[ombre]
    both = ONE << U(order[me]) | ONE << U(order[ombre])
    through = (me + ONE if me + ONE < size else ZERO) == ombre
    return lead_against_nolo(
        hand, unseen, shown, deck.black, terms.bought_nolo != 0, bidders & ~both != ZERO,
        through, _lane_of_partner(me, ombre, played, leads),
    )  # fmt: skip


@inner
def _of_ombre(hand, legal, unseen, lane, best, dangerous):
    """Return the card of the ombre; `dangerous` is his first lead in an open nolo, or 0."""
    if lane == ZERO:
        return dangerous if dangerous != ZERO else safest(hand, unseen)
    winners = legal & lane & ~((best << ONE) - ONE)
    under = legal & ~winners
    return highest(under, ZERO) if under != ZERO else lowest(legal, ZERO)


@inner
def _lane_of_partner(me, ombre, played, leads):
    """Return the lane of the suit that a partner led first; 0 where none has led."""
    while played > ZERO:
        played -= ONE
        one = leads >> (played << U(2))
        leader = one & U(3)
        if leader != me and leader != ombre:  # noqa: PLR1714  a set is no cheaper here
            return LANE << ((one >> U(2) & U(3)) << U(4))
    return ZERO
