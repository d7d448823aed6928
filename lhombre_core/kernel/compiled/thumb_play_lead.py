"""What the player `thumb` leads in a contract for tricks: `lhombre_core.bots.thumb.lead`.

Who leads may play any card of his hand. `seconds` and `thirds` are the second and third highest
cards of the plain suits, `leads` the leads of the tricks that were played, four bits each, the
latest lowest: the place of the leader in the order of play, and four times the lane.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inner, lowest_bit, popcount
from lhombre_core.kernel.compiled.thumb_play_lane import (
    LANE,
    highest,
    lanes_of,
    longest,
    lowest,
    shortest,
    singles,
    upto,
)


@inner
def lead_of_ombre(hand, unseen, trumps, all_void, my_tricks, weaker, leads, played):
    """Return the card the ombre leads; `weaker` is the opponent with fewer tricks."""
    beaten = upto(unseen)
    mine = hand & trumps
    plain = hand & ~trumps
    if mine != ZERO and unseen & trumps != ZERO and not all_void:
        top = highest(mine, trumps)
        if top & ~beaten != ZERO:
            return top
    masters = plain & ~beaten
    if masters != ZERO:
        return highest(masters, trumps)
    if plain == ZERO:
        return highest(mine, trumps)
    if my_tricks == U(4):
        while played > ZERO:
            if leads & U(3) == weaker:
                back = plain & (LANE << ((leads >> U(2) & U(3)) << U(4)))
                if back != ZERO:
                    return lowest_bit(back)
            leads >>= U(4)
            played -= ONE
    return lowest_bit(longest(plain))


@inner
def lead_of_opponent(
    hand, unseen, trumps, kings, seconds, thirds, tops, collects, through, against_aces,
    partner_led_trumps, my_tricks,
):  # fmt: skip
    """Return the card an opponent leads.

    `through` says that the ombre plays next, `against_aces` that he has turned with both black
    aces and that the Manille may be in his hand, `partner_led_trumps` that a partner has led a
    trump through this opponent.
    """
    mine = hand & trumps
    plain = hand & ~trumps
    if against_aces and through and mine != ZERO:
        return lowest_bit(mine)
    if collects:
        masters = plain & ~upto(unseen)
        if masters != ZERO:
            likely = my_tricks + popcount(masters | (hand & tops))
            some = plain & lanes_of(masters)
            held = longest(some) if through and likely == U(3) else shortest(some)
            return highest(held & masters, trumps)
        queen = singles(plain) & seconds
        if queen != ZERO:
            return lowest_bit(queen)
    elif through:
        if mine != ZERO and partner_led_trumps:
            return lowest_bit(mine)
    else:
        loose = hand & ~lanes_of(hand & kings)
        if loose & seconds != ZERO:
            return lowest_bit(loose & seconds)
        if loose & thirds != ZERO:
            return lowest_bit(loose & thirds)
    if plain == ZERO:
        return lowest(hand, trumps)
    loose = plain & ~lanes_of(hand & kings)
    return lowest_bit(longest(loose if loose != ZERO else plain))
