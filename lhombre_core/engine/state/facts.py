"""The facts of a finished deal that payments read: contract, tricks, runs, irregularities.

`facts_of` reads them from a state that has ended; they are written down directly where only the
outcome of a deal is known. An unknown run is None, and a payment that reads it asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from lhombre_core.cards import Suit
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat, format_seat, format_split, format_suit
from lhombre_core.rules.settlement import Offence

Tricks: TypeAlias = tuple[int, int, int, int]
"""Tricks won by forehand, middlehand, backhand and mort."""


def add_trick(tricks: Tricks, winner: int) -> Tricks:
    """Return the tricks of the seats after another trick, won by the seat `winner`."""
    counts = list(tricks)
    counts[winner] += 1
    return counts[0], counts[1], counts[2], counts[3]


@frozen
class Runs:
    """Lengths of the runs of top trumps that payments may read, however short.

    The ombre's and the surrenderer's runs are held, or lacking where the variant counts that. The
    payment tests whether a run is long enough to count.
    """

    ombre: int | None = None
    """The ombre's run; None: not known."""
    opponent: tuple[Seat, int] | None = None
    """The opponent who holds all matadors, and his run; None: no opponent does."""
    opponent_known: bool = True
    """Is it known whether an opponent holds all matadors."""
    surrenderer: int | None = None
    """The run of the player whose deal was taken over; None: not known, or no take-over."""


_UNKNOWN_RUNS: Final = Runs()


@frozen
class Irregularity:
    """An irregular act that a record declares."""

    offence: Offence
    seat: Seat
    notice: bool = True
    """A wrong number dealt: its holder gave notice before play."""
    seen: bool = True
    """A wrong draw: the cards had been looked at."""
    late: bool = False
    """A revoke: it was noticed only after the last trick."""
    count: int = 1
    """How many cards too many (a draw: negative, too few), or how many revokes."""


@dataclass(frozen=True, slots=True, repr=False)
class Facts:
    """The facts of a finished deal that payments read."""

    contract: str | None = None
    """The contract that was played in the end; None: there was no ombre."""
    colour: int = 0
    """0: bid in no privileged suit, 1: in Couleur, 2: in Sur."""
    ombre: Seat | None = None
    """The ombre who ended the deal: after a take-over the taker."""
    trump: Suit | None = None
    tricks: Tricks = (0, 0, 0, 0)
    winners: tuple[Seat, ...] = ()
    """The winner of each trick that was played, in order."""
    vole_undertaken: bool = False
    stopped: bool = False
    """The ombre stopped when he could have undertaken the vole."""
    conceded: bool = False
    """The ombre has given up, and no opponent has taken the deal over."""
    surrenderer: Seat | None = None
    """The player whose deal another took over."""
    passes: tuple[tuple[Seat, bool], ...] = ()
    """Each seat that passed in the first round of the auction, in order, and had it bid before."""
    needless: tuple[Seat, ...] = ()
    """The seats that named a contract although its cover was enough, each once."""
    all_pass: bool = False
    """All have passed and no player is forced to play."""
    thrown_in: bool = False
    """The deal was irregular and is thrown in: the same dealer deals again."""
    mort: int | None = None
    """The resting player who has entered as mort; None: no player has."""
    runs: Runs = _UNKNOWN_RUNS
    irregularities: tuple[Irregularity, ...] = ()

    def __repr__(self) -> str:
        """Return contract, ombre, trumps, tricks and special endings, in brackets."""
        endings = {
            "conceded": self.conceded,
            "taken over": self.surrenderer is not None,
            "vole undertaken": self.vole_undertaken,
            "stopped": self.stopped,
            "all pass": self.all_pass,
            "thrown in": self.thrown_in,
        }
        parts = [name for name, applies in endings.items() if applies]
        if self.contract is not None and self.ombre is not None:
            trumps = (
                "no trumps"
                if self.trump is None
                else f"trumps {format_suit(self.trump, pretty=True)}"
            )
            played = f"{self.contract} by {format_seat(self.ombre)}"
            parts = [played, trumps, f"tricks {format_split(self.tricks)}", *parts]
        return f"<Facts: {', '.join(parts) or 'nothing played'}>"
