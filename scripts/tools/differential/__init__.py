"""Kernel against reference engine: the same sessions by both, compared deal by deal, act by act.

A case is a rule set, the size of a table and who sits at it. Half of the deals go to the variants
as they stand, at every size of table and with every mixture of players; the other half to every
reading of every variant, at every size, the mixtures in turn. Of each case the engine plays whole
sessions once, and what it says of them is compared twice:

* with the kernel that plays sessions side by side, as a simulation does: the sums of the tally, and
  every column of every deal (who bid what, who won which tricks, what each gained, what each pool
  held);
* with the kernel that plays the same sessions a deal at a time and writes down every act: who acts,
  what may be done and what is, the facts in which the deal ends, what they come to, and the money
  after each opening, each settlement and the last payments, every lot of every pool.

A session that does not fit into the kernel is played by the engine in both and proves nothing. How
many deals those were is said.
"""

from differential.case import Case, cases
from differential.column import differ
from differential.run import Found, compare, differential

__all__ = ["Case", "Found", "cases", "compare", "differ", "differential"]
