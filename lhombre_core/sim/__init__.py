"""Many deals at once, and what can be said of them."""

from lhombre_core.sim.check import play_random_deals
from lhombre_core.sim.progress import Line
from lhombre_core.sim.run import Keeping, run
from lhombre_core.sim.summary import Summary

__all__ = ["Keeping", "Line", "Summary", "play_random_deals", "run"]
