"""What is asked in play beside the cards: to stop, to announce, to give up, and the answers."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state import VoleStatus
from lhombre_core.kernel.bits import GAMMA, ONE, ZERO, U, below, fold, inner, mix, popcount
from lhombre_core.kernel.compiled.thumb_play_act import STYLE, gives_up, quarters
from lhombre_core.kernel.compiled.thumb_play_lane import upto
from lhombre_core.kernel.compiled.trace import draw, note
from lhombre_core.kernel.compiled.tricks_seat import draw_words
from lhombre_core.kernel.compiled.tricks_space import take_up
from lhombre_core.kernel.encode.play import (
    BY_CHOICE,
    CONSENT,
    MAY_ANNOUNCE,
    MAY_CONCEDE,
    MAY_STOP,
    MUST_SPEAK,
    NOBODY,
    STANDS,
    TAKE_OVER,
    VOLE_BY,
)
from lhombre_core.kernel.layout import CONTRACT, RANDOM, TRUMP, Act

CARD: Final = 0
"""What is done: a card is played, ..."""
STOPS: Final = 1
ANNOUNCES: Final = 2
CONCEDES: Final = 3
_DRAWN: Final = 4
"""The numbers drawn so far are counted so many at a time."""

OPEN: Final = int(VoleStatus.OPEN)
UNDERTAKEN: Final = int(VoleStatus.UNDERTAKEN)
CLOSED: Final = int(VoleStatus.CLOSED)

_ENDS: Final = 4
"""What `_consent` returns besides a place: the concession stands."""
_GOES_ON: Final = 5
SPOKEN: Final = MAY_ANNOUNCE | MAY_STOP | MUST_SPEAK
EARLIEST: Final = 4
"""The vole is not announced by `thumb` before so many tricks."""

_STOP: Final = int(Act.STOP)
_ANNOUNCE: Final = int(Act.ANNOUNCE)
_CONCEDE: Final = int(Act.CONCEDE)
_YIELD: Final = int(Act.YIELD)
_AGREE: Final = int(Act.AGREE)
_TAKE_OVER: Final = int(Act.TAKE_OVER)


@inner
def acts_of(stays, status, played, until, by):
    """Return what the ombre may do on his turn beside playing a card, as in ``PLAY.vole``.

    `stays` is what that table says, `until` before how many tricks he may give up, `by` a `VoleBy`.
    """
    acts = stays & SPOKEN if status == OPEN else 0
    if played < until and (status != UNDERTAKEN or by != BY_CHOICE):
        acts |= MAY_CONCEDE
    return acts


@inner
def ask(
    book, play, order, seats, deal, players, trace, room, by_chance, slot, legal, gone, stays, asks,
    status, until, ombre, giver, played,
):  # fmt: skip
    """Have the ombre say what he has to say before the player at `slot` plays a card.

    `asks` says that he is asked whether he gives up; otherwise it is his own turn. Return what
    becomes of `status`, `until`, `ombre` and `giver`; `CARD`, `STOPS` or `CONCEDES`; and how many
    acts there are to choose from when it comes to the card. The random words are then those of the
    next decisions.
    """
    facts, asked, key = deal.facts, deal.asked, deal.key
    number, terms = U(facts[TRUMP]), play.contracts[U(facts[CONTRACT])]
    deck, by = play.cards[number], terms[VOLE_BY]
    hand = room.hands[slot]
    choices = np.int64(popcount(legal))
    drawn, spoken = 0, False
    acts = acts_of(stays, status, played, until, by) if slot == ombre else 0
    while asks or acts:
        who = ombre if asks else slot
        seat = U(order[who])
        has_chance = by_chance >> who & ONE != ZERO
        word = fold(key, room.names[who])
        quits = False
        if played == 0 and not has_chance and terms[CONSENT] == NOBODY:
            quits = gives_up(play, deck, room.hands[who], players[room.players[who]])
        told = CARD
        if asks:
            gives = below(word, U(16)) == ZERO if has_chance else quits
            told = CONCEDES if gives else CARD
            note(trace, asked, seat, _YIELD, 1 if gives else 0, 2, ZERO)
        else:
            may = ZERO if acts & MUST_SPEAK else legal
            words = popcount(U(acts & (MAY_ANNOUNCE | MAY_STOP | MAY_CONCEDE)))
            choices = np.int64(popcount(may) + words)
            goes_on = hand & upto(room.unseen[slot] & ~(gone | hand)) == ZERO
            told = speak(acts, has_chance, word, played < EARLIEST, goes_on, quits)
            drawn = told // _DRAWN
            told %= _DRAWN
            if told == CARD:
                break
            if trace.shape[0]:
                _note_word(book, number, trace, asked, seat, told, choices, may)
        asks, spoken = False, True
        room.names[who] += ONE
        if told == STOPS:
            return status, until, ombre, giver, STOPS, choices
        choices, drawn, acts = np.int64(popcount(legal)), 0, 0
        if told == ANNOUNCES:
            status = UNDERTAKEN
        elif told == CONCEDES:
            until = 0
            answer = _consent(terms, deck, ombre, order, seats, room, players, key, asked, trace)
            if answer == U(_ENDS):
                return status, until, ombre, giver, CONCEDES, choices
            if answer != U(_GOES_ON):
                giver, ombre, status = ombre, answer, CLOSED
        if slot == ombre:
            acts = acts_of(stays, status, played, until, by)
    if spoken:
        draw_words(key, seats, room)
    if drawn:
        room.words[slot] = mix(room.words[slot] + U(drawn) * GAMMA)
    return status, until, ombre, giver, CARD, choices


@inner
def _note_word(book, number, trace, asked, seat, told, choices, legal):
    kind = _STOP
    if told == ANNOUNCES:
        kind = _ANNOUNCE
    elif told == CONCEDES:
        kind = _CONCEDE
    note(trace, asked, seat, kind, 0, choices, take_up(book.out, number, legal))


@inner
def speak(acts, by_chance, word, early, goes_on, quits):
    """Return what the ombre does who may do more than play a card.

    It is `CARD` and what follows, and `_DRAWN` for each random number that was drawn. `by_chance`
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
            quits = draw(word, drawn, 64) == 0
            drawn += 1
        if quits:
            told = CONCEDES
    return told + _DRAWN * drawn


@inner
def _consent(terms, deck, ombre, order, seats, room, players, key, asked, trace):
    """Return the place of the opponent who takes the deal over, or `_ENDS` or `_GOES_ON`.

    Opponents are asked in turn from the ombre's neighbour on.
    """
    rule = terms[CONSENT]
    taking = rule == TAKE_OVER
    answer = U(_GOES_ON) if taking and not terms[STANDS] else U(_ENDS)
    place = ombre
    for _ in range(seats - ONE if rule != NOBODY else ZERO):
        place = place + ONE if place + ONE < seats else ZERO
        style = players[room.players[place]]
        if style[0] == RANDOM:
            yes = draw(fold(key, room.names[place]), 0, 2) == 1
        else:
            worth = quarters(deck, room.hands[place])
            if taking:
                yes = worth >= style[STYLE.solo]
            else:
                yes = worth < style[STYLE.exchange]
        room.names[place] += ONE
        kind = _TAKE_OVER if taking else _AGREE
        note(trace, asked, order[place], kind, 1 if yes else 0, 2, ZERO)
        if yes == taking:
            answer = place if taking else U(_GOES_ON)
            break
    return answer
