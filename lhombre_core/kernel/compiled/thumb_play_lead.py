"""What the player `thumb` leads in a contract for tricks: `lhombre_core.bots.thumb.lead`.

Who leads may play any card of his hand. `deck` are the cards of note under these trumps.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, highest_bit, inlined, lowest_bit, popcount
from lhombre_core.kernel.compiled.thumb_play_lane import (
    LANE,
    highest,
    lanes_of,
    longest,
    shortest,
    singles,
    upto,
)
from lhombre_core.kernel.compiled.tricks_choice import as_word, either
from lhombre_core.kernel.encode.play_card import KINGS, SECONDS, THIRDS, TOPS, TRUMPS


@inlined
def lead(
    deck, hand, unseen, me, ombre, size, played, won, void, led_trumps, leads, collects,
    against_aces,
):  # fmt: skip
    """Return the card that is led; the arguments are explained in `thumb_play`."""
    masters = hand & ~upto(unseen)
    my_tricks = won >> (me << U(2)) & U(15)
    if me == ombre:
        all_void = (void | ONE << me) == (ONE << size) - ONE
        draws = (masters & deck[TRUMPS] != ZERO) & (unseen & deck[TRUMPS] != ZERO)
        strong = _strong(deck, hand, masters, draws & (not all_void))
        if strong != ZERO:
            return highest(strong, deck[TRUMPS])
        if my_tricks == U(4):
            back = _back_to_the_weaker(hand & ~deck[TRUMPS], me, size, played, won, leads)
            if back != ZERO:
                return lowest_bit(back)
        return lowest_bit(longest(hand & ~deck[TRUMPS]))
    through = (me + ONE if me + ONE < size else ZERO) == ombre
    before = me - ONE if me != ZERO else size - ONE
    partner_led = (before != ombre) & (led_trumps >> before & ONE != ZERO)
    return _lead_of_opponent(
        deck, hand, masters, collects, through, against_aces, partner_led, my_tricks
    )


@inlined
def _strong(deck, hand, masters, draws):
    """Return the cards of which the ombre leads the highest, if there are any.

    `masters` are those that no unseen card beats; `draws` says that he draws trumps.
    """
    plain = hand & ~deck[TRUMPS]
    return either(draws | (plain == ZERO), hand & deck[TRUMPS], masters & plain)


@inlined
def _back_to_the_weaker(plain, me, size, played, won, leads):
    """Return the plain cards of the suit that the opponent with fewer tricks led last."""
    leads = as_word(leads)  # else all of this is worked out for every trick, and seldom wanted
    weaker, least = ZERO, U(15)
    seat = me
    for _ in range(size - ONE):
        seat = seat + ONE if seat + ONE < size else ZERO
        tricks = won >> (seat << U(2)) & U(15)
        if tricks < least:
            least = tricks
            weaker = seat
    while played > ZERO:
        if leads & U(3) == weaker:
            back = plain & (LANE << ((leads >> U(2) & U(3)) << U(4)))
            if back != ZERO:
                return back
        leads >>= U(4)
        played -= ONE
    return ZERO


@inlined
def _lead_of_opponent(
    deck, hand, masters, collects, through, against_aces, partner_led, my_tricks
):  # fmt: skip
    """Return the card an opponent leads.

    `through` says that the ombre plays next, `against_aces` that he has turned with both black
    aces and that the Manille may be in his hand, `partner_led` that a partner has led a trump
    through this opponent.
    """
    trumps = deck[TRUMPS]
    mine, plain = hand & trumps, hand & ~trumps
    if against_aces and through and mine != ZERO:
        return lowest_bit(mine)
    loose = hand & ~lanes_of(hand & deck[KINGS])
    if collects:
        masters &= plain
        if masters != ZERO:
            likely = my_tricks + popcount(masters | (hand & deck[TOPS]))
            some = plain & lanes_of(masters)
            held = either(through & (likely == U(3)), longest(some), shortest(some))
            return highest_bit(held & masters)
        first = singles(plain) & deck[SECONDS]
    else:
        seconds = loose & deck[SECONDS]
        first = either(seconds != ZERO, seconds, loose & deck[THIRDS])
        first = either(through, either(partner_led, mine, ZERO), first)
    loose &= plain
    last = longest(either(loose != ZERO, loose, plain))
    return lowest_bit(either(first != ZERO, first, either(last != ZERO, last, hand)))
