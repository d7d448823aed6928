"""The state of a deal that is played by itself: its setting, its standing, its course.

Seats are given by their place in the order of play here, the forehand first.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Setting(NamedTuple):
    """The constants of a deal from the first lead on: rules, seats, and room for work."""

    book: Any
    play: Any
    """The rules of the play, a row of `encode.play.PLAY`."""
    contract: int
    number: int
    """The trump number."""
    seats: int
    """The number of seats that play."""
    by_chance: int
    """The seats that play by chance, bit by place."""
    deal: Any
    players: Any
    trace: Any
    room: Any


class Standing(NamedTuple):
    """The roles of the seats and the state of the vole."""

    ombre: int
    giver: int
    """The seat that has given up a deal which another has taken over; otherwise the ombre."""
    status: int
    """A `VoleStatus`."""
    until: int
    """The ombre may give up before this number of tricks has been played."""
    collecting: int
    """The opponents that collect tricks, bit by place; none if all play by chance."""


class Course(NamedTuple):
    """The play so far, as all have seen it (`thumb.play`)."""

    played: int
    """The number of tricks."""
    leader: int
    """The seat that leads next."""
    gone: int
    """The cards played."""
    won: int
    """The tricks of each seat, four bits a place."""
    winners: int
    """The seats that have won the tricks, two bits each, the first lowest."""
    leads: int
    """The leads, four bits each, the latest lowest: four times the lane, and the leader."""
    void: int
    """The seats that have failed to follow a trump lead, bit by place."""
    led_trumps: int
    """The seats that have led trumps, bit by place."""


class Trick(NamedTuple):
    """A trick that has been played."""

    lane: int
    """The lane of the suit that was led."""
    gone: int
    """All cards that have been played."""
    missed: int
    """The seats that have not played a trump, bit by place."""
    winner: int
