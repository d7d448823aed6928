"""The kernel from the deal to the first lead, act by act, against the reference engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lhombre_core.bots.thumb.encode import fill_thumb
from lhombre_core.cards import Suit
from lhombre_core.engine.game import prepare
from lhombre_core.engine.seating import seat_players
from lhombre_core.engine.state import begin
from lhombre_core.kernel import stream
from lhombre_core.kernel.bench import DEAL, new_scratch
from lhombre_core.kernel.compiled.deal import deal_cards, find_ombre
from lhombre_core.kernel.compiled.exchange import undertake
from lhombre_core.kernel.compiled.trace import ROWS
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.layout import COLOUR, CONTRACT, MORT, NEEDLESS, OMBRE, PASSES, STYLE, TRUMP
from lhombre_core.language import catalog
from lhombre_core.sim.check import sizes
from lhombre_core.sim.deal import deal_cards as deal_reference
from tests.kernel.following import as_rows, follow, make_bots, new_trace, player_rows
from tests.readings.test_every_reading import runnable

VARIANTS = [str(name) for name in catalog.variant_ids()]
BOTS = ("random", "thumb", "thumb-bold", "thumb-cautious", "random")


def check(resolved, deals: int, seed: int, shift: int = 0) -> None:
    game = prepare(resolved.rules)
    book = new_book(game)
    fill_thumb(book, game)
    deal, scratch = np.zeros((), DEAL), new_scratch()
    for players in sizes(game):
        seating = new_seating(game, players)
        for index in range(deals):
            names = [BOTS[(index + player + shift) % 5] for player in range(players)]
            dealer = index % players
            couleur = index % 5 - 1
            check_deal(game, book, seating, deal, scratch, names, (seed, index, dealer, couleur))


def check_deal(game, book, seating, deal, scratch, names, where) -> None:
    seed, index, dealer, couleur = where
    players = len(names)
    key = stream.deal_key(seed, players, index)
    seats = seat_players(game.rules.table, players, dealer)
    state = begin(game, seats, None, index, privileged=None if couleur < 0 else Suit(couleur))
    state = deal_reference(state, seed, players)
    state, rows = follow(state, make_bots(names), key, until_play=True)

    table = player_rows(names)
    styles = np.zeros((4, STYLE), np.int64)
    styles[:3] = table[list(seats.active)]
    trace = new_trace()
    deal_cards(np.uint64(key), deal["hands"], deal["talon"])
    played = find_ombre(
        book[()], seating[()], deal[()], scratch[()], dealer, couleur, table, styles,
        np.uint64(key), trace,
    )  # fmt: skip
    if played:
        mort = int(deal["facts"][MORT])
        order = seating["order"][dealer, mort if mort >= 0 else players]
        undertake(
            book[()], deal[()], scratch[()], order, 3 if mort < 0 else 4, styles, np.uint64(key),
            trace,
        )  # fmt: skip
    found = as_rows(trace, deal["asked"][ROWS])
    assert found == rows, (names, where)
    facts = deal["facts"]
    assert bool(played) is (state.undertaking is not None)
    assert unpacked(facts[PASSES], bid=True) == firsts(state.auction.passes)
    assert unpacked(facts[NEEDLESS]) == [int(seat) for seat in state.auction.needless]
    assert facts[MORT] == (-1 if state.mort is None else state.mort)
    if not played:
        assert state.all_pass
        return
    it = state.undertaking
    assert facts[CONTRACT] == list(game.contracts).index(it.name)
    assert (facts[OMBRE], facts[COLOUR]) == (it.ombre, it.bid.colour)
    assert facts[TRUMP] == (4 if it.trump is None else it.trump)
    assert tuple(map(int, deal["hands"])) == state.hands
    assert tuple(map(int, deal["discards"])) == it.discards
    top, seen = deal["left"][:2]
    assert tuple(map(int, deal["talon"][top:])) == state.talon
    assert bool(seen) is it.rest_seen


def unpacked(packed: int, *, bid: bool = False) -> list:
    found = []
    while packed:
        seat = int(packed) & 3
        found.append((seat, bool(packed & 8)) if bid else seat)
        packed >>= 4
    return found


def firsts(passes) -> list:
    found: dict[int, bool] = {}
    for seat, has_bid in passes:
        found.setdefault(int(seat), has_bid)
    return list(found.items())


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_comes_to_the_same_first_lead(variant):
    check(catalog.load(variant), 300, 3)


@pytest.mark.parametrize("part", range(8))
def test_every_reading_comes_to_the_same_first_lead(part):
    for variant, reading in itertools.islice(runnable(), part, None, 8):
        check(catalog.load(variant, readings=(reading,)), 12, 5)
