"""The acts in play beside the cards: to stop, to announce, to give up, and the answers."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.state import VoleStatus
from lhombre_core.kernel.bits import GAMMA, ONE, ZERO, U, below, fold, inner, mix, popcount
from lhombre_core.kernel.compiled.play.seat import collectors, draw_words
from lhombre_core.kernel.compiled.play.setting import Standing
from lhombre_core.kernel.compiled.play.space import take_up
from lhombre_core.kernel.compiled.thumb.act import gives_up, quarters
from lhombre_core.kernel.compiled.thumb.lane import upto
from lhombre_core.kernel.compiled.trace import draw, note
from lhombre_core.kernel.encode.play import (
    BY_CHOICE,
    MAY_ANNOUNCE,
    MAY_CONCEDE,
    MAY_STOP,
    MUST_SPEAK,
    NOBODY,
    TAKE_OVER,
)
from lhombre_core.kernel.layout import RANDOM, Act

CARD: Final = 0
"""The acts of an ombre on his turn: he plays a card, ..."""
STOPS: Final = 1
"""... stops the play, ..."""
ANNOUNCES: Final = 2
"""... announces the vole, ..."""
CONCEDES: Final = 3
"""... or gives up."""

OPEN: Final = int(VoleStatus.OPEN)
UNDERTAKEN: Final = int(VoleStatus.UNDERTAKEN)
CLOSED: Final = int(VoleStatus.CLOSED)

_ENDS: Final = 4
"""The answers of `_consent` besides a place: the concession stands, ..."""
_GOES_ON: Final = 5
"""... or it is refused and the play goes on."""
SPOKEN: Final = MAY_ANNOUNCE | MAY_STOP | MUST_SPEAK
EARLIEST: Final = 4
"""The number of tricks before which `thumb` does not announce the vole (AV26)."""

_STOP: Final = int(Act.STOP)
_ANNOUNCE: Final = int(Act.ANNOUNCE)
_CONCEDE: Final = int(Act.CONCEDE)
_YIELD: Final = int(Act.YIELD)
_AGREE: Final = int(Act.AGREE)
_TAKE_OVER: Final = int(Act.TAKE_OVER)


@inner
def acts_of(stays, standing, played, by):
    """Return the acts open to the ombre on his turn beside the cards, as bits of ``PLAY.vole``.

    `stays` is the word of that table if the vole is open, `by` a `VoleBy`.
    """
    acts = stays & SPOKEN if standing.status == OPEN else 0
    if played < standing.until and (standing.status != UNDERTAKEN or by != BY_CHOICE):
        acts |= MAY_CONCEDE
    return acts


@inner
def would_give_up(setting, ombre):
    """Return whether `thumb` as ombre gives up before the first trick."""
    play, room = setting.play, setting.room
    deck = play.cards[setting.number]
    style = setting.players.styles[room.players[ombre]]
    is_alone = play.contracts[setting.contract].consent == NOBODY
    return is_alone and gives_up(play, deck, room.hands[ombre], style)


@inner
def ask_before_play(setting, standing):
    """Ask the ombre once, before the first lead, whether he gives up.

    Return the standing after it, and `CARD` or `CONCEDES`.
    """
    deal, room, ombre = setting.deal, setting.room, standing.ombre
    if setting.by_chance >> ombre & ONE != ZERO:
        gives = below(fold(deal.key, room.names[ombre]), U(16)) == ZERO
    else:
        gives = would_give_up(setting, ombre)
    seat = room.order[ombre]
    note(setting.trace, deal.asked, seat, _YIELD, 1 if gives else 0, 2, ZERO)
    room.names[ombre] += ONE
    return _concede(setting, standing) if gives else (standing, CARD)


@inner
def ask(setting, standing, played, stays, slot, legal, gone):
    """Ask the ombre, who sits at `slot`, for everything that he does before he plays a card.

    Return the standing after it; `CARD`, `STOPS` or `CONCEDES`; and the number of acts between
    which he chooses when he plays the card. The random words are then those of the next decisions.
    """
    room, key = setting.room, setting.deal.key
    by = setting.play.contracts[setting.contract].vole_by
    hand, by_chance = room.hands[slot], setting.by_chance >> slot & ONE != ZERO
    has_rest = hand & upto(room.unseen[slot] & ~(gone | hand)) == ZERO
    quits = played == 0 and not by_chance and would_give_up(setting, slot)
    cards = np.int64(popcount(legal))
    choices, drawn, spoken = cards, 0, False
    acts = acts_of(stays, standing, played, by)
    while acts:
        may = ZERO if acts & MUST_SPEAK else legal
        words = popcount(U(acts & (MAY_ANNOUNCE | MAY_STOP | MAY_CONCEDE)))
        choices = np.int64(popcount(may) + words)
        word = fold(key, room.names[slot])
        act, drawn = speak(acts, by_chance, word, played < EARLIEST, has_rest, quits)
        if act == CARD:
            break
        if setting.trace.is_kept:
            _note_act(setting, slot, act, choices, may)
        room.names[slot] += ONE
        if act == STOPS:
            return standing, STOPS, choices
        choices, drawn, acts, spoken = cards, 0, 0, True
        if act == ANNOUNCES:
            ombre, giver, collecting = standing.ombre, standing.giver, standing.collecting
            standing = Standing(ombre, giver, UNDERTAKEN, standing.until, collecting)
        elif act == CONCEDES:
            standing, ending = _concede(setting, standing)
            if ending != CARD:
                return standing, CONCEDES, choices
        if slot == standing.ombre:
            acts = acts_of(stays, standing, played, by)
    if spoken:
        draw_words(key, room)
    if drawn:
        room.words[slot] = mix(room.words[slot] + U(drawn) * GAMMA)
    return standing, CARD, choices


@inner
def _note_act(setting, slot, act, choices, may):
    """Write an act of the ombre into the trace."""
    kind = _STOP
    if act == ANNOUNCES:
        kind = _ANNOUNCE
    elif act == CONCEDES:
        kind = _CONCEDE
    legal = take_up(setting.book.out, setting.number, may)
    note(setting.trace, setting.deal.asked, setting.room.order[slot], kind, 0, choices, legal)


@inner
def speak(acts, by_chance, word, early, has_rest, quits):
    """Return the act of an ombre who may do more than play a card, and the random numbers drawn.

    `by_chance` is the player `random`, who draws from `word`. The player `thumb` announces the vole
    unless it is too `early`, and goes on for it while he has all the remaining tricks (`has_rest`);
    he gives up if he `quits`.
    """
    drawn = 0
    act = CARD
    if acts & MAY_STOP:
        if by_chance:
            stops = draw(word, drawn, 2) == 0
            drawn += 1
        else:
            stops = not has_rest
        if stops:
            act = STOPS
    if act == CARD and acts & MAY_ANNOUNCE:
        if not by_chance:
            announces = has_rest and not early
        elif acts & MUST_SPEAK:
            announces = True
        else:
            announces = draw(word, drawn, 16) == 0
            drawn += 1
        if announces:
            act = ANNOUNCES
    if act == CARD and acts & MAY_CONCEDE:
        if by_chance:
            quits = draw(word, drawn, 64) == 0
            drawn += 1
        if quits:
            act = CONCEDES
    return act, drawn


@inner
def _concede(setting, standing):
    """Ask the opponents of an ombre who gives up.

    Return the standing after it, and `CARD` or `CONCEDES`.
    """
    ombre = standing.ombre
    answer = _consent(setting, ombre)
    if answer == U(_ENDS) or answer == U(_GOES_ON):
        ending = CONCEDES if answer == U(_ENDS) else CARD
        giver, status, collecting = standing.giver, standing.status, standing.collecting
        return Standing(ombre, giver, status, 0, collecting), ending
    deck = setting.play.cards[setting.number]
    collecting = collectors(deck, answer, setting.seats, setting.players, setting.room)
    return Standing(answer, ombre, CLOSED, 0, collecting), CARD


@inner
def _consent(setting, ombre):
    """Return the place of the opponent who takes the deal over, or `_ENDS` or `_GOES_ON`.

    Opponents are asked in turn from the ombre's neighbour on.
    """
    deal, room, seats = setting.deal, setting.room, setting.seats
    deck, terms = setting.play.cards[setting.number], setting.play.contracts[setting.contract]
    rule = terms.consent
    taking = rule == TAKE_OVER
    kind = _TAKE_OVER if taking else _AGREE
    answer = U(_GOES_ON) if taking and not terms.stands else U(_ENDS)
    place = ombre
    for _ in range(seats - ONE if rule != NOBODY else ZERO):
        place = place + ONE if place + ONE < seats else ZERO
        style = setting.players.styles[room.players[place]]
        if style.kind == RANDOM:
            yes = draw(fold(deal.key, room.names[place]), 0, 2) == 1
        else:
            worth = quarters(deck, room.hands[place])
            yes = worth >= style.solo if taking else worth < style.exchange
        room.names[place] += ONE
        note(setting.trace, deal.asked, room.order[place], kind, 1 if yes else 0, 2, ZERO)
        if yes == taking:
            answer = place if taking else U(_GOES_ON)
            break
    return answer
