from lhombre_core.bots.protocol import Bot, Draw, View
from lhombre_core.bots.registry import BUILT_IN, make_bot

__all__ = ["BUILT_IN", "Bot", "Draw", "View", "make_bot"]
