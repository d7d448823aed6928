"""Example auctions, chosen by search to show what the variant has: overbidding, holding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lhombre_core.cards import Suit
from lhombre_core.engine import (
    Bid,
    DealCards,
    Game,
    Pass,
    Phase,
    State,
    TurnSecondPack,
    apply_action,
    begin,
    legal_actions,
    seat_players,
)
from lhombre_core.engine.phase.declaration import declarable
from lhombre_core.kernel.stream import deal
from lhombre_core.notation import Seat
from lhombre_core.rules.acting.idleness import scope_of
from lhombre_core.rules.auction import HoldWhat
from lhombre_core.rules.table import TableSize

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
_LONGEST: Final = 7
_WIDTH: Final = 2  # so many of the next higher bids are tried


class CallKind(StrEnum):
    """The relation of a call to the one before."""

    PASS = "pass"  # noqa: S105  a word in an auction
    FIRST = "first"
    """The first bid."""
    HIGHER = "higher"
    """A higher contract."""
    PRIVILEGED = "privileged"
    """A contract no higher, raised by its suit."""
    HOLD = "hold"
    """The same contract, by a player who may hold."""
    EQUAL = "equal"
    """Another contract of the same rank, by a player who may hold."""


@dataclass(frozen=True, slots=True)
class ExampleCall:
    """A call in an auction."""

    seat: Seat
    kind: CallKind
    contract: str | None = None
    colour: int = 0


@dataclass(frozen=True, slots=True)
class AuctionExample:
    """An auction from the first call to the contract."""

    calls: tuple[ExampleCall, ...]
    ombre: Seat
    contract: str
    """What won the auction."""
    choices: tuple[str, ...]
    """What the winner may play with his hand."""
    privileged: Suit | None

    @property
    def kinds(self) -> frozenset[CallKind]:
        """The kinds of calls in the auction."""
        return frozenset(call.kind for call in self.calls)


@dataclass(frozen=True, slots=True)
class AuctionExamples:
    """The auction with the most kinds of calls, and an auction whose winner has a choice."""

    calls: AuctionExample
    choice: AuctionExample | None
    """None where the winner of the first has a choice, or none ever has."""

    @property
    def all(self) -> tuple[AuctionExample, ...]:
        """Both, or the first alone."""
        return (self.calls,) if self.choice is None else (self.calls, self.choice)


def find_auctions(game: Game) -> AuctionExamples | None:
    """Return the shortest auctions with the most kinds of calls; None if no bid is possible."""
    start = _dealt(game)
    best: AuctionExample | None = None
    choice: AuctionExample | None = None
    wanted = _kinds(game)
    for length in range(3, _LONGEST + 1):
        for example in _auctions(start, (), length):
            if best is None or len(example.kinds) > len(best.kinds):
                best = example
            if choice is None and len(example.choices) > 1:
                choice = example
        if best is not None and best.kinds == wanted:
            break
    if best is None:
        return None
    return AuctionExamples(best, choice if len(best.choices) < 2 else None)


def _kinds(game: Game) -> frozenset[CallKind]:
    """Return the kinds of calls that may occur under the rules of a game."""
    hold, scope = game.rules.auction.hold, scope_of(game.rules)
    equal = hold.what is HoldWhat.EQUAL_RANK and scope.has_equals
    may = {
        CallKind.PASS: True,
        CallKind.FIRST: True,
        CallKind.HIGHER: scope.levels > 1,
        CallKind.PRIVILEGED: game.rules.auction.privilege is not None and scope.privileged,
        CallKind.HOLD: hold.allowed,
        CallKind.EQUAL: hold.allowed and equal,
    }
    return frozenset(kind for kind, can in may.items() if can)


def _dealt(game: Game) -> State:
    """Return a deal before the first word, at the smallest table of the variant."""
    table = game.rules.table
    players = min(_SIZES[size] for size in table.sizes)
    cards = deal(1, 0, 0)
    state = begin(game, seat_players(table, players, 0))
    state = apply_action(state, DealCards(cards.hands, cards.talon))
    if state.phase is Phase.TURN:
        state = apply_action(state, TurnSecondPack(Suit.H))
    return state


def _auctions(
    state: State, calls: tuple[ExampleCall, ...], length: int
) -> Iterator[AuctionExample]:
    """Yield the auctions of a length that begin with given calls and end with a winning bid."""
    standing = state.auction.standing
    if state.phase is not Phase.AUCTION:
        if standing is not None and state.undertaking is not None and len(calls) == length:
            ombre = Seat(state.auction.holder)
            names = declarable(state) if state.phase is Phase.DECLARE else (standing.contract,)
            yield AuctionExample(calls, ombre, standing.contract, names, state.privileged)
        return
    if len(calls) == length or state.actor is None:
        return
    seat = Seat(state.actor)
    for action in _tried(state):
        call = _call(state, seat, action)
        yield from _auctions(apply_action(state, action), (*calls, call), length)


def _tried(state: State) -> list[Pass | Bid]:
    """Return the pass, the holds and the lowest of the higher bids."""
    game, level = state.game, state.auction.level
    bids = [action for action in legal_actions(state) if isinstance(action, Bid)]
    holds = [bid for bid in bids if game.levels[bid] <= level]
    higher = [bid for bid in bids if game.levels[bid] > level]
    privileged = [bid for bid in higher[_WIDTH:] if bid.colour][:1]
    return [Pass(), *holds, *higher[:_WIDTH], *privileged]


def _call(state: State, seat: Seat, action: Pass | Bid) -> ExampleCall:
    if isinstance(action, Pass):
        return ExampleCall(seat, CallKind.PASS)
    return ExampleCall(seat, _kind(state, action), action.contract, action.colour)


def _kind(state: State, bid: Bid) -> CallKind:
    game, standing = state.game, state.auction.standing
    if standing is None:
        return CallKind.FIRST
    if game.levels[bid] <= game.levels[standing]:
        return CallKind.HOLD if bid == standing else CallKind.EQUAL
    ranks = game.contracts[bid.contract].rank, game.contracts[standing.contract].rank
    return CallKind.HIGHER if ranks[0] > ranks[1] else CallKind.PRIVILEGED
