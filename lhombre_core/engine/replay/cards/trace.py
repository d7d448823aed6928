"""Whose card is whose: the cards of a record given to seats, trick by trick.

Nothing is judged here. Where a card of a trick is unknown the record must say, or the cards must
show, who won it; the unknown card then becomes some card that leaves it so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lhombre_core.cards import TRUMP, Card, Hand, cards_of
from lhombre_core.engine.state.following import Follow
from lhombre_core.errors import UnclearError
from lhombre_core.rules.record import Move, MoveKind


@dataclass(frozen=True, slots=True)
class TracedCard:
    """A card that a seat put to a trick."""

    entry: int
    """Its number among the moves of the record."""
    seat: int
    card: Card
    known: bool
    """False: it stands for a card that nobody knows."""


@dataclass(frozen=True, slots=True)
class _TrickCard:
    entry: int
    seat: int
    card: Card | None


def trace(
    follow: Follow,
    order: Sequence[int],
    moves: Sequence[Move],
    holder: Callable[[Card], int | None],
    candidates: Callable[[int], Hand],
) -> list[TracedCard]:
    """Return the cards that were played with their seats, in order.

    `holder` says who is known to hold a card, `candidates` which cards a seat may have played
    where nobody knows what it was. UnclearError where nobody can tell who won a trick.
    """
    played: list[TracedCard] = []
    used = 0
    trick: list[_TrickCard] = []
    leader = 0
    cards = [(n, move) for n, move in enumerate(moves) if move.kind is MoveKind.CARD]
    for entry, move in cards:
        seat = order[(leader + len(trick)) % len(order)]
        trick.append(_TrickCard(entry, seat, move.card))
        if len(trick) < len(order):
            continue
        winner = _winner(follow, trick, moves, holder, len(played) // len(order) + 1)
        for put in _decided(follow, trick, winner, candidates, used):
            played.append(put)
            used |= 1 << put.card
        leader = order.index(winner)
        trick = []
    return [*played, *_decided(follow, trick, None, candidates, used)]


def _winner(
    follow: Follow,
    trick: Sequence[_TrickCard],
    moves: Sequence[Move],
    holder: Callable[[Card], int | None],
    number: int,
) -> int:
    cards = [put.card for put in trick]
    if None not in cards:
        known = [card for card in cards if card is not None]
        return trick[follow.ranking.winner(known)].seat
    seats = {put.seat for put in trick}
    for move in moves[trick[-1].entry + 1 :]:
        if move.seat in seats and move.kind in {MoveKind.WINS, MoveKind.CARD}:
            return int(move.seat or 0)
        if move.kind is MoveKind.CARD:
            found = None if move.card is None else holder(move.card)
            if found in seats:
                return int(found or 0)
            break
    raise UnclearError(
        f"trick {number} has an unknown card and may have been won by it; "
        "say who took it, as in 'backhand wins'",
        "play",
        trick[-1].entry,
    )


def _decided(
    follow: Follow,
    trick: Sequence[_TrickCard],
    winner: int | None,
    candidates: Callable[[int], Hand],
    used: Hand,
) -> list[TracedCard]:
    """Return the cards of a trick, unknown ones replaced by some that leave the winner."""
    used |= sum(1 << put.card for put in trick if put.card is not None)
    cards: list[Card | None] = [put.card for put in trick]
    for place, put in enumerate(trick):
        if put.card is None:
            free = candidates(put.seat) & ~used
            chosen = _choice(follow, trick, cards, place, winner, free)
            cards[place] = chosen
            used |= 1 << chosen
    return [
        TracedCard(put.entry, put.seat, card, put.card is not None)
        for put, card in zip(trick, cards, strict=True)
        if card is not None
    ]


def _choice(
    follow: Follow,
    trick: Sequence[_TrickCard],
    cards: Sequence[Card | None],
    place: int,
    winner: int | None,
    free: Hand,
) -> Card:
    """Return a card for a place of a trick, one that follows before one that does not."""
    ranking = follow.ranking
    led = cards[0]
    best: Card | None = None
    any_: Card | None = None
    for card in sorted(cards_of(free), key=lambda c: (ranking.effective_suit(c) == TRUMP, c)):
        whole = [card if i == place else known for i, known in enumerate(cards)]
        row = [known for known in whole if known is not None]
        seats = [put.seat for put, known in zip(trick, whole, strict=True) if known is not None]
        takes = seats[ranking.winner(row)] if whole[0] is not None else None
        fits = takes == winner or (winner not in seats and takes != trick[place].seat)
        if winner is not None and not fits:
            any_ = card if any_ is None else any_  # the run will say that the winner is not so
            continue
        if led is None or follow.suits[led] >> card & 1:
            return card
        best = card if best is None else best
    best = any_ if best is None else best
    if best is None:
        message = "no card that is still unknown can have been put here"
        raise UnclearError(message, "play", trick[place].entry)
    return best
