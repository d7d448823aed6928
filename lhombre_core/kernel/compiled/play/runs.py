"""Runs of top trumps: `lhombre_core.engine.state.runs`."""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import ZERO, U, highest_place, inlined, inner, popcount
from lhombre_core.kernel.compiled.play.space import lay_out
from lhombre_core.kernel.layout import (
    OMBRE,
    RUN,
    RUN_OPPONENT,
    RUN_SEAT,
    RUN_SURRENDERER,
    SURRENDERER,
    TRUMP,
)
from lhombre_core.kernel.space import NO_TRUMP


@inner
def _held(all_trumps, hand):
    """Return the number of top trumps that a hand holds without a gap."""
    missing = all_trumps & ~hand
    if missing == ZERO:
        return np.int64(popcount(all_trumps))
    return np.int64(highest_place(all_trumps) - highest_place(missing))


@inner
def _run(all_trumps, hand, lacking):
    """Return the length of a hand's run, of lacking trumps too if they count."""
    length = _held(all_trumps, hand)
    if length == 0 and lacking:
        return _held(all_trumps, ~hand)
    return length


@inlined
def _note_hand(play, all_trumps, facts, seat, hand):
    """Write the run of a hand into the facts: the ombre's, an opponent's, the surrenderer's."""
    if seat == facts[OMBRE]:
        facts[RUN] = _run(all_trumps, hand, play.runs.lacking)
        return
    length = _held(all_trumps, hand)
    if length >= play.runs.matadors and facts[RUN_SEAT] < 0:
        facts[RUN_SEAT] = seat
        facts[RUN_OPPONENT] = length
    if seat == facts[SURRENDERER]:
        facts[RUN_SURRENDERER] = _run(all_trumps, hand, play.runs.lacking)


@inlined
def _begin(facts):
    facts[RUN] = 0
    facts[RUN_SEAT] = -1
    facts[RUN_OPPONENT] = 0
    facts[RUN_SURRENDERER] = 0


@inner
def count_runs(book, play, deal):
    """Fill the facts about runs of a deal with an ombre that has been played."""
    facts = deal.facts
    number = U(facts[TRUMP])
    _begin(facts)
    if not play.runs.counts or number == NO_TRUMP:
        return
    all_trumps = play.cards[number].pack & play.cards[number].trumps
    for seat in range(4):
        # The mort is dealt no cards: his hand counts as he holds it.
        as_dealt = play.runs.as_dealt and popcount(deal.dealt[seat]) >= U(8)
        cards = deal.dealt[seat] if as_dealt else deal.hands[seat]
        _note_hand(play, all_trumps, facts, seat, lay_out(book.into, number, cards))


@inlined
def count_runs_of_three(book, play, deal, hands):
    """Fill the facts about runs before three play a deal; `hands` are theirs in play space."""
    facts = deal.facts
    number = U(facts[TRUMP])
    facts[SURRENDERER] = -1
    _begin(facts)
    if not play.runs.counts or number == NO_TRUMP:
        return
    all_trumps = play.cards[number].pack & play.cards[number].trumps
    for seat in range(3):
        hand = hands[seat]
        if play.runs.as_dealt:
            hand = lay_out(book.into, number, deal.dealt[seat])
        _note_hand(play, all_trumps, facts, seat, hand)
