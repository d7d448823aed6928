"""Coherence of numbers: parameters that are named, and the range of their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from lhombre_core.cards import Suit
from lhombre_core.errors import Fault, quoted
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.data.path import leaves
from lhombre_core.rules.data.shape import NONE, NumberShape, OptionShape
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Number

SUITS = frozenset(suit.name for suit in Suit)
_FRACTION = re.compile(r"[-+]?[0-9]+(/0*[1-9][0-9]*)?")
_VALUE = re.compile(r"stakes\.parameters\.[^.]+\.value")


def whole(rules: RuleSet, number: Number) -> int | None:
    """Return a number, or the value of the parameter it names if that is a number."""
    if isinstance(number, int):
        return number
    parameter = rules.stakes.parameters.get(number)
    value = None if parameter is None else parameter.value
    return value if isinstance(value, int) else None


def factor(rules: RuleSet, text: str) -> Fraction | None:
    """Return a factor written as a fraction or as the name of a parameter."""
    if _FRACTION.fullmatch(text):
        return Fraction(text)
    value = whole(rules, text)
    return None if value is None else Fraction(value)


def numbers_name_parameters_that_exist(resolved: Resolved) -> Iterator[Fault]:
    """Check that a number written as a name is a parameter with a value."""
    parameters = resolved.rules.stakes.parameters
    for leaf in leaves(resolved.rules, unset=True, kind=NumberShape):
        path, value = leaf.path, leaf.value
        optional = isinstance(leaf.shape, OptionShape)
        if not isinstance(value, str) or _VALUE.fullmatch(path):
            continue
        if value not in parameters:
            yield resolved.fault(path, unknown("parameter", value, parameters))
        elif isinstance(parameters[value].value, str):
            yield resolved.fault(path, f"the parameter {quoted(value)} is a suit, no number")
        elif parameters[value].value is None and not optional:
            message = f"the parameter {quoted(value)} is none; expected one with a number"
            yield resolved.fault(path, message)


def factors_are_fractions_or_parameters(resolved: Resolved) -> Iterator[Fault]:
    """Check that the factor of a price or of a vole is a number."""
    for name, contract in resolved.rules.contracts.items():
        for part, quantity in (
            ("price", contract.price),
            ("vole.made", contract.vole.made),
            ("vole.failed", contract.vole.failed),
        ):
            if factor(resolved.rules, quantity.times) is None:
                message = f"{quoted(quantity.times)} is no fraction and no parameter"
                yield resolved.fault(f"contracts.{name}.{part}.times", message)


def parameters_are_in_range(resolved: Resolved) -> Iterator[Fault]:
    """Check that the value of a parameter lies in its range and on its steps, or is a suit."""
    for name, parameter in resolved.rules.stakes.parameters.items():
        path = f"stakes.parameters.{name}"
        least, most, value = parameter.least, parameter.most, parameter.value
        if parameter.step < 1:
            yield resolved.fault(f"{path}.step", f"a step of {parameter.step}; expected 1 or more")
        elif (least is None) != (most is None):
            side = "least" if least is None else "most"
            message = f"{side} is none and the other is not; expected both, or none for a suit"
            yield resolved.fault(f"{path}.{side}", message)
        elif least is None or most is None:
            if value not in SUITS:
                message = f"{value or NONE} is no suit; expected S, C, H or D"
                yield resolved.fault(f"{path}.value", message)
        elif least > most:
            yield resolved.fault(f"{path}.least", f"{least} is more than the {most} of most")
        elif isinstance(value, str):
            yield resolved.fault(f"{path}.value", f"{quoted(value)} is no number")
        elif value is not None:
            wrong = out_of_range(value, least, most, parameter.step)
            if wrong is not None:
                yield resolved.fault(f"{path}.value", wrong)


def out_of_range(value: int, least: int, most: int, step: int) -> str | None:
    """Return a message about a value outside the range or steps of a parameter, or None."""
    if not least <= value <= most:
        return f"{value} is out of range; expected {least} to {most}"
    if value % step:
        return f"{value} is not a multiple of {step}"
    return None


CHECKS = (
    numbers_name_parameters_that_exist,
    factors_are_fractions_or_parameters,
    parameters_are_in_range,
)
