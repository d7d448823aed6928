"""Placements that agree with the clues, with guesses for numbers and cards that are unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from lhombre_core.cards import CARDS, EMPTY, PACK, SUIT_MASKS, Card, cards_of
from lhombre_core.engine.replay.cards.clue import Clues, fewest_drawn
from lhombre_core.engine.replay.cards.placement import Placement, contradiction, place_cards
from lhombre_core.engine.replay.cards.trace import TracedCard
from lhombre_core.engine.replay.outline import Outline
from lhombre_core.engine.state.game import ACES, BLACK_ACES, HAND_SIZE
from lhombre_core.errors import UnclearError
from lhombre_core.rules.contract import Requirement

_BLACK_ACES: Final = (Card.SA, Card.CA)


def placements(clues: Clues, certain: frozenset[int]) -> Iterator[Placement]:
    """Yield placements that agree with the clues, those with the fewest unknown draws first."""
    open_ = [seat for seat in clues.drew if seat not in certain]
    before = {seat: clues.drew[seat] for seat in open_}
    left = len(CARDS) - sum(clues.dealt_sizes.values()) - sum(clues.drew.values())
    left += sum(before.values())
    ranges = [
        range(fewest_drawn(clues, seat), HAND_SIZE + clues.surplus.get(seat, 0) + 1)
        for seat in open_
    ]
    tries = sorted(
        (numbers for numbers in product(*ranges) if sum(numbers) <= left),
        key=lambda numbers: (sum(numbers), numbers),
    )
    for numbers in tries:
        clues.drew.update(zip(open_, numbers, strict=True))
        placement = place_cards(clues)
        if placement is not None:
            yield placement
    clues.drew.update(before)


def guess_placement(
    clues: Clues, outline: Outline, plays: Sequence[TracedCard], certain: frozenset[int]
) -> Placement:
    """Return a placement that agrees with the clues and, if possible, makes the bids legal."""
    guess = _with_guesses(clues, outline, plays, certain)
    for attempt in (guess, clues):
        placement = place_cards(attempt) or next(placements(attempt, certain), None)
        if placement is not None:
            clues.drew = attempt.drew
            return placement
    raise UnclearError(contradiction(clues))


def _with_guesses(
    clues: Clues, outline: Outline, plays: Sequence[TracedCard], certain: frozenset[int]
) -> Clues:
    """Return the clues with a card for every unknown card played and with the aces of the bids."""
    guess = replace(
        clues,
        dealt=dict(clues.dealt),
        at_lead=dict(clues.at_lead),
        talon=dict(clues.talon),
        drew=dict(clues.drew),
    )
    for play in plays:
        if not play.known:
            guess.at_lead[play.seat] = guess.at_lead.get(play.seat, EMPTY) | 1 << play.card
    _guess_turned(guess, outline, certain)
    if outline.forced is not None:
        seat, card = outline.forced
        guess.dealt[seat] = guess.dealt.get(seat, EMPTY) | 1 << card & PACK & ~guess.known()
    for seat, requirement in outline.wants:
        free = PACK & ~guess.known()
        dealt = guess.dealt.get(seat, EMPTY)
        if requirement is Requirement.BLACK_ACES:
            guess.dealt[seat] = dealt | (BLACK_ACES & free)
        elif requirement is not Requirement.NOTHING:
            aces = ACES if requirement is Requirement.AN_ACE else BLACK_ACES
            if not dealt & aces:
                first = aces & free & -(aces & free)
                guess.dealt[seat] = dealt | first
    return guess


def _guess_turned(guess: Clues, outline: Outline, certain: frozenset[int]) -> None:
    """Enter a card that may have been turned for the trumps of the record."""
    size = len(CARDS) - sum(guess.dealt_sizes.values())
    place = size - 1 if outline.turned_under else 0
    if not outline.is_turned or outline.trump is None or place in guess.talon:
        return
    for card in sorted(cards_of(SUIT_MASKS[outline.trump]), key=lambda card: card in _BLACK_ACES):
        guess.talon[place] = card
        drew = dict(guess.drew)
        once = list(guess.talon.values()).count(card) == 1
        if once and next(placements(guess, certain), None) is not None:
            return
        guess.drew = drew
    del guess.talon[place]
