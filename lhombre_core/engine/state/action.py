"""The acts of a deal, each a frozen value.

A seat or chance acts: `CHANCE` stands in the place of a seat. Two acts of the same kind and content
are equal, so an act can be looked up among the legal acts. Chance deals, turns the second pack and,
in a remedy of an irregular deal, discards cards at random.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from lhombre_core.cards import CARDS, Card, Hand, Suit
from lhombre_core.frozen import frozen

CHANCE: Final = -1
"""The seat of chance, which deals the cards and turns the second pack."""


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
    """The speaker passes."""


@frozen
class Bid:
    """The speaker bids a contract: in no privileged suit (0), in Couleur (1) or in Sur (2).

    A hold is a bid of the same contract, or a contract of the same rank, by a seat that may hold.
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
    """A player discards these cards and draws until his hand has nine again."""

    cards: Hand


@frozen
class Cede:
    """The opponent at the ombre's right lets the other exchange first."""


@frozen
class Look:
    """The last to exchange looks at the rest of the talon, or declines."""

    yes: bool


@frozen
class PlayOn:
    """The ombre, asked before the first lead whether he gives up, plays on."""


@frozen
class Concede:
    """The ombre offers to give up."""


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
    """The ombre announces the vole."""


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
