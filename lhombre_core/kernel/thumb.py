"""What the compiled player `thumb` reads: its tables, which `lhombre_core.bots.thumb` fills.

Cards are in card space but where a table is said to be of lanes: ten bits of a suit without trumps,
the lowest card first (`lhombre_core.kernel.space`). Suits are numbers of `Suit`; q is a quarter of
a trick.
"""

from __future__ import annotations

from typing import Final, NamedTuple

# -- columns of an offer ----------------------------------------------------------------------

CONTRACT: Final = 0
COLOUR: Final = 1
FAMILY: Final = 2
KEY: Final = 3
"""What its price, its rank and its place in the file come to; the q of the hand is added."""
SUITS: Final = 4
"""Suits that it may be played in, as four bits."""
BLIND: Final = 5
"""1: its price lets it be played for want of anything better."""
KEEPS_NONE: Final = 6
"""1: no card need be kept in its exchange."""
OFFER: Final = 7

Q_SHIFT: Final = 24
"""The q of a hand stands so many bits up in the worth of an offer."""

# -- columns of a trump suit ------------------------------------------------------------------

TRUMPS: Final = 0
BEST_TWO: Final = 1
BASTA: Final = 2
THREE: Final = 3
TWO: Final = 4
KINGS: Final = 5
PLAIN: Final = 6
"""Three columns: the cards of each plain suit, ♠ ♣ ♥ ♦."""
TRUMP: Final = 9

# -- columns of the cards that count for turning ----------------------------------------------

SPADILLE: Final = 0
MANILLES: Final = 1
FOUR_KINGS: Final = 2
THIRD: Final = 3
"""Four columns: a black king or a red ace."""
GUARDS: Final = 7
"""Four columns: the cards of its suit."""
MARKS: Final = 11


MOST_OFFERS: Final = 96

FIELDS: Final = (
    ("n_offers", "i8"),
    ("offers", "i8", (MOST_OFFERS, OFFER)),
    ("trump", "u8", (4, TRUMP)),
    ("red", "i8", (4,)),
    ("bad", "u8", (1024,)),
    ("unbeatable", "i8", (1024,)),
    ("grand", "i8", (1024,)),
    ("tie", "i8", (5, 4)),
    ("marks", "u8", (MARKS,)),
    ("lanes", "i8"),
    ("has_grand", "i8"),
)
"""What a book says for the player `thumb`.

* ``offers``: what can be bid, or declared after a bid, in the order of the file.
* ``trump``, ``red``: by suit, the cards that count when it is trumps, and 1 for a red one.
* ``bad``: of the cards of a lane, those that are bad in a nolo; ``unbeatable``: 1 where they are
  all but sure to take no trick; ``grand``: the q of a lane where there are no trumps.
* ``tie``: which of equal suits goes first, the least, by the privileged suit and 1.
* ``marks``: the cards that count for turning.
* ``lanes``: 1 where some contract has no trumps; ``has_grand``: 1 where one of them is for most
  tricks.
"""


class Styles(NamedTuple):
    """Columns of a player's row (`layout.STYLE`), after the kind of player."""

    exchange: int = 1
    red_five: int = 2
    solo: int = 3
    vole: int = 4
    grand: int = 5
    turning: int = 6
    fixed: int = 7
    no_trick_exchange: int = 8
    give_up: int = 9
    give_up_no_trick: int = 10
    often: int = 11
    near: int = 12
    mort: int = 13
