"""What the player `thumb` leads in a contract for tricks: `lhombre_core.bots.thumb.lead`.

Who leads may play any card of his hand. `note` are the cards of note under these trumps.

Nothing is asked here: all that may be wanted is worked out, and one of it taken. A processor would
guess wrong as often as not, and a loop over deals becomes one over the widest registers.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ZERO, U, inlined_early, lowest_bit, popcount
from lhombre_core.kernel.compiled.choice import either
from lhombre_core.kernel.compiled.thumb.lane import (
    highest,
    lanes_of,
    longest,
    shortest,
    singles,
    upto,
)


@inlined_early
def lead(
    note, hand, unseen, is_ombre, all_void, led, my_tricks, collects, through, partner_led,
    against_aces,
):  # fmt: skip
    """Return the card that is led.

    Of the ombre is told whether all others have no trumps left, and what the weaker of them has
    `led`: in the lane of each suit a bit for each trick, the first lowest. Of an opponent, whether
    he collects; that the ombre plays next, `through`; that a partner has led a trump through him,
    `partner_led`; and that the ombre has turned with both black aces and that the Manille may be
    in his hand, `against_aces`.
    """
    trumps = note.trumps
    mine, plain = hand & trumps, hand & ~trumps
    masters = hand & ~upto(unseen)
    draws = (masters & trumps != ZERO) & (unseen & trumps != ZERO) & (not all_void)
    strong = either(draws | (plain == ZERO), mine, masters & plain)
    masters &= plain
    some = plain & lanes_of(masters)
    loose = plain & ~lanes_of(hand & note.kings)
    rest = either(loose != ZERO, loose, plain)
    # Of what is longest, of the highest, one is wanted of a hand.
    takes = collects & (masters != ZERO)
    long = longest(either(is_ombre, plain, either(takes, some, rest)))
    likely = my_tricks + popcount(masters | (hand & note.tops)) == U(3)
    held = masters & either(through & likely, long, shortest(some))
    top = highest(
        either(is_ombre, either(strong != ZERO, strong, led & lanes_of(plain)), held), trumps
    )
    back = either(my_tricks == U(4), plain & lanes_of(top), ZERO)
    weak = lowest_bit(either(back != ZERO, back, long))
    first = _first_of_opponent(note, hand, plain, collects, through, partner_led)
    last = lowest_bit(either(first != ZERO, first, either(long != ZERO, long, hand)))
    low = against_aces & through & (mine != ZERO)
    card = either(low, lowest_bit(mine), either(takes, top, last))
    return either(is_ombre, either(strong != ZERO, top, weak), card)


@inlined_early
def _first_of_opponent(note, hand, plain, collects, through, partner_led):
    """Return cards of which an opponent leads the lowest rather than from length, if any."""
    loose = hand & ~lanes_of(hand & note.kings)
    seconds = loose & note.seconds
    first = either(seconds != ZERO, seconds, loose & note.thirds)
    first = either(through, either(partner_led, hand & note.trumps, ZERO), first)
    return either(collects, singles(plain) & note.seconds, first)
