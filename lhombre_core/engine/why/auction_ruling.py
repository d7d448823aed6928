"""A ruling on an auction of which no cards are known: is it legal, who plays, what is required.

The requirement of a bid is a condition on a hand. It is a fault only where bids of other seats
prove that it cannot be met: a single hand has both black aces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lhombre_core.engine.phase import auction
from lhombre_core.engine.phase.auction import Refusal
from lhombre_core.engine.phase.declaration import changes
from lhombre_core.engine.state.action import Bid, Pass
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import AuctionState
from lhombre_core.engine.why.auction import bid_why, turn_why
from lhombre_core.engine.why.reason import Why, refused
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Requirement


@dataclass(frozen=True, slots=True)
class Condition:
    """The cards that a hand must have held for a bid to be legal."""

    at: int
    """Number of the call, from 0."""
    seat: Seat
    requires: Requirement
    rule: str


@dataclass(frozen=True, slots=True)
class AuctionRuling:
    """The legality of an auction, and its result so far."""

    legal: bool = True
    at: int | None = None
    """Number of the call that is not legal, from 0."""
    why: Why | None = None
    """Why that call is not legal."""
    complete: bool = False
    """All calls of the auction have been spoken."""
    settled: bool = False
    """Every call that may follow is a pass."""
    speaker: Seat | None = Seat.FOREHAND
    """The seat that speaks next; None: the auction is over."""
    ombre: Seat | None = None
    """The ombre, once that is settled; None: not settled, or all have passed."""
    bid: Bid | None = None
    """The bid that stands."""
    may_declare: tuple[str, ...] = ()
    """The contracts that the ombre may play, in the order of the file, his hand permitting."""
    conditions: tuple[Condition, ...] = ()


def rule_auction(
    game: Game, calls: Iterable[tuple[Seat, Pass | Bid]], *, privileged: bool = True
) -> AuctionRuling:
    """Return the ruling on the calls of an auction, each with the seat that spoke.

    `privileged` says whether a privileged suit is set, where the variant has any.
    """
    state = AuctionState(privileged)
    speaker: int | None = Seat.FOREHAND
    conditions: tuple[Condition, ...] = ()
    for at, (seat, call) in enumerate(calls):
        why = _fault(game, state, speaker, (seat, call), conditions)
        if why is not None:
            return AuctionRuling(legal=False, at=at, why=why, speaker=None, conditions=conditions)
        if isinstance(call, Bid):
            conditions = (*conditions, *_conditions(game, at, seat, call))
        state, speaker = auction.speak(game, state, seat, call)
        again = auction.second_round(game, state) if speaker is None else None
        if again is not None:
            state, speaker = again, Seat.FOREHAND
    return _rule_legal(game, state, speaker, conditions)


def _fault(
    game: Game,
    state: AuctionState,
    speaker: int | None,
    spoken: tuple[Seat, Pass | Bid],
    conditions: tuple[Condition, ...],
) -> Why | None:
    """Return why a call is not legal; None: it is."""
    seat, call = spoken
    if speaker is None:
        return refused("auction.procedure", "is-over", "The auction is over.")
    if seat != speaker:
        return turn_why(game, state, speaker, seat)
    if isinstance(call, Pass):
        return None
    refusal = auction.refusal(game, state, seat, call)
    if refusal is None and not _can_meet(game, seat, call, conditions):
        refusal = Refusal.HAND
    return None if refusal is None else bid_why(game, state, seat, call, refusal)


def _conditions(game: Game, at: int, seat: Seat, bid: Bid) -> tuple[Condition, ...]:
    requires = game.contracts[bid.contract].requires
    if requires is Requirement.NOTHING:
        return ()
    return (Condition(at, seat, requires, f"contracts.{bid.contract}.requires"),)


def _can_meet(game: Game, seat: Seat, bid: Bid, conditions: tuple[Condition, ...]) -> bool:
    """Return whether the aces that others have proved to hold leave enough for a bid."""
    requires = game.contracts[bid.contract].requires
    others = {condition.requires for condition in conditions if condition.seat is not seat}
    if requires is Requirement.BLACK_ACES:
        return others <= {Requirement.AN_ACE}
    return requires is not Requirement.A_BLACK_ACE or Requirement.BLACK_ACES not in others


def _rule_legal(
    game: Game, state: AuctionState, speaker: int | None, conditions: tuple[Condition, ...]
) -> AuctionRuling:
    """Return the ruling on an auction of which every call is legal."""
    ruling = AuctionRuling(
        complete=speaker is None,
        settled=speaker is None or auction.is_settled(game, state),
        speaker=None if speaker is None else Seat(speaker),
        bid=state.standing,
        conditions=conditions,
    )
    if not ruling.settled or state.standing is None:
        return ruling
    ombre = Seat(state.holder)
    names = changes(game, state.standing)
    possible = tuple(name for name in names if _can_meet(game, ombre, Bid(name), conditions))
    return replace(ruling, ombre=ombre, may_declare=possible or (state.standing.contract,))
