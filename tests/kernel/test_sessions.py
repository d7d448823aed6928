"""Whole sessions by the kernel and by the reference engine: every act, fact, payment and pool."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from differential.follow import Follower
from lhombre_core.bots.registry import make_bot
from lhombre_core.bots.thumb import Thumb
from lhombre_core.bots.thumb.encode import player_row, row_of_style
from lhombre_core.bots.thumb.style import BOLD, Style
from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.layout import CONTRACT, new_players
from lhombre_core.kernel.room import BUFFER, DEAL, ROOM, new_scratch
from lhombre_core.language import catalog
from lhombre_core.rules.contract import Consent
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.check import sizes
from lhombre_core.sim.play.kernel import NO_TRACE, Kernel, block
from lhombre_core.sim.play.reference import Reference
from tests.engine.money_case import resolved
from tests.readings.choice import changing, one_of_each

PLAYERS = ("random", "thumb", "thumb-bold", "thumb-cautious", "thumb")
FICKLE = BOLD._replace(
    exchange=4, red_five=4, solo=16, no_trick_exchange=5, give_up=13, give_up_no_trick=2
)
"""A style that bids on little, holds, and often gives up what it has bid."""
SEED = 20


def task_of(rules, players) -> Task:
    return Task(rules, players, SEED, ("random",) * players)


def player_rows(players) -> np.ndarray:
    """Return the rows of players by name, or of `thumb` in a style of their own."""
    rows = [row_of_style(one) if isinstance(one, Style) else player_row(one) for one in players]
    return new_players(rows)


class Listening(Follower):
    """Who follows sessions, and counts the deals that are given up."""

    conceded = 0

    def close(self, facts, verdict, session) -> None:
        self.conceded += facts.conceded
        super().close(facts, verdict, session)


class Table:
    """A rule set as both play it."""

    def __init__(self, rules) -> None:
        self.rules, self.game = rules, prepare(rules)
        self.sizes = list(sizes(self.game))
        self.kernel = Kernel(task_of(rules, self.sizes[0]))
        self.conceded = 0

    def sessions(self, deals: int, bots=PLAYERS) -> int:
        """Play sessions of a number of deals altogether, at every size of table by turns."""
        played = 0
        for number in itertools.count():
            players = self.sizes[number % len(self.sizes)]
            names = [bots[(number + player) % len(bots)] for player in range(players)]
            played += self.session(number, names, deals - played)
            if played >= deals:
                return played
        return played

    def session(self, number: int, names, most: int) -> int:
        """Play a session of at most a number of deals; return the number played."""
        players, tally = len(names), Tally()
        follower = Listening(self.kernel, new_seating(self.game, players), player_rows(names))
        reference = Reference(task_of(self.rules, players), follower)
        reference.bots = [Thumb(one) if isinstance(one, Style) else make_bot(one) for one in names]
        session = reference._start(number)
        while session.ended is None and session.index < most:
            session = reference._play_deal(session, number, tally, None)
        if session.ended is not None:
            reference._finish(session, tally)
        assert follower.differences == [], names
        assert follower.misfits or follower.deals == session.index > 0
        self.conceded += follower.conceded
        return session.index

    def untraced(self, deals, live, seating, players) -> None:
        """Play deals whose cards are dealt to their ends, without a trace."""
        kernel, scratch, room = self.kernel, new_scratch(), np.zeros((), ROOM)
        rules, more = kernel.play.rules, kernel.play.fixed
        block.find_ombres(kernel.book, seating, deals, live, scratch, players, NO_TRACE)
        block.exchange_cards(kernel.book, seating, deals, live, scratch, players, NO_TRACE)
        block.play_deals(kernel.book, rules, more, seating, deals, live, players, NO_TRACE, room)


@pytest.mark.parametrize("variant", catalog.variant_ids())
def test_every_variant_is_played_alike(variant):
    assert Table(resolved(variant)).sessions(500) >= 500


@pytest.mark.parametrize("part", range(16))
def test_every_reading_is_played_alike(part):
    # A default makes no game of its own: it is followed as the variant.
    for variant, reading in one_of_each()[part::16]:
        rules = catalog.load(variant, readings=(reading,)).rules
        assert Table(rules).sessions(50) >= 50


@pytest.mark.parametrize(
    ("variant", "readings"),
    [*((variant, ()) for variant in catalog.variant_ids()), ("pierer-pure", ("GE28=before-play",))],
)
def test_what_is_bid_on_little_is_held_and_given_up_alike(variant, readings):
    table = Table(resolved(variant, readings))
    assert table.sessions(80, (FICKLE, "random", FICKLE, FICKLE)) >= 80
    rules = [contract.concession for contract in table.game.rules.contracts.values()]
    freely = any(rule.allowed and rule.consent is Consent.NOBODY for rule in rules)
    assert not freely or table.conceded


@pytest.mark.parametrize(
    ("variant", "readings"), [("french-1600s", ()), ("english-1800s", ("EN10=hold-ends-it",))]
)
def test_whose_bid_is_held_is_out_on_either_side(variant, readings):
    # Only who bids by chance is overbid and holds all the same.
    assert Table(resolved(variant, readings)).sessions(500, ("random",)) >= 500


@pytest.mark.parametrize("word", ["auction.pass_final=false", "auction.jump=false"])
@pytest.mark.parametrize("variant", ["danish-club", "english-1800s", "french-1600s", "pierer-free"])
def test_words_of_the_auction_that_no_variant_has_are_played_alike(variant, word):
    rules = catalog.load(variant, settings=(word,)).rules
    assert Table(rules).sessions(40) >= 40


@pytest.mark.parametrize("variant", catalog.variant_ids())
@pytest.mark.parametrize(
    "names",
    [("thumb", "thumb-bold", "thumb-cautious"), ("random", "thumb-bold", "thumb"), ("random",) * 3],
)
def test_many_deals_are_bid_exchanged_and_played_as_each_by_itself(variant, names):
    table = Table(resolved(variant))
    number, seating, players = 150, new_seating(table.game, 3), player_rows(names)
    deals = np.zeros(number, DEAL)
    deals["dealer"] = np.arange(number) % 3
    privileged = table.kernel.book["rules"]["privileged_suits"] > 0
    deals["couleur"] = np.arange(number) % 5 - 1 if privileged else -1
    block.deal_out(deals, np.arange(number), np.uint64(SEED), 0, np.zeros(BUFFER, np.uint64))
    alone = deals.copy()
    table.untraced(deals, np.arange(number), seating, players)
    for slot in range(number):
        table.untraced(alone, np.array([slot]), seating, players)
    for name in DEAL.names:
        np.testing.assert_array_equal(deals[name], alone[name], err_msg=name)
    assert len(np.unique(deals["facts"][:, CONTRACT])) > 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", catalog.variant_ids())
def test_every_reading_is_played_alike_in_every_variant_that_has_it(variant):
    for name, reading in changing():
        if name == variant:
            rules = catalog.load(variant, readings=(reading,)).rules
            assert Table(rules).sessions(500) >= 500
