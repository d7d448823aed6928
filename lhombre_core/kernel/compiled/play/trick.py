"""A trick of a deal that is played by itself: a card from each seat, and the winner."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.bits import (
    ONE,
    ZERO,
    U,
    below,
    inlined,
    inner,
    lowest_bit,
    lowest_place,
    popcount,
)
from lhombre_core.kernel.compiled.choice import either, nth_card
from lhombre_core.kernel.compiled.play.question import CARD, acts_of, ask
from lhombre_core.kernel.compiled.play.setting import Trick
from lhombre_core.kernel.compiled.play.space import legal_cards, take_up
from lhombre_core.kernel.compiled.thumb.lane import lane_of
from lhombre_core.kernel.compiled.thumb.play import in_nolo, in_tricks
from lhombre_core.kernel.compiled.trace import note
from lhombre_core.kernel.layout import Act

_CARD: Final = int(Act.CARD)


@inlined
def play_trick(setting, standing, course, stays):
    """Play a card from each seat; return the standing, the ending and the trick.

    `stays` is the word of ``PLAY.vole`` if the vole is open. The ending is `CARD`, or the act of
    the ombre that has ended the deal in the middle of the trick.
    """
    deck, room, seats = setting.play.cards[setting.number], setting.room, setting.seats
    ending, gone, trumps = CARD, course.gone, deck.trumps
    acts = acts_of(stays, standing, course.played, setting.play.contracts[setting.contract].vole_by)
    slot = best_slot = course.leader
    lane = best = counts = missed = ZERO
    for place in range(seats):
        hand = room.hands[slot]
        legal = _legal(deck, hand, lane, counts)
        choices = np.int64(popcount(legal))
        if acts != 0 and slot == standing.ombre:
            standing, ending, choices = ask(
                setting, standing, course.played, stays, slot, legal, gone
            )
            if ending != CARD:
                break
            acts = 0  # an opponent who has taken the deal over says nothing more in this trick
        if setting.by_chance >> slot & ONE != ZERO:
            card = nth_card(legal, below(room.words[slot], popcount(legal)))
        else:
            unseen = room.unseen[slot] & ~(gone | hand)
            card = _chosen(
                setting, standing, course, hand, legal, unseen, lane, best, best_slot, place, slot
            )
        if setting.trace.is_kept:
            _note_card(setting, slot, card, choices, legal)
        room.names[slot] += ONE
        room.hands[slot] = hand ^ card
        gone |= card
        lane = lane_of(card) if place == ZERO else lane
        missed |= either(card & trumps == ZERO, ONE << slot, ZERO)
        beats = card & (lane | trumps) > best
        if place == ZERO or (place == ONE and card & lane & deck.pull != ZERO and beats):
            counts = card
        best = either(beats, card, best)
        best_slot = either(beats, slot, best_slot)
        slot = slot + ONE if slot + ONE < seats else ZERO
    return standing, ending, Trick(lane, gone, missed, best_slot)


@inlined
def _legal(deck, hand, lane, counts):
    """Return the cards of a hand that may be played; `counts` is the trump that counts as led."""
    held = hand & lane
    if lowest_bit(held) >= ONE << deck.floor:  # rarely, a hand can follow with matadors only
        return legal_cards(deck.matadors, deck.floor, deck.free, hand, lane, counts)
    return either(held != ZERO, held, hand)


@inlined
def _chosen(setting, standing, course, hand, legal, unseen, lane, best, best_slot, place, slot):
    """Return the card that `thumb` plays; the arguments are those of `thumb.play`."""
    play, room = setting.play, setting.room
    seats, ombre = setting.seats, standing.ombre
    deck, terms = play.cards[setting.number], play.contracts[setting.contract]
    if terms.no_trick != 0:
        return in_nolo(
            play, setting.contract, deck, room, room.order, U(setting.deal.bought), hand, legal,
            unseen, lane, best, best_slot, place, slot, ombre, seats, course.leader,
            U(course.played), course.leads,
        )  # fmt: skip
    aces_shown = (terms.aces_shown != 0) & (setting.deal.turned != play.manilles[setting.number])
    return in_tricks(
        deck, room, hand, legal, unseen, lane, best, best_slot, place, slot, ombre, seats,
        course.won, course.void, course.led_trumps, standing.collecting >> slot & ONE != ZERO,
        aces_shown,
    )  # fmt: skip


@inner
def _note_card(setting, slot, card, choices, legal):
    """Write a card into the trace."""
    out, deal = setting.book.out, setting.deal
    what = np.int64(out[setting.number, lowest_place(card)])
    legal = take_up(out, setting.number, legal)
    note(setting.trace, deal.asked, setting.room.order[slot], _CARD, what, choices, legal)
