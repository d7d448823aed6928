"""Whole sessions by the kernel and by the reference engine: every act, fact, payment and pool."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lhombre_core.bots.thumb.encode import fill_play, fill_thumb
from lhombre_core.bots.thumb.style import BOLD
from lhombre_core.engine.ending import facts_of
from lhombre_core.engine.game import prepare
from lhombre_core.engine.state import begin
from lhombre_core.kernel import stream
from lhombre_core.kernel.bench import BUFFER, DEAL, ROOM, ROWS, new_scratch
from lhombre_core.kernel.encode.auction import SUITS
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.encode.money import Book
from lhombre_core.kernel.encode.play import play_tables
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.layout import CONTRACT, TRACE
from lhombre_core.language import catalog
from lhombre_core.rules.contract import Consent
from lhombre_core.sim.check import sizes
from lhombre_core.sim.deal import deal_cards
from lhombre_core.sim.kernel import block
from lhombre_core.sim.reference import first_dealer
from tests.engine.money_case import resolved
from tests.kernel.following import as_rows, follow, make_bots, new_trace, player_rows
from tests.kernel.money_pair import Pair, row_of
from tests.readings.choice import changing, one_of_each

PLAYERS = ("random", "thumb", "thumb-bold", "thumb-cautious", "thumb")
FICKLE = BOLD._replace(
    exchange=4, red_five=4, solo=16, no_trick_exchange=5, give_up=13, give_up_no_trick=2
)
"""A style that bids on little, holds, and often gives up what it has bid."""
SEED = 20


class Table:
    """A rule set as both play it."""

    def __init__(self, rules) -> None:
        self.game = prepare(rules)
        self.book = new_book(self.game)
        fill_thumb(self.book, self.game)
        self.play = play_tables(self.game)
        fill_play(self.play, self.game)
        self.money = Book(self.game)
        self.scratch = new_scratch()
        self.cards, self.rows = np.zeros((), ROOM), np.zeros(BUFFER, np.uint64)
        self.conceded = 0

    def sessions(self, deals: int, bots=PLAYERS) -> int:
        """Play as many sessions as make so many deals, at every size of table by turns."""
        played = 0
        for number in itertools.count():
            players = list(sizes(self.game))[number % len(list(sizes(self.game)))]
            names = [bots[(number + player) % len(bots)] for player in range(players)]
            played += self.session(number, names, deals - played)
            if played >= deals:
                return played
        return played

    def session(self, number: int, names, most: int) -> int:
        """Play a session, or so many deals of it, and return how many they were."""
        players = len(names)
        pair = Pair(self.game, players, first_dealer(SEED, number, players), book=self.money)
        seating, bots, table = new_seating(self.game, players), make_bots(names), player_rows(names)
        while not pair.ended and pair.session.index < most:
            session = pair.session
            if pair.step("open") == "misfit":
                return session.index + 1
            opened = pair.session
            state = begin(
                self.game, session.seating, opened.money, session.index,
                privileged=opened.money.couleur,
            )  # fmt: skip
            key = stream.deal_key(SEED, number, session.index)
            ended, rows = follow(deal_cards(state, SEED, number), bots, key)
            found = self._in_kernel(pair.deals, seating, table, number)
            assert found == rows, (names, number, session.index)
            facts = facts_of(ended)
            self.conceded += facts.conceded
            assert pair.deals[0]["facts"].tolist() == row_of(self.game, facts).tolist(), facts
            if pair.step("close", facts) == "misfit":
                return session.index + 1
        if pair.ended:
            pair.step("finish")
        return max(1, pair.session.index)

    def _in_kernel(self, deals, seating, table, number: int):
        """Play the deal that has been opened, as the backend does, and return its trace."""
        trace, alone = new_trace(), np.zeros(1, np.int64)
        block.deal_out(deals, alone, np.uint64(SEED), number, self.rows)
        self._stages(deals, alone, seating, table, trace)
        return as_rows(trace, deals[0]["asked"][ROWS])

    def untraced(self, deals, live, seating, players) -> None:
        """Play deals whose cards are dealt to their ends, in which nobody looks at the acts."""
        self._stages(deals, live, seating, players, np.zeros((0, TRACE), np.int64))

    def _stages(self, deals, live, seating, players, trace) -> None:
        book, scratch = self.book, self.scratch
        block.find_ombres(book, seating, deals, live, scratch, players, trace)
        block.exchange_cards(book, seating, deals, live, scratch, players, trace)
        block.play_deals(
            book, self.play.rules, self.play.fixed, seating, deals, live, players, trace, self.cards
        )


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
    privileged = table.book["rules"][SUITS] > 0
    deals["couleur"] = np.arange(number) % 5 - 1 if privileged else -1
    block.deal_out(deals, np.arange(number), np.uint64(SEED), 0, table.rows)
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
