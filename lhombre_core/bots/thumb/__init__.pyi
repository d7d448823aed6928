from lhombre_core.bots.thumb.player import Thumb
from lhombre_core.bots.thumb.style import BOLD, CAUTIOUS, NORMAL, Style

__all__ = ["BOLD", "CAUTIOUS", "NORMAL", "Style", "Thumb"]
