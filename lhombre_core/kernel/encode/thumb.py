"""What the compiled player `thumb` reads: its tables, which `lhombre_core.bots.thumb` fills.

Cards are in card space but where a table is said to be of lanes: ten bits of a suit without trumps,
the lowest card first (`lhombre_core.kernel.space`). Suits are numbers of `Suit`; q is a quarter of
a trick.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.kernel.encode.auction import MOST_BIDS
from lhombre_core.rules.contract import Family

# -- records ----------------------------------------------------------------------------------

OFFER: Final = np.dtype(
    [("contract", "i8"), ("colour", "i8"), ("key", "i8"), ("suits", "i8"), ("group", "i8")]
)
"""A contract that may be bid, or declared after a bid.

* ``contract``: its place in the file; ``colour``: its privilege, 0 for none.
* ``key``: its price, rank and place in the file in a single number; the q of a hand is added.
* ``suits``: the suits that it may be played in, as four bits.
* ``group``: on what its q depends, a number of the groups below.
"""

EXCHANGE: Final = 0
"""The q depends on the suit, with exchange: the first group of offers."""
SOLO: Final = 1
"""It depends on the suit, without exchange."""
VOLE: Final = 2
"""It depends on the suit, without exchange, and all tricks are promised."""
GRAND: Final = 3
"""It depends on what the hand is worth without trumps."""
NO_Q: Final = 4
"""The offer has no q."""

Q_SHIFT: Final = 24
"""The q of a hand stands in the worth of an offer from this bit up."""
PRICE_AT: Final = 40
"""The place of its price among all prices stands from this bit up."""

TRUMP: Final = np.dtype(
    [("trumps", "u8"), ("tops", "u8"), ("kings", "u8"), ("red", "u8"), ("plain", "u8", (3,))]
)
"""The cards that count under a trump suit.

* ``tops``: the three highest trumps; ``kings``: the highest card of each plain suit.
* ``red``: 1 for a red suit; ``plain``: the cards of each plain suit, ♠ ♣ ♥ ♦.
"""

# -- columns of the cards that count for turning ----------------------------------------------

SPADILLE: Final = 0
MANILLES: Final = 1
FOUR_KINGS: Final = 2
THIRD: Final = 3
"""Four columns: a black king or a red ace."""
GUARDS: Final = 7
"""Four columns: the cards of its suit."""
MARKS: Final = 11


# -- what cards are worth ---------------------------------------------------------------------
# A word of four lanes of 16 bits, one for each suit that may be trumps; cards are added up.

LANE_BITS: Final = 16
KINGS_AT: Final = 6
"""Below are the q of a hand, with exchange; two bits: plain kings."""
TRUMPS_AT: Final = 8
"""Four bits: trumps."""
TOPS_AT: Final = 12
"""Two bits: how many of the three best trumps."""

# -- what the cards of a suit are where there are no trumps -----------------------------------
# A number of 16 bits; suits are added up.

BAD_BITS: Final = 4
"""How many are bad in a nolo; above it four bits: what is against laying the hand open."""
LEAD_ONLY: Final = 1
"""A suit that takes no trick once its second lowest card has been led."""
BEATABLE: Final = 2
"""Another suit that may take a trick."""
GRAND_AT: Final = 8
"""Above are the q of the suit in a contract for most tricks."""

MOST_OFFERS: Final = 64
"""A set of them is a word."""

FIELDS: Final = (
    ("offers", OFFER, (MOST_OFFERS,)),
    ("kinds", "u8", (len(Family),)),
    ("without", "u8"),
    ("suited", "u8", (3, 5, 16)),
    ("unsuited", "u8", (16,)),
    ("blind", "u8", (2,)),
    ("bids", "u8", (MOST_OFFERS,)),
    ("led", "u8", (MOST_BIDS + 1, 2, 2, 2, 2)),
    ("values", "u8", (5, 256)),
    ("trump", TRUMP, (4,)),
    ("kings", "u8", (4,)),
    ("red_lanes", "u8"),
    ("suits", "u8", (4,)),
    ("plain", "u2", (4, 1024)),
    ("bad", "u8", (1024,)),
    ("tie", "u8", (5,)),
    ("marks", "u8", (MARKS,)),
)
"""What a book says for the player `thumb`.

* ``offers``: what can be bid, or declared after a bid, in the order of the file; ``kinds``: those
  of a `Family`, by its code, as a set; ``without``: all that are played without trumps.
* ``suited``: the offers of the first three groups that may be played in one of some suits, by
  group, privileged suit and 1, and the suits as four bits. ``unsuited``: those of nolo with
  exchange, nolo, nolo with an open hand and of most tricks without trumps, by four bits. ``blind``:
  those of a fixed large exchange whose price lets them be played for want of anything better: that
  keep some card, and none.
* ``bids``: the bids whose winner may play an offer; ``led``: the offers to which a bid leads that
  may be made in a situation of the auction, which has the index of ``allowed``.
* ``values``: what the cards of byte b of a hand are worth, by the value of the byte: lanes.
* ``trump``: by suit, the cards that count when it is trumps; ``kings``: the plain kings in play
  space; ``red_lanes``: 1 in the lane of each red suit; ``suits``: the cards of a suit where it is
  not trumps.
* ``plain``: by suit and the ten bits of its cards, what they are without trumps.
* ``bad``: of the cards of a lane, those that are bad in a nolo.
* ``tie``: which of equal suits goes first, by the privileged suit and 1: lanes, the greatest first.
* ``marks``: the cards that count for turning.
"""
