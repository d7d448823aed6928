"""Payments grouped for a sentence: by event, phase, payer and receiver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lhombre_core.rules.settlement import Condition, DealEnd, Event, Phase, Term, Transfer

_PLAIN: Final = Condition()


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """A payment in a sentence with others."""

    path: str
    transfer: Transfer

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of its amount."""
        return tuple(self.transfer.amount.values())

    @property
    def is_plain(self) -> bool:
        """Whether its amount says all."""
        one = self.transfer
        return (
            one.if_ == _PLAIN
            and one.flow.value == "either"
            and one.run_of.value == "ombre"
            and one.lots.value == "together"
        )


@dataclass(frozen=True, slots=True)
class Giving:
    """Payments by the same payer to the same receiver in one phase."""

    from_: str
    to: str
    plain: tuple[ListedPayment, ...]
    """Those that are always made and only add to one another."""
    others: tuple[ListedPayment, ...]

    @property
    def items(self) -> tuple[ListedPayment, ...]:
        """All payments, the plain ones first."""
        return (*self.plain, *self.others)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the plain payments together."""
        return tuple(term for item in self.plain for term in item.terms)

    @property
    def is_single(self) -> bool:
        """Whether the payment has a single term."""
        return sum(len(item.terms) for item in self.items) == 1

    def made_when(self, deal: DealEnd | str) -> bool:
        """Return whether any of the payments can occur in a deal that is won, or lost."""
        return any(item.transfer.if_.deal in {None, deal} for item in self.items)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all payments."""
        return tuple(item.path for item in self.items)


@dataclass(frozen=True, slots=True)
class Paid:
    """The payments on an event, phase by phase."""

    event: Event
    phases: tuple[tuple[Phase, tuple[Giving, ...]], ...]


def givings(items: Iterable[ListedPayment]) -> Iterator[Giving]:
    """Yield payments with the same payer and receiver together, in the order of the first."""
    found: dict[tuple[str, str], list[ListedPayment]] = {}
    for item in items:
        found.setdefault((item.transfer.from_, item.transfer.to), []).append(item)
    for (from_, to), together in found.items():
        plain = tuple(item for item in together if item.is_plain)
        yield Giving(from_, to, plain, tuple(item for item in together if not item.is_plain))
