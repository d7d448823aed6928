"""What the player `thumb` plays to a trick in a contract for tricks: `bots.thumb.follow`.

As in `thumb_play_lead` nothing is asked: all that may be wanted is worked out, and one of it taken.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, inlined, lowest_bit
from lhombre_core.kernel.compiled.choice import either
from lhombre_core.kernel.compiled.thumb.lane import (
    highest,
    lanes_of,
    longest,
    lowest,
    singles,
    without_lowest,
)


@inlined
def follow(
    note, hand, legal, lane, best, is_ombre, ombre_has_it, last, collects, my_tricks
):  # fmt: skip
    """Return the card that is played to a trick.

    `note` are the cards of note under these trumps. Of an opponent is told whether the ombre has
    the trick, whether nobody plays after him, and whether he collects.
    """
    trumps = note.trumps
    winners = legal & (lane | trumps) & ~((best << ONE) - ONE)
    spared = either(winners & lane == ZERO, winners & ~note.spadille, winners)
    takes = ombre_has_it & (last | collects | (my_tricks == ZERO))
    wanted = either(is_ombre, winners, either(takes, spared, ZERO))
    others = legal & ~lane
    free = either(
        is_ombre, lowest(legal, trumps), _discard(note, hand, others, collects, my_tricks)
    )
    bound = lowest_bit(either(wanted != ZERO, wanted, legal))
    return either((wanted != ZERO) | (others == ZERO), bound, free)


@inlined
def _discard(note, hand, others, collects, my_tricks):
    """Return the card that an opponent gives up; `others` are not of the suit that was led."""
    plain, kings = others & ~note.trumps, hand & note.kings
    loose = plain & ~lanes_of(kings)
    hopes = (not collects) & (my_tricks == ZERO)
    third = without_lowest(without_lowest(plain))
    second = hopes & (third != ZERO)
    chosen = longest(either(second | (loose == ZERO), plain, loose))
    chosen = either(second, chosen & (chosen - ONE), chosen)
    strong = (kings & (kings - ONE) != ZERO) | (hand & note.tops != ZERO)
    alone = singles(hand & ~note.trumps) & kings & plain
    chosen = either(hopes & strong & (alone != ZERO), alone, chosen)
    chosen = either(collects | (my_tricks == ZERO), chosen, highest(plain, ZERO))
    return lowest_bit(either(plain != ZERO, chosen, others))
