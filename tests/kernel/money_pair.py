"""One session of the money side twice: on the engine and in the kernel, compared at every step."""

import numpy as np

from lhombre_core.engine.money import LotKind
from lhombre_core.engine.session import Ended, close_deal, finish, open_next, start
from lhombre_core.engine.verdict import judge
from lhombre_core.errors import LhombreError
from lhombre_core.kernel.bench import DEAL as DEALT
from lhombre_core.kernel.encode import money_column as column
from lhombre_core.kernel.encode.money import Book, new_purses, new_till
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import (
    ALL_PASS,
    ARMED,
    BALANCES,
    BANK,
    COLOUR,
    CONCEDED,
    CONTRACT,
    COULEUR,
    COUNT,
    COUNTED,
    DEAL,
    DEALER,
    FACTS,
    FIRST_BETE,
    FIRST_DEALER,
    HELD,
    IN_PLAY,
    INDEX,
    LAST_DEALER,
    MARKS,
    MISFIT,
    MORT,
    NEEDLESS,
    NO_FACTS,
    OCCASION,
    OCCASIONS_WON,
    OMBRE,
    PASSES,
    PLAYED,
    POOL,
    PREVIOUS,
    RUN,
    RUN_OPPONENT,
    RUN_SEAT,
    RUN_SURRENDERER,
    STOPPED,
    SURRENDERER,
    TOTAL,
    TRICKS,
    TRUMP,
    UNDERTAKEN,
    VERDICT,
    WINNERS,
)
from lhombre_core.kernel.native import Compiled
from lhombre_core.kernel.row import width
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.kernel import block

money_session = Compiled("lhombre_core.kernel.compiled.money_session")
ALONE = np.zeros(1, np.int64)
ENDED = {None: 0, Ended.OVER: 1, Ended.CUT: 2}


def row_of(game, facts):
    """Return the facts of a deal as a row of the kernel."""
    row = np.zeros(FACTS, np.int64)
    row[: len(NO_FACTS)] = NO_FACTS
    names = list(game.contracts)
    row[CONTRACT] = -1 if facts.contract is None else names.index(facts.contract)
    row[COLOUR] = facts.colour
    row[OMBRE] = -1 if facts.ombre is None else facts.ombre
    row[TRUMP] = 4 if facts.trump is None else facts.trump
    row[TRICKS : TRICKS + 4] = facts.tricks
    row[PLAYED] = len(facts.winners)
    row[WINNERS] = sum(seat << 2 * place for place, seat in enumerate(facts.winners))
    row[UNDERTAKEN] = facts.vole_undertaken
    row[STOPPED] = facts.stopped
    row[CONCEDED] = facts.conceded
    row[SURRENDERER] = -1 if facts.surrenderer is None else facts.surrenderer
    row[ALL_PASS] = facts.all_pass
    first = {}
    for seat, has_bid in facts.passes:
        first.setdefault(seat, has_bid)
    said = enumerate(first.items())
    row[PASSES] = sum((8 * bid | 4 | seat) << 4 * place for place, (seat, bid) in said)
    row[NEEDLESS] = sum((4 | seat) << 4 * place for place, seat in enumerate(facts.needless))
    row[MORT] = -1 if facts.mort is None else facts.mort
    runs = facts.runs
    row[RUN] = runs.ombre or 0
    seat, length = (-1, 0) if runs.opponent is None else runs.opponent
    row[RUN_SEAT], row[RUN_OPPONENT] = seat, length
    row[RUN_SURRENDERER] = runs.surrenderer or 0
    return row


