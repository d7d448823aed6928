"""Deals that are played side by side: the rows of one buffer that hold the state of each.

Three of `thumb` play a contract for tricks, as nearly always. Each card is a loop over the places
of a row without a branch (`side_card`), which the compiler turns into the machine's widest
registers; tables are read before the first trick (`side_seat`) and between the tricks
(`side_end`). Every other deal is left to `tricks`.

Seats are counted from the ombre here, in the order of play: 0 is the ombre, 1 plays after him.
Cards are in play space.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

PLACES: Final = 64
"""The number of deals that are played side by side."""


class Rows(NamedTuple):
    """The rows of the buffer, in their order."""

    first: np.uint64
    """The hand of the leader."""
    second: np.uint64
    """The hand of the second player to the trick."""
    third: np.uint64
    """The hand of the third player to the trick."""
    unseen: np.uint64
    """The cards that the ombre had not seen before the first lead."""
    unseen_1: np.uint64
    """The cards that seat 1 had not seen before the first lead."""
    unseen_2: np.uint64
    """The cards that seat 2 had not seen before the first lead."""
    led_1: np.uint64
    """The leads of seat 1: in the lane of each suit a bit for each trick, the first lowest."""
    led_2: np.uint64
    """The leads of seat 2, likewise."""
    gone: np.uint64
    """The cards that have been played."""
    leader: np.uint64
    """The seat that leads."""
    won: np.uint64
    """The tricks, four bits a seat."""
    five: np.uint64
    """How many of the first five tricks the ombre has won."""
    won_by: np.uint64
    """The winner of each trick, two bits each, the first lowest."""
    void: np.uint64
    """The seats that have failed to follow trumps, as a set."""
    pulled: np.uint64
    """The seats that have led trumps, as a set."""
    collects: np.uint64
    """The seats that collect tricks, as a set; before the first trick the field ``traits``."""
    against: np.uint64
    """The seats without the Manille where the ombre has shown both black aces and may hold it.
    Before the first trick the Manille in that case, otherwise all bits."""
    lane: np.uint64
    """The lane of the suit that was led."""
    best: np.uint64
    """The best card of the trick so far."""
    counts: np.uint64
    """The trump that counts as led."""
    has: np.uint64
    """The player of the best card: 0 the leader, 1 the second, 2 the third."""
    trumps: np.uint64
    """The noted cards of the deal's trumps (`play_card`), from here to `red`."""
    matadors: np.uint64
    floor: np.uint64
    free: np.uint64
    pull: np.uint64
    kings: np.uint64
    seconds: np.uint64
    thirds: np.uint64
    tops: np.uint64
    spadille: np.uint64
    red: np.uint64
    ombre: np.uint64
    """The seat of the ombre as the game counts seats."""
    status: np.uint64
    """A `VoleStatus`."""
    stays: np.uint64
    """The word of ``PLAY.vole`` while the vole is open."""
    endings: np.uint64
    """The place of its kind of ending in the table of the early stop; all bits: it has none."""
    entry: np.uint64
    """The place of its split of tricks within that kind."""
    asked: np.uint64
    """How often the ombre was asked something beside his cards."""
    slot: np.uint64
    """The slot of the deal."""
    live: np.uint64
    """The places of the deals that are still played."""
    others: np.uint64
    """The places of the deals that have to be left to `tricks`."""


WIDTH: Final = np.uint64(PLACES)
ROW: Final = Rows(*(np.uint64(PLACES * number) for number in range(len(Rows._fields))))
"""The place of the first word of each row."""
LENGTH: Final = PLACES * len(Rows._fields)
"""The length of the buffer."""
