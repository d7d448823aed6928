"""A deal or a session as somebody wrote it down: what is known of it, and what is claimed.

A record is data only. It says nothing that is not written in it: a card that nobody knows is None,
a hand is its known cards and a number of unknown ones, and a part that is missing is None or empty.
`language.record` reads and writes its text, `engine.replay` runs it by the rules of its variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from lhombre_core.cards import EMPTY, Card, Hand, Suit
from lhombre_core.notation import Seat, format_hand, format_seat
from lhombre_core.rules.settlement import Offence, Outcome

HAND_SIZE: Final = 9


@dataclass(frozen=True, slots=True)
class Held:
    """A hand of which some cards may be unknown."""

    cards: Hand = EMPTY
    unknown: int = 0

    def __repr__(self) -> str:
        words = [format_hand(self.cards)] if self.cards else []
        return f"<Held {' '.join([*words, *('?' * self.unknown)])}>"

    @property
    def size(self) -> int:
        """The number of all its cards."""
        return self.cards.bit_count() + self.unknown


@dataclass(frozen=True, slots=True)
class Call:
    """What a seat said in the auction, in the words of the record: `spil`, `pass`, `self`."""

    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a seat did in the exchange: how many it drew, and the cards so far as they are known.

    A card that nobody knows is None. The fewest that is known is the number alone.
    """

    seat: Seat
    number: int | None = None
    discards: tuple[Card | None, ...] | None = None
    draws: tuple[Card | None, ...] | None = None
    cedes: bool = False
    """It let the other opponent exchange first."""
    looks: bool = False
    """It looked at what was left of the talon."""


class MoveKind(StrEnum):
    """What happens in the play besides cards: the words of a record."""

    CARD = "plays"
    WINS = "wins"
    CONCEDES = "concedes"
    PLAYS_ON = "plays on"
    AGREES = "agrees"
    REFUSES = "refuses"
    TAKES_OVER = "takes over"
    DECLINES = "declines"
    ANNOUNCES = "announces"
    STOPS = "stops"
    GANO = "gano"


@dataclass(frozen=True, slots=True)
class Move:
    """A card put to a trick, or another act of the play.

    `seat` is None where the record does not say whose it was. WINS says who took the trick that
    was just completed, which decides where one of its cards is unknown.
    """

    kind: MoveKind
    seat: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """An irregular act that a record declares."""

    offence: Offence
    seat: Seat
    notice: bool = True
    seen: bool = True
    late: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class DealClaims:
    """What a record says about the end of a deal, to be verified."""

    result: Outcome | None = None
    payments: Mapping[Seat, int] = field(default_factory=dict)
    """What seats gained or lost in the deal, the opening apart."""
    pools: Mapping[str, int] = field(default_factory=dict)
    """What pools hold after the deal."""
    balances: tuple[int, ...] | None = None
    """What each player has after the deal, by player."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal, so far as it is known."""

    dealer: int | None = None
    """The player who dealt; None: the one whose turn it was."""
    hands: Mapping[Seat, Held] = field(default_factory=dict)
    """Hands as dealt, by seat, so far as the record speaks of them."""
    hands_at_lead: Mapping[Seat, Held] = field(default_factory=dict)
    """Hands as they were when play began."""
    talon: tuple[Card | None, ...] | None = None
    """The talon from the top; None: not known."""
    second_pack: Suit | None = None
    """The suit that was turned from the second pack."""
    auction: tuple[Call, ...] | None = None
    """None: the record starts after the auction."""
    ombre: Seat | None = None
    contract: str | None = None
    """What was played in the end, by id."""
    colour: int = 0
    """0: bid in no privileged suit, 1: in Couleur, 2: in Sur; read where no auction is given."""
    trump: Suit | None = None
    exchange: tuple[Drawn, ...] = ()
    play: tuple[Move, ...] = ()
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    """Tricks by seat; verified, or believed where the play is not given."""
    split: tuple[int, ...] | None = None
    """The same as `4-4-1`: the ombre's first, then the opponents' in the order of the seats."""
    run: int | None = None
    """The run of top trumps of the ombre who ended the deal, where his cards do not show it."""
    surrenderer_run: int | None = None
    """That of the ombre who gave up, where the deal was taken over."""
    opponent_run: tuple[Seat, int] | None = None
    """The opponent with all matadors and his run, where the cards do not show it."""
    vole: Literal["made", "failed"] | None = None
    primera: bool = False
    """One side won the first five tricks; read where the play is not given."""
    conceded: bool = False
    """The ombre gave up and that settled the deal; read where the play is not given."""
    taken_over: Seat | None = None
    """Who took over the deal that was given up; read where the play is not given."""
    irregularities: tuple[Declared, ...] = ()
    claims: DealClaims = DealClaims()
    note: str | None = None

    def __repr__(self) -> str:
        ombre = [] if self.ombre is None else [f"ombre {format_seat(self.ombre)}"]
        contract = [] if self.contract is None else [self.contract]
        listed = {"calls": self.auction, "exchanges": self.exchange, "moves": self.play}
        parts = [f"{len(entries)} {what}" for what, entries in listed.items() if entries]
        return f"<DealRecord: {', '.join([*ombre, *contract, *parts])}>"


@dataclass(frozen=True, slots=True)
class Record:
    """A deal, or a session of deals in their order."""

    variant: str
    readings: tuple[str, ...] = ()
    patches: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    hash: str | None = None
    """The rules under which it was made; None: whatever the variant says today."""
    players: tuple[str, ...] = ("0", "1", "2")
    """Names of the players by place, anticlockwise."""
    first_dealer: int = 0
    pools: Mapping[str, int] | None = None
    """What the pools held when the first deal was played for; None: it opened with none."""
    bete: bool = False
    """A bête lay in the pot then; read with `pools`."""
    over: str | None = None
    """What the first deal was played for; read with `pools`. None: no special occasion."""
    deals: tuple[DealRecord, ...] = ()
    is_session: bool = False
    """The deals are a session whose money is carried from one to the next."""
    finished: bool = False
    """The session ended with its last deal, and what was left was shared out."""
    totals: tuple[int, ...] | None = None
    """What each player has at the end, by player, to be verified."""
    note: str | None = None

    def __repr__(self) -> str:
        kind = "session" if self.is_session else "deal"
        return f"<Record of a {kind} of {self.variant}: {len(self.deals)} deals>"
