"""Contracts as rows of numbers: what happens between the auction and the first lead."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.encode.auction import MOST_CONTRACTS
from lhombre_core.kernel.encode.word import code
from lhombre_core.rules.contract import (
    Contract,
    Family,
    FirstOpponent,
    Goal,
    Kept,
    OpponentsOrder,
    Taken,
    TalonRest,
    TrumpBy,
    TrumpNamed,
    TurnedAce,
    TurnedCard,
    VoleBy,
)

# -- columns of a contract --------------------------------------------------------------------

TRUMP_BY: Final = 0
NAMED: Final = 1
SUITS: Final = 2
"""Suits that may be named, as four bits; all where the file names none."""
ACE_NAMES: Final = 3
"""1: where a black ace is turned the ombre names trumps."""
UNDER: Final = 4
"""1: a turned card goes under the talon."""
LEAST: Final = 5
MOST: Final = 6
WHOLE: Final = 7
"""1: the ombre takes the whole talon."""
KEPT: Final = 8
OPPONENTS: Final = 9
"""1: the opponents may exchange."""
FAMILY: Final = 10
COUNTS_AS: Final = 11
"""Four columns: the contract that this is when a suit is named."""
CONTRACT: Final = 15

# -- the procedure of the exchange ------------------------------------------------------------

ORDER: Final = 0
FIRST: Final = 1
"""How much the first opponent may draw."""
REST: Final = 2
EXCHANGE: Final = 3

BY_NOBODY: Final = code(TrumpBy.NONE)
BY_CARD: Final = code(TrumpBy.TURNED_CARD)
AFTER_OWN: Final = code(TrumpNamed.AFTER_OWN_EXCHANGE)
AFTER_ALL: Final = code(TrumpNamed.AFTER_ALL_EXCHANGES)
KEPT_ANY: Final = code(Kept.ANY)
KEPT_ACE: Final = code(Kept.ONE_ACE)
LEFT_FIRST: Final = code(OpponentsOrder.LEFT_FIRST)
MAY_CEDE: Final = code(OpponentsOrder.RIGHT_MAY_CEDE)
AT_MOST_EIGHT: Final = code(FirstOpponent.AT_MOST_EIGHT)
LEAVE_FIVE: Final = code(FirstOpponent.LEAVE_FIVE)
TURNED_UP: Final = code(TalonRest.TURNED_UP)
MAY_LOOK: Final = code(TalonRest.LAST_MAY_LOOK)
FAMILIES: Final = {family: code(family) for family in Family}


FIELDS: Final = (
    ("contracts", "i8", (MOST_CONTRACTS, CONTRACT)),
    ("exchange", "i8", (EXCHANGE,)),
    ("matadors", "u8", (5,)),
)
"""What a book says of contracts (in the order of the file) and of the exchange.

``matadors`` are those of each trump number, in card space; none without trumps.
"""


def fill_contracts(book: np.ndarray, game: Game) -> None:
    """Fill what a book says of contracts and exchange."""
    names = list(game.contracts)
    for place, contract in enumerate(game.contracts.values()):
        book["contracts"][place] = _columns(contract, place, names)
    rules = game.rules.exchange
    book["exchange"][:] = code(rules.order), code(rules.first_opponent), code(rules.talon_rest)
    for suit in Suit:
        book["matadors"][suit] = sum(1 << card for card in game.matadors(suit))


def judged_by(contract: Contract) -> tuple[Goal, VoleBy]:
    """Return all that `verdict.judge` reads of a contract; where it is equal the verdicts are."""
    return contract.goal, contract.vole.by


def _columns(contract: Contract, place: int, names: list[str]) -> tuple[int, ...]:
    trump, exchange = contract.trump, contract.exchange
    suits = sum(1 << suit for suit in Suit if suit.name in trump.suits)
    return (
        code(trump.by),
        code(trump.named),
        suits or 0b1111,
        trump.turned_ace is TurnedAce.OMBRE_NAMES,
        exchange.turned_card is TurnedCard.UNDER_TALON,
        exchange.least,
        exchange.most,
        exchange.taken is Taken.WHOLE_TALON,
        code(exchange.kept),
        exchange.opponents,
        code(contract.family),
        *(
            names.index(trump.counts_as[suit.name]) if suit.name in trump.counts_as else place
            for suit in Suit
        ),
    )
