"""What is asked in play beside the cards: to stop, to announce, to give up, and the answers."""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, fold, inner
from lhombre_core.kernel.compiled.thumb_play_act import STYLE, quarters
from lhombre_core.kernel.compiled.trace import draw, note
from lhombre_core.kernel.encode.play import (
    CONSENT,
    MAY_ANNOUNCE,
    MAY_CONCEDE,
    MAY_STOP,
    MUST_SPEAK,
    NOBODY,
    STANDS,
    TAKE_OVER,
)
from lhombre_core.kernel.layout import RANDOM, Act

NAME: Final = U(12)
"""Where in `room` the names of the next decisions stand (`lhombre_core.kernel.stream`)."""

CARD: Final = 0
"""What `speak` returns: a card is played, ..."""
STOPS: Final = 1
ANNOUNCES: Final = 2
CONCEDES: Final = 3
DRAWN: Final = 4
"""The numbers drawn so far are counted so many at a time."""

ENDS: Final = 4
"""What `consent` returns besides a place: the concession stands."""
GOES_ON: Final = 5

_AGREE: Final = int(Act.AGREE)
_TAKE_OVER: Final = int(Act.TAKE_OVER)


@inner
def speak(acts, by_chance, word, early, goes_on, gives_up):
    """Return what the ombre does who may do more than play a card: acts as in `PlayTables.vole`.

    It is `CARD` and what follows, and `DRAWN` for each random number that was drawn. `by_chance`
    is the player `random`; of `thumb` is told whether it is too early to announce the vole, whether
    it would go on for it, and whether it would give up.
    """
    drawn = 0
    told = CARD
    if acts & MAY_STOP:
        if by_chance:
            stops = draw(word, drawn, 2) == 0
            drawn += 1
        else:
            stops = not goes_on
        if stops:
            told = STOPS
    if told == CARD and acts & MAY_ANNOUNCE:
        if not by_chance:
            announces = goes_on and not early
        elif acts & MUST_SPEAK:
            announces = True
        else:
            announces = draw(word, drawn, 16) == 0
            drawn += 1
        if announces:
            told = ANNOUNCES
    if told == CARD and acts & MAY_CONCEDE:
        if by_chance:
            gives_up = draw(word, drawn, 64) == 0
            drawn += 1
        if gives_up:
            told = CONCEDES
    return told + DRAWN * drawn


@inner
def consent(
    rules, cards, contract, number, trumps, ombre, order, seats, room, styles, key, asked, trace
):  # fmt: skip
    """Return the place of the opponent who takes the deal over, or `ENDS` or `GOES_ON`.

    Opponents are asked in turn from the ombre's neighbour on; `room` is that of `play_tricks`.
    """
    rule = rules[contract, CONSENT]
    taking = rule == TAKE_OVER
    answer = U(GOES_ON) if taking and not rules[contract, STANDS] else U(ENDS)
    place = ombre
    for _ in range(seats - 1 if rule != NOBODY else 0):
        place = place + ONE if place + ONE < U(seats) else ZERO
        seat = order[place]
        if styles[seat, 0] == RANDOM:
            yes = draw(fold(key, room[NAME + place]), 0, 2) == 1
        else:
            worth = quarters(cards, number, trumps, room[place])
            if taking:
                yes = worth >= styles[seat, STYLE.solo]
            else:
                yes = worth < styles[seat, STYLE.exchange]
        room[NAME + place] += ONE
        note(trace, asked, seat, _TAKE_OVER if taking else _AGREE, 1 if yes else 0, 2, ZERO)
        if yes == taking:
            answer = place if taking else U(GOES_ON)
            break
    return answer
