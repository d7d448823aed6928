"""The early stop of play as tables: the engine's answers to `lhombre_core.engine.phase.stop`.

The settlement knows seats only by their roles: the ombre, the player who gave up, the others in
their order. So a split of tricks is given by role, and one table serves wherever the ombre sits.
Its roles are the ombre and a, b, c: the opponents in order, beginning with the player who gave up.

A *kind* of ending is a contract, a colour, the vole undertaken or not, the deal taken over or not.
`result.signature` gives the signature of each of its endings. A split is fixed if all the splits
that can follow it are fixed with one and the same signature. Contracts that are settled alike share
their kinds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lhombre_core.engine.money.transfer import transfer_plan
from lhombre_core.engine.phase.stop import First, Signature, signature
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import TRICKS
from lhombre_core.kernel.encode.contract import judged_by
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Consent, EnteredBy, VoleBy
from lhombre_core.rules.play import Stop

if TYPE_CHECKING:
    from lhombre_core.engine.state.game import Game
    from lhombre_core.rules.contract import Contract

WITHOUT_VOLE: Final = 0
"""Stages of the play, the third index of `Endings.kinds`: the vole is not undertaken."""
WITH_VOLE: Final = 1
TAKEN_OVER: Final = 2
_COLOURS: Final = 3
SPLITS: Final = 1000
"""Splits by the tricks of the ombre, a and b: ``100 * ombre + 10 * a + b``."""


class Endings(NamedTuple):
    """The early stop of a rule set."""

    kinds: np.ndarray
    """``int64[contracts, 3, 2, 3]``: the kind of ending by contract, colour, whether four play,
    and stage; -1 where play does not stop of itself."""
    fixed: np.ndarray
    """``uint16[kinds * 3 * 1000]``: by kind, `First` and split, bit n says that play stops if c has
    n tricks."""


class Tree(NamedTuple):
    """All possible splits of the tricks, by the number of tricks played."""

    nodes: tuple[tuple[tuple[First, tuple[int, ...]], ...], ...]
    """By number of tricks the splits: the winner of the first five, and the tricks by role."""
    below: tuple[np.ndarray, ...]
    """By number of tricks, ``int64[nodes, roles]``: the split after a trick more of a role."""
    entries: tuple[np.ndarray, ...]
    """By number of tricks, the place of each node in a table of ``[3, 1000]``."""
    bits: tuple[np.ndarray, ...]


def endings(game: Game) -> Endings:
    """Return the tables of the early stop of a game."""
    kinds = np.full((len(game.contracts), _COLOURS, 2, 3), -1, np.int64)
    tables: list[np.ndarray] = []
    if game.rules.play.stop is Stop.WHEN_FIXED:
        known: dict[tuple[object, ...], int] = {}
        for (place, name), colour in product(enumerate(game.contracts), range(_COLOURS)):
            read = _read(game, name, colour)
            for stage, four in product(_stages(game.contracts[name]), _sizes(game, name)):
                kind = known.setdefault((*read, stage, four), len(tables))
                kinds[place, colour, int(four), stage] = kind
                if kind == len(tables):
                    tables.append(_table(game, name, colour, stage, four=four))
    return Endings(kinds, np.concatenate(tables or [np.zeros(3 * SPLITS, np.uint16)]))


def _read(game: Game, name: str, colour: int) -> tuple[object, ...]:
    """Return the rules of a contract that decide its signatures: equal rules, equal signatures."""
    contract = game.contracts[name]
    highest = max((bid.colour for bid in game.bids), default=0)
    # Only the limit of a codille reads the price.
    price = None if contract.codille.cap is None else (contract.price, min(colour, highest))
    named = (item.transfer.if_.contracts for item in transfer_plan(game).settled)
    return (
        judged_by(contract),
        contract.codille,
        price,
        tuple(name in contracts for contracts in named if contracts is not None),
    )


def _stages(contract: Contract) -> tuple[int, ...]:
    rule = contract.concession
    taken = (TAKEN_OVER,) if rule.allowed and rule.consent is Consent.TAKE_OVER else ()
    match contract.vole.by:
        case VoleBy.NOT:
            return WITHOUT_VOLE, *taken
        case VoleBy.BID:
            return WITH_VOLE, *taken
        case _:
            return WITHOUT_VOLE, WITH_VOLE, *taken


def _sizes(game: Game, name: str) -> tuple[bool, ...]:
    """Return whether three and whether four can play a contract."""
    resting = game.resting_contract
    if resting is None:
        return (False,)
    four = {resting, *game.contracts[resting].trump.counts_as.values()}
    three = game.contracts[name].entry.by is EnteredBy.BID or name in _others(game)
    return (*((False,) if three else ()), *((True,) if name in four else ()))


def _others(game: Game) -> set[str]:
    """Return the contracts that another contract can become."""
    others: set[str] = set()
    for contract in game.contracts.values():
        others.update(contract.becomes or ())
        others.update(contract.trump.counts_as.values())
    return others


def _table(game: Game, name: str, colour: int, stage: int, *, four: bool) -> np.ndarray:
    splits = tree(4 if four else 3)
    known: dict[Signature, int] = {}
    ends = (replace(end, contract=name, colour=colour) for end in _ends(stage, four=four))
    signatures = np.array([known.setdefault(signature(game, end), len(known)) for end in ends])
    table = np.zeros(3 * SPLITS, np.uint16)
    for tricks in range(TRICKS - 1, 0, -1):
        after = signatures[splits.below[tricks]]
        signatures = np.where((after == after[:, :1]).all(axis=1), after[:, 0], -1)
        fixed = signatures >= 0
        np.bitwise_or.at(table, splits.entries[tricks][fixed], splits.bits[tricks][fixed])
    return table


@cache
def tree(roles: int) -> Tree:
    """Return the splits among a number of roles."""
    levels: list[dict[tuple[First, tuple[int, ...]], int]] = [{(First.OPPONENTS, (0,) * roles): 0}]
    below = []
    for tricks in range(TRICKS):
        following: dict[tuple[First, tuple[int, ...]], int] = {}
        rows = [
            [
                following.setdefault(_after(first, split, role, tricks), len(following))
                for role in range(roles)
            ]
            for first, split in levels[-1]
        ]
        below.append(np.array(rows))
        levels.append(following)
    return Tree(
        nodes=tuple(map(tuple, levels)),
        below=tuple(below),
        entries=tuple(
            np.array([SPLITS * first + 100 * s[0] + 10 * s[1] + s[2] for first, s in level])
            for level in levels
        ),
        bits=tuple(
            np.array([1 << (s[3] if roles == 4 else 0) for _, s in level], np.uint16)
            for level in levels
        ),
    )


def _after(
    first: First, split: tuple[int, ...], winner: int, tricks: int
) -> tuple[First, tuple[int, ...]]:
    """Return a split after a trick more, as `stop.after` does."""
    if tricks < 5:
        side = First.OPPONENTS if winner else First.OMBRE
        first = side if tricks == 0 or side is first else First.MIXED
    return first, tuple(n + (role == winner) for role, n in enumerate(split))


@cache
def _ends(stage: int, *, four: bool) -> tuple[Facts, ...]:
    """Return a finished deal of each split but for its contract, in the order of `tree`."""
    return tuple(_end(stage, first, split) for first, split in tree(4 if four else 3).nodes[TRICKS])


def _end(stage: int, first: First, split: tuple[int, ...]) -> Facts:
    """Return a finished deal with this split, its first five tricks won as `first` says."""
    four, taken = len(split) == 4, stage == TAKEN_OVER
    seats = (
        (Seat.MORT, Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
        if four and not taken
        else (Seat.FOREHAND, Seat.MORT, Seat.MIDDLEHAND, Seat.BACKHAND)
        if four
        else (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
    )
    tricks = dict(zip(seats, split, strict=True))
    mine = [seats[0]] * split[0]
    others = [seat for seat in seats[1:] for _ in range(tricks[seat])]
    before = {First.OMBRE: len(mine), First.OPPONENTS: 0, First.MIXED: 1}[first]
    hands = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
    return Facts(
        ombre=seats[0],
        tricks=(tricks[hands[0]], tricks[hands[1]], tricks[hands[2]], tricks.get(Seat.MORT, 0)),
        winners=(*mine[:before], *others, *mine[before:]),
        vole_undertaken=stage == WITH_VOLE,
        surrenderer=seats[1] if taken else None,
        mort=0 if four else None,
    )
