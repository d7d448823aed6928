"""Many deals at once, and what can be said of them."""

from lhombre_core.sim.check import play_random_deals
from lhombre_core.sim.folder import refuse_folder, write_folder
from lhombre_core.sim.progress import Line
from lhombre_core.sim.run import run
from lhombre_core.sim.summary import Summary

__all__ = ["Line", "Summary", "play_random_deals", "refuse_folder", "run", "write_folder"]
