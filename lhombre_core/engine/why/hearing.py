"""An auction heard without the cards: is it legal, who plays, and what must the hands have held.

What a bid requires of a hand that nobody knows is a condition and no fault, unless another seat
has bid what proves that it cannot be met: only one hand has both black aces.
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
    """What a hand must have held for a word to be legal."""

    at: int
    """Number of the word, from 0."""
    seat: Seat
    requires: Requirement
    rule: str


@dataclass(frozen=True, slots=True)
class Heard:
    """An auction as far as it was heard."""

    legal: bool = True
    at: int | None = None
    """Number of the word that is not legal, from 0."""
    why: Why | None = None
    """Why that word is not legal."""
    complete: bool = False
    """Nobody speaks any more."""
    settled: bool = False
    """Nobody could do anything but pass any more."""
    speaker: Seat | None = Seat.FOREHAND
    """Who speaks next; None: nobody."""
    ombre: Seat | None = None
    """Who is ombre, once that is settled; None: nobody, or not yet."""
    bid: Bid | None = None
    """The bid that stands."""
    may_declare: tuple[str, ...] = ()
    """What the ombre may play, in the order of the file, his hand permitting."""
    conditions: tuple[Condition, ...] = ()


def hear(game: Game, words: Iterable[tuple[Seat, Pass | Bid]], *, privileged: bool = True) -> Heard:
    """Return what an auction comes to, word by word with the seat that said it.

    `privileged` says whether a privileged suit is set, where the variant has any.
    """
    state = AuctionState()
    speaker: int | None = Seat.FOREHAND
    conditions: tuple[Condition, ...] = ()
    for at, (seat, word) in enumerate(words):
        why = _fault(game, state, speaker, (seat, word), conditions, privileged=privileged)
        if why is not None:
            return Heard(legal=False, at=at, why=why, speaker=None, conditions=conditions)
        if isinstance(word, Bid):
            conditions = (*conditions, *_conditions(game, at, seat, word))
        state, speaker = auction.speak(game, state, seat, word, privileged=privileged)
        again = auction.second_round(game, state) if speaker is None else None
        if again is not None:
            state, speaker = again, Seat.FOREHAND
    return _heard(game, state, speaker, conditions, privileged=privileged)


def _fault(
    game: Game,
    state: AuctionState,
    speaker: int | None,
    said: tuple[Seat, Pass | Bid],
    conditions: tuple[Condition, ...],
    *,
    privileged: bool,
) -> Why | None:
    seat, word = said
    if speaker is None:
        return refused("auction.procedure", "is-over", "The auction is over.")
    if seat != speaker:
        return turn_why(game, state, speaker, seat)
    if isinstance(word, Pass):
        return None
    refusal = auction.refusal(game, state, seat, word, privileged=privileged)
    if refusal is None and not _can_meet(game, seat, word, conditions):
        refusal = Refusal.HAND
    return None if refusal is None else bid_why(game, state, seat, word, refusal)


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


def _heard(
    game: Game,
    state: AuctionState,
    speaker: int | None,
    conditions: tuple[Condition, ...],
    *,
    privileged: bool,
) -> Heard:
    heard = Heard(
        complete=speaker is None,
        settled=speaker is None or auction.is_settled(game, state, privileged=privileged),
        speaker=None if speaker is None else Seat(speaker),
        bid=state.standing,
        conditions=conditions,
    )
    if not heard.settled or state.standing is None:
        return heard
    ombre = Seat(state.holder)
    names = changes(game, state.standing)
    possible = tuple(name for name in names if _can_meet(game, ombre, Bid(name), conditions))
    return replace(heard, ombre=ombre, may_declare=possible or (state.standing.contract,))
