"""Double dummy: the value of a position when every card is in sight and all play their best.

The opponents are one side: they act together against the ombre, as if one player held both hands.
Figures of this package must be read with that in mind; at a table the cards are hidden, and each
opponent keeps his own tricks.

Users ask a `Solver`; `reference` and `kernel` are the two solvers behind it. numba is imported when
the kernel is first asked.
"""

from lhombre_core.solve.position import FOUR_SEATS, THREE_SEATS, Position, position_of
from lhombre_core.solve.reference import Reference
from lhombre_core.solve.solver import Solver
from lhombre_core.solve.value import Value

__all__ = [
    "FOUR_SEATS",
    "THREE_SEATS",
    "Position",
    "Reference",
    "Solver",
    "Value",
    "position_of",
]
