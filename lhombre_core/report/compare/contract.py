"""The contracts of several variants side by side, matched by what is done in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from lhombre_core.report.compare.difference import Difference
from lhombre_core.report.compare.row import CONTRACT_UNITS, Row, Topic
from lhombre_core.report.compare.sheet import Sheet
from lhombre_core.report.words.lexicon import label
from lhombre_core.report.words.question import wording
from lhombre_core.rules.data.path import covers

if TYPE_CHECKING:
    from lhombre_core.report.compare.comparison import Comparison

_CONTRACTS: Final = "contracts"


class Contracts:
    """The chapter on contracts of a comparison."""

    def __init__(self, found: Comparison, sheets: Sequence[Sheet], language: str) -> None:
        """Take the comparison and its sides in words."""
        self._found = found
        self._sheets = tuple(sheets)
        self._language = language

    def _holders(self, family: str) -> list[Sheet]:
        """Return the sides on which a contract can be played."""
        return [sheet for sheet in self._sheets if self._name(family, sheet) is not None]

    def _name(self, family: str, sheet: Sheet) -> str | None:
        name = sheet.side.contract(family)
        return name if name in sheet.context.contracts else None

    @cached_property
    def names(self) -> list[str]:
        """The names under which contracts are compared, without those that cannot be played.

        They are in bidding order, the variant with the most contracts first.
        """
        sheets = sorted(self._sheets, key=lambda sheet: -len(sheet.context.contracts))
        names = (
            sheet.side.families.get(name, name)
            for sheet in sheets
            for name in sheet.context.by_rank
        )
        return list(dict.fromkeys(names))

    def family(self, family: str) -> str:
        """Return the family of a contract in words."""
        sheet = self._holders(family)[0]
        return sheet.speech.say(f"{_CONTRACTS}.{self._name(family, sheet)}.family")

    @property
    def families(self) -> list[Row]:
        """A row for each family of contracts, with the name of the contract on each side."""
        return [
            Row(self.family(family), self._sheets, partial(self._called, family))
            for family in self.names
        ]

    def _called(self, family: str, sheet: Sheet) -> str:
        name = self._name(family, sheet)
        if name is None:
            return sheet.topic("missing")
        return sheet.topic("contract_name", name) + sheet.refer(f"{_CONTRACTS}.{name}.family")

    # -- what several have -----------------------------------------------------------------------

    @property
    def rows(self) -> list[Row]:
        """A row for each kind of rule in which shared contracts differ."""
        return [row for unit in CONTRACT_UNITS if (row := self._unit(unit)) is not None]

    def _unit(self, unit: Topic) -> Row | None:
        families = [
            family
            for family in self.names
            if len(self._holders(family)) > 1 and self._differs(family, unit)
        ]
        if not families:
            return None
        text = wording(self._language)["report"].get(unit.heading)
        if text is None:
            path = f"{_CONTRACTS}.x.{unit.label}"
            text = label(path, language=self._language).partition(": ")[2]
        return Row(text, self._sheets, partial(self._cell, unit, families))

    def _differs(self, family: str, unit: Topic) -> bool:
        paths = [f"{_CONTRACTS}.{family}.{pattern}" for pattern in unit.patterns]
        return any(
            any(covers(path, one.rule) for path in paths) and self._parts(one, family, unit)
            for one in self._found.differences
        )

    def _parts(self, one: Difference, family: str, unit: Topic) -> bool:
        """Return whether two sides that can play a contract differ in a rule of it."""
        holders = self._holders(family)
        found = [
            (repr(plain) if live else None)
            for sheet, plain, live in zip(self._sheets, one.plain, one.live, strict=True)
            if sheet in holders and (live or unit.matters)
        ]
        return len(set(found)) > 1

    def _cell(self, unit: Topic, families: Iterable[str], sheet: Sheet) -> str:
        groups: dict[str, list[str]] = {}
        for family in families:
            name = self._name(family, sheet)
            if name is not None:
                groups.setdefault(self._said(unit, name, sheet), []).append(name)
        if not groups:
            return sheet.topic("missing")
        shared = [f for f in self.names if len(self._holders(f)) > 1]
        every = [name for f in shared if (name := self._name(f, sheet)) is not None]
        return "; ".join(
            sheet.topic("in_contracts", text, [] if names == every else names)
            + self._notes(unit, names, sheet)
            for text, names in groups.items()
        )

    def _said(self, unit: Topic, name: str, sheet: Sheet) -> str:
        at = f"{_CONTRACTS}.{name}."
        if not unit.always and not any(sheet.side.live(at + pattern) for pattern in unit.patterns):
            return sheet.topic(unit.idle)
        if unit.macro:
            return sheet.topic(unit.macro, name)
        return sheet.speech.say(at + unit.patterns[0])

    def _notes(self, unit: Topic, names: Iterable[str], sheet: Sheet) -> str:
        paths = [f"{_CONTRACTS}.{name}.{pattern}" for name in names for pattern in unit.patterns]
        return sheet.refer(*(path for path in paths if sheet.side.live(path)))

    # -- what only one has -----------------------------------------------------------------------

    @property
    def own(self) -> list[tuple[Sheet, list[str]]]:
        """For each side, the contracts that it alone has, a sentence each."""
        alone = [f for f in self.names if len(self._holders(f)) == 1]
        found = []
        for sheet in self._sheets:
            names = [name for f in alone if (name := self._name(f, sheet)) is not None]
            if names:
                found.append((sheet, [sheet.topic("contract_brief", name) for name in names]))
        return found
