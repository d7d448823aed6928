"""All leads of nine cards solved, as `lhombre solve` does it: what comes nearest to DDS's question.

DDS says of an ending of bridge how many tricks each card of the player on lead is good for. Here it
is of a deal of L'Hombre what each card that forehand may lead comes to: codille, remise or win. The
strongest hand is ombre, in the trump suit in which it is strongest.
"""

from __future__ import annotations

from itertools import count, islice

from bench.clock import Work
from bench.solver import SEED, strength
from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.stream import deal
from lhombre_core.rules.contract import Goal
from lhombre_core.solve import Position, Solver


def all_leads(game: Game) -> Work:
    """Return the work of solving deals, which are dealt meanwhile; none is solved twice."""
    solver, numbers = Solver(game), count()
    contract = next(
        name
        for name, rules in game.contracts.items()
        if rules.goal is Goal.MOST_TRICKS and len(rules.trump.suits) == len(Suit)
    )

    def work(deals: int) -> int:
        for number in islice(numbers, deals):
            solver.cards(position(game, contract, number))
        return deals

    return work


def position(game: Game, contract: str, number: int) -> Position:
    """Return a deal of the random stream before its first lead."""
    hands = deal(SEED, 0, number).hands
    _, ombre, trump = max(
        (strength(game, hand, suit), seat, suit) for seat, hand in enumerate(hands) for suit in Suit
    )
    return Position(game, contract, trump, ombre, (*hands, 0), leader=0)
