"""The money of one session in the kernel, moved a step at a time and compared with the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lhombre_core.engine.money.session import Ended, Session
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Lot, LotKind, total
from lhombre_core.engine.state.verdict import Verdict
from lhombre_core.kernel import fit, row
from lhombre_core.kernel.encode.money import column
from lhombre_core.kernel.encode.money.money import LOTS, Book, new_purses, new_till
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import BESIDE, COUNT, ENDED, HELD, MISFIT, POOL, TOTAL, VERDICT
from lhombre_core.kernel.room import BUFFER, DEAL
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.play.kernel import block

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAYERS: Final = 5
_NAMES: Final = (
    *(f"the balance of player {player}" for player in range(PLAYERS)),
    "the bank",
    "the deal that is open or was last",
    "the dealer",
    "the first dealer",
    "the last dealer",
    "the number of deals",
    "the number of deals that count",
    "the occasion",
    "the occasion that is armed",
    "the stack in play",
    "the outcome before",
    "the number of occasions won",
    "the number of marks",
    "whether a first bête lies",
    "the privileged suit",
    "the number of players",
    "whether it does not fit",
    "whether it has ended",
)
"""The columns of a purse up to `ENDED`, in their order."""

_VERDICT: Final = ("the outcome", "the vole", "whether the vole was undertaken", "whether won")
_ENDED: Final = {None: 0, Ended.OVER: 1, Ended.CUT: 2}
_PREVIOUS: Final[dict[Outcome | None, int]] = {None: -1} | {
    outcome: code(outcome) for outcome in Outcome
}
_KINDS: Final = dict(enumerate(LotKind))


class Purse:
    """A session of a rule set in the kernel: its money, the deal that is open, and its end.

    After a step that is False the session does not fit, and there is nothing to compare.
    """

    def __init__(self, game: Game, book: Book, room: int = LOTS) -> None:
        """Take the game, its money laid out, and how many lots each pool has room for."""
        self.game = game
        stakes = game.rules.stakes
        self._pools = tuple(stakes.pools)
        self._occasions = {name: place for place, name in enumerate((None, *stakes.occasions), -1)}
        self._tags = _Tags(book.transfers.keys)
        self.till, self.purses = new_till(book.row, room), new_purses(book.row, 1, room)
        self.deals, self.verdict = np.zeros(1, DEAL), np.zeros(VERDICT, np.int64)
        self.cut, self.rows = np.zeros(1, np.int64), np.zeros(BUFFER, np.uint64)
        fit.require_room(book.row, self, 1)
        line = np.zeros((1, row.width(len(self._pools))), np.int64)
        fit.require_lines(book.row, line, 1)
        self._line, self._none = line, line[:0]
        self._head = book.row, self.till, self.purses
        self._opened = self.deals, np.zeros(1, np.int64)
        self._tail = self.verdict, self.cut
        self.moments = self.lots = 0
        """How often all of its money was compared, and how many lots lay there together."""

    def start(self, seed: int, number: int, players: int) -> None:
        """Begin the session of a number."""
        block.start_sessions(*self._head, np.uint64(seed), number, players)

    def go_on(self) -> bool:
        """Open the next deal, or make the last payments of a session that has ended."""
        return self._step(self._none, self._line)

    def settle(self) -> bool:
        """Settle the open deal by the facts that stand in it."""
        return self._step(self._line, self._none)

    def _step(self, closed: NDArray[np.int64], begun: NDArray[np.int64]) -> bool:
        block.turn_over(*self._head, *self._opened, closed, begun, *self._tail)
        return not self.till[MISFIT]

    def differ(self, session: Session, *, between: bool = True) -> Iterator[str]:
        """Yield in words in what the money is not that of the engine's session.

        Whether the session has ended is asked `between` two deals only.
        """
        self.moments += 1
        found, wanted = self.till[:BESIDE].tolist(), self._columns(session)
        if not between:
            wanted[ENDED] = found[ENDED]
        if found != wanted:
            yield from _differences(_NAMES, found, wanted)
        pools = dict(session.money.pools)
        for pool, name in enumerate(self._pools):
            yield from self._differ_pool(pool, name, pools.get(name, ()))

    def _columns(self, session: Session) -> list[int]:
        """Return what the columns of the purse up to `ENDED` are by the engine."""
        money = session.money
        return [
            *money.balances,
            *(0,) * (PLAYERS - session.players),
            money.bank,
            money.deal,
            session.dealer,
            money.first_dealer,
            _some(session.last_dealer),
            session.index,
            session.counted,
            self._occasions[money.occasion],
            self._occasions[money.armed],
            _some(money.in_play),
            _PREVIOUS[money.previous],
            money.won,
            money.marks,
            money.first_bete,
            _some(money.couleur),
            session.players,
            0,
            _ENDED[session.ended],
        ]

    def _differ_pool(self, pool: int, name: str, lots: Sequence[Lot]) -> Iterator[str]:
        at = HELD + POOL * pool
        number, held = int(self.till[at + COUNT]), int(self.till[at + TOTAL])
        self.lots += len(lots)
        if number != len(lots):
            yield f"{number} lots in {name}, not {len(lots)}"
        if held != total(lots):
            yield f"{name} holds {held}, not {total(lots)}"
        for place, (lot, (amount, tag)) in enumerate(
            zip(lots, self._lots(pool, number), strict=False)
        ):
            found = (*self._tags[tag], amount)
            wanted = (lot.kind, lot.owner, lot.deal, lot.key, lot.stack, lot.amount)
            if found != wanted:
                yield f"lot {place} in {name} is {_told(found)}, not {_told(wanted)}"

    def _lots(self, pool: int, number: int) -> list[list[int]]:
        """Return sum and tag of the first so many lots of a pool."""
        if not number:
            return []
        pools = len(self._pools)
        lines = self.purses[0, column.lots_at(pools) :].reshape(-1, pools, column.LINE)
        some = lines[: -(-number // column.LOTS_IN_LINE), pool].reshape(-1, column.LOT)
        found: list[list[int]] = some[:number].tolist()
        return found

    def differ_verdict(self, verdict: Verdict) -> Iterator[str]:
        """Yield in words in what the deal settled last has come to something else."""
        wanted = [code(verdict.outcome), verdict.vole, verdict.vole_undertaken, verdict.won]
        yield from _differences(_VERDICT, self.verdict.tolist(), wanted)


class _Tags(dict[int, tuple[Any, ...]]):
    """What tags say of their lots: kind, owner, deal, key, stack."""

    def __init__(self, keys: Iterable[str]) -> None:
        super().__init__()
        self._keys = dict(enumerate((None, *keys)))

    def __missing__(self, tag: int) -> tuple[Any, ...]:
        kind = tag & column.TAG_KIND
        owner = (tag >> column.TAG_OWNER & column.MOST_OWNER) - 1
        key = tag >> column.TAG_KEY & column.MOST_KEY
        found = self[tag] = (
            _KINDS.get(kind, f"kind {kind}"),
            None if owner < 0 else owner,
            tag >> column.TAG_ORIGIN & column.MOST_ORIGIN,
            self._keys.get(key, f"key {key}"),
            tag >> column.TAG_STACK,
        )
        return found


def _differences(
    names: Sequence[str], found: Sequence[int], wanted: Sequence[int]
) -> Iterator[str]:
    for name, one, other in zip(names, found, wanted, strict=True):
        if one != other:
            yield f"{name} is {one}, not {int(other)}"


def _told(lot: tuple[Any, ...]) -> str:
    kind, owner, deal, key, stack, amount = lot
    return f"({kind} of {owner} by {key} in deal {deal}, stack {stack}: {amount})"


def _some(number: int | None) -> int:
    return -1 if number is None else number