class Pair:
    """A session on the engine and the same in the kernel."""

    def __init__(self, game, players, first_dealer=0, *, room=128, book=None):
        self.game = game
        made = Book(game) if book is None else book
        self.book = made.row
        self.keys = list(made.transfers.keys)
        self.till, self.purses = new_till(self.book, room), new_purses(self.book, 1, room)
        self.verdict, self.deals = np.zeros(VERDICT, np.int64), np.zeros(1, DEALT)
        self.cut = np.zeros(1, np.int64)
        self.line = np.zeros((1, width(len(game.rules.stakes.pools))), np.int64)
        self.session = start(game, players, first_dealer)
        money_session.start(self.till, players, first_dealer)
        money_session.put_back(self.till, self.purses[0])
        pools = game.rules.stakes.pools
        self.pools = list(pools)
        self.occasions = list(game.rules.stakes.occasions)
        self.compare("start")

    @property
    def ended(self):
        found = ENDED[self.session.ended]
        assert money_session.ended(self.book, self.till) == found
        return found

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
        self.compare(name, facts)
        if facts is not None:
            found = judge(self.game, facts)
            wanted = [code(found.outcome), found.vole, found.vole_undertaken, found.won]
            assert self.verdict.tolist() == wanted, facts
        return "same"

    def _in_kernel(self, name, facts):
        if name == "finish":
            return not money_session.finish(self.book, self.till, self._all_lots())
        if name == "open":
            closed, begun = self.line[:0], self.line
        else:
            closed, begun = self.line, self.line[:0]
            self.deals[0]["facts"] = row_of(self.game, facts)
        block.turn_over(
            self.book, self.till, self.purses, self.deals, ALONE, closed, begun,
            self.verdict, self.cut,
        )  # fmt: skip
        return not self.till[MISFIT]

    def _on_engine(self, name, facts):
        if name == "open":
            return open_next(self.session)
        return finish(self.session) if name == "finish" else close_deal(self.session, facts)

    def compare(self, step, facts=None):
        """Compare all that the engine and the kernel say of the session."""
        assert self.in_kernel() == self.on_engine(), (step, self.session.index, facts)

    def on_engine(self):
        session, money = self.session, self.session.money
        return {
            "balances": list(money.balances),
            "bank": money.bank,
            "deal": money.deal,
            "dealer": session.dealer,
            "first dealer": money.first_dealer,
            "last dealer": session.last_dealer,
            "index": session.index,
            "counted": session.counted,
            "occasion": money.occasion,
            "armed": money.armed,
            "in play": money.in_play,
            "previous": money.previous,
            "won": money.won,
            "marks": money.marks,
            "first bete": money.first_bete,
            "couleur": money.couleur,
            "ended": ENDED[session.ended],
            "pools": {name: [_lot(lot) for lot in money.lots(name)] for name in self.pools},
        }

    def in_kernel(self):
        till, players = self.till, self.session.players
        return {
            "balances": till[BALANCES : BALANCES + players].tolist(),
            "bank": int(till[BANK]),
            "deal": int(till[DEAL]),
            "dealer": int(till[DEALER]),
            "first dealer": int(till[FIRST_DEALER]),
            "last dealer": _some(till[LAST_DEALER]),
            "index": int(till[INDEX]),
            "counted": int(till[COUNTED]),
            "occasion": _named(till[OCCASION], self.occasions),
            "armed": _named(till[ARMED], self.occasions),
            "in play": _some(till[IN_PLAY]),
            "previous": _named(till[PREVIOUS], list(Outcome)),
            "won": int(till[OCCASIONS_WON]),
            "marks": int(till[MARKS]),
            "first bete": bool(till[FIRST_BETE]),
            "couleur": _some(till[COULEUR]),
            "ended": int(money_session.ended(self.book, till)),
            "pools": {name: self._lots(pool) for pool, name in enumerate(self.pools)},
        }

    def _lots(self, pool):
        all_lots, pools = self._all_lots(), len(self.pools)
        lots = []
        for number in range(self.till[HELD + POOL * pool + COUNT]):
            line, place = divmod(number, column.LOTS_IN_LINE)
            at = column.LINE * (line * pools + pool) + column.LOT * place
            amount, tag = all_lots[at : at + column.LOT].tolist()
            kind = str(list(LotKind)[tag & column.TAG_KIND])
            owner = (tag >> column.TAG_OWNER & column.MOST_OWNER) - 1
            key = (tag >> column.TAG_KEY & column.MOST_KEY) - 1
            origin = tag >> column.TAG_ORIGIN & column.MOST_ORIGIN
            stack = tag >> column.TAG_STACK
            lots.append((kind, _some(owner), amount, origin, _named(key, self.keys), stack))
        assert self.till[HELD + POOL * pool + TOTAL] == sum(lot[2] for lot in lots)
        return lots

    def _all_lots(self):
        return self.purses[0, column.lots_at(len(self.pools)) :]


def _lot(lot):
    return (str(lot.kind), lot.owner, lot.amount, lot.deal, lot.key, lot.stack)


def _some(number):
    return None if number < 0 else int(number)


def _named(place, names):
    return None if place < 0 else names[place]
