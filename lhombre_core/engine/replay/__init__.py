"""Records verified: a deal or a session run forward by the rules, move by move."""

from lhombre_core.engine.replay.fault import UnclearError
from lhombre_core.engine.replay.run import Kind, Remark
from lhombre_core.engine.replay.session import replay
from lhombre_core.engine.replay.verdict import DealVerdict, Verdict

__all__ = ["DealVerdict", "Kind", "Remark", "UnclearError", "Verdict", "replay"]
