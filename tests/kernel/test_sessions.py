"""Whole sessions by the kernel and by the reference engine: every act, fact, payment and pool."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lhombre_core.bots.thumb.encode import fill_thumb
from lhombre_core.engine.ending import facts_of
from lhombre_core.engine.game import prepare
from lhombre_core.engine.state import begin
from lhombre_core.kernel import stream
from lhombre_core.kernel.bench import DEAL, new_scratch
from lhombre_core.kernel.compiled.block import play_deals
from lhombre_core.kernel.compiled.deal import deal_cards, find_ombre
from lhombre_core.kernel.compiled.exchange import undertake
from lhombre_core.kernel.compiled.trace import ROWS
from lhombre_core.kernel.compiled.tricks_seat import ROOM
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.encode.money import Book
from lhombre_core.kernel.encode.play import play_tables
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.layout import COULEUR, DEALER, MORT, STYLE
from lhombre_core.language import catalog
from lhombre_core.sim.check import sizes
from lhombre_core.sim.deal import deal_cards as deal_reference
from lhombre_core.sim.reference import first_dealer
from tests.engine.money_case import resolved
from tests.kernel.following import as_rows, follow, make_bots, new_trace, player_rows
from tests.kernel.money_pair import Pair, row_of
from tests.readings.test_every_reading import runnable

PLAYERS = ("random", "thumb", "thumb-bold", "thumb-cautious", "thumb")
SEED = 20


class Table:
    """A rule set as both play it."""

    def __init__(self, rules) -> None:
        self.game = prepare(rules)
        self.book = new_book(self.game)
        fill_thumb(self.book, self.game)
        self.play = play_tables(self.game)
        self.money = Book(self.game)
        self.deal, self.scratch = np.zeros((), DEAL), new_scratch()
        self.cards = np.zeros((), ROOM)

    def sessions(self, deals: int) -> int:
        """Play as many sessions as make so many deals, at every size of table by turns."""
        played = 0
        for number in itertools.count():
            players = list(sizes(self.game))[number % len(list(sizes(self.game)))]
            names = [PLAYERS[(number + player) % len(PLAYERS)] for player in range(players)]
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
            ended, rows = follow(deal_reference(state, SEED, number), bots, key)
            found = self._in_kernel(pair.purse, seating, table, key)
            assert found == rows, (names, number, session.index)
            facts = facts_of(ended)
            assert self.deal["facts"].tolist() == row_of(self.game, facts).tolist(), facts
            if pair.step("close", facts) == "misfit":
                return session.index + 1
        if pair.ended:
            pair.step("finish")
        return max(1, pair.session.index)

    def _in_kernel(self, purse, seating, table, key: int):
        """Play the deal that is open in a purse and return its trace."""
        deal, scratch, trace = self.deal[()], self.scratch[()], new_trace()
        styles, word = np.zeros((4, STYLE), np.int64), np.uint64(key)
        dealer = int(purse[DEALER])
        styles[:3] = table[seating["active"][dealer]]
        deal["key"] = word
        deal_cards(word, deal["hands"], deal["talon"])
        found = find_ombre(
            self.book[()], seating[()], deal, scratch, dealer, int(purse[COULEUR]), table, styles,
            word, trace,
        )  # fmt: skip
        if found:
            mort = int(deal["facts"][MORT])
            seats = 3 if mort < 0 else 4
            order = seating["order"][dealer, mort if mort >= 0 else int(seating["players"])]
            undertake(self.book[()], deal, scratch, order, seats, styles, word, trace)
            play_deals(
                self.book[()], self.play.rules[()], self.play.fixed, seating[()],
                purse[np.newaxis], self.deal[np.newaxis], np.arange(1), table, trace,
                self.cards[()],
            )  # fmt: skip
        return as_rows(trace, deal["asked"][ROWS])


@pytest.mark.parametrize("variant", catalog.variant_ids())
def test_every_variant_is_played_alike(variant):
    assert Table(resolved(variant)).sessions(500) >= 500


def one_of_each():
    """Every reading in one of the variants that have it, the variants by turns."""
    having: dict[str, list[str]] = {}
    for variant, reading in runnable():
        having.setdefault(reading, []).append(variant)
    for turn, (reading, variants) in enumerate(having.items()):
        yield variants[turn % len(variants)], reading


@pytest.mark.parametrize("part", range(16))
def test_every_reading_is_played_alike(part):
    for variant, reading in itertools.islice(one_of_each(), part, None, 16):
        rules = catalog.load(variant, readings=(reading,)).rules
        assert Table(rules).sessions(50) >= 50


@pytest.mark.slow
@pytest.mark.parametrize("variant", catalog.variant_ids())
def test_every_reading_is_played_alike_in_every_variant_that_has_it(variant):
    for name, reading in runnable():
        if name == variant:
            rules = catalog.load(variant, readings=(reading,)).rules
            assert Table(rules).sessions(500) >= 500
