"""Pools, occasions, contracts and seats of a rule set as rows of a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product

from lhombre_core.engine.money.party import Parties
from lhombre_core.engine.money.price import codille_extra, price, quantity, vole
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import LotKind
from lhombre_core.engine.state.seating import Seating, seat_players
from lhombre_core.engine.state.verdict import Verdict, judge
from lhombre_core.errors import UsageError
from lhombre_core.kernel.encode.contract import judged_by
from lhombre_core.kernel.encode.money.column import (
    BETE_ROW,
    COLOURS,
    CONTRACT_ROW,
    LIST,
    MOST,
    MOST_BETE_FACTOR,
    NO_OCCASION,
    NONE,
    OCCASION_ROW,
    POOL_ROW,
    SEATS_ROW,
    SPLITS,
    VERDICT_OUTCOME,
    VERDICT_UNDERTAKEN,
    VERDICT_VOLE,
    VERDICT_WON,
)
from lhombre_core.kernel.encode.money.term import Terms, bases_of, fraction
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.space import Unencodable
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Contract, Draws, TrumpBy
from lhombre_core.rules.settlement import Outcome, Phase
from lhombre_core.rules.stake import BetePlace, LossFactor, Occasion, PoolKind, When

_TABLES = (3, 4, 5)
_NO_VERDICT = Verdict(Outcome.VOID, frozenset())


def pool_rows(terms: Terms) -> list[list[int]]:
    """Return the pools, in the order of the file; their promises are added to the terms."""
    found = []
    for pool in terms.game.rules.stakes.pools.values():
        row = [
            code(pool.kind),
            int(pool.used),
            NONE if pool.in_play is None else code(pool.in_play),
            code(pool.after_remise or BetePlace.JOINS),
            code(pool.after_codille or BetePlace.JOINS),
            NONE if pool.order is None else code(pool.order),
            NONE if pool.owners is None else code(pool.owners),
            *terms.add_alone(pool.promise or {}),
            int(bool(pool.with_first_bete)),
        ]
        found.append(_checked(row, POOL_ROW))
    return found


def occasion_rows(terms: Terms, joins: list[int], betes: list[int]) -> list[list[int]]:
    """Return the occasions, in the order of the file, and behind them that of no occasion.

    What joins them is added to `joins`, the bêtes of all contracts to `betes`.
    """
    occasions, pools = terms.game.rules.stakes.occasions, terms.game.rules.stakes.pools
    places = {name: place for place, name in enumerate(occasions)}
    found = []
    for occasion in occasions.values():
        names, first = occasion.names, len(joins)
        for pool, how in occasion.joins.items():
            joins += [terms.pool(pool), code(how)]
        none = NONE if names is None else NO_OCCASION
        cups = [pool for pool in occasion.joins if pools[pool].kind is PoolKind.CUP]
        row = [
            code(occasion.when),
            terms.pools.get(str(names), NONE),
            places.get(str(names), none),
            _full(terms, occasion),
            first,
            len(joins),
            code(LotKind.BETE if occasion.called_counts else LotKind.CALLED),
            sum(1 << terms.pool(pool) for pool in cups),
            int(occasion.counts),
            len(betes),
        ]
        betes += _betes(terms.game, occasion)
        found.append(_checked(row, OCCASION_ROW))
    found.append([*[NONE] * (OCCASION_ROW - 1), len(betes)])
    betes += _betes(terms.game, None)
    return found


def _full(terms: Terms, occasion: Occasion) -> int:
    """Return what the cup must hold that an occasion waits for; `MOST`: it can never be full."""
    pool = terms.game.rules.stakes.pools.get(str(occasion.names))
    if occasion.when is not When.CUP_FULL or pool is None or not pool.used or pool.full is None:
        return MOST
    return min(MOST, terms.game.number(pool.full))


def _betes(game: Game, occasion: Occasion | None) -> Iterator[int]:
    """Yield the bêtes of all contracts on an occasion, after a remise and after a codille."""
    loss = LossFactor(1, 1) if occasion is None else occasion.loss
    set_by = None if occasion is None else occasion.bete_base
    for contract in game.contracts.values():
        for often in (loss.remise, loss.codille):
            factor = contract.stake.factor * often
            if abs(factor) > MOST_BETE_FACTOR:
                raise Unencodable(f"a bête is laid {factor} times")
            yield from _checked([*bases_of(contract, set_by), factor], BETE_ROW)


def contract_rows(game: Game) -> list[list[int]]:
    """Return the contracts, in the order of the file: how they end, and what they are worth."""
    found = []
    verdicts: dict[tuple[object, ...], list[int]] = {}
    for name, contract in game.contracts.items():
        run, trumps = game.rules.result.run, contract.trump.by is not TrumpBy.NONE
        judged = judged_by(contract)
        if judged not in verdicts:
            verdicts[judged] = list(_verdicts(game, name))
        row = [
            max(0, run.least) if run is not None and trumps else MOST,
            int(contract.stake.draws is Draws.LESS_OPENING),
            *verdicts[judged],
            *_worths(game, contract),
        ]
        found.append(_checked(row, CONTRACT_ROW))
    return found


def _verdicts(game: Game, contract: str) -> Iterator[int]:
    """Yield what each end of a deal comes to, in the order of `money_column.VERDICTS`."""
    ends = product(range(SPLITS), (-1, 0, 1), (False, True), (False, True), (False, True))
    for mine, more, alone, undertaken, taken_over in ends:
        most = mine + more
        facts = Facts(
            contract=contract,
            ombre=Seat.FOREHAND,
            tricks=(mine, most, most - alone, 0),
            vole_undertaken=undertaken,
            surrenderer=Seat.BACKHAND if taken_over else None,
        )
        yield packed(judge(game, facts))


def packed(verdict: Verdict) -> int:
    """Return a verdict as one number, see `money_column.VERDICT_OUTCOME`."""
    return (
        sum(1 << code(event) for event in verdict.events)
        | code(verdict.outcome) << VERDICT_OUTCOME
        | verdict.vole + 1 << VERDICT_VOLE
        | verdict.vole_undertaken << VERDICT_UNDERTAKEN
        | verdict.won << VERDICT_WON
    )


def _worths(game: Game, contract: Contract) -> Iterator[int]:
    """Yield what a contract is worth, in the order of `money_column.WORTHS`."""
    made = _known(lambda: quantity(game, contract.vole.made))
    failed = _known(lambda: quantity(game, contract.vole.failed))
    voles = [_known(lambda sign=sign: vole(game, contract, sign)) for sign in (-1, 0, 1)]  # type: ignore[misc]
    for colour in range(COLOURS):
        worth = _known(lambda colour=colour: price(game, contract, colour))  # type: ignore[misc]
        for tricks in range(SPLITS):
            facts = Facts(colour=colour, ombre=Seat.FOREHAND, tricks=(tricks, 0, 0, 0))
            extra = _known(lambda facts=facts: codille_extra(game, contract, facts))  # type: ignore[misc]
            for sign in voles:
                yield from (*worth, *extra, *made, *failed, *sign)


def _known(ask: Callable[[], Fraction]) -> tuple[int, int]:
    """Return numerator and denominator of a number; 0, 0 where a parameter has no value.

    Then the engine must say so.
    """
    try:
        return fraction(ask())
    except UsageError:
        return fraction(None)


def seat_rows(game: Game) -> list[list[int]]:
    """Return the seats by number at the table and dealer; nothing where so many cannot play."""
    found = []
    for players, dealer in product(_TABLES, range(5)):
        try:
            row = _seats(game, seat_players(game.rules.table, players, dealer))
        except UsageError:
            row = [NONE] * SEATS_ROW
        found.append(_checked(row, SEATS_ROW))
    return found


def _seats(game: Game, seating: Seating) -> list[int]:
    active = seating.active
    row = [*active]
    row += _list(Parties(game, seating, Facts(), _NO_VERDICT).everybody(), 6)
    for ombre, phase in product(range(5), (Phase.POOLS, Phase.PLAYERS)):
        row += _list(_opponents(game, seating, ombre, phase))
    for mort in (None, *range(5)):
        row += _list(Parties(game, seating, Facts(mort=mort), _NO_VERDICT).active())
    for ahead in range(8):
        row += _list(player for seat, player in enumerate(active) if ahead >> seat & 1)
    return row


def _opponents(game: Game, seating: Seating, ombre: int, phase: Phase) -> list[int]:
    if ombre >= seating.players:
        return []
    seat = seating.seat(ombre, ombre)
    facts = Facts(ombre=seat, mort=ombre if seat is Seat.MORT else None)
    return Parties(game, seating, facts, _NO_VERDICT).opponents(phase)


def _list(numbers: Iterable[int], length: int = LIST) -> list[int]:
    found = [*numbers]
    return [len(found), *found, *[NONE] * (length - 1 - len(found))]


def _checked(row: list[int], length: int) -> list[int]:
    if len(row) != length:
        raise AssertionError(f"a row of {len(row)} columns; expected {length}")
    return row
