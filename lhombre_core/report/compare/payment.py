"""Worked payments of a comparison in words: contracts that pay alike stand together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lhombre_core.report.compare.payment_table import PaymentRow, PaymentTable, SettledDeal
from lhombre_core.report.compare.sheet import Sheet


@dataclass(frozen=True, slots=True)
class WorkedRow:
    """An ending of a deal, with what is paid on each side."""

    label: str
    payments: tuple[SettledDeal | None, ...]
    outcomes: tuple[str | None, ...]
    """The result on each side where the sides have different ones."""


@dataclass(frozen=True, slots=True)
class Worked:
    """The payments of contracts that pay alike."""

    names: tuple[tuple[str | None, ...], ...]
    """For each contract its name on each side, None where there is no such contract."""
    rows: tuple[WorkedRow, ...]


def worked(
    tables: Sequence[PaymentTable], sheets: Sequence[Sheet], words: Mapping[str, str]
) -> list[Worked]:
    """Return the tables in which the sides part; `words` names the situations."""
    groups: dict[tuple[PaymentRow, ...], list[PaymentTable]] = {}
    for table in tables:
        if table.differs:
            groups.setdefault(table.rows, []).append(table)
    return [
        Worked(
            tuple(_names(table, sheets) for table in alike),
            tuple(
                WorkedRow(words[row.situation.value], row.payments, _outcomes(row, sheets))
                for row in rows
            ),
        )
        for rows, alike in groups.items()
    ]


def _names(table: PaymentTable, sheets: Sequence[Sheet]) -> tuple[str | None, ...]:
    return tuple(
        None if name is None else sheet.speech.contract(name)
        for sheet, name in zip(sheets, table.contracts, strict=True)
    )


def _outcomes(row: PaymentRow, sheets: Sequence[Sheet]) -> tuple[str | None, ...]:
    results = [None if paid is None else paid.outcome for paid in row.payments]
    if len({*filter(None, results)}) < 2:
        return (None,) * len(results)
    return tuple(
        None if result is None else sheet.topic("outcome", result.value)
        for sheet, result in zip(sheets, results, strict=True)
    )


def owes(tables: Sequence[PaymentTable]) -> bool:
    """Return whether a debt is left after any of the deals."""
    return any(
        paid is not None and paid.owed
        for table in tables
        for row in table.rows
        for paid in row.payments
    )
