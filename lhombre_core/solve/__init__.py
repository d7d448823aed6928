"""Double dummy: what a position is worth when every card is in sight and all play their best.

The opponents are one side: they act together for the worst that they can do to the ombre, as if
one player held both hands. Figures of this package must be read so; at a table nobody sees the
cards, and each opponent keeps his own tricks.

`Solver` is what a user asks; `reference` and `kernel` are the two solvers behind it. Importing this
package does not import numba.
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
