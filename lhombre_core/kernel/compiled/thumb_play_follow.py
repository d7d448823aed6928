"""What the player `thumb` plays to a trick in a contract for tricks: `bots.thumb.follow`."""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, lowest_bit, popcount
from lhombre_core.kernel.compiled.thumb_play_lane import (
    highest,
    lanes_of,
    longest,
    lowest,
    singles,
)
from lhombre_core.kernel.compiled.tricks_choice import as_word, either
from lhombre_core.kernel.encode.play_card import KINGS, SPADILLE, TOPS, TRUMPS


@inlined
def follow(
    deck, hand, legal, lane, best, is_ombre, ombre_has_it, last, collects, my_tricks
):  # fmt: skip
    """Return the card that is played to a trick.

    `deck` are the cards of note under these trumps. Of an opponent is told whether the ombre has
    the trick, whether nobody plays after him, and whether he collects.
    """
    winners = legal & (lane | deck[TRUMPS]) & ~((best << ONE) - ONE)
    spared = either(winners & lane == ZERO, winners & ~deck[SPADILLE], winners)
    takes = ombre_has_it & (last | collects | (my_tricks == ZERO))
    wanted = either(is_ombre, winners, either(takes, spared, ZERO))
    others = as_word(either(wanted != ZERO, ZERO, legal & ~lane))
    if others == ZERO:
        # All that is left to choose from is of one suit.
        return lowest_bit(either(wanted != ZERO, wanted, legal))
    if is_ombre:
        return lowest(legal, deck[TRUMPS])
    return _discard(deck, hand, others, collects, my_tricks)


@inlined
def _discard(deck, hand, others, collects, my_tricks):
    """Return the card that an opponent gives up; `others` are not of the suit that was led."""
    trumps, kings = deck[TRUMPS], hand & deck[KINGS]
    plain = others & ~trumps
    if plain == ZERO:
        return lowest_bit(others)
    if not collects:
        if my_tricks != ZERO:
            return highest(plain, ZERO)
        if popcount(kings) >= U(2) or hand & deck[TOPS] != ZERO:
            alone = singles(hand & ~trumps) & kings & plain
            if alone != ZERO:
                return lowest_bit(alone)
        middle = longest(plain)
        if popcount(middle) >= U(3):
            return lowest_bit(middle & ~lowest_bit(middle))
    loose = plain & ~lanes_of(kings)
    return lowest_bit(longest(either(loose != ZERO, loose, plain)))
