"""The cards of a trick of deals that are played side by side: loops over their rows.

A deal that has ended goes through the same steps as the others; its results are ignored.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.engine.phase.stop import First
from lhombre_core.kernel.bits import ONE, ZERO, U, inlined, inner
from lhombre_core.kernel.compiled.choice import NO, YES, either
from lhombre_core.kernel.compiled.play.side_seat import NEAR, OFTEN_1, OFTEN_2
from lhombre_core.kernel.compiled.play.space import legal_cards
from lhombre_core.kernel.compiled.thumb.act import collects
from lhombre_core.kernel.compiled.thumb.follow import follow
from lhombre_core.kernel.compiled.thumb.lane import FIRSTS, Note, lane_of
from lhombre_core.kernel.compiled.thumb.lead import lead
from lhombre_core.kernel.encode.ending import SPLITS
from lhombre_core.kernel.side import ROW, WIDTH

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
def _note(rows, w):
    return Note(
        rows[w + ROW.trumps],
        rows[w + ROW.kings],
        rows[w + ROW.seconds],
        rows[w + ROW.thirds],
        rows[w + ROW.tops],
        rows[w + ROW.spadille],
        rows[w + ROW.red],
    )


@inner
def begin(rows):
    """Prepare the rows for the first trick."""
    for w in range(WIDTH):
        leader, note, traits = rows[w + ROW.leader], _note(rows, w), rows[w + ROW.collects]
        one, two, three = rows[w + ROW.first], rows[w + ROW.second], rows[w + ROW.third]
        after = either(leader == ONE, one, either(leader == ZERO, two, three))
        before = either(leader == _TWO, one, either(leader == ONE, two, three))
        near, often = traits & NEAR != ZERO, traits & OFTEN_1 != ZERO
        collecting = either(collects(note, after, near, often), ONE, ZERO) << ONE
        often = traits & OFTEN_2 != ZERO
        collecting |= either(collects(note, before, NO, often), ONE, ZERO) << _TWO
        rows[w + ROW.collects], manille = collecting, rows[w + ROW.against]
        against = either(after & manille == ZERO, _TWO, ZERO)
        rows[w + ROW.against] = against | either(before & manille == ZERO, _FOUR, ZERO)
        rows[w + ROW.gone] = rows[w + ROW.won] = rows[w + ROW.won_by] = ZERO
        rows[w + ROW.void] = rows[w + ROW.pulled] = ZERO
        rows[w + ROW.led_1] = rows[w + ROW.led_2] = ZERO


@inner
def play_first(rows, trick):
    """Lead to a trick, of which the first is 0."""
    for w in range(WIDTH):
        leader, hand, gone = rows[w + ROW.leader], rows[w + ROW.first], rows[w + ROW.gone]
        won, note = rows[w + ROW.won], _note(rows, w)
        unseen = either(leader == ONE, rows[w + ROW.unseen_1], rows[w + ROW.unseen_2])
        unseen = either(leader == ZERO, rows[w + ROW.unseen], unseen) & ~(gone | hand)
        weaker = (won >> _EIGHT & _TRICKS) < (won >> _FOUR & _TRICKS)
        card = lead(
            note, hand, unseen, leader == ZERO, rows[w + ROW.void] & _BOTH == _BOTH,
            either(weaker, rows[w + ROW.led_2], rows[w + ROW.led_1]),
            won >> (leader << _TWO) & _TRICKS, rows[w + ROW.collects] >> leader & ONE != ZERO,
            leader == _TWO, rows[w + ROW.pulled] & _TWO != ZERO,
            rows[w + ROW.against] >> leader & ONE != ZERO,
        )  # fmt: skip
        lane = lane_of(card)
        led = lane & FIRSTS << trick
        rows[w + ROW.led_1] |= either(leader == ONE, led, ZERO)
        rows[w + ROW.led_2] |= either(leader == _TWO, led, ZERO)
        rows[w + ROW.pulled] |= either(lane == note.trumps, ONE << leader, ZERO)
        rows[w + ROW.first], rows[w + ROW.gone] = hand ^ card, gone | card
        rows[w + ROW.lane], rows[w + ROW.best] = lane, card


@inner
def play_second(rows):
    """Play the second card of a trick."""
    for w in range(WIDTH):
        leader, hand = rows[w + ROW.leader], rows[w + ROW.second]
        lane, led, note = rows[w + ROW.lane], rows[w + ROW.best], _note(rows, w)
        seat = either(leader == _TWO, ZERO, leader + ONE)
        legal = legal_cards(
            rows[w + ROW.matadors], rows[w + ROW.floor], rows[w + ROW.free], hand, lane, led
        )
        card = follow(
            note, hand, legal, lane, led, leader == _TWO, leader == ZERO, NO,
            rows[w + ROW.collects] >> seat & ONE != ZERO,
            rows[w + ROW.won] >> (seat << _TWO) & _TRICKS,
        )  # fmt: skip
        beats = card & (lane | note.trumps) > led
        missed = (lane == note.trumps) & (card & note.trumps == ZERO)
        rows[w + ROW.void] |= either(missed, ONE << seat, ZERO)
        forces = beats & (card & lane & rows[w + ROW.pull] != ZERO)
        rows[w + ROW.counts] = either(forces, card, led)
        rows[w + ROW.best], rows[w + ROW.has] = either(beats, card, led), either(beats, ONE, ZERO)
        rows[w + ROW.second] = hand ^ card
        rows[w + ROW.gone] |= card


@inner
def play_third(rows, trick):
    """Play the third card of a trick, of which the first is 0, and give it to its winner."""
    for w in range(WIDTH):
        leader, hand, lane = rows[w + ROW.leader], rows[w + ROW.third], rows[w + ROW.lane]
        best, has, won = rows[w + ROW.best], rows[w + ROW.has], rows[w + ROW.won]
        note = _note(rows, w)
        seat = either(leader == ZERO, _TWO, leader - ONE)
        legal = legal_cards(
            rows[w + ROW.matadors], rows[w + ROW.floor], rows[w + ROW.free], hand, lane,
            rows[w + ROW.counts],
        )  # fmt: skip
        card = follow(
            note, hand, legal, lane, best, leader == ONE,
            leader == either(has == ZERO, ZERO, _TWO), YES,
            rows[w + ROW.collects] >> seat & ONE != ZERO, won >> (seat << _TWO) & _TRICKS,
        )  # fmt: skip
        missed = (lane == note.trumps) & (card & note.trumps == ZERO)
        rows[w + ROW.void] |= either(missed, ONE << seat, ZERO)
        rows[w + ROW.gone] |= card
        has = either(card & (lane | note.trumps) > best, _TWO, has)
        one, two, three = rows[w + ROW.first], rows[w + ROW.second], hand ^ card
        rows[w + ROW.first] = either(has == _TWO, three, either(has == ONE, two, one))
        rows[w + ROW.second] = either(has == _TWO, one, either(has == ONE, three, two))
        rows[w + ROW.third] = either(has == _TWO, two, either(has == ONE, one, three))
        _win(rows, w, leader, has, won, trick)


@inner
def play_last(rows, trick):
    """Play the last trick, number `trick`: one card each."""
    for w in range(WIDTH):
        led, two, three = rows[w + ROW.first], rows[w + ROW.second], rows[w + ROW.third]
        beats = lane_of(led) | rows[w + ROW.trumps]
        has = either(two & beats > led, ONE, ZERO)
        has = either(three & beats > either(has == ONE, two, led), _TWO, has)
        _win(rows, w, rows[w + ROW.leader], has, rows[w + ROW.won], trick)


@inlined
def _win(rows, w, leader, has, won, trick):
    """Give a trick to the leader or to the seat `has` places after him."""
    leader += has
    leader -= either(leader >= _THREE, _THREE, ZERO)
    rows[w + ROW.leader] = leader
    rows[w + ROW.won] = won + (ONE << (leader << _TWO))
    rows[w + ROW.won_by] |= leader << (trick << ONE)


@inner
def look_up(rows, played):
    """Write the place of each deal's split of tricks in the table of the early stop."""
    if played <= U(5):
        for w in range(WIDTH):
            rows[w + ROW.five] = rows[w + ROW.won] & _TRICKS
    tricks = min(played, U(5))
    for w in range(WIDTH):
        won, five = rows[w + ROW.won], rows[w + ROW.five]
        # Among the opponents of a middlehand the forehand comes first in the table.
        swaps = rows[w + ROW.ombre] == ONE
        one, two = won >> _FOUR & _TRICKS, won >> _EIGHT & _TRICKS
        entry = either(five == ZERO, _OPPONENTS, either(five == tricks, ZERO, _MIXED))
        entry += U(100) * (won & _TRICKS)
        rows[w + ROW.entry] = entry + U(10) * either(swaps, two, one) + either(swaps, one, two)
