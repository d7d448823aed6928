"""What a search is asked for."""

from __future__ import annotations

from typing import Final

MOST_TRICKS: Final = 0
FIVE_TRICKS: Final = 1
NO_TRICK: Final = 2
ANY_TRICK: Final = 3
"""Not how many tricks the ombre is made to take, but whether he is made to take one more."""
