"""One session of the money side twice: on the engine and in the kernel, compared at every step."""

from itertools import count

from differential.purse import Purse
from differential.trace import Writer
from lhombre_core.engine.money.session import close_deal, finish, open_next, start
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import LhombreError
from lhombre_core.kernel.encode.money.money import Book
from lhombre_core.kernel.layout import ENDED
from lhombre_core.sim.play.reference import first_dealer

SEED = 0


class Pair:
    """A session on the engine and the same in the kernel."""

    def __init__(self, game, players, dealer=0, *, room=128, book=None):
        self.game = game
        self.purse = Purse(game, Book(game) if book is None else book, room)
        self.writer = Writer(game)
        self.session = start(game, players, dealer)
        number = next(n for n in count() if first_dealer(SEED, n, players) == dealer)
        self.purse.start(SEED, number, players)
        assert [*self.purse.differ(self.session)] == []

    @property
    def ended(self):
        return self.session.ended

    def step(self, name, facts=None):
        """Take a step on both sides.

        Return `same` where both have gone on, `misfit` where the kernel says that it cannot. Where
        the engine refuses to go on, the kernel must have said so.
        """
        fits = self._in_kernel(name, facts)
        try:
            self.session, _ = self._on_engine(name, facts)
        except (LhombreError, ValueError, RecursionError):
            assert not fits, (name, facts)
            return "refused"
        if not fits:
            return "misfit"
        told = [*self.purse.differ(self.session, between=facts is not None)]
        if facts is not None:
            told += self.purse.differ_verdict(judge(self.game, facts))
        assert told == [], (name, self.session.index, facts)
        return "same"

    def _in_kernel(self, name, facts):
        if name == "close":
            self.purse.deals[0]["facts"] = self.writer.facts(facts)
            return self.purse.settle()
        # A session that goes on makes its last payments where it is told that it has ended.
        self.purse.purses[0, ENDED] = name == "finish"
        return self.purse.go_on()

    def _on_engine(self, name, facts):
        if name == "open":
            return open_next(self.session)
        return finish(self.session) if name == "finish" else close_deal(self.session, facts)
