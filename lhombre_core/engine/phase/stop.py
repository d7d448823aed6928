"""When play stops of itself: nothing that is still to be played changes result or payment.

The cards do not matter here. Over all ways in which the remaining tricks could be split, the
settlement is compared (`result.signature`); where it is always the same the deal is over. The
answer depends on few numbers, so that a game keeps every answer it has given.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from lhombre_core.engine.phase.result import Signature, signature
from lhombre_core.engine.state.facts import Facts, Tricks
from lhombre_core.engine.state.game import TRICKS, Game
from lhombre_core.notation import Seat


class First(IntEnum):
    """Who has won the tricks so far, of the first five."""

    OMBRE = 0
    """The ombre all of them."""
    OPPONENTS = 1
    """The opponents all of them."""
    MIXED = 2


class Split(NamedTuple):
    """What the settlement of a deal may depend on while it is played."""

    contract: str
    colour: int
    ombre: int
    surrenderer: int | None
    vole_undertaken: bool
    four: bool
    """Does the mort play: four seats."""
    tricks: Tricks
    first: First


def is_fixed(game: Game, split: Split) -> bool:
    """Return whether every way to split the remaining tricks settles alike."""
    return _ending(game, split) is not None


def _ending(game: Game, split: Split) -> Signature | None:
    """Return the signature of all endings, None if they differ."""
    known = game.fixed_endings
    if split not in known:
        known[split] = _common(game, split)
    found: Signature | None = known[split]
    return found


def _common(game: Game, split: Split) -> Signature | None:
    if sum(split.tricks) == TRICKS:
        return signature(game, _example(split))
    common: Signature | None = None
    for seat in range(4 if split.four else 3):
        ending = _ending(game, after(split, seat))
        if ending is None or (common is not None and common != ending):
            return None
        common = ending
    return common


def after(split: Split, winner: int) -> Split:
    """Return the split after one more trick."""
    tricks = list(split.tricks)
    tricks[winner] += 1
    first = split.first
    if sum(tricks) <= 5:
        side = First.OMBRE if winner == split.ombre else First.OPPONENTS
        first = side if sum(tricks) == 1 or side is first else First.MIXED
    return split._replace(tricks=(tricks[0], tricks[1], tricks[2], tricks[3]), first=first)


def _example(split: Split) -> Facts:
    """Return a finished deal with this split, its first five tricks won as the split says."""
    ombre = Seat(split.ombre)
    mine = [ombre] * split.tricks[ombre]
    others = [
        Seat(seat)
        for seat, tricks in enumerate(split.tricks)
        if seat != ombre
        for _ in range(tricks)
    ]
    match split.first:
        case First.OMBRE:
            winners = mine + others
        case First.OPPONENTS:
            winners = others + mine
        case First.MIXED:
            winners = mine[:1] + others + mine[1:]
    return Facts(
        contract=split.contract,
        colour=split.colour,
        ombre=ombre,
        tricks=split.tricks,
        winners=tuple(winners),
        vole_undertaken=split.vole_undertaken,
        surrenderer=None if split.surrenderer is None else Seat(split.surrenderer),
        mort=0 if split.four else None,
    )
