"""The cards of a trick, of many deals side by side: loops over the rows of `tricks_side`.

A deal that has ended is played on like the others, and nobody looks at it.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.engine.phase.stop import First
from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner, lowest_bit
from lhombre_core.kernel.compiled.choice import NO, YES, either
from lhombre_core.kernel.compiled.play import side as row
from lhombre_core.kernel.compiled.play.side import WIDTH
from lhombre_core.kernel.compiled.play.side_seat import NEAR, OFTEN_1, OFTEN_2
from lhombre_core.kernel.compiled.thumb.act import collects
from lhombre_core.kernel.compiled.thumb.follow import follow
from lhombre_core.kernel.compiled.thumb.lane import FIRSTS, Note, lane_of
from lhombre_core.kernel.compiled.thumb.lead import lead
from lhombre_core.kernel.encode.ending import SPLITS

_TWO: Final = U(2)
_THREE: Final = U(3)
_FOUR: Final = U(4)
_EIGHT: Final = U(8)
_TRICKS: Final = U(15)
_BOTH: Final = U(6)
"""Both opponents, as a set."""
_MIXED: Final = U(First.MIXED * SPLITS)
_OPPONENTS: Final = U(First.OPPONENTS * SPLITS)


@inlined
def legal_cards(matadors, floor, free, hand, lane, counts):
    """Return the cards of a hand that may be played; `counts` is the trump that counts as led."""
    held = hand & lane
    level = (counts & matadors) >> floor
    level -= level >> U(2)
    kept = free >> ((level << U(3)) + (held >> floor)) & ONE != ZERO
    # A card of no other lane is as high as the lowest matador.
    kept &= lowest_bit(held) >= ONE << floor
    return either((held == ZERO) | kept, hand, held)


@inlined
def _note(rows, w):
    return Note(
        rows[w + row.TRUMPS],
        rows[w + row.KINGS],
        rows[w + row.SECONDS],
        rows[w + row.THIRDS],
        rows[w + row.TOPS],
        rows[w + row.SPADILLE],
        rows[w + row.RED],
    )


@inner
def begin(rows):
    """Make the rows ready for the first trick."""
    for w in range(WIDTH):
        leader, note, traits = rows[w + row.LEADER], _note(rows, w), rows[w + row.COLLECTS]
        one, two, three = rows[w + row.FIRST], rows[w + row.SECOND], rows[w + row.THIRD]
        after = either(leader == ONE, one, either(leader == ZERO, two, three))
        before = either(leader == _TWO, one, either(leader == ONE, two, three))
        near, often = traits & NEAR != ZERO, traits & OFTEN_1 != ZERO
        found = either(collects(note, after, near, often), ONE, ZERO) << ONE
        often = traits & OFTEN_2 != ZERO
        found |= either(collects(note, before, NO, often), ONE, ZERO) << _TWO
        rows[w + row.COLLECTS] = found
        found = either(after & rows[w + row.AGAINST] == ZERO, _TWO, ZERO)
        rows[w + row.AGAINST] = found | either(before & rows[w + row.AGAINST] == ZERO, _FOUR, ZERO)
        rows[w + row.GONE] = rows[w + row.WON] = rows[w + row.WON_BY] = ZERO
        rows[w + row.VOID] = rows[w + row.PULLED] = ZERO
        rows[w + row.LED_1] = rows[w + row.LED_2] = ZERO


@inner
def play_first(rows, trick):
    """Lead to a trick, the first being 0."""
    for w in range(WIDTH):
        leader, hand, gone = rows[w + row.LEADER], rows[w + row.FIRST], rows[w + row.GONE]
        won, note = rows[w + row.WON], _note(rows, w)
        unseen = either(leader == ONE, rows[w + row.UNSEEN_1], rows[w + row.UNSEEN_2])
        unseen = either(leader == ZERO, rows[w + row.UNSEEN], unseen) & ~(gone | hand)
        weaker = (won >> _EIGHT & _TRICKS) < (won >> _FOUR & _TRICKS)
        card = lead(
            note, hand, unseen, leader == ZERO, rows[w + row.VOID] & _BOTH == _BOTH,
            either(weaker, rows[w + row.LED_2], rows[w + row.LED_1]),
            won >> (leader << _TWO) & _TRICKS, rows[w + row.COLLECTS] >> leader & ONE != ZERO,
            leader == _TWO, rows[w + row.PULLED] & _TWO != ZERO,
            rows[w + row.AGAINST] >> leader & ONE != ZERO,
        )  # fmt: skip
        lane = lane_of(card)
        led = lane & FIRSTS << trick
        rows[w + row.LED_1] |= either(leader == ONE, led, ZERO)
        rows[w + row.LED_2] |= either(leader == _TWO, led, ZERO)
        rows[w + row.PULLED] |= either(lane == note.trumps, ONE << leader, ZERO)
        rows[w + row.FIRST], rows[w + row.GONE] = hand ^ card, gone | card
        rows[w + row.LANE], rows[w + row.BEST] = lane, card


@inner
def play_second(rows):
    """Play the second card of a trick."""
    for w in range(WIDTH):
        leader, hand = rows[w + row.LEADER], rows[w + row.SECOND]
        lane, led, note = rows[w + row.LANE], rows[w + row.BEST], _note(rows, w)
        seat = either(leader == _TWO, ZERO, leader + ONE)
        legal = legal_cards(
            rows[w + row.MATADORS], rows[w + row.FLOOR], rows[w + row.FREE], hand, lane, led
        )
        card = follow(
            note, hand, legal, lane, led, leader == _TWO, leader == ZERO, NO,
            rows[w + row.COLLECTS] >> seat & ONE != ZERO,
            rows[w + row.WON] >> (seat << _TWO) & _TRICKS,
        )  # fmt: skip
        beats = card & (lane | note.trumps) > led
        missed = (lane == note.trumps) & (card & note.trumps == ZERO)
        rows[w + row.VOID] |= either(missed, ONE << seat, ZERO)
        forces = beats & (card & lane & rows[w + row.PULL] != ZERO)
        rows[w + row.COUNTS] = either(forces, card, led)
        rows[w + row.BEST], rows[w + row.HAS] = either(beats, card, led), either(beats, ONE, ZERO)
        rows[w + row.SECOND] = hand ^ card
        rows[w + row.GONE] |= card


@inner
def play_third(rows, trick):
    """Play the third card of a trick, of which the first is 0, and see who has won it."""
    for w in range(WIDTH):
        leader, hand, lane = rows[w + row.LEADER], rows[w + row.THIRD], rows[w + row.LANE]
        best, has, won = rows[w + row.BEST], rows[w + row.HAS], rows[w + row.WON]
        note = _note(rows, w)
        seat = either(leader == ZERO, _TWO, leader - ONE)
        legal = legal_cards(
            rows[w + row.MATADORS], rows[w + row.FLOOR], rows[w + row.FREE], hand, lane,
            rows[w + row.COUNTS],
        )  # fmt: skip
        card = follow(
            note, hand, legal, lane, best, leader == ONE,
            leader == either(has == ZERO, ZERO, _TWO), YES,
            rows[w + row.COLLECTS] >> seat & ONE != ZERO, won >> (seat << _TWO) & _TRICKS,
        )  # fmt: skip
        missed = (lane == note.trumps) & (card & note.trumps == ZERO)
        rows[w + row.VOID] |= either(missed, ONE << seat, ZERO)
        rows[w + row.GONE] |= card
        has = either(card & (lane | note.trumps) > best, _TWO, has)
        one, two, three = rows[w + row.FIRST], rows[w + row.SECOND], hand ^ card
        rows[w + row.FIRST] = either(has == _TWO, three, either(has == ONE, two, one))
        rows[w + row.SECOND] = either(has == _TWO, one, either(has == ONE, three, two))
        rows[w + row.THIRD] = either(has == _TWO, two, either(has == ONE, one, three))
        _win(rows, w, leader, has, won, trick)


@inner
def play_last(rows, trick):
    """Play the last trick, number `trick`: one card each."""
    for w in range(WIDTH):
        led, two, three = rows[w + row.FIRST], rows[w + row.SECOND], rows[w + row.THIRD]
        beats = lane_of(led) | rows[w + row.TRUMPS]
        has = either(two & beats > led, ONE, ZERO)
        has = either(three & beats > either(has == ONE, two, led), _TWO, has)
        _win(rows, w, rows[w + row.LEADER], has, rows[w + row.WON], trick)


@inlined
def _win(rows, w, leader, has, won, trick):
    """Give a trick to who leads now, or plays so many cards after him."""
    leader += has
    leader -= either(leader >= _THREE, _THREE, ZERO)
    rows[w + row.LEADER] = leader
    rows[w + row.WON] = won + (ONE << (leader << _TWO))
    rows[w + row.WON_BY] |= leader << (trick << ONE)


@inner
def look_up(rows, played):
    """Find out where an ending tells whether play stops after so many tricks."""
    if played <= U(5):
        for w in range(WIDTH):
            rows[w + row.FIVE] = rows[w + row.WON] & _TRICKS
    tricks = min(played, U(5))
    for w in range(WIDTH):
        won, five = rows[w + row.WON], rows[w + row.FIVE]
        # Of the opponents of a middlehand the forehand stands first in the table.
        swaps = rows[w + row.OMBRE] == ONE
        one, two = won >> _FOUR & _TRICKS, won >> _EIGHT & _TRICKS
        entry = either(five == ZERO, _OPPONENTS, either(five == tricks, ZERO, _MIXED))
        entry += U(100) * (won & _TRICKS)
        rows[w + row.ENTRY] = entry + U(10) * either(swaps, two, one) + either(swaps, one, two)
