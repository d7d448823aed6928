"""The state of a deal: an immutable value, with a part for each stage of the deal.

All are named tuples, which Python creates ten times as fast as frozen dataclasses. The play of the
tricks replaces only `State.hands`, `State.play` and `State.history`; states share the other parts.
Tuples that are indexed by seat have four places, the last for the mort.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from lhombre_core.cards import EMPTY, Hand, Suit
from lhombre_core.engine.state.action import CHANCE, Action, Bid, Enter, Pass
from lhombre_core.engine.state.call import write_call
from lhombre_core.engine.state.facts import Irregularity, Tricks
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.seating import Seating
from lhombre_core.notation import Seat, format_card, format_hand, format_seat, format_suit
from lhombre_core.rules.contract import Contract

Hands: TypeAlias = tuple[Hand, Hand, Hand, Hand]
NO_HANDS: Final[Hands] = (EMPTY, EMPTY, EMPTY, EMPTY)
NO_TRICKS: Final[Tricks] = (0, 0, 0, 0)


def replace_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """Return the hands of all seats with the hand of a seat replaced."""
    changed = list(hands)
    changed[seat] = hand
    return changed[0], changed[1], changed[2], changed[3]


class Phase(IntEnum):
    """The kind of the next decision."""

    DEAL = 0
    """Chance deals the cards."""
    TURN = 1
    """Chance turns the second pack."""
    AUCTION = 2
    ENTER = 3
    """A resting player is asked whether he enters."""
    DECLARE = 4
    """The winner of the auction declares his contract."""
    NAME = 5
    """The ombre names trumps."""
    EXCHANGE = 6
    LOOK = 7
    """The last to exchange is asked whether he looks at the rest of the talon."""
    YIELD = 8
    """The ombre is asked, once, whether he gives up before the first lead."""
    CONSENT = 9
    """An opponent is asked about a concession."""
    PLAY = 10
    END = 11


class VoleStatus(IntEnum):
    """The state of the vole."""

    OPEN = 0
    """It can still be undertaken."""
    UNDERTAKEN = 1
    CLOSED = 2
    """It can no longer be undertaken, or the contract has no vole."""


class AuctionState(NamedTuple):
    """The auction so far; sets of seats are masks of bits."""

    privileged: bool = False
    """Is a privileged suit set, in which a contract can be bid."""
    standing: Bid | None = None
    """The highest bid, or the last hold."""
    holder: int = -1
    """The seat whose bid stands."""
    level: int = 0
    """The level of the standing bid; 0: all have passed so far."""
    first_bidder: int = -1
    bidders: int = 0
    """The seats that have bid in this round."""
    passed: int = 0
    """The seats that have passed and may not speak again."""
    out: int = 0
    """The seats that are out because their bid was overbid or held."""
    second: bool = False
    """Is this the round after three passes."""
    passes: tuple[tuple[Seat, bool], ...] = ()
    needless: tuple[Seat, ...] = ()
    asked: int = 0
    """The number of resting players who have declined to enter."""


class Undertaking(NamedTuple):
    """The contract that is played, and the exchange, from the end of the auction on."""

    ombre: int
    bid: Bid
    """The bid that won the auction."""
    name: str
    """Id of the contract: as bid, then as declared."""
    contract: Contract
    declared: bool = False
    trump: Suit | None = None
    trump_known: bool = False
    """Trumps are named or turned, or the contract has none."""
    turned: int | None = None
    """The card that was turned from the talon."""
    shown: Hand = EMPTY
    """Aces that the ombre has shown."""
    exchanging: tuple[int, ...] | None = None
    """The seats that are still to exchange, in order; None: the exchange has not begun."""
    exchanged: tuple[tuple[int, int], ...] = ()
    """The seats that have exchanged, each with the number of cards drawn."""
    discards: Hands = NO_HANDS
    ceded: bool = False
    asked_to_look: bool = False
    rest_seen: bool = False
    """All have seen what is left of the talon."""
    asked_to_yield: bool = False


class PlayState(NamedTuple):
    """The tricks so far, and the trick on the table."""

    start: Hands
    """The hands as play began."""
    follow: Follow
    """The tables of play under these trumps."""
    order: tuple[int, ...]
    """The seats that play, in turn order from the forehand."""
    after: tuple[int, ...]
    """The next seat to play after each seat."""
    ombre: int
    """The present ombre: after a take-over the taker."""
    leader: int
    vole: VoleStatus
    may: Hand
    """The cards that the player to act may play."""
    cards: tuple[int, ...] = ()
    """The cards of the trick on the table."""
    led: int = -1
    best: int = -1
    """The card that wins the trick so far."""
    best_seat: int = -1
    forcing: int = -1
    """The card that counts as led for the matadors."""
    tricks: Tricks = NO_TRICKS
    winners: tuple[Seat, ...] = ()
    played: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Leader and cards of the tricks that are complete."""
    asking: tuple[int, ...] = ()
    """The opponents who are still to be asked about a concession."""
    offered: bool = False
    """The ombre has offered to give up, which he may do once."""
    surrenderer: int | None = None
    conceded: bool = False
    stopped: bool = False


