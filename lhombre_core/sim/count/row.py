"""A deal of the reference engine as a row of numbers, by the schema of `columns`."""

from __future__ import annotations

from collections.abc import Sequence

from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money, total
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.verdict import Verdict
from lhombre_core.notation import Seat
from lhombre_core.sim.count.columns import NOTHING, RESULTS
from lhombre_core.sim.count.tally import first_five


def row(
    game: Game,
    seating: Seating,
    facts: Facts,
    verdict: Verdict,
    place: tuple[int, int],
    money: tuple[Money, Money, Money],
) -> Sequence[int]:
    """Return the numbers of a deal, one for each column.

    `place` is session and index in it, `money` what it was before the deal, when it was open and
    after its settlement.
    """
    before, opened, after = money
    pools = zip(opened.pools, after.pools, strict=True)
    return (
        *place,
        seating.dealer,
        *_played(game, seating, facts),
        *facts.tricks,
        RESULTS.index(verdict.outcome),
        verdict.vole,
        verdict.vole_undertaken,
        facts.stopped,
        facts.conceded,
        NOTHING if facts.surrenderer is None else facts.surrenderer,
        first_five(facts),
        *(now - then for now, then in zip(after.balances, before.balances, strict=True)),
        *(total(lots) for pair in pools for _, lots in pair),
    )


def _played(game: Game, seating: Seating, facts: Facts) -> Sequence[int]:
    """Return contract, colour, seat and player of the ombre, mort and trump suit."""
    mort = NOTHING if facts.mort is None else facts.mort
    if facts.contract is None or facts.ombre is None:
        return NOTHING, NOTHING, NOTHING, NOTHING, mort, NOTHING
    return (
        list(game.rules.contracts).index(facts.contract),
        facts.colour,
        facts.ombre,
        mort if facts.ombre is Seat.MORT else seating.active[facts.ombre],
        mort,
        NOTHING if facts.trump is None else facts.trump,
    )
