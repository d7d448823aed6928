"""The card that the player `thumb` plays to a trick in a contract for tricks: `bots.thumb.follow`.

As in `lead`, all candidates are computed without a branch, and `either` picks among them.
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
    """Return the card that a seat plays to a trick.

    `note` are the noted cards under these trumps. Three arguments count for an opponent only:
    `ombre_has_it` says that the trick is the ombre's so far, `last` that he plays last, and
    `collects` that he collects tricks.
    """
    trumps = note.trumps
    winners = legal & (lane | trumps) & ~((best << ONE) - ONE)
    # He does not ruff with the highest trump (AV83).
    spared = either(winners & lane == ZERO, winners & ~note.spadille, winners)
    # A supporter who has a trick leaves this trick to a partner who is still to play.
    takes = ombre_has_it & (last | collects | (my_tricks == ZERO))
    wanted = either(is_ombre, winners, either(takes, spared, ZERO))
    others = legal & ~lane
    free = either(
        is_ombre, lowest(legal, trumps), _discard(note, hand, others, collects, my_tricks)
    )
    # He takes the trick with the lowest card that does, or follows with his lowest (AV62).
    bound = lowest_bit(either(wanted != ZERO, wanted, legal))
    return either((wanted != ZERO) | (others == ZERO), bound, free)


@inlined
def _discard(note, hand, others, collects, my_tricks):
    """Return the card that an opponent throws away of `others`, which are not of the suit led."""
    plain, kings = others & ~note.trumps, hand & note.kings
    loose = plain & ~lanes_of(kings)
    # A supporter without a trick keeps what may still win: he throws the second lowest card of his
    # longest suit, if that has three (AV68).
    hopes = (not collects) & (my_tricks == ZERO)
    third = without_lowest(without_lowest(plain))
    second = hopes & (third != ZERO)
    chosen = longest(either(second | (loose == ZERO), plain, loose))
    chosen = either(second, chosen & (chosen - ONE), chosen)
    # Before that, a king alone in its suit, with another king or a top trump beside it (AV69).
    strong = (kings & (kings - ONE) != ZERO) | (hand & note.tops != ZERO)
    alone = singles(hand & ~note.trumps) & kings & plain
    chosen = either(hopes & strong & (alone != ZERO), alone, chosen)
    # A supporter who has his trick throws his highest plain card (AV70).
    chosen = either(collects | (my_tricks == ZERO), chosen, highest(plain, ZERO))
    return lowest_bit(either(plain != ZERO, chosen, others))
