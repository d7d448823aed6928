"""The comparison of two or more variants, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from lhombre_core.errors import UsageError
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.report.compare.difference import Difference, Side, differences, sides_of
from lhombre_core.report.compare.payment_table import PaymentTable, payment_tables
from lhombre_core.report.words.question import differing, slots_of
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.keyed import Data


@dataclass(frozen=True)
class Comparison:
    """The comparison of two or more variants."""

    sides: tuple[Side, ...]
    differences: tuple[Difference, ...]
    """Where they differ, in the order of the rule language; what cannot act is left out."""

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The names of the questions that the variants answer differently, out of a hundred."""
        return tuple(differing([side.rules for side in self.sides]))

    @cached_property
    def distances(self) -> list[list[int]]:
        """For each pair of variants, the number of questions that the two answer differently."""
        numbers = [[0] * len(self.sides) for _ in self.sides]
        for (i, one), (j, other) in combinations(enumerate(self.sides), 2):
            numbers[i][j] = numbers[j][i] = len(differing([one.rules, other.rules]))
        return numbers

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The names under which contracts are compared: their families, or their ids."""
        found = [
            side.families.get(name, name) for side in self.sides for name in side.rules.contracts
        ]
        return tuple(dict.fromkeys(found))

    @cached_property
    def payments(self) -> tuple[PaymentTable, ...]:
        """The same deals settled on each side, for contracts that several have."""
        return payment_tables(self.sides, self.families)

    def as_dict(self) -> Data:
        """Return the comparison as data; the fields `variants` and `differences` are fixed."""
        keys = [side.key for side in self.sides]
        return {
            "variants": keys,
            "names": {s.key: _name(s) for s in self.sides},
            "hashes": {s.key: s.resolved.hash for s in self.sides},
            "choices": {s.key: [*_choices(s)] for s in self.sides},
            "distance": {
                "of": 100,
                "questions": list(self.questions),
                "between": dict(zip(keys, ([*row] for row in self.distances), strict=True)),
            },
            "contracts": [self._matched(family) for family in self.families],
            "terms": {
                s.key: {w.value: own for w, own in s.rules.terms.items()} for s in self.sides
            },
            "payments": [_payments(keys, table) for table in self.payments],
            "differences": [
                {**one.as_dict(), "slots": list(slots_of(one.rule))} for one in self.differences
            ],
        }

    def _matched(self, family: str) -> Data:
        names = {side.key: side.contract(family) for side in self.sides}
        kinds = (
            side.rules.contracts[name].family.value
            for side in self.sides
            if (name := names[side.key]) is not None
        )
        return {"compared_as": family, "family": next(kinds), "contracts": names}


def _name(side: Side) -> Data:
    return {"own": side.rules.identity.name.own, "en": side.rules.identity.name.en}


def _choices(side: Side) -> tuple[str, ...]:
    resolved = side.resolved
    return (*resolved.readings, *resolved.patches, *resolved.settings)


def _payments(keys: Sequence[str], table: PaymentTable) -> Data:
    return {
        "compared_as": table.family,
        "situations": [
            {
                "situation": row.situation.value,
                "payments": {
                    key: None
                    if paid is None
                    else {
                        "result": paid.outcome.value,
                        "ombre": paid.gain,
                        "opponents": list(paid.opponents),
                        "table": paid.table,
                        "owed": paid.owed,
                    }
                    for key, paid in zip(keys, row.payments, strict=True)
                },
            }
            for row in table.rows
        ],
    }


def compare(variants: Sequence[Resolved]) -> Comparison:
    """Return the differences of two or more variants. UsageError for fewer."""
    if len(variants) < 2:
        raise UsageError("expected two or more variants to compare")
    for one in variants:
        require(Consumer.COMPARISON, one.rules)
    sides = sides_of(variants)
    return Comparison(sides, differences(sides))
