"""Deals played side by side end as the engine's rules of play end them."""

import platform
from dataclasses import replace
from itertools import product

import numba
import numpy as np
import pytest
from numba import njit

from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel import stream
from lhombre_core.kernel.bits import OPTIONS
from lhombre_core.kernel.loader import as_passed
from lhombre_core.kernel.room import BUFFER
from lhombre_core.kernel.space import NO_TRUMP, space_tables
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.play import MatadorPair, Matadors, MatadorSecond, Privilege
from lhombre_core.sim.play.kernel import block
from lhombre_core.sim.run import warm
from lhombre_core.sim.run.warm import lockstep

DEALS = 130  # two full rounds side by side, and a part of one
WORDS = stream.DEAL_WORDS


def arguments(game, suits, seed, first, results):
    """The arguments of `play_at_random`."""
    space, rows = space_tables(game), np.zeros(BUFFER, np.uint64)
    return (
        np.uint64(seed), first, np.array(suits), space.into, space.trumps, space.matadors,
        space.floor, space.free, space.pull, results, rows,
    )  # fmt: skip


def kernel(game, suits, seed, first, deals):
    results = np.zeros(deals, np.uint16)
    lockstep.play_at_random(*arguments(game, suits, seed, first, results))
    return [
        ([int(n) >> 4 * seat & 15 for seat in range(3)], int(n) >> 12 & 3, int(n) >> 14)
        for n in results
    ]


def reference(game, suits, seed, index):
    """The same deal by the tables of the engine, a card at a time."""
    key = stream.deal_key(seed, 0, index)
    hands = list(stream.deal(seed, 0, index).hands)
    word = stream.word(key, WORDS + 1)
    number = suits[stream.below(word, len(suits))]
    ombre = stream.below(word << 32 & stream.MASK, 3)
    follow = game.follow(None if number == NO_TRUMP else Suit(number))
    leader, tricks = 0, [0, 0, 0]
    for trick in range(9):
        word = stream.word(key, WORDS + 2 + 2 * trick)
        halves = word, word << 32, stream.word(key, WORDS + 3 + 2 * trick)
        played, led, forcing = [], None, None
        for step, half in enumerate(halves):
            seat = (leader + step) % 3
            legal = follow.legal(hands[seat], led, forcing)
            cards = sorted(
                (card for card in range(40) if legal >> card & 1), key=follow.places.__getitem__
            )
            card = cards[stream.below(half & stream.MASK, len(cards))]
            hands[seat] ^= 1 << card
            if led is None:
                led = forcing = card
            elif step == 1:
                forcing = follow.forcing(led, card)
            played.append(card)
        leader = (leader + follow.ranking.winner(played)) % 3
        tricks[leader] += 1
    return tricks, ombre, number & 3


@pytest.mark.parametrize("variant", variant_ids())
def test_random_play_side_by_side_is_that_of_the_engine(variant):
    game = prepare(load(variant).rules)
    suits = [0, 1, 2, 3, *([NO_TRUMP] if game.orders.has_no_trump else [])]
    wanted = [reference(game, suits, 5, 7 + deal) for deal in range(DEALS)]
    assert kernel(game, suits, 5, 7, DEALS) == wanted


@pytest.mark.parametrize("words", [*product(Privilege, MatadorPair, MatadorSecond)])
@pytest.mark.parametrize("matadors", [1, 2, 3])
def test_every_privilege_of_the_matadors_is_that_of_the_engine(words, matadors):
    rules = load("danish-club").rules
    changed = replace(
        rules,
        play=replace(rules.play, matadors=Matadors(*words)),
        cards=replace(rules.cards, matadors=matadors),
    )
    game = prepare(changed)
    wanted = [reference(game, [0, 1, 2, 3], 9, deal) for deal in range(256)]
    assert kernel(game, [0, 1, 2, 3], 9, 0, 256) == wanted


def test_a_deal_does_not_depend_on_where_a_block_begins():
    game = prepare(load("pierer-free").rules)
    whole = kernel(game, [0, 1, 2, 3], 2, 0, 200)
    parts = kernel(game, [0, 1, 2, 3], 2, 0, 70) + kernel(game, [0, 1, 2, 3], 2, 70, 130)
    assert parts == whole


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names of registers of x86-64")
@pytest.mark.parametrize(
    "function",
    [
        lockstep.play_at_random,
        block.deal_out,
        pytest.param(block.find_ombres, marks=pytest.mark.slow),  # seconds to compile
        pytest.param(block.play_deals, marks=pytest.mark.slow),
    ],
    ids=lambda function: function.name,
)
def test_what_is_said_to_use_vectors_does(function, monkeypatch):
    compiled = njit(**OPTIONS)(function._entry.py_func)  # what is kept has no text
    monkeypatch.setattr(numba.config, "LOOP_VECTORIZE", 1)
    compiled.compile(tuple(map(numba.typeof, map(as_passed, warm.calls()[function]))))
    (text,) = compiled.inspect_asm().values()
    assert text.count("%ymm") + text.count("%zmm") > 200
