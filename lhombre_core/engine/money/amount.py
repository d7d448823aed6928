"""The amount of a transfer: the values of its terms, read from the deal and from the pools."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from lhombre_core.engine.money.price import codille_extra, price, quantity, vole
from lhombre_core.engine.money.transfer import in_play
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind, Money, total
from lhombre_core.engine.state.verdict import Verdict
from lhombre_core.errors import Fault, FaultError, MissingNumber
from lhombre_core.rules.contract import Contract, Draws, TrumpBy
from lhombre_core.rules.settlement import (
    Amount,
    Loss,
    Outcome,
    Per,
    PoolView,
    Rounding,
    RunOf,
    Term,
    TermKind,
)
from lhombre_core.rules.stake import BeteBase, Occasion


@dataclass(slots=True)
class Basis:
    """The values that amounts read: the deal, and the pools before the settlement."""

    game: Game
    money: Money
    """The money at the start of the settlement, or of the deal."""
    facts: Facts
    verdict: Verdict
    drawn: int = 0
    """The sum that the ombre has drawn from pools so far."""
    received: int = 0
    """The sum that the ombre has received from opponents so far."""

    @property
    def contract(self) -> Contract | None:
        """The contract that was played; None: there was no ombre."""
        return None if self.facts.contract is None else self.game.contracts[self.facts.contract]

    @property
    def occasion(self) -> Occasion | None:
        """The occasion that the deal is played for; None where the variant has none."""
        name = self.money.occasion
        return None if name is None else self.game.rules.stakes.occasions[name]


def plain_basis(game: Game, money: Money) -> Basis:
    """Return the basis of an amount that depends on no deal, such as a promise."""
    return Basis(game, money, Facts(), Verdict(Outcome.VOID, frozenset()))


def term_values(
    basis: Basis, amount: Amount, rule: str, *, run_of: RunOf = RunOf.OMBRE, opponents: int = 0
) -> list[tuple[str, Term, int]]:
    """Return the terms of an amount with their values, in the order of the file.

    `opponents` is the factor of a term that counts for each opponent; `rule` is the dotted path of
    the rule that reads the amount. A fraction where a whole number is required is a `FaultError`,
    an unknown run or pool a `MissingNumber`.
    """
    return [
        (name, term, _value(basis, term, f"{rule}.amount.{name}", run_of, opponents))
        for name, term in amount.items()
    ]


def sum_of(
    basis: Basis, amount: Amount, rule: str, *, run_of: RunOf = RunOf.OMBRE, opponents: int = 0
) -> int:
    """Return the sum of the terms of an amount."""
    values = term_values(basis, amount, rule, run_of=run_of, opponents=opponents)
    return sum(value for _, _, value in values)


def counted_run(basis: Basis, run_of: RunOf, rule: str) -> int:
    """Return the length of a run of top trumps that counts; 0 for a run that does not.

    No run counts without trumps, or where a concession or an irregularity excludes it.
    """
    run, contract = basis.game.rules.result.run, basis.contract
    if run is None or contract is None or contract.trump.by is TrumpBy.NONE:
        return 0
    given_up = run_of is RunOf.SURRENDERER and not basis.game.rules.concession.run_counts
    if given_up or not basis.verdict.run_counts:
        return 0
    runs = basis.facts.runs
    match run_of:
        case RunOf.OMBRE:
            length = runs.ombre
        case RunOf.SURRENDERER:
            length = runs.surrenderer
        case RunOf.OPPONENT:
            known = 0 if runs.opponent is None else runs.opponent[1]
            length = known if runs.opponent_known else None
        case _:
            assert_never(run_of)
    if length is None:
        name = "run" if run_of is RunOf.OMBRE else f"run of the {run_of}"
        raise MissingNumber(name, rule)
    return length if length >= run.least else 0


def _value(basis: Basis, term: Term, rule: str, run_of: RunOf, opponents: int) -> int:
    counted, game = _counted(basis, term, rule, run_of, opponents), basis.game
    above = counted.numerator * term.times.numerator * game.number(term.by)
    below = counted.denominator * term.times.denominator * game.number(term.over)
    if term.per is Per.OPPONENT:
        above *= opponents
    match term.round:
        case Rounding.DOWN:
            return above // below
        case Rounding.NEAREST:
            return (2 * above + below) // (2 * below)
        case Rounding.EXACT:
            if above % below == 0:
                return above // below
            message = f"{Fraction(above, below)} is no whole number; say how to round it"
            raise FaultError([Fault(message, rule=rule)])
        case _:
            assert_never(term.round)


def _counted(basis: Basis, term: Term, rule: str, run_of: RunOf, opponents: int) -> int | Fraction:
    match term.of:
        case TermKind.NUMBER:
            return basis.game.number(term.number)
        case TermKind.RUN:
            return max(0, counted_run(basis, run_of, rule) - term.less)
        case TermKind.POOL:
            return _seen(basis, term, rule)
        case TermKind.DRAWN:
            return basis.drawn
        case TermKind.RECEIVED:
            return basis.received
        case TermKind.WINNINGS:
            return basis.drawn + basis.received
        case TermKind.AMOUNT_OF:
            other = basis.game.rules.settlement[str(term.transfer)]
            path = f"settlement.{term.transfer}"
            values = term_values(
                basis, other.amount, path, run_of=other.run_of, opponents=opponents
            )
            return sum(value for _, _, value in values)
        case kind:
            contract = basis.contract
            return 0 if contract is None else _worth(basis, contract, kind, rule)


def _worth(basis: Basis, contract: Contract, kind: TermKind, rule: str) -> int | Fraction:
    """Return the value of a term that reads the contract."""
    game = basis.game
    match kind:
        case TermKind.PRICE:
            return price(game, contract, basis.facts.colour)
        case TermKind.CODILLE_EXTRA:
            return codille_extra(game, contract, basis.facts)
        case TermKind.VOLE_MADE:
            return quantity(game, contract.vole.made)
        case TermKind.VOLE_FAILED:
            return quantity(game, contract.vole.failed)
        case TermKind.VOLE:
            return vole(game, contract, basis.verdict.vole)
        case TermKind.BETE:
            return _bete(basis, contract, rule)
        case _:
            raise ValueError(f"{kind} does not read the contract")


def _seen(basis: Basis, term: Term, rule: str) -> int:
    pool = str(term.pool)
    lots = basis.money.known_lots(pool, rule)
    chosen = in_play(basis.game, basis.money)
    if pool != basis.game.rules.stakes.at_stake:
        chosen = None if not lots else lots[0].stack
    played = [lot for lot in lots if lot.stack == chosen]
    others = [lot for lot in lots if lot.stack != chosen]
    match term.view:
        case PoolView.WHOLE:
            return total(lots)
        case PoolView.IN_PLAY:
            return total(played)
        case PoolView.DRAWABLE:
            contract = basis.contract
            less = contract is not None and contract.stake.draws is Draws.LESS_OPENING
            return total(played) - (_opening_laid(basis, played) if less else 0)
        case PoolView.OTHERS:
            return total(others)
        case PoolView.OTHERS_OR_IN_PLAY:
            return total(others) or total(played)
        case _:
            assert_never(term.view)


def _at_stake(basis: Basis, rule: str) -> list[Lot]:
    pool = basis.game.rules.stakes.at_stake
    if pool is None:
        return []
    chosen = in_play(basis.game, basis.money)
    return [lot for lot in basis.money.known_lots(pool, rule) if lot.stack == chosen]


def _opening_laid(basis: Basis, lots: list[Lot]) -> int:
    """Return the opening stake of this deal, as far as it is among the lots."""
    bete = basis.game.rules.stakes.bete
    return total(
        lot
        for lot in lots
        if lot.kind is LotKind.OPENING
        and lot.deal == basis.money.deal
        and bete is not None
        and lot.key == bete.opening
    )


def _bete(basis: Basis, contract: Contract, rule: str) -> int:
    """Return the bête: its base, times the factors of contract, occasion and irregularity."""
    stakes, occasion, verdict = basis.game.rules.stakes, basis.occasion, basis.verdict
    factor = contract.stake.factor * verdict.bete_factor
    if occasion is not None:
        codille = verdict.loss is Loss.CODILLE
        factor *= occasion.loss.codille if codille else occasion.loss.remise
    amount = _base(basis, contract, rule) * factor
    if stakes.bete is None or stakes.bete.cap is None:
        return amount
    return min(amount, sum_of(basis, stakes.bete.cap, "stakes.bete.cap"))


def _base(basis: Basis, contract: Contract, rule: str) -> int:
    """Return the base of a bête, which the occasion may set instead of the contract.

    A contract that leaves out the opening stake does so whatever the base.
    """
    occasion = basis.occasion
    own = contract.stake.base
    base = own if occasion is None or occasion.bete_base is None else occasion.bete_base
    if base is BeteBase.OPENING_STAKE:
        return _opening_stake(basis)
    lots = _at_stake(basis, rule)
    amount = total(lots)
    if base is BeteBase.AT_STAKE_LESS_CUP:
        amount -= total(lot for lot in lots if lot.kind is LotKind.CUP)
    if BeteBase.AT_STAKE_LESS_OPENING in {base, own}:
        amount -= _opening_laid(basis, lots)
    return amount


def _opening_stake(basis: Basis) -> int:
    stakes = basis.game.rules.stakes
    key = None if stakes.bete is None else stakes.bete.opening
    if key is None:
        return 0
    return sum_of(basis, stakes.opening[key].amount, f"stakes.opening.{key}")
