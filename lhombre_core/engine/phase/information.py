"""The knowledge of a seat: its own cards, and all that the rules make public.

It is built from the parts that the seat may know. Two states that differ only in hidden parts give
the seat equal information.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from lhombre_core.cards import EMPTY, Hand, Suit, hand_of
from lhombre_core.engine.phase.declaration import required_aces
from lhombre_core.engine.state.action import Action, Bid, DealCards, Discard
from lhombre_core.engine.state.facts import Tricks
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.state import (
    NO_TRICKS,
    Phase,
    PlayState,
    State,
    VoleStatus,
    turn_text,
)
from lhombre_core.notation import Seat, format_hand, format_seat
from lhombre_core.rules.contract import Exposed, Shown, Taken

_SEATS: Final = tuple(Seat)
_HIDDEN: Final = frozenset({DealCards, Discard})
"""Acts whose content is hidden from other seats."""


class InformationState(NamedTuple):
    """The parts of a deal that a seat knows."""

    seat: Seat
    seating: Seating
    deal_index: int
    phase: Phase
    actor: Seat | int | None
    hand: Hand
    """The cards of the seat, and the talon while it chooses from it; empty for a resting player."""
    discards: Hand
    """The cards that the seat has discarded."""
    hands: tuple[tuple[Seat, int], ...]
    """The number of cards of each seat."""
    talon: int
    """The number of cards left in the talon."""
    history: tuple[tuple[int, Action | None], ...]
    """Every act so far, in order; None stands for an act of hidden content."""
    standing: Bid | None
    contract: str | None
    ombre: Seat | None
    trump: Suit | None
    privileged: Suit | None
    """The suit that was set as privileged."""
    turned: int | None
    """The card that was turned from the talon."""
    shown: tuple[tuple[Seat, Hand], ...]
    """The aces that each seat has shown."""
    exchanged: tuple[tuple[Seat, int | None], ...]
    """The seats that have exchanged, each with the number of cards; None: not announced."""
    rest: Hand | None
    """The rest of the talon, once all have seen it."""
    exposed: tuple[tuple[Seat, Hand], ...]
    """Hands of others that lie open to this seat."""
    leader: Seat | None
    trick: tuple[int, ...]
    """The cards of the trick that is being played, from its leader on."""
    played: tuple[tuple[int, tuple[int, ...]], ...]
    """Leader and cards of each trick that is complete."""
    tricks: Tricks
    vole: VoleStatus
    surrenderer: Seat | None
    mort: int | None

    def __repr__(self) -> str:
        """Return the seat, the phase, the seat to act and the hand, in brackets."""
        hand = format_hand(self.hand, pretty=True) or "no cards"
        deal = f"deal {self.deal_index + 1}: {turn_text(self.phase, self.actor)}"
        return f"<InformationState of {format_seat(Seat(self.seat))}, {deal}; hand {hand}>"


def information_state(state: State, seat: Seat) -> InformationState:
    """Return the knowledge of a seat.

    A resting player, and the mort before he enters, know the public parts.
    """
    it, play = state.undertaking, state.play
    holds = seat < Seat.RESTING
    ombre = None if it is None else _SEATS[it.ombre if play is None else play.ombre]
    return InformationState(
        seat=seat,
        seating=state.seating,
        deal_index=state.deal_index,
        phase=state.phase,
        actor=state.actor,
        hand=_hand(state, seat) if holds else EMPTY,
        discards=it.discards[seat] if it is not None and holds else EMPTY,
        hands=tuple(
            (_SEATS[place], hand.bit_count())
            for place, hand in enumerate(state.hands if state.mort is not None else state.hands[:3])
        ),
        talon=len(state.talon),
        history=_as_seen(state, seat),
        standing=state.auction.standing,
        contract=None if it is None or not it.declared else it.name,
        ombre=ombre,
        trump=None if it is None else it.trump,
        privileged=state.privileged,
        turned=None if it is None else it.turned,
        shown=shown(state),
        exchanged=_exchanged(state, seat),
        rest=hand_of(state.talon) if it is not None and it.rest_seen else None,
        exposed=exposed(state, seat),
        leader=None if play is None else _SEATS[play.leader],
        trick=() if play is None else play.cards,
        played=() if play is None else play.played,
        tricks=NO_TRICKS if play is None else play.tricks,
        vole=VoleStatus.OPEN if play is None else play.vole,
        surrenderer=(
            None if play is None or play.surrenderer is None else _SEATS[play.surrenderer]
        ),
        mort=state.mort,
    )


def _hand(state: State, seat: Seat) -> Hand:
    """Return the cards that a seat sees as its own: with the talon while it chooses from all."""
    it = state.undertaking
    takes = (
        it is not None
        and state.phase is Phase.EXCHANGE
        and state.actor == seat == it.ombre
        and it.contract.exchange.taken is Taken.WHOLE_TALON
    )
    return state.hands[seat] | (hand_of(state.talon) if takes else EMPTY)


def _as_seen(state: State, seat: Seat) -> tuple[tuple[int, Action | None], ...]:
    """Return every act as the seat has seen it: the deal and the discards of others are hidden."""
    history, play = state.history, state.play
    open_ = 0 if play is None else len(play.cards) + len(play.played) * len(play.order)
    start = len(history) - open_  # all that is hidden came before as many acts as cards are played
    return (
        *(
            act
            if act[1].__class__ not in _HIDDEN or (act[0] == seat and isinstance(act[1], Discard))
            else (act[0], None)
            for act in history[:start]
        ),
        *history[start:],
    )


def _exchanged(state: State, seat: Seat) -> tuple[tuple[Seat, int | None], ...]:
    it = state.undertaking
    if it is None:
        return ()
    said = state.game.rules.exchange.announced
    return tuple(
        (_SEATS[who], drawn if said or who == seat else None) for who, drawn in it.exchanged
    )


def shown(state: State) -> tuple[tuple[Seat, Hand], ...]:
    """Return the aces that seats have shown with a bid or as ombre, in the order of the seats."""
    aces = {}
    if _shows_with_bids(state.game):
        aces = {seat: _shown_with_bids(state, seat) for seat in range(3)}
    it = state.undertaking
    if it is not None and it.shown:
        aces[it.ombre] = aces.get(it.ombre, EMPTY) | it.shown
    return tuple((Seat(seat), cards) for seat, cards in aces.items() if cards)


@lru_cache(maxsize=64)
def _shows_with_bids(game: Game) -> bool:
    return any(contract.shows is Shown.WITH_BID for contract in game.contracts.values())


def _shown_with_bids(state: State, seat: int) -> Hand:
    contracts = state.game.contracts
    aces = EMPTY
    for actor, action in state.history:
        if actor == seat and isinstance(action, Bid):
            contract = contracts[action.contract]
            if contract.shows is Shown.WITH_BID:
                aces |= required_aces(contract.requires, state.dealt[seat])
    return aces


def exposed(state: State, seat: Seat) -> tuple[tuple[Seat, Hand], ...]:
    """Return the hands of others that a seat sees: an open hand, or those of fellow opponents."""
    it, play = state.undertaking, state.play
    if it is None or play is None:
        return ()
    seen = []
    if seat != play.ombre and _is_open(it.contract.exposed, play):
        seen.append((Seat(play.ombre), state.hands[play.ombre]))
    confers = state.game.rules.vole.opponents_confer and play.vole is VoleStatus.UNDERTAKEN
    if confers and seat != play.ombre and seat in play.order:
        seen += [
            (Seat(other), state.hands[other])
            for other in play.order
            if other not in {seat, play.ombre}
        ]
    return tuple(seen)


def _is_open(exposed: Exposed, play: PlayState) -> bool:
    """Return whether the ombre's hand lies open."""
    match exposed:
        case Exposed.BEFORE_FIRST_LEAD:
            return True
        case Exposed.AFTER_OWN_FIRST_CARD:
            place = (play.order.index(play.ombre) - play.order.index(play.leader)) % len(play.order)
            return bool(play.winners) or place < len(play.cards)
        case Exposed.NEVER:
            return False
        case _:
            assert_never(exposed)
