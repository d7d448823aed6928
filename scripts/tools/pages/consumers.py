"""The reference page of what each reader of a rule set does with each rule, made from the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lhombre_core.rules.consumer.stance import Consumer, Kind, Rows, Stance, fields_of
from lhombre_core.rules.consumer.table import ROWS

_OPENING: Final = """\
# Who reads which rule

<!-- Generated from lhombre_core/rules/consumer/table.py by `python -m pages consumers`. -->

A rule set has many readers. Each has a stance on every rule: it honours the rule (●), it does
without it for the reason that stands under the number, or it refuses a rule set in which the rule
is not neutral (✗). What is not listed is unknown to all readers, and they refuse it: the engine,
the solvers and the questions say which rule they cannot read, the kernel leaves the rule set to the
engine, the kernel solver to the reference solver. A value that cannot act is no obstacle.

A rule with `!` always acts; of any other the package says when it cannot, and then the texts leave
it out. `*` stands for any key.
"""

_READERS: Final = tuple(one for one in Consumer if one is not Consumer.IDLENESS)


def page() -> str:
    """Return the page as Markdown."""
    reasons: dict[str, int] = {}
    parts = [_OPENING]
    for section in dict.fromkeys(_section(rows) for rows in ROWS):
        rows = [one for one in ROWS if _section(one) == section]
        parts.append(f"## {section}\n\n{_table(rows, reasons)}\n")
    listed = "\n".join(f"{number}. {reason}" for reason, number in reasons.items())
    return "\n".join([*parts, f"## Reasons\n\n{listed}\n"])


def _section(rows: Rows) -> str:
    return rows.sections[-1].split(".", maxsplit=1)[0]


def _table(rows: Iterable[Rows], reasons: dict[str, int]) -> str:
    lines = [f"| rule | {' | '.join(_READERS)} |", "|---" * (len(_READERS) + 1) + "|"]
    for one in rows:
        cells = [_cell(one.profile.get(reader), reasons) for reader in _READERS]
        lines.append(f"| {_fields(one)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _fields(rows: Rows) -> str:
    places = ", ".join(f"`{section}`" for section in rows.sections)
    return f"{places}: {', '.join(f'`{name}`' for name in fields_of(rows))}"


def _cell(stance: Stance | None, reasons: dict[str, int]) -> str:
    if stance is None or stance.kind is Kind.REFUSES:
        return "✗"
    if stance.kind is Kind.HONOURS:
        return "●"
    return str(reasons.setdefault(stance.reason, len(reasons) + 1))
