"""The three styles of the bot: the thresholds from which it bids, turns or gives up."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Turning(IntEnum):
    """What a hand needs besides Spadille to play with a turned trump."""

    GUARDED = 0
    """Two Manilles, and a black king or a red ace with two more of its suit (AV09)."""
    MANILLES = 1
    """Two Manilles (AV10)."""
    KINGS = 2
    """Two Manilles, or two kings (AV11)."""


class Fixed(IntEnum):
    """What a hand needs to exchange a fixed large number, keeping one ace or nothing."""

    NEVER = 0
    SPADILLE = 1
    """♠A, which is kept."""
    BLACK_ACE = 2
    """A black ace, which is kept; or no ace, as backhand after two passes."""


class Style(NamedTuple):
    """Thresholds; q is a quarter of a trick."""

    exchange: int
    """Least q of the best suit to play with exchange (AV04)."""
    red_five: int
    """Least q to play with exchange in a red suit and buy five cards or more (AV05, AV06)."""
    solo: int
    """Least q of the best suit to play without exchange (AV15)."""
    vole: int
    """Least q of the best suit for a bid that promises all nine tricks."""
    grand: int
    """Least q of a hand to play for most tricks without trumps."""
    turning: Turning
    fixed: Fixed
    no_trick_exchange: int
    """Most bad cards of a hand for a nolo with exchange (AV21, AV22)."""
    give_up: int
    """He gives up with fewer q than this after the exchange (AV27)."""
    give_up_no_trick: int
    """He gives up a nolo with this number of bad cards, or more, after the exchange."""
    often: bool
    """Whether an opponent collects where the advice says that this is often right (AV53, AV54)."""
    near: bool
    """Whether he does so with a trump fewer at the ombre's right (AV115)."""
    mort: bool
    """Whether a resting player takes the talon and plays alone."""


CAUTIOUS: Final = Style(
    exchange=14,
    red_five=14,
    solo=20,
    vole=34,
    grand=16,
    turning=Turning.GUARDED,
    fixed=Fixed.NEVER,
    no_trick_exchange=1,
    give_up=8,
    give_up_no_trick=2,
    often=False,
    near=False,
    mort=False,
)
NORMAL: Final = Style(
    exchange=12,
    red_five=13,
    solo=18,
    vole=32,
    grand=18,
    turning=Turning.MANILLES,
    fixed=Fixed.SPADILLE,
    no_trick_exchange=1,
    give_up=7,
    give_up_no_trick=3,
    often=True,
    near=False,
    mort=False,
)
BOLD: Final = Style(
    exchange=10,
    red_five=10,
    solo=16,
    vole=30,
    grand=16,
    turning=Turning.KINGS,
    fixed=Fixed.BLACK_ACE,
    no_trick_exchange=2,
    give_up=6,
    give_up_no_trick=4,
    often=True,
    near=True,
    mort=True,
)

STYLES: Final = {"thumb": NORMAL, "thumb-bold": BOLD, "thumb-cautious": CAUTIOUS}
"""The styles by the name of the player."""
