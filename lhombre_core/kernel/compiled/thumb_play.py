"""The card that the player `thumb` plays: `lhombre_core.bots.thumb.player`, in play space.

Seats stand by their place in the order of play here. A `scene` is what all seats have seen:

* `gone` the cards that were played, those of the trick included;
* `leads` the leads of the tricks that were played, four bits each, the latest lowest: the leader,
  and four times the number of the lane;
* `void` who has failed to follow a trump that was led, `led_trumps` who has led one, bit by place;
* `won` the tricks of each, four bits each.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ONE, ZERO, U, inner
from lhombre_core.kernel.compiled.thumb_play_follow import follow_of_opponent
from lhombre_core.kernel.compiled.thumb_play_lane import LANE, highest, lowest
from lhombre_core.kernel.compiled.thumb_play_lead import lead_of_ombre, lead_of_opponent
from lhombre_core.kernel.compiled.thumb_play_nolo import (
    follow_against_nolo,
    lead_against_nolo,
    safest,
)


@inner
def lead(
    trumps, kings, seconds, thirds, tops, hand, unseen, me, ombre, size, played, won, void,
    led_trumps, leads, collects, against_aces,
):  # fmt: skip
    """Return the card that is led in a contract for tricks."""
    my_tricks = won >> (me << U(2)) & U(15)
    if me == ombre:
        weaker = ZERO
        if my_tricks == U(4):
            least = U(15)
            seat = me
            for _ in range(size - ONE):
                seat = seat + ONE if seat + ONE < size else ZERO
                tricks = won >> (seat << U(2)) & U(15)
                if tricks < least:
                    least = tricks
                    weaker = seat
        all_void = (void | ONE << me) == (ONE << size) - ONE
        return lead_of_ombre(hand, unseen, trumps, all_void, my_tricks, weaker, leads, played)
    following = me + ONE if me + ONE < size else ZERO
    before = me - ONE if me != ZERO else size - ONE
    return lead_of_opponent(
        hand, unseen, trumps, kings, seconds, thirds, tops, collects, following == ombre,
        against_aces,
        before != ombre and led_trumps >> before & ONE != ZERO, my_tricks,
    )  # fmt: skip


@inner
def follow(
    trumps, kings, tops, spadille, hand, legal, lane, best, is_ombre, ombre_has_it, last,
    collects, my_tricks,
):  # fmt: skip
    """Return the card that is played to a trick in a contract for tricks."""
    winners = legal & (lane | trumps) & ~((best << ONE) - ONE)
    if is_ombre:
        return lowest(winners if winners != ZERO else legal, trumps)
    return follow_of_opponent(
        hand, legal, winners, lane, trumps, kings, tops, spadille, ombre_has_it, last, collects,
        my_tricks,
    )  # fmt: skip


@inner
def in_nolo_of_ombre(hand, legal, unseen, lane, best, dangerous):
    """Return the card that an ombre who is to take no trick plays.

    `lane` is 0 where he leads; `dangerous` the card with which he begins an open nolo, or 0.
    """
    if lane == ZERO:
        return dangerous if dangerous != ZERO else safest(hand, unseen)
    winners = legal & lane & ~((best << ONE) - ONE)
    under = legal & ~winners
    return highest(under, ZERO) if under != ZERO else lowest(legal, ZERO)


@inner
def against_nolo(
    black, hand, legal, unseen, lane, best, me, ombre, size, ombre_to_play, ombre_has_it, shown,
    bought, partner_bids, leads, played,
):  # fmt: skip
    """Return the card that an opponent plays against a nolo; `lane` is 0 where he leads."""
    if lane != ZERO:
        return follow_against_nolo(hand, legal, unseen, best, lane, ombre_to_play, ombre_has_it)
    partner_lane = ZERO
    while played > ZERO:
        played -= ONE
        one = leads >> (played << U(2))
        leader = one & U(3)
        if leader != me and leader != ombre:  # noqa: PLR1714  a set is no cheaper here
            partner_lane = LANE << ((one >> U(2) & U(3)) << U(4))
            break
    following = me + ONE if me + ONE < size else ZERO
    return lead_against_nolo(
        hand, unseen, shown, black, bought, partner_bids, following == ombre, partner_lane
    )  # fmt: skip
