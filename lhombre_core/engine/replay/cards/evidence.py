"""The evidence of a record on the cards of a deal: what is known of each hand at each time.

Cards that a hand plays or shows later count as cards that it held before. `Evidence.placement` is
an example of a deal that agrees with the evidence; only the clues are certain.
"""

from __future__ import annotations

from dataclasses import dataclass

from lhombre_core.cards import EMPTY, PACK, Card, Hand, hand_of
from lhombre_core.engine.replay.cards.clue import Clues, clues_of, deduce, enter_draw_counts
from lhombre_core.engine.replay.cards.guess import guess_placement, placements
from lhombre_core.engine.replay.cards.partial import PartialHand
from lhombre_core.engine.replay.cards.placement import Placement, contradiction, place_cards
from lhombre_core.engine.replay.cards.trace import TracedCard, trace
from lhombre_core.engine.replay.outline import Outline
from lhombre_core.engine.state.game import HAND_SIZE, Game
from lhombre_core.errors import UnclearError
from lhombre_core.rules.record import DealRecord


@dataclass(slots=True)
class Evidence:
    """The evidence on the cards of a deal."""

    clues: Clues
    placement: Placement
    plays: tuple[TracedCard, ...] = ()
    late: bool = False
    """Whether the record starts after the exchange, with no word on the hands as dealt."""
    impossible: frozenset[int] = frozenset()
    """Moves, by number, whose card the seat cannot have held."""

    def dealt(self, seat: int) -> PartialHand:
        """Return what is known of the hand that a seat was dealt."""
        clues = self.clues
        mine = clues.dealt.get(seat, EMPTY) | clues.discards.get(seat, EMPTY)
        away = hand_of(set(clues.talon.values()))
        for drawn in clues.draws.values():
            away |= drawn
        for other in range(3):
            if other != seat:
                for part in (clues.dealt, clues.at_lead, clues.discards, clues.removed):
                    away |= part.get(other, EMPTY)
        size = clues.dealt_sizes.get(seat, HAND_SIZE)
        return PartialHand(mine, max(0, size - mine.bit_count()), PACK & ~mine & ~away)

    def held(self, seat: int, gone: Hand = EMPTY, unknown_gone: int = 0) -> PartialHand:
        """Return what is known of the hand of a seat in the play.

        `gone` are the known cards it has played, `unknown_gone` is how many others it has.
        """
        clues = self.clues
        known = clues.at_lead.get(seat, EMPTY)
        unknown = max(0, HAND_SIZE - known.bit_count() - unknown_gone)
        own = clues.dealt.get(seat, EMPTY) | clues.draws.get(seat, EMPTY)
        kept = own & ~known & ~_gone(clues, seat)  # a part of it, or all of it
        return PartialHand(known & ~gone, unknown, PACK & ~clues.known() | kept)


def gather(game: Game, record: DealRecord, outline: Outline, *, late: bool) -> Evidence:
    """Return the evidence of a record on the cards.

    UnclearError where a hand has a wrong number of cards or the record contradicts itself.
    """
    clues = clues_of(record, outline, late=late)
    certain = enter_draw_counts(clues, record, outline)
    deduce(clues, certain)
    plays, impossible = _plays(game, record, outline, clues)
    deduce(clues, certain)
    placement = guess_placement(clues, outline, plays, certain)
    return Evidence(clues, placement, tuple(plays), late, frozenset(impossible))


def first_deal(record: DealRecord) -> Placement:
    """Return a placement that agrees with what the record says of the cards as dealt."""
    clues = clues_of(record, Outline(), late=False)
    clues.at_lead, clues.discards, clues.draws, clues.removed = {}, {}, {}, {}
    placement = place_cards(clues)
    if placement is None:
        raise UnclearError(contradiction(clues))
    return placement


def _plays(
    game: Game, record: DealRecord, outline: Outline, clues: Clues
) -> tuple[list[TracedCard], set[int]]:
    """Return the cards played with their seats, and the moves that are impossible.

    Every possible card is entered as a clue.
    """
    if not record.play or outline.contract is None:
        return [], set()
    follow = game.follow(outline.trump)

    def holder(card: Card) -> int | None:
        return next((s for s, cards in clues.at_lead.items() if cards >> card & 1), None)

    def candidates(seat: int) -> Hand:
        return _possible(clues, seat)

    plays = trace(follow, outline.order, record.play, holder, candidates)
    for play in plays:
        if play.known and not _enter(clues, play):
            return plays, {play.entry}  # the run ends there
    return plays, set()


def _possible(clues: Clues, seat: int) -> Hand:
    """Return the cards that an unknown card of a seat may be."""
    free = PACK & ~clues.known()
    dealt, held = clues.dealt.get(seat, EMPTY), clues.at_lead.get(seat, EMPTY)
    if dealt.bit_count() == clues.dealt_sizes.get(seat, HAND_SIZE) and not clues.drew.get(seat, 0):
        return dealt
    return (free | dealt | held) & ~_gone(clues, seat)


def _gone(clues: Clues, seat: int) -> Hand:
    """Return the known cards that a seat discarded or lost before the play."""
    return clues.discards.get(seat, EMPTY) | clues.removed.get(seat, EMPTY)


def _enter(clues: Clues, play: TracedCard) -> bool:
    """Enter as a clue that a seat held a card, and return whether that is possible."""
    held = clues.at_lead.get(play.seat, EMPTY)
    if held >> play.card & 1:
        return True
    parts = (clues.dealt, clues.at_lead, clues.discards, clues.draws, clues.removed)
    elsewhere = any(
        cards >> play.card & 1
        for part in parts
        for seat, cards in part.items()
        if seat != play.seat
    )
    if elsewhere or _gone(clues, play.seat) >> play.card & 1:
        return False
    if held.bit_count() >= HAND_SIZE:
        return False
    clues.at_lead[play.seat] = held | 1 << play.card
    if place_cards(clues) is None and not any(placements(clues, frozenset())):
        clues.at_lead[play.seat] = held
        return False
    return True
