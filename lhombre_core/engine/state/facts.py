"""What a finished deal tells the money side: no cards, no bids, only what payments read.

`Facts` come from a state that has ended, or are written down directly where only the outcome of a
deal is known. A run that nobody knows is None, and a payment that reads it asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from lhombre_core.cards import Suit
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat, format_seat, format_split, format_suit
from lhombre_core.rules.settlement import Offence

Tricks: TypeAlias = tuple[int, int, int, int]
"""Tricks taken by forehand, middlehand, backhand and mort."""


@frozen
class Runs:
    """Lengths of the runs of top trumps that payments may read, whether or not they count.

    The ombre's and the surrenderer's are held, or lacking where the variant counts that. A
    payment applies the shortest length that counts.
    """

    ombre: int | None = None
    """The ombre's run; None: not known."""
    opponent: tuple[Seat, int] | None = None
    """The opponent who holds all matadors, and his run; None: nobody does."""
    opponent_known: bool = True
    """False where nobody knows whether an opponent holds all matadors."""
    surrenderer: int | None = None
    """The run of the player whose deal was taken over; None: not known, or nobody gave up."""


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
    """A deal that has ended."""

    contract: str | None = None
    """What was played in the end; None: nobody was ombre."""
    colour: int = 0
    """0: bid in no privileged suit, 1: in Couleur, 2: in Sur."""
    ombre: Seat | None = None
    """The ombre who ended the deal: after a take-over the taker."""
    trump: Suit | None = None
    tricks: Tricks = (0, 0, 0, 0)
    winners: tuple[Seat, ...] = ()
    """Who won each trick that was played, in order."""
    vole_undertaken: bool = False
    stopped: bool = False
    """The ombre stopped when he could have undertaken the vole."""
    conceded: bool = False
    """The ombre has given up and that settles the deal; false when it was taken over."""
    surrenderer: Seat | None = None
    """Who gave up the deal that another took over."""
    passes: tuple[tuple[Seat, bool], ...] = ()
    """Who passed, in order (the second round of the auction apart), and had he bid before."""
    needless: tuple[Seat, ...] = ()
    """Who named a contract although its cover would have done, each once."""
    all_pass: bool = False
    """Nobody was found to play."""
    thrown_in: bool = False
    """The deal was irregular and is thrown in: the same dealer deals again."""
    mort: int | None = None
    """The resting player who has the seat mort; None: nobody has."""
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
