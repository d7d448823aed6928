"""The hash of a rule set, which depends on its rules and on no name, text or source."""

from __future__ import annotations

import json

from lhombre_core.rules.data.plain import plain
from lhombre_core.rules.keyed import Data
from lhombre_core.rules.variant import LANGUAGE, RuleSet

ORDERED = (("settlement",), ("stakes", "opening"), ("stakes", "occasions"))
"""Mappings whose order is a rule: payments of a phase, and what a deal can be played for."""


def digest(rules: RuleSet) -> str:
    """Return the sha256, in hexadecimal, of the canonical text of a rule set."""
    import hashlib  # loads a library of its own, and most questions ask for no hash

    return hashlib.sha256(canonical(rules).encode()).hexdigest()


def canonical(rules: RuleSet) -> str:
    """Return a rule set without its prose as JSON: sorted keys, integers, fractions as `n/d`.

    Fields at their default are left out, so that a field added to the language later changes no
    hash. Mappings whose order is a rule also say their order.
    """
    data = plain(rules, prose=False)
    order = {".".join(path): list(_at(data, path)) for path in ORDERED}
    whole = {"language": LANGUAGE, "order": order, "rules": data}
    return json.dumps(whole, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def _at(data: Data, path: tuple[str, ...]) -> Data:
    for step in path:
        data = data[step]
    return data
