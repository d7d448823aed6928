"""The cards of a recorded play with the seats that played them, trick by trick.

No card is judged here. The winner of a trick with an unknown card follows from the record or from
the next lead. The unknown card becomes a card under which that seat wins.
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
    """False where the card is a guess for an unknown card."""


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

    `holder` returns the seat that is known to hold a card, `candidates` the cards that an unknown
    card of a seat may be. UnclearError where the winner of a trick is unknown.
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
            seat = None if move.card is None else holder(move.card)
            if seat in seats:
                return int(seat or 0)
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
    """Return the cards of a trick, with guesses for unknown cards under which the winner wins."""
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
    """Return a card for a place of a trick, if possible a card that follows suit."""
    ranking = follow.ranking
    led = cards[0]
    best: Card | None = None
    other: Card | None = None
    for card in sorted(cards_of(free), key=lambda c: (ranking.effective_suit(c) == TRUMP, c)):
        whole = [card if i == place else known for i, known in enumerate(cards)]
        row = [known for known in whole if known is not None]
        seats = [put.seat for put, known in zip(trick, whole, strict=True) if known is not None]
        takes = seats[ranking.winner(row)] if whole[0] is not None else None
        fits = takes == winner or (winner not in seats and takes != trick[place].seat)
        if winner is not None and not fits:
            other = card if other is None else other  # the run will report the wrong winner
            continue
        if led is None or follow.suits[led] >> card & 1:
            return card
        best = card if best is None else best
    best = other if best is None else best
    if best is None:
        message = "no card that is still unknown can have been put here"
        raise UnclearError(message, "play", trick[place].entry)
    return best
