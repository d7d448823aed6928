"""Numbers in words and figures, the open numbers of a game among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from lhombre_core.report.words.lexicon import Lexicon
from lhombre_core.report.words.markdown import code
from lhombre_core.rules.contract import Quantity
from lhombre_core.rules.data.shape import NONE
from lhombre_core.rules.settlement import Term
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Number


@dataclass(frozen=True, slots=True)
class Factor:
    """The factor of a term, without its sign."""

    value: Fraction | None
    """None: it depends on a number that is not set."""
    text: str
    named: bool
    """Whether a parameter is part of it."""
    negative: bool


class Numbers:
    """The numbers of one rule set; without one its parameters stay open."""

    def __init__(self, rules: RuleSet | None, words: Lexicon) -> None:
        """Take a rule set and the words of a language."""
        self.rules = rules
        self.words = words

    @property
    def _known(self) -> RuleSet:
        if self.rules is None:
            raise ValueError("nothing is said of a rule set without one")
        return self.rules

    def n(self, number: int) -> str:
        """Return a whole number in words."""
        return self.words.number(number)

    def units(self, number: int) -> str:
        """Return a sum in words, with what is counted: "one point", "twenty points"."""
        one, many = self.words.units[self._known.stakes.unit.value]
        return f"{self.words.number(number)} {one if number == 1 else many}"

    def numbers(self, numbers: Iterable[int]) -> list[str]:
        """Return whole numbers in words."""
        return [self.words.number(number) for number in numbers]

    def ordinal(self, number: int) -> str:
        """Return a place in an order in words."""
        return self.words.ordinal(number)

    def often(self, number: int) -> str:
        """Return a number of times in words."""
        return self.words.how_often(number)

    def _is_parameter(self, number: object) -> bool:
        return self.rules is not None and number in self.rules.stakes.parameters

    def value_of(self, number: Number | None) -> Fraction | None:
        """Return the value of a number, parameter or factor; None where it is not set."""
        if isinstance(number, str) and self.rules is not None:
            seen: set[str] = set()
            while isinstance(number, str) and number in self.rules.stakes.parameters:
                if number in seen:
                    return None
                seen.add(number)
                number = self.rules.stakes.parameters[number].value
        if number is None:
            return None
        try:
            return Fraction(number)
        except ValueError:
            return None

    def product(self, *factors: Number | Fraction | None) -> str:
        """Return a product as a number, with the parameters in it named.

        Factors of 1 are left out; an unknown factor leaves the product open.
        """
        values = [f if isinstance(f, Fraction) else self.value_of(f) for f in factors]
        names = [
            code(f) if isinstance(f, str) and self._is_parameter(f) else str(f)
            for f, value in zip(factors, values, strict=True)
            if value != 1 or self._is_parameter(f)
        ]
        formula = " × ".join(sorted(names, key=lambda name: name.startswith("`")))
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            return formula
        total = Fraction(1)
        for value in known:
            total *= value
        named = total != 0 and any(self._is_parameter(f) for f in factors)
        return f"{total} ({formula})" if named else str(total)

    def numeral(self, number: Number | None) -> str:
        """Return a number in figures; a parameter with its name."""
        return self.words.phrases[NONE] if number is None else self.product(number)

    def named(self, number: Number | None) -> str:
        """Return the name of a parameter in brackets, for after its value; of a number nothing."""
        return f" ({code(number)})" if self._is_parameter(number) else ""

    def worth(self, quantity: Quantity) -> str:
        """Return a number times its factor."""
        return self.product(quantity.number, quantity.times)

    def factor(self, term: Term) -> Factor:
        """Return the factor of a term, without its own number."""
        by, over = self.value_of(term.by), self.value_of(term.over)
        named = self._is_parameter(term.by) or self._is_parameter(term.over)
        text = self.product(abs(term.times), term.by)
        if term.over != 1:
            over_name = code(term.over) if isinstance(term.over, str) else str(term.over)
            text = f"{'' if text == '1' else text} ÷ {over_name}".strip()
        known = by is not None and over is not None and over != 0
        value = abs(term.times) * by / over if known and by is not None and over else None
        return Factor(value, text, named=named, negative=term.times < 0)

    def sum_of(self, term: Term) -> str:
        """Return the value of a term that is a number, with its parameters named."""
        total = self.product(abs(term.times), term.number, term.by)
        if term.over == 1:
            return total
        over = self.value_of(term.over)
        factors = [self.value_of(term.number), self.value_of(term.by)]
        name = code(term.over) if isinstance(term.over, str) else str(term.over)
        if over is None or over == 0 or None in factors:
            return f"{total} ÷ {name}"
        value = abs(term.times) * (factors[0] or 0) * (factors[1] or 0) / over
        return f"{value} ({total} ÷ {name})" if self._is_parameter(term.over) else str(value)
