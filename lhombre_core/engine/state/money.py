"""The money of a table between two moments: balances, pools of lots, the bank, the occasion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lhombre_core.cards import Suit
from lhombre_core.frozen import frozen
from lhombre_core.rules.settlement import Outcome


class LotKind(StrEnum):
    """Why a lot lies where it lies."""

    OPENING = "opening"
    """It was laid when a deal opened."""
    PROMISE = "promise"
    """It was promised by each player: a queue holds it, or it was paid from a queue."""
    BETE = "bete"
    """It was laid, is owed or was called as a bête."""
    CALLED = "called"
    """It was called from a ledger and does not count as the bête that lies there."""
    MARK = "mark"
    """It was paid during the auction."""
    CUP = "cup"
    """It came from a cup."""
    DUE = "due"
    """It was paid in a settlement."""
    LEFT = "left"
    """It was left when the rest was drawn; it is played for, but does not make a pool filled."""
    STAKE = "stake"
    """It is only known to lie there."""


@frozen
class Lot:
    """A sum that lies somewhere or is owed."""

    kind: LotKind
    owner: int | None
    """The player who laid or owes it; None: nobody in particular."""
    amount: int
    deal: int
    """Index in the session of the deal of which it comes."""
    key: str | None = None
    """Key of the transfer by which it was laid, where it was one."""
    stack: int = 0
    """Lots of a pot with one number are played for together."""


@dataclass(frozen=True, slots=True, repr=False)
class Money:
    """What the players have and what lies on the table, between two moments of a session."""

    balances: tuple[int, ...]
    """What each player has gained, by player."""
    pools: tuple[tuple[str, tuple[Lot, ...]], ...] = ()
    """The pools in use and their lots, in the order of the file; stacks of a pot in their order."""
    bank: int = 0
    deal: int = 0
    """Index in the session of the deal that is open, or was last."""
    first_dealer: int = 0
    """The player who deals first, from whom promises are called."""
    occasion: str | None = None
    """What the deal is played for; None: not yet said, or it has just been won."""
    armed: str | None = None
    """The occasion a win has brought about, played for when the stake is laid afresh."""
    in_play: int | None = None
    """The stack this deal is played for; None: the deal is not open, or nothing lies there."""
    previous: Outcome | None = None
    """How the deal before ended; None: there was none."""
    won: int = 0
    """Occasions won that count for the end of the session."""
    marks: int = 0
    """Deals won by their ombre without the vole."""
    first_bete: bool = False
    """A first bête has been laid since the deal opened."""
    couleur: Suit | None = None
    """Trumps of the first deal won, where that sets the privileged suit."""
    unknown: frozenset[str] = frozenset()
    """Pools of which nobody knows what they hold."""

    def __repr__(self) -> str:
        """Return balances, pools and bank, in brackets."""
        balances = ", ".join(map(str, self.balances))
        pools = self.pool_text() or "none"
        return f"<Money: balances {balances}; pools {pools}; bank {self.bank}>"

    def pool_text(self) -> str:
        """Return the pools in use, each with what it holds: ``pot 6, cup ?``."""
        return ", ".join(
            f"{name} {'?' if name in self.unknown else total(lots)}" for name, lots in self.pools
        )

    def lots(self, pool: str) -> tuple[Lot, ...]:
        """Return the lots of a pool, none where it is not in use."""
        return next((lots for name, lots in self.pools if name == pool), ())

    def held(self, pool: str) -> int:
        """Return what a pool holds, or what is written or promised in it."""
        return total(self.lots(pool))

    def uses(self, pool: str) -> bool:
        """Return whether a name is that of a pool in use."""
        return any(name == pool for name, _ in self.pools)


def total(lots: Iterable[Lot]) -> int:
    """Return the sum of the amounts of lots."""
    return sum(lot.amount for lot in lots)
