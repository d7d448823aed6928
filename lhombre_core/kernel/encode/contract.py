"""Contracts as rows of numbers: the rules between the auction and the first lead."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.encode.auction import MOST_CONTRACTS
from lhombre_core.kernel.encode.word import code, row_of
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


class ContractRow(NamedTuple):
    """A contract between the auction and the first lead, as a row of numbers; a yes is 1."""

    trump_by: int
    """A `TrumpBy`."""
    named: int
    """A `TrumpNamed`."""
    suits: int
    """The suits that may be named, as four bits; all if the file names none."""
    ace_names: int
    """If a black ace is turned the ombre names trumps."""
    under: int
    """A turned card goes under the talon."""
    least: int
    most: int
    whole: int
    """The ombre takes the whole talon."""
    kept: int
    """A `Kept`."""
    opponents: int
    """The opponents may exchange."""
    family: int
    """A `Family`."""
    counts_as: tuple[int, ...]
    """The contract that this is when a suit is named, by suit."""


class ExchangeRules(NamedTuple):
    """The procedure of the exchange, as a row of numbers."""

    order: int
    """An `OpponentsOrder`."""
    first: int
    """How much the first opponent may draw, as a `FirstOpponent`."""
    rest: int
    """A `TalonRest`."""


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
    ("contracts", row_of(ContractRow, counts_as=len(Suit)), (MOST_CONTRACTS,)),
    ("exchange", row_of(ExchangeRules)),
    ("matadors", "u8", (5,)),
)
"""The fields of a book about contracts (in the order of the file) and the exchange.

``matadors`` are those of each trump number, in card space; none without trumps.
"""


def fill_contracts(book: np.ndarray, game: Game) -> None:
    """Fill the fields of contracts and exchange."""
    names = list(game.contracts)
    for place, contract in enumerate(game.contracts.values()):
        book["contracts"][place] = _row(contract, place, names)
    rules = game.rules.exchange
    book["exchange"] = ExchangeRules(
        code(rules.order), code(rules.first_opponent), code(rules.talon_rest)
    )
    for suit in Suit:
        book["matadors"][suit] = sum(1 << card for card in game.matadors(suit))


def judged_by(contract: Contract) -> tuple[Goal, VoleBy]:
    """Return all that `verdict.judge` reads of a contract: equal rules give equal verdicts."""
    return contract.goal, contract.vole.by


def _row(contract: Contract, place: int, names: list[str]) -> ContractRow:
    trump, exchange = contract.trump, contract.exchange
    suits = sum(1 << suit for suit in Suit if suit.name in trump.suits)
    return ContractRow(
        trump_by=code(trump.by),
        named=code(trump.named),
        suits=suits or (1 << len(Suit)) - 1,
        ace_names=trump.turned_ace is TurnedAce.OMBRE_NAMES,
        under=exchange.turned_card is TurnedCard.UNDER_TALON,
        least=exchange.least,
        most=exchange.most,
        whole=exchange.taken is Taken.WHOLE_TALON,
        kept=code(exchange.kept),
        opponents=exchange.opponents,
        family=code(contract.family),
        counts_as=tuple(
            names.index(trump.counts_as[suit.name]) if suit.name in trump.counts_as else place
            for suit in Suit
        ),
    )
