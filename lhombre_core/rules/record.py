"""The record of a deal or of a session: its known moves and cards, and its claims.

A record is data alone. An unknown card is None, a hand is its known cards and a number of unknown
cards, and a missing part is None or empty. `language.record` reads and writes its text,
`engine.replay` runs it by the rules of its variant.
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
    """A hand with known and unknown cards."""

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
    """A call of a seat in the auction, in the words of the record: `spil`, `pass`, `self`."""

    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The exchange of a seat: the number of cards drawn, and its cards as far as they are known.

    An unknown card is None. The least that a record states is the number.
    """

    seat: Seat
    number: int | None = None
    discards: tuple[Card | None, ...] | None = None
    draws: tuple[Card | None, ...] | None = None
    cedes: bool = False
    """Whether the seat let the other opponent exchange first."""
    looks: bool = False
    """Whether the seat looked at the rest of the talon."""


class MoveKind(StrEnum):
    """The kinds of moves in the play, in the words of a record."""

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

    `seat` is None where the record leaves it out. WINS states the winner of the trick before, which
    decides a trick with an unknown card.
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
    """The claims of a record about the end of a deal, to be verified."""

    result: Outcome | None = None
    payments: Mapping[Seat, int] = field(default_factory=dict)
    """Gains and losses of seats in the deal, without the opening."""
    pools: Mapping[str, int] = field(default_factory=dict)
    """The contents of pools after the deal."""
    balances: tuple[int, ...] | None = None
    """The balance of each player after the deal."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as far as it is known."""

    dealer: int | None = None
    """The player who dealt; None: the player whose turn it was."""
    hands: Mapping[Seat, Held] = field(default_factory=dict)
    """Hands as dealt, by seat, as far as the record has them."""
    hands_at_lead: Mapping[Seat, Held] = field(default_factory=dict)
    """Hands at the first lead."""
    talon: tuple[Card | None, ...] | None = None
    """The talon from the top; None: not known."""
    second_pack: Suit | None = None
    """The suit that was turned from the second pack."""
    auction: tuple[Call, ...] | None = None
    """None: the record starts after the auction."""
    ombre: Seat | None = None
    contract: str | None = None
    """The id of the contract that was played in the end."""
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
    """The run of the ombre who surrendered a deal that another seat continued."""
    opponent_run: tuple[Seat, int] | None = None
    """The opponent with all matadors and his run, where the cards do not show it."""
    vole: Literal["made", "failed"] | None = None
    primera: bool = False
    """Whether a side won the first five tricks; read where the play is not given."""
    conceded: bool = False
    """Whether the deal ended by the concession of the ombre; read where the play is not given."""
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
    """The hash of its rules; None: the current rules of the variant."""
    players: tuple[str, ...] = ("0", "1", "2")
    """Names of the players by place, anticlockwise."""
    first_dealer: int = 0
    pools: Mapping[str, int] | None = None
    """What the pools held when the first deal was played for; None: it opened with none."""
    bete: bool = False
    """Whether a bête lay in the pot then; read with `pools`."""
    over: str | None = None
    """What the first deal was played for; read with `pools`. None: no special occasion."""
    deals: tuple[DealRecord, ...] = ()
    is_session: bool = False
    """Whether the deals are a session, whose money is carried from deal to deal."""
    finished: bool = False
    """Whether the session ended with its last deal, and the pools were shared out."""
    totals: tuple[int, ...] | None = None
    """The balance of each player at the end, to be verified."""
    note: str | None = None

    def __repr__(self) -> str:
        kind = "session" if self.is_session else "deal"
        return f"<Record of a {kind} of {self.variant}: {len(self.deals)} deals>"
