"""Amounts of a rule set as terms of a book.

The terms of an amount are a list without branches. A term that reads another amount (`amount-of`,
or the bête with its opening stake and its cap) stands behind the terms of that amount, which are
added up in a column of their own, one for each level; it reads the column and empties it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from lhombre_core.engine.state.game import Game
from lhombre_core.errors import UsageError
from lhombre_core.kernel.encode.money.column import (
    DRAWABLE,
    HOW_BETE,
    HOW_EMPTIES,
    HOW_PLAIN,
    HOW_RUN,
    MOST_COUNTED,
    MOST_DIVISOR,
    MOST_FACTOR,
    MOST_GROUPS,
    MOST_LEVELS,
    NOW_DRAWN,
    NOW_ONE,
    NOW_RECEIVED,
    NOW_RUNS,
    NOW_WINNINGS,
    OTHERS,
    OTHERS_OR_PART,
    PART,
    SUMS,
    TERM,
    VIEW,
    VIEWS,
    WHOLE,
    WORTH_EXTRA,
    WORTH_FAILED,
    WORTH_MADE,
    WORTH_PRICE,
    WORTH_VOLE,
)
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.contract import Contract
from lhombre_core.rules.settlement import Amount, Per, PoolView, RunOf, Term, TermKind
from lhombre_core.rules.stake import BeteBase

READS_OF_KIND = {
    TermKind.NUMBER: NOW_ONE,
    TermKind.PRICE: ~WORTH_PRICE,
    TermKind.CODILLE_EXTRA: ~WORTH_EXTRA,
    TermKind.VOLE_MADE: ~WORTH_MADE,
    TermKind.VOLE_FAILED: ~WORTH_FAILED,
    TermKind.VOLE: ~WORTH_VOLE,
    TermKind.DRAWN: NOW_DRAWN,
    TermKind.RECEIVED: NOW_RECEIVED,
    TermKind.WINNINGS: NOW_WINNINGS,
}
"""Where a term looks, see `READS` of `money_column`; the others are told apart below."""

VIEW_COLUMNS = {
    PoolView.WHOLE: WHOLE,
    PoolView.IN_PLAY: PART,
    PoolView.DRAWABLE: DRAWABLE,
    PoolView.OTHERS: OTHERS,
    PoolView.OTHERS_OR_IN_PLAY: OTHERS_OR_PART,
}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who reads an amount."""

    into: int
    """The column in which it is added up."""
    level: int = 0
    run_of: RunOf = RunOf.OMBRE
    per_opponent: bool = True
    """Opponents are counted; false: there are none."""

    @property
    def below(self) -> int:
        """The column in which an amount is added up that a term reads."""
        if self.level + 2 > MOST_LEVELS:
            raise Unencodable("amounts read one another in a circle, or too deep")
        return SUMS + MOST_GROUPS + self.level


