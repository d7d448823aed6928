"""A deal that has been played, as a row of numbers, to be counted or written into a file."""

from __future__ import annotations

from typing import Final

SLOT: Final = 0
"""The place of its session in the block."""
INDEX: Final = 1
"""Its number in the session, from 0."""
DEALER: Final = 2
CONTRACT: Final = 3
"""The place of the contract in the file; -1: nobody was ombre."""
COLOUR: Final = 4
OMBRE: Final = 5
"""A seat; -1: nobody."""
TRUMP: Final = 6
"""A trump number."""
TRICKS: Final = 7
"""Four columns, by seat."""
OUTCOME: Final = 11
"""The place of its `Outcome`."""
VOLE: Final = 12
"""1: undertaken and made, -1: undertaken and missed, 0: neither."""
VOLE_UNDERTAKEN: Final = 13
STOPPED: Final = 14
CONCEDED: Final = 15
SURRENDERER: Final = 16
FIRST_FIVE: Final = 17
"""1: the ombre won the first five tricks, -1: his opponents did, 0: neither."""
MORT: Final = 18
"""The player who was mort; -1: nobody."""
GAIN: Final = 19
"""Five columns, by player: what the deal brought, opening and auction included."""
POOLS: Final = 24
"""For each pool of the file two columns: what it held when the deal was open, and at its end."""


def width(pools: int) -> int:
    """Return how many columns a row has in a rule set with so many pools."""
    return POOLS + 2 * pools
