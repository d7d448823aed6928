"""What is known of a deal that is played by itself: what was set, how it stands, how it has gone.

Seats stand by their place in the order of play here, the forehand first.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Setting(NamedTuple):
    """What stays as it is from the first lead on: the rules, the seats, and room for work."""

    book: Any
    play: Any
    """The rules of the play, a row of `encode.play.PLAY`."""
    contract: int
    number: int
    """The trump number."""
    seats: int
    """How many play."""
    by_chance: int
    """Who plays by chance, bit by place."""
    deal: Any
    players: Any
    trace: Any
    room: Any


class Standing(NamedTuple):
    """How ombre and opponents stand to each other."""

    ombre: int
    giver: int
    """Who has given up a deal that another has taken over; nobody: the ombre."""
    status: int
    """A `VoleStatus`."""
    until: int
    """Before how many tricks the ombre may give up."""
    collecting: int
    """Which opponents collect tricks, bit by place; none where all play by chance."""


class Course(NamedTuple):
    """What has been played, as all have seen it (`thumb_play`)."""

    played: int
    leader: int
    """Who leads next."""
    gone: int
    """The cards."""
    won: int
    winners: int
    """The seats that have won the tricks, two bits each, the first lowest."""
    leads: int
    void: int
    led_trumps: int


class Trick(NamedTuple):
    """What a trick has brought."""

    lane: int
    """The suit that was led."""
    gone: int
    """All cards that have been played."""
    missed: int
    """Who has played no trump, bit by place."""
    winner: int