class Terms:
    """The terms of one book while it is made, and the pools they read."""

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self.game = game
        self.pools = {name: place for place, name in enumerate(game.rules.stakes.pools)}
        self.rows: list[list[int]] = []
        self.reads = 0
        """The pools that are read, as a mask."""

    def pool(self, name: str | None) -> int:
        """Return the place of a pool; -1 for none."""
        if name is None:
            return -1
        if name not in self.pools:
            raise Unencodable(f"there is no pool {name}")
        return self.pools[name]

    def read(self, pool: str | None) -> int:
        """Return the place of a pool and note that it is read."""
        place = self.pool(pool)
        self.reads |= 1 << place if place >= 0 else 0
        return place

    def add(self, amount: Iterable[Term], into: int, run_of: RunOf) -> None:
        """Add some terms of a transfer, which are added up in a column."""
        self._add(amount, _Reader(into, run_of=run_of))

    def add_alone(self, amount: Amount) -> tuple[int, int]:
        """Add an amount that stands outside a transfer; return where its terms begin and end."""
        first = len(self.rows)
        self._add(amount.values(), _Reader(SUMS, per_opponent=False))
        return first, len(self.rows)

    def _add(self, amount: Iterable[Term], reader: _Reader) -> None:
        for term in amount:
            self._term(term, reader)

    def _term(self, term: Term, reader: _Reader) -> None:
        reads, how = self._reads(term, reader)
        factor, divisor = self._factor(term)
        if term.per is Per.OPPONENT and not reader.per_opponent:
            factor = 0
        row = [
            reads,
            how,
            term.less,
            factor,
            divisor,
            MOST_COUNTED // max(1, abs(factor)),
            int(term.per is Per.OPPONENT),
            code(term.round),
            reader.into,
        ]
        if len(row) != TERM:
            raise AssertionError(len(row))
        self.rows.append(row)

    def _reads(self, term: Term, reader: _Reader) -> tuple[int, int]:
        """Return which column a term reads and how; the terms it reads are added before it."""
        deeper = replace(reader, into=reader.below, level=reader.level + 1)
        match term.of:
            case TermKind.RUN:
                return NOW_RUNS + code(reader.run_of), HOW_RUN
            case TermKind.POOL:
                view = VIEWS + VIEW * self.read(str(term.pool))
                return view + VIEW_COLUMNS[term.view], HOW_PLAIN
            case TermKind.AMOUNT_OF:
                other = self.game.rules.settlement[str(term.transfer)]
                self._add(other.amount.values(), replace(deeper, run_of=other.run_of))
                return reader.below, HOW_EMPTIES
            case TermKind.BETE:
                self._bete(replace(deeper, run_of=RunOf.OMBRE, per_opponent=False))
                return reader.below, HOW_BETE
            case kind:
                return READS_OF_KIND[kind], HOW_PLAIN

    def _bete(self, reader: _Reader) -> None:
        """Add the amounts of which a bête is made: the opening stake, if it reads it, and the cap.

        The cap is added up in the column behind that of the opening stake.
        """
        stakes = self.game.rules.stakes
        self.read(stakes.at_stake)
        bases: set[BeteBase | None] = {c.stake.base for c in self.game.contracts.values()}
        bases |= {occasion.bete_base for occasion in stakes.occasions.values()}
        if stakes.bete is None:
            return
        if BeteBase.OPENING_STAKE in bases and stakes.bete.opening is not None:
            self._add(stakes.opening[stakes.bete.opening].amount.values(), reader)
        if stakes.bete.cap is not None:
            cap = replace(reader, into=reader.into + 1, level=reader.level + 1)
            self._add(stakes.bete.cap.values(), cap)

    def _factor(self, term: Term) -> tuple[int, int]:
        """Return factor and divisor of a term in lowest terms; 0, 0 where a number is missing.

        One that is too large is left to the engine as if it were missing.
        """
        number = self.game.number
        try:
            counted = number(term.number) if term.of is TermKind.NUMBER else 1
            above = counted * number(term.by) * term.times.numerator
            below = number(term.over) * term.times.denominator
        except UsageError:
            return 0, 0
        return fraction(Fraction(above, below)) if below else (0, 0)


def fraction(value: Fraction | None) -> tuple[int, int]:
    """Return numerator and denominator of a number that a term counts; 0, 0 if it is missing.

    One that is too large is left to the engine as if it were missing.
    """
    if value is None or abs(value.numerator) > MOST_FACTOR or value.denominator > MOST_DIVISOR:
        return 0, 0
    return value.numerator, value.denominator


def bete_coefficients(base: BeteBase, own: BeteBase) -> list[int]:
    """Return how often a bête counts the opening stake, what is in play, a cup, and what was laid.

    `own` is the base of the contract, in whose place the occasion may have set another.
    """
    less_opening = BeteBase.AT_STAKE_LESS_OPENING in {base, own}
    match base:
        case BeteBase.OPENING_STAKE:
            return [1, 0, 0, 0]
        case BeteBase.AT_STAKE | BeteBase.AT_STAKE_LESS_OPENING | BeteBase.AT_STAKE_LESS_CUP:
            return [0, 1, int(base is BeteBase.AT_STAKE_LESS_CUP), int(less_opening)]


def bases_of(contract: Contract, set_by: BeteBase | None) -> list[int]:
    """Return the coefficients of a bête of a contract, on an occasion that may set the base."""
    own = contract.stake.base
    return bete_coefficients(own if set_by is None else set_by, own)
