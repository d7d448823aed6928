"""The money of a table between two moments: balances, pools of lots, the bank, the occasion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lhombre_core.cards import Suit
from lhombre_core.errors import MissingNumber
from lhombre_core.frozen import frozen
from lhombre_core.rules.settlement import Outcome


class LotKind(StrEnum):
    """The origin of a lot."""

    OPENING = "opening"
    """Paid when a deal opened."""
    PROMISE = "promise"
    """Promised by each player: in a queue, or paid from a queue."""
    BETE = "bete"
    """Paid, owed or called as a bête."""
    CALLED = "called"
    """Called from a ledger without counting as a bête in the pool."""
    MARK = "mark"
    """Paid during the auction."""
    CUP = "cup"
    """Poured from a cup."""
    DUE = "due"
    """Paid in a settlement."""
    LEFT = "left"
    """Left when the rest was drawn: at stake, but not enough to count a pool as filled."""
    STAKE = "stake"
    """Of unknown origin."""


@frozen
class Lot:
    """A sum that lies in a pool or is owed."""

    kind: LotKind
    owner: int | None
    """The player who paid or owes it; None: no single player."""
    amount: int
    deal: int
    """Index in the session of the deal that it comes from."""
    key: str | None = None
    """Key of the transfer that paid it; None: another payment did."""
    stack: int = 0
    """Number of its stack: the lots of a stack are played for together."""


@dataclass(frozen=True, slots=True, repr=False)
class Money:
    """The balances of the players and the money on the table between two moments of a session."""

    balances: tuple[int, ...]
    """The gain of each player, by player."""
    pools: tuple[tuple[str, tuple[Lot, ...]], ...] = ()
    """The pools in use and their lots, in the order of the file; the stacks of a pot in order."""
    bank: int = 0
    deal: int = 0
    """Index in the session of the deal that is open, or was last."""
    first_dealer: int = 0
    """The player who deals first, from whom promises are called."""
    occasion: str | None = None
    """The occasion that the deal is played for; None: not yet chosen, or just won."""
    armed: str | None = None
    """The occasion that a win has brought about, played for at the next new stake."""
    in_play: int | None = None
    """The stack at stake in this deal; None: the deal is not open, or the pool is empty."""
    previous: Outcome | None = None
    """The outcome of the deal before; None: this is the first."""
    won: int = 0
    """The number of occasions won that count for the end of the session."""
    marks: int = 0
    """The number of deals won by their ombre without the vole."""
    first_bete: bool = False
    """A first bête has been paid since the deal opened."""
    couleur: Suit | None = None
    """Trumps of the first deal won, where they set the privileged suit."""
    unknown: frozenset[str] = frozenset()
    """Pools of unknown content."""

    def __repr__(self) -> str:
        """Return balances, pools and bank, in brackets."""
        balances = ", ".join(map(str, self.balances))
        pools = self.pool_text() or "none"
        return f"<Money: balances {balances}; pools {pools}; bank {self.bank}>"

    def pool_text(self) -> str:
        """Return the pools in use, each with its sum: ``pot 6, cup ?``."""
        return ", ".join(
            f"{name} {'?' if name in self.unknown else total(lots)}" for name, lots in self.pools
        )

    def lots(self, pool: str) -> tuple[Lot, ...]:
        """Return the lots of a pool; empty where it is not in use."""
        return next((lots for name, lots in self.pools if name == pool), ())

    def known_lots(self, pool: str, rule: str) -> tuple[Lot, ...]:
        """Return the lots of a pool; a `MissingNumber` of `rule` for a pool of unknown content."""
        if pool in self.unknown:
            raise MissingNumber(pool, rule)
        return self.lots(pool)

    def held(self, pool: str) -> int:
        """Return the sum that lies, is written or is promised in a pool."""
        return total(self.lots(pool))

    def uses(self, pool: str) -> bool:
        """Return whether a pool of this name is in use."""
        return any(name == pool for name, _ in self.pools)


def total(lots: Iterable[Lot]) -> int:
    """Return the sum of the amounts of lots."""
    return sum(lot.amount for lot in lots)
