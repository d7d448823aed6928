"""What can be done in a deal: one frozen value an act, and the order in which acts are listed.

A seat acts, or chance does: `CHANCE` stands where a seat would stand. Two acts of the same kind
and content are equal, so an act can be looked up among the legal ones. Chance deals, turns the
second pack and, in one remedy of an irregular deal, takes a card at random (a `Discard`).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from lhombre_core.cards import CARDS, Card, Hand, Suit
from lhombre_core.frozen import frozen

CHANCE: Final = -1
"""Who acts when no player does: the deal of the cards and the turn of the second pack."""


@frozen
class DealCards:
    """Chance deals: the hands of forehand, middlehand and backhand, and the talon from the top."""

    hands: tuple[Hand, Hand, Hand]
    talon: tuple[int, ...]


@frozen
class TurnSecondPack:
    """Chance turns the top card of the second pack, of which only the suit matters."""

    suit: Suit


@frozen
class Pass:
    """The speaker bids nothing."""


@frozen
class Bid:
    """The speaker bids a contract: in no privileged suit (0), in Couleur (1) or in Sur (2).

    A hold is the same contract, or one of the same rank, bid again by a seat that may hold.
    """

    contract: str
    colour: int = 0


@frozen
class Enter:
    """A resting player takes the talon and plays alone, or declines."""

    yes: bool


@frozen
class Declare:
    """The winner of the auction says which contract he plays."""

    contract: str


@frozen
class NameTrump:
    """The ombre names trumps."""

    suit: Suit


@frozen
class Discard:
    """A player discards these cards and draws what makes his hand nine again."""

    cards: Hand


@frozen
class Cede:
    """The opponent at the ombre's right lets the other exchange first."""


@frozen
class Look:
    """The last to exchange looks at what is left of the talon, or does not."""

    yes: bool


@frozen
class PlayOn:
    """The ombre, asked once before the first lead, does not give up."""


@frozen
class Concede:
    """The ombre gives up, as far as those who are asked agree."""


@frozen
class Agree:
    """An opponent agrees that the ombre gives up, or refuses."""

    yes: bool


@frozen
class TakeOver:
    """An opponent takes over the deal that the ombre has given up, or declines."""

    yes: bool


@frozen
class Announce:
    """The ombre undertakes all nine tricks by saying so."""


@frozen
class Stop:
    """The ombre, who has five tricks, ends the deal instead of undertaking the vole."""


@frozen
class PlayCard:
    """A card is played to the trick."""

    card: Card


Action: TypeAlias = (
    DealCards
    | TurnSecondPack
    | Pass
    | Bid
    | Enter
    | Declare
    | NameTrump
    | Discard
    | Cede
    | Look
    | PlayOn
    | Concede
    | Agree
    | TakeOver
    | Announce
    | Stop
    | PlayCard
)

PASS: Final = Pass()
PLAYS: Final = tuple(PlayCard(card) for card in CARDS)
"""The play of each card, by its number."""

TURNS: Final = tuple(TurnSecondPack(suit) for suit in Suit)
NAMES: Final = tuple(NameTrump(suit) for suit in Suit)
