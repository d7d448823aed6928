"""What a deal is in the kernel: rows of whole numbers, each column under a name.

A compiled loop has no objects. What the engine says in `Facts`, the kernel says in a row of
`int64`: `FACTS` columns wide, the columns named by the constants below. Seats are 0 to 3, players
0 to 4, contracts their place in the file, trump numbers those of `lhombre_core.kernel.space`; -1
is nobody or nothing.

A `TRACE` is where the acts of a deal are written that is followed act by act.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

import numpy as np

CONTRACT: Final = 0
"""What was played in the end; -1: nobody was ombre."""
COLOUR: Final = 1
"""0 plain, 1 Couleur, 2 Sur: the privilege in which the auction was won."""
OMBRE: Final = 2
TRUMP: Final = 3
"""A trump number; 4 also where there is no ombre."""
TRICKS: Final = 4
"""Four columns: the tricks of each seat."""
PLAYED: Final = 8
"""How many tricks were played."""
WINNERS: Final = 9
"""Who won each trick: two bits a trick, the first lowest."""
UNDERTAKEN: Final = 10
"""1: the vole was undertaken in play or by the bid, as `Facts.vole_undertaken`."""
STOPPED: Final = 11
CONCEDED: Final = 12
SURRENDERER: Final = 13
ALL_PASS: Final = 14
PASSES: Final = 15
"""Who passed, each seat by its first pass: ``8 * has_bid | 4 | seat`` in four bits each, the first
lowest; 0 where nobody else did."""
NEEDLESS: Final = 16
"""Who named a contract without need: ``4 | seat`` in four bits each, the first lowest."""
MORT: Final = 17
"""The player who plays as mort."""
RUN: Final = 18
"""`Runs.ombre`."""
RUN_SEAT: Final = 19
"""The opponent who holds all matadors."""
RUN_OPPONENT: Final = 20
RUN_SURRENDERER: Final = 21
FACTS: Final = 24
"""How many columns a row of facts has."""

NO_FACTS: Final = (-1, 0, -1, 4, *(0,) * 9, -1, *(0,) * 3, -1, 0, -1, 0, 0, 0, 0)
"""A row before the auction."""

# -- a trace ----------------------------------------------------------------------------------

WHO: Final = 0
"""The seat that acts; -1 for the turn of the second pack."""
KIND: Final = 1
"""What it does: an `Act`."""
WHAT: Final = 2
"""Bid: its number in `Game.bids`. Contract: its place. Suit: its number. Discard: the mask of
cards. Card: its number. A question: 1 for yes. Otherwise 0."""
CHOICES: Final = 3
"""How many legal acts there were."""
LEGAL: Final = 4
"""Which they were, as a mask: the cards that may be played, the bids, the contracts that may be
declared, the suits that may be named; of who keeps one card, which it may be. Of other discards the
cards from which they are chosen, the sizes, and whether the turn may be ceded. Of questions 0."""
LEGAL_LEAST: Final = 40
LEGAL_MOST: Final = 45
LEGAL_CEDE: Final = 50
"""From which bits on these are in the mask of a discard."""
ACT: Final = 5
"""How many columns an act has."""
ACTS: Final = 128
"""Rows of a trace: more than any deal has acts."""
TRACE: Final = np.dtype([("is_kept", "i8"), ("acts", "i8", (ACTS, ACT))])
"""The acts of a deal, written only where ``is_kept`` is 1."""


class Act(IntEnum):
    """The kinds of act."""

    TURN = 0
    PASS = 1
    BID = 2
    ENTER = 3
    DECLARE = 4
    NAME = 5
    DISCARD = 6
    CEDE = 7
    LOOK = 8
    YIELD = 9
    """Asked before the first lead whether he gives up: 1 yes."""
    CONCEDE = 10
    AGREE = 11
    TAKE_OVER = 12
    ANNOUNCE = 13
    STOP = 14
    CARD = 15


# -- players ----------------------------------------------------------------------------------

RANDOM: Final = 0
THUMB: Final = 1
MOST_PLAYERS: Final = 5
PLAYER: Final = np.dtype(
    [
        ("kind", "i8"),
        ("exchange", "i8"),
        ("red_five", "i8"),
        ("solo", "i8"),
        ("vole", "i8"),
        ("grand", "i8"),
        ("turning", "i8"),
        ("fixed", "i8"),
        ("no_trick_exchange", "i8"),
        ("give_up", "i8"),
        ("give_up_no_trick", "i8"),
        ("often", "i8"),
        ("near", "i8"),
        ("mort", "i8"),
    ]
)
"""A player: its kind, `RANDOM` or `THUMB`, and the thresholds of its style.

`lhombre_core.bots.thumb.style.Style` says what each threshold means and has the numbers.
"""
PLAYERS: Final = np.dtype([("styles", PLAYER, (MOST_PLAYERS,))])
"""The record of every player."""


def new_players(rows: Sequence[tuple[int, ...]]) -> np.ndarray:
    """Return the record of every player, those absent by zeros."""
    players = np.zeros((), PLAYERS)
    players["styles"][: len(rows)] = rows
    return players


def new_trace(*, is_kept: bool) -> np.ndarray:
    """Return a trace without acts."""
    trace = np.zeros((), TRACE)
    trace["is_kept"] = is_kept
    return trace


# -- a purse ----------------------------------------------------------------------------------
# The money of one session, as `Money` and `Session` of the engine say it, in one row: these columns
# up to `HELD`, two for each pool, then the lots of all pools. Its columns are also the first of a
# till, in which the money of a purse is moved: see `lhombre_core.kernel.encode.money.column`.

BALANCES: Final = 0
"""Five columns: what each player has gained."""
BANK: Final = 5
DEAL: Final = 6
"""Index in the session of the deal that is open, or was last."""
DEALER: Final = 7
"""The player who deals next; while a deal is open, who deals it."""
FIRST_DEALER: Final = 8
LAST_DEALER: Final = 9
INDEX: Final = 10
"""How many deals have been played."""
COUNTED: Final = 11
"""How many of them count for the length of the session."""
OCCASION: Final = 12
"""The place of an occasion in the file; -1: none."""
ARMED: Final = 13
IN_PLAY: Final = 14
"""The stack this deal is played for; -1: none."""
PREVIOUS: Final = 15
"""The place of the `Outcome` of the deal before; -1: there was none."""
OCCASIONS_WON: Final = 16
MARKS: Final = 17
FIRST_BETE: Final = 18
COULEUR: Final = 19
"""The suit set by the first deal won; -1: none."""
AT_TABLE: Final = 20
"""How many players there are."""
MISFIT: Final = 21
"""1: the session does not fit the kernel; what else the purse says is then worth nothing."""
ENDED: Final = 22
"""0: the session goes on, 1: it is over, 2: it is cut at the limit."""
BESIDE: Final = 23
"""0: all lots of the pot lie on the stack that is played for; 1: perhaps not."""
HELD: Final = 24
"""Two columns for each pool, in the order of the file."""
COUNT, TOTAL, POOL = range(3)
"""How many lots lie in a pool, and what they come to."""
MOST_POOLS: Final = 16
PURSE: Final = HELD + POOL * MOST_POOLS
"""How many columns a purse has at most before its lots."""

OUTCOME: Final = 0
"""A row of what a deal has come to: the place of its `Outcome`."""
VOLE: Final = 1
"""1: undertaken and made, -1: undertaken and missed, 0: neither, or it does not matter."""
VOLE_UNDERTAKEN: Final = 2
DEAL_WON: Final = 3
VERDICT: Final = 4
"""How many columns such a row has."""
