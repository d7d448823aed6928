"""Records verified: a deal or a session run forward by the rules, move by move.

- `session`: carry the money from deal to deal, and compare the totals
- `deal`: run one deal of a record from phase to phase
- `run`: the state of such a run, and the errors and remarks that it notes
- `auction`, `forced_play`, `exchange`, `play`: judge the moves of a phase
- `outline`: who plays what and who exchanges, without the cards
- `cards`: what the record says of the cards, and a deal that agrees with it
- `facts`: what payments read of the deal
- `claim`: what the record says of the end, compared with the facts
- `verdict`: the answer, with its remarks
"""

from lhombre_core.engine.replay.session import replay
from lhombre_core.engine.replay.verdict import DealVerdict, RecordVerdict, Remark, RemarkKind
from lhombre_core.errors import UnclearError

__all__ = ["DealVerdict", "RecordVerdict", "Remark", "RemarkKind", "UnclearError", "replay"]
