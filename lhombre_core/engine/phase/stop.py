"""When play stops of itself: no remaining trick changes result or payment.

The cards do not matter here. The settlements of all splits of the remaining tricks are compared
by their `Signature`; where all are equal the deal is over.
"""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from lhombre_core.engine.money.price import codille_extra
from lhombre_core.engine.money.transfer import firing
from lhombre_core.engine.state.facts import Facts, Tricks, add_trick
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.engine.state.verdict import judge
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import Event, Outcome, Party, TermKind


class First(IntEnum):
    """The side that won the first five tricks, or all tricks so far."""

    OMBRE = 0
    OPPONENTS = 1
    MIXED = 2


class Split(NamedTuple):
    """The parts of an unfinished deal that its settlement depends on."""

    contract: str
    colour: int
    ombre: int
    surrenderer: int | None
    vole_undertaken: bool
    four: bool
    """Does the mort play: four seats."""
    tricks: Tricks
    first: First

    def after(self, winner: int) -> Split:
        """Return the split after one more trick, won by the seat `winner`."""
        tricks = add_trick(self.tricks, winner)
        first = self.first
        if sum(tricks) <= 5:
            side = First.OMBRE if winner == self.ombre else First.OPPONENTS
            first = side if sum(tricks) == 1 or side is first else First.MIXED
        return self._replace(tricks=tricks, first=first)


class Signature(NamedTuple):
    """The parts of a settlement that unplayed tricks can change.

    Two endings of one deal with equal signatures have the same result and the same payments,
    whatever the pools and hands hold.
    """

    outcome: Outcome
    events: frozenset[Event]
    vole: int
    transfers: tuple[str, ...]
    """Keys of the transfers that are set off."""
    ahead: tuple[Seat, ...]
    """Winners of the codille, where a transfer names them."""
    codille_extra: Fraction | None
    """The surcharge of a codille, where a transfer reads it."""


def signature(game: Game, facts: Facts) -> Signature:
    """Return the signature of a finished deal."""
    verdict = judge(game, facts)
    transfers = list(firing(game, facts, verdict))
    terms = [term for item in transfers for term in item.transfer.amount.values()]
    parties: set[str | None] = {term.to for term in terms}
    parties.update(party for item in transfers for party in (item.transfer.from_, item.transfer.to))
    extra = None
    if facts.contract is not None and any(
        term.of in {TermKind.CODILLE_EXTRA, TermKind.AMOUNT_OF} for term in terms
    ):
        extra = codille_extra(game, game.contracts[facts.contract], facts)
    return Signature(
        verdict.outcome,
        verdict.events,
        verdict.vole,
        tuple(item.key for item in transfers),
        verdict.ahead if Party.CODILLE_WINNER in parties else (),
        extra,
    )


def is_fixed(game: Game, split: Split) -> bool:
    """Return whether every way to split the remaining tricks settles alike."""
    return _common_signature(game, split) is not None


@lru_cache(maxsize=1 << 16)
def _common_signature(game: Game, split: Split) -> Signature | None:
    """Return the signature that all endings share; None: they differ."""
    if sum(split.tricks) == TRICKS:
        return signature(game, example_facts(split))
    common: Signature | None = None
    for seat in range(4 if split.four else 3):
        ending = _common_signature(game, split.after(seat))
        if ending is None or (common is not None and common != ending):
            return None
        common = ending
    return common


def example_facts(split: Split) -> Facts:
    """Return a finished deal with this split, its first five tricks won as the split says."""
    return Facts(
        contract=split.contract,
        colour=split.colour,
        ombre=Seat(split.ombre),
        tricks=split.tricks,
        winners=example_winners(split.ombre, split.tricks, split.first),
        vole_undertaken=split.vole_undertaken,
        surrenderer=None if split.surrenderer is None else Seat(split.surrenderer),
        mort=0 if split.four else None,
    )


def example_winners(ombre: int, tricks: Tricks, first: First) -> tuple[Seat, ...]:
    """Return an order of trick winners with these numbers and this side ahead in the first five."""
    mine = [Seat(ombre)] * tricks[ombre]
    others = [
        Seat(seat) for seat, number in enumerate(tricks) if seat != ombre for _ in range(number)
    ]
    match first:
        case First.OMBRE:
            return (*mine, *others)
        case First.OPPONENTS:
            return (*others, *mine)
        case First.MIXED:
            return (*mine[:1], *others, *mine[1:])