class State(NamedTuple):
    """A deal at a moment. `begin` and `apply_action` return states; a state never changes.

    `print` draws the table.
    """

    game: Game
    seating: Seating
    money: Money | None
    """The money of the table as the deal opened; None: the first deal of a session."""
    deal_index: int
    """Number of the deal in the session, from 0."""
    phase: Phase
    actor: int | None
    """The seat to act, `CHANCE`, or None when the deal has ended."""
    hands: Hands
    """The cards that each seat holds now."""
    talon: tuple[int, ...]
    """Undealt and undrawn cards, the top first."""
    dealt: Hands = NO_HANDS
    privileged: Suit | None = None
    """The suit that was set as privileged."""
    auction: AuctionState = AuctionState()
    undertaking: Undertaking | None = None
    play: PlayState | None = None
    mort: int | None = None
    """The player who has entered as mort."""
    irregularities: tuple[Irregularity, ...] = ()
    all_pass: bool = False
    thrown_in: bool = False
    history: tuple[tuple[int, Action], ...] = ()
    """Every act so far, with its seat."""

    def __repr__(self) -> str:
        """Return the variant, the deal, the phase and the seat to act, in brackets."""
        return f"<State of {_moment(self)}>"

    def __str__(self) -> str:
        """Return a drawing of the table: seats with their hands, talon, auction, trick, pools."""
        width = max(len(seat.name) for seat in Seat)
        rows = [*_seat_rows(self), *_middle_rows(self), *_pool_rows(self)]
        return "\n".join([_moment(self), *(f"{name:{width}}  {text}" for name, text in rows)])


def _moment(state: State) -> str:
    """Return the variant, the deal, the phase and the seat to act."""
    deal = f"{state.game.rules.identity.id}, deal {state.deal_index + 1}"
    return f"{deal}: {turn_text(state.phase, state.actor)}"


def turn_text(phase: Phase, actor: int | None) -> str:
    """Return the phase and the seat to act: ``play, forehand to act``."""
    if actor is None:
        return "ended"
    name = "chance" if actor == CHANCE else format_seat(Seat(actor))
    return f"{phase.name.lower()}, {name} to act"


def _seat_rows(state: State) -> Iterator[tuple[str, str]]:
    """Yield each seat with its player, role, hand and tricks."""
    it, play = state.undertaking, state.play
    ombre = None if it is None else it.ombre if play is None else play.ombre
    ranking = state.game.ranking(it.trump) if it is not None and it.trump_known else None
    for seat in state.seating.order(state.mort):
        player = state.seating.player(seat, state.mort)
        roles = (
            "ombre" if seat == ombre else "",
            "dealer" if player == state.seating.dealer else "",
        )
        role = ", ".join(role for role in roles if role)
        tricks = "" if play is None else _counted(play.tricks[seat], "trick")
        hand = format_hand(state.hands[seat], ranking, pretty=True)
        yield format_seat(seat), f"player {player}  {role:13}  {tricks:8}  {hand}".rstrip()
    for player in state.seating.resting:
        if player != state.mort:
            role = "dealer" if player == state.seating.dealer else ""
            yield format_seat(Seat.RESTING), f"player {player}  {role}".rstrip()


def _middle_rows(state: State) -> Iterator[tuple[str, str]]:
    """Yield the talon, the auction, the contract and the trick, as far as they are known."""
    if state.phase is not Phase.DEAL:
        yield "talon", _counted(len(state.talon), "card")
    calls = [
        f"{format_seat(Seat(actor))} {write_call(action)}"
        for actor, action in state.history
        if isinstance(action, Pass | Bid | Enter)
    ]
    if calls:
        yield "auction", ", ".join(calls)
    it, play = state.undertaking, state.play
    if it is not None:
        trumps = "no trumps" if it.trump_known else "trumps not named"
        if it.trump is not None:
            trumps = f"trumps {format_suit(it.trump, pretty=True)}"
        yield "contract", f"{it.name}, {trumps}"
    if play is not None and play.cards:
        seats = [play.leader]
        while len(seats) < len(play.cards):
            seats.append(play.after[seats[-1]])
        cards = (format_card(card, pretty=True) for card in play.cards)
        pairs = zip(seats, cards, strict=True)
        yield "trick", ", ".join(f"{format_seat(Seat(seat))} {card}" for seat, card in pairs)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _pool_rows(state: State) -> Iterator[tuple[str, str]]:
    """Yield the pools in use with what each holds, where the money is known."""
    if state.money is not None and state.money.pools:
        yield "pools", state.money.pool_text()


def begin(
    game: Game,
    seating: Seating,
    money: Money | None = None,
    index: int = 0,
    *,
    privileged: Suit | None = None,
    irregularities: tuple[Irregularity, ...] = (),
) -> State:
    """Return the state before the cards are dealt.

    `privileged` is the suit that an earlier deal of the session has set, where the variant sets it
    so. `irregularities` are acts that a record declares; a hand of other than nine cards is dealt
    only where an act says so.
    """
    agreed = game.agreed_suit()
    suit = privileged if agreed is None else agreed
    return State(
        game,
        seating,
        money,
        index,
        Phase.DEAL,
        CHANCE,
        NO_HANDS,
        (),
        privileged=suit,
        auction=AuctionState(privileged=suit is not None),
        irregularities=irregularities,
    )
