"""The bot `thumb`: rules of thumb, by the kind of contract and never by the variant.

Its choices and their order are in `docs/reference/players.md`. It uses whole numbers, draws
nothing and does not look at pools.
"""

from lhombre_core.bots.thumb.player import Thumb
from lhombre_core.bots.thumb.style import BOLD, CAUTIOUS, NORMAL, Style

__all__ = ["BOLD", "CAUTIOUS", "NORMAL", "Style", "Thumb"]
