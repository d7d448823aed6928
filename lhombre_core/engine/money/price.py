"""The price of a contract, and the additions of codille and vole."""

from __future__ import annotations

from fractions import Fraction

from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.rules.contract import Contract, Quantity
from lhombre_core.rules.word import Number


def limit(game: Game, number: Number | None) -> int | None:
    """Return a number, or None where it or its parameter has no value."""
    parameters = game.rules.stakes.parameters
    while isinstance(number, str) and number in parameters:
        number = parameters[number].value
    return None if number is None else game.number(number)


def quantity(game: Game, worth: Quantity) -> Fraction:
    """Return a number times its factor, which may be a parameter."""
    factor = worth.times
    times = game.number(factor) if factor in game.rules.stakes.parameters else factor
    return game.number(worth.number) * Fraction(times)


def price(game: Game, contract: Contract, colour: int) -> Fraction:
    """Return the price of a contract played in a suit of that privilege (0: plain)."""
    privilege = game.rules.auction.privilege
    factor = privilege.price_factor if privilege is not None and colour > 0 else Fraction(1)
    return quantity(game, contract.price) * factor


def codille_extra(game: Game, contract: Contract, facts: Facts) -> Fraction:
    """Return the addition of a codille to the price, within the limit of their sum."""
    rule = contract.codille
    extra = Fraction(game.number(rule.extra))
    if rule.per_trick_above is not None and facts.ombre is not None:
        extra += max(0, facts.tricks[facts.ombre] - rule.per_trick_above)
    most = limit(game, rule.cap)
    if most is None:
        return extra
    worth = price(game, contract, facts.colour)
    return min(worth + extra, Fraction(most)) - worth


def vole(game: Game, contract: Contract, sign: int) -> Fraction:
    """Return the value of the vole by its sign: 1 made, -1 missed (a negative value), 0 neither."""
    if sign == 0:
        return Fraction(0)
    return quantity(game, contract.vole.made) if sign > 0 else -quantity(game, contract.vole.failed)
