"""The coherence of a complete rule set: a function for each check.

`of_rules` runs whenever a rule set is loaded; `language.check` adds the checks of a file.
"""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault
from lhombre_core.language.coherence import (
    auction,
    cards,
    contract,
    number,
    settlement,
    stake,
    table,
)
from lhombre_core.language.resolve.like import taken_over
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.data.path import steps

RULES = (
    *table.CHECKS,
    *cards.CHECKS,
    *stake.CHECKS,
    *number.CHECKS,
    *auction.CHECKS,
    *contract.CHECKS,
    *settlement.CHECKS,
)


def of_rules(resolved: Resolved) -> Iterator[Fault]:
    """Return the contradictions in the rules of a rule set, one fault a cause.

    A value that an entry has by `like` is judged in the entry it comes from.
    """
    faults = [fault for check in RULES for fault in check(resolved)]
    known = {(fault.rule, _cause(fault)) for fault in faults}
    for fault in faults:
        path = steps(fault.rule or "")
        node, taken = resolved.tree.nearest(path)
        entry = taken_over(path, node.origin) if taken == len(path) else None
        source = ".".join(map(str, node.origin.path))
        if entry is None or (source, _cause(fault)) not in known:
            yield fault


def _cause(fault: Fault) -> str:
    return fault.message.removeprefix(f"{fault.rule}: ").split(";")[0]


__all__ = ["RULES", "of_rules"]
