"""Sessions played by the reference engine, a deal at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lhombre_core.bots.registry import make_bot
from lhombre_core.engine.money.session import Ended, Session, close_deal, finish, open_next, start
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import Action
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.state import State, begin
from lhombre_core.engine.state.verdict import Verdict, judge
from lhombre_core.kernel.stream import Purpose, below, chance, deal_key
from lhombre_core.sim.count.columns import Rows, schema
from lhombre_core.sim.count.row import row
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.play.backend import Block, Task
from lhombre_core.sim.play.deal import deal_cards, play_deal

_BLOCK: Final = 250


class Listener:
    """Hears what is done in sessions while the engine plays them; here nobody listens."""

    def begin(self, number: int, session: Session) -> None:
        """Hear the number of a session, and how it stands before its first deal."""

    def open(self, session: Session) -> None:
        """Hear how the session stands with its next deal open."""

    def act(self, state: State, actions: Sequence[Action], action: Action) -> None:
        """Hear what may be done, and what of it is done."""

    def close(self, facts: Facts, verdict: Verdict, session: Session) -> None:
        """Hear how the deal has ended, and how the session stands after its settlement."""

    def finish(self, session: Session) -> None:
        """Hear how the session stands after its last payments."""


class Reference:
    """The backend that is made of the reference engine."""

    block = _BLOCK
    in_threads = False

    def __init__(self, task: Task, listener: Listener | None = None) -> None:
        """Take the task, and who listens.

        UsageError for an unknown bot or a number of players without rules.
        """
        self.task = task
        self.game: Game = prepare(task.rules)
        self.bots = [make_bot(name, task.folder) for name in task.bots]
        self.listener = Listener() if listener is None else listener
        self._hear = None if listener is None else listener.act
        start(self.game, task.players)

    def run_block(
        self, sessions: range, deals: int | None = None, *, columns: bool = False
    ) -> Block:
        tally = Tally()
        rows = Rows(schema(self.task.rules, self.task.players)) if columns else None
        for number in sessions:
            self._play_session(number, tally, rows)
            if deals is not None and tally.deals >= deals:
                break
        return Block(tally, None if rows is None else rows.columns())

    def _play_session(self, number: int, tally: Tally, rows: Rows | None) -> None:
        session = self._start(number)
        while session.ended is None:
            session = self._play_deal(session, number, tally, rows)
        self._finish(session, tally)

    def _start(self, number: int) -> Session:
        seed, players = self.task.seed, self.task.players
        session = start(self.game, players, first_dealer(seed, number, players))
        self.listener.begin(number, session)
        return session

    def _play_deal(self, session: Session, number: int, tally: Tally, rows: Rows | None) -> Session:
        game, seating, index = self.game, session.seating, session.index
        opened, _ = open_next(session)
        self.listener.open(opened)
        state = begin(game, seating, opened.money, index, privileged=opened.money.couleur)
        state = deal_cards(state, self.task.seed, number)
        key = deal_key(self.task.seed, number, index)
        facts = facts_of(play_deal(state, self.bots, key, self._hear))
        closed, _ = close_deal(opened, facts)
        verdict = judge(game, facts)
        self.listener.close(facts, verdict, closed)
        money = session.money, opened.money, closed.money
        tally.add_deal(game, seating, facts, verdict, money)
        if rows is not None:
            rows.add(row(game, seating, facts, verdict, (number, index), money))
        return closed

    def _finish(self, session: Session, tally: Tally) -> None:
        done, _ = finish(session)
        self.listener.finish(done)
        tally.add_session(done.index, done.money, cut=session.ended is Ended.CUT)


def first_dealer(seed: int, session: int, players: int) -> int:
    """Return the player who deals first in a session, found by lot."""
    return below(chance(seed, session, 0, Purpose.SEATING, 0, 0), players)
