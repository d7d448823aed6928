"""Positions of the play with every card in sight."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lhombre_core.cards import CARDS, EMPTY, Hand, Suit, cards_of, count
from lhombre_core.engine.state.facts import Tricks
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.engine.state.state import NO_TRICKS, Hands, State
from lhombre_core.errors import UsageError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import TrumpBy

THREE_SEATS = (int(Seat.FOREHAND), int(Seat.MIDDLEHAND), int(Seat.BACKHAND))
FOUR_SEATS = (*THREE_SEATS[:2], int(Seat.MORT), THREE_SEATS[2])


@dataclass(frozen=True, slots=True)
class Position:
    """Hands, trumps and tricks at one moment of a deal; the opponents play as one side."""

    game: Game
    contract: str
    """The contract that is played, by id."""
    trump: Suit | None
    ombre: int
    """The seat of the ombre."""
    hands: Hands
    """The cards held now, by seat."""
    leader: int
    """The seat that has led, or leads, to this trick."""
    order: tuple[int, ...] = THREE_SEATS
    """The seats that play, in turn order."""
    tricks: Tricks = NO_TRICKS
    """The tricks of each seat."""
    cards: tuple[int, ...] = ()
    """The cards of the trick that is being played, the lead first."""

    @property
    def actor(self) -> int:
        """The seat whose turn it is."""
        return self._after(self.leader, len(self.cards))

    @property
    def remaining(self) -> int:
        """The number of tricks still to be won, the current trick included."""
        return TRICKS - sum(self.tricks)

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.cards and not self.hands[self.leader]

    def legal(self) -> Hand:
        """Return the cards that may be played now."""
        hand = self.hands[self.actor]
        if not self.cards:
            return hand
        follow = self.game.follow(self.trump)
        forcing = follow.forcing(self.cards[0], self.cards[1]) if len(self.cards) > 1 else None
        return follow.legal(hand, self.cards[0], forcing)

    def play(self, card: int) -> Position:
        """Return the position after a card, without checking that it is legal."""
        seat = self.actor
        left = [
            hand & ~(1 << card) if other == seat else hand for other, hand in enumerate(self.hands)
        ]
        hands = (left[0], left[1], left[2], left[3])
        cards = (*self.cards, card)
        if len(cards) < len(self.order):
            return replace(self, hands=hands, cards=cards)
        place = self.game.ranking(self.trump).winner(cards)
        winner = self._after(self.leader, place)
        sums = [number + (other == winner) for other, number in enumerate(self.tricks)]
        tricks = (sums[0], sums[1], sums[2], sums[3])
        return replace(self, hands=hands, leader=winner, tricks=tricks, cards=())

    def _after(self, seat: int, steps: int) -> int:
        return self.order[(self.order.index(seat) + steps) % len(self.order)]


def position_of(state: State) -> Position:
    """Return the position of a deal in play; raise ValueError outside the play of the tricks."""
    play, it = state.play, state.undertaking
    if play is None or it is None:
        raise ValueError("the play of the tricks has not begun")
    return Position(
        game=state.game,
        contract=it.name,
        trump=it.trump,
        ombre=play.ombre,
        hands=state.hands,
        leader=play.leader,
        order=play.order,
        tricks=play.tricks,
        cards=play.cards,
    )


def require_sound(position: Position) -> None:
    """Check that a position is possible; raise UsageError otherwise."""
    _require_trump(position)
    _require_seats(position)
    _require_cards(position)


def _require_trump(position: Position) -> None:
    game, name = position.game, position.contract
    has_trump = game.contracts[name].trump.by is not TrumpBy.NONE
    if has_trump and position.trump is None:
        raise UsageError(f"{name} is played with trumps; expected a suit")
    if not has_trump and position.trump is not None:
        raise UsageError(f"{name} is played without trumps; expected none")


def _require_seats(position: Position) -> None:
    for seat, what in ((position.ombre, "ombre"), (position.leader, "leader")):
        if seat not in position.order:
            raise UsageError(f"the {format_seat(Seat(seat))} is no {what}: no cards are his")
    outside = set(range(4)) - set(position.order)
    if any(position.hands[seat] or position.tricks[seat] for seat in outside):
        raise UsageError("a seat that does not play has cards or tricks")


def _require_cards(position: Position) -> None:
    seen: Hand = EMPTY
    played = (1 << card for card in position.cards)
    for cards in (*(position.hands[seat] for seat in position.order), *played):
        if seen & cards:
            twice = CARDS[cards_of(seen & cards)[0]]
            raise UsageError(f"{twice.name} is in two places; expected it in one")
        seen |= cards
    if len(position.cards) >= len(position.order):
        raise UsageError(f"the trick has {len(position.cards)} cards; expected at most two")
    for seat in position.order:
        steps = (position.order.index(seat) - position.order.index(position.leader)) % len(
            position.order
        )
        expected = position.remaining - (steps < len(position.cards))
        held = count(position.hands[seat])
        if held != expected:
            raise UsageError(
                f"the {format_seat(Seat(seat))} holds {held} cards; expected {expected}, since "
                f"{position.remaining} tricks are still to be taken"
            )
