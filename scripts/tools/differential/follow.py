"""The sessions of the engine followed in the kernel while they are played, a deal at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from differential.purse import Purse
from differential.trace import Writer, differ_acts, differ_facts
from lhombre_core.cards import Hand
from lhombre_core.engine.money.session import Session
from lhombre_core.engine.state.action import Action
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.state import State
from lhombre_core.engine.state.verdict import Verdict
from lhombre_core.kernel.encode.money.money import Book
from lhombre_core.kernel.layout import new_trace
from lhombre_core.kernel.room import ROOM, ROWS, new_scratch
from lhombre_core.sim.play.kernel import Kernel, block
from lhombre_core.sim.play.reference import Listener

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Follower(Listener):
    """Plays in the kernel what it hears of the engine, and compares both at every step.

    A deal is played by the stages of a simulation, but by itself, and writes down its acts. After a
    difference, and where a session does not fit, the rest of the session is not followed.
    """

    def __init__(
        self,
        kernel: Kernel,
        seating: NDArray[np.void] | None = None,
        players: NDArray[np.void] | None = None,
    ) -> None:
        """Take the kernel, whose tables are used; seats and players are its own, or these."""
        self.seed = kernel.task.seed
        self.differences: list[str] = []
        self.misfits = 0
        """Sessions that do not fit."""
        self.deals = self.acts = 0
        """How many deals were compared, and how many acts in them."""
        game = kernel.game
        self.purse, self._writer = Purse(game, Book(game)), Writer(game)
        seats = kernel.table.seating if seating is None else seating
        rows = kernel.players if players is None else players
        tables = kernel.book, kernel.play.rules, kernel.play.fixed, seats, rows
        self._book, self._rules, self._fixed, self._seating, self._players = tables
        self._trace = new_trace(is_kept=True)
        self._live = np.zeros(1, np.int64)
        self._deals, self._buffer = self.purse.deals, self.purse.rows
        self._scratch, self._cards = new_scratch(), np.zeros((), ROOM)
        self._follows = False
        self._number = self._index = 0
        self._dealt: tuple[Sequence[Hand], Sequence[int]] | None = None
        self._rows: list[list[int]] = []

    def begin(self, number: int, session: Session) -> None:
        self._follows, self._number, self._index = True, number, 0
        self.purse.start(self.seed, number, session.players)
        self._are_same(self.purse.differ(session))

    def open(self, session: Session) -> None:
        if not self._follows:
            return
        self._rows, self._dealt, self._index = [], None, session.index
        if self._fits(self.purse.go_on()):
            self._are_same(self.purse.differ(session, between=False))

    def act(self, state: State, actions: Sequence[Action], action: Action) -> None:
        if not self._follows:
            return
        if not self._rows:
            self._dealt = state.hands[:3], state.talon
        self._rows.append(self._writer.act(state, actions, action))

    def close(self, facts: Facts, verdict: Verdict, session: Session) -> None:
        if not self._follows:
            return
        if self._are_same(self._differ(facts)) and self._fits(self.purse.settle()):
            of_verdict = self.purse.differ_verdict(verdict)
            self._are_same(chain(of_verdict, self.purse.differ(session)))

    def finish(self, session: Session) -> None:
        if self._follows and self._fits(self.purse.go_on()):
            self._are_same(self.purse.differ(session, between=False))

    def _differ(self, facts: Facts) -> Iterator[str]:
        """Play the deal that is open, and yield in words in what it is not that of the engine."""
        self.deals += 1
        self.acts += len(self._rows)
        seed, deal = np.uint64(self.seed), self.purse.deals[0]
        block.deal_out(self._deals, self._live, seed, self._number, self._buffer)
        if self._dealt is not None:
            hands, talon = self._dealt
            if deal["hands"][:3].tolist() != list(hands) or deal["talon"].tolist() != list(talon):
                yield "other cards are dealt"
        self._play()
        acts = self._trace["acts"][: deal["asked"][ROWS]].tolist()
        yield from differ_acts(acts, self._rows)
        yield from differ_facts(deal["facts"].tolist(), self._writer.facts(facts))

    def _play(self) -> None:
        """Play the deal whose cards are dealt to its end."""
        seats, deals, live = self._seating, self._deals, self._live
        players, trace = self._players, self._trace
        known = self._book, seats, deals, live, self._scratch, players, trace
        block.find_ombres(*known)
        block.exchange_cards(*known)
        block.play_deals(
            self._book, self._rules, self._fixed, seats, deals, live, players, trace, self._cards
        )

    def _fits(self, fits: bool) -> bool:  # noqa: FBT001  it is what a step returns
        if not fits:
            self.misfits += 1
            self._follows = False
        return fits

    def _are_same(self, differences: Iterator[str]) -> bool:
        """Return whether there are no differences; the first is written down, and ends it all."""
        told = next(differences, None)
        if told is None:
            return True
        self.differences.append(f"session {self._number}, deal {self._index}: {told}")
        self._follows = False
        return False
