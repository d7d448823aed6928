"""Random legal play of the tricks: by the kernel, and one card at a time in plain Python.

Both deal, draw a trump suit and an ombre, and play 27 random legal cards; they come to the same
tricks. Plain Python does it by the tables of the reference engine, without its states and records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bench.clock import Work
from lhombre_core.cards import CARDS, Card, Suit
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel import stream

BLOCK: Final = 1 << 14
"""How many deals the kernel is asked for at once: what it finds stays in the first cache."""

ACTS: Final = 27
"""Cards played in a deal."""

_SEED: Final = 1
_WORDS: Final = stream.DEAL_WORDS


def by_kernel(game: Game) -> Work:
    """Return the work of playing blocks of deals side by side, with each trump suit."""
    import numpy as np

    from lhombre_core.kernel.loader import CompiledModule
    from lhombre_core.kernel.room import BUFFER
    from lhombre_core.kernel.space import space_tables

    lockstep = CompiledModule("lhombre_core.kernel.compiled.play.lockstep")
    space, suits = space_tables(game), np.arange(len(Suit))
    seed = np.uint64(_SEED)

    def work(blocks: int) -> int:
        # Room of its own for each call: two threads may be at it.
        found, rows = np.zeros(BLOCK, np.uint16), np.zeros(BUFFER, np.uint64)
        for block in range(blocks):
            lockstep.play_at_random(
                seed, block * BLOCK, suits, space.into, space.trumps, space.matadors, space.floor,
                space.free, space.pull, found, rows,
            )  # fmt: skip
        return blocks * BLOCK

    return work


def in_python(game: Game) -> Work:
    """Return the work of playing deals one by one."""
    follows = [game.follow(suit) for suit in Suit]

    def work(deals: int) -> int:
        for index in range(deals):
            play(follows, _SEED, index)
        return deals

    return work


def play(follows: Sequence[Follow], seed: int, index: int) -> int:
    """Play one deal with a trump suit drawn from those given; return what the kernel finds of it.

    That is the tricks of forehand, middlehand and backhand, then ombre and trump suit, as in
    `compiled.lockstep.play_at_random`.
    """
    cards = stream.deal(seed, 0, index)
    hands, key = list(cards.hands), stream.deal_key(seed, 0, index)
    word = stream.word(key, _WORDS + 1)
    number = stream.below(word, len(follows))
    found = stream.below(word << 32 & stream.MASK, 3) << 12 | number << 14
    follow = follows[number]
    place, ranking = follow.places.__getitem__, follow.ranking
    leader = 0
    for trick in range(9):
        word = stream.word(key, _WORDS + 2 + 2 * trick)
        halves = word, word << 32 & stream.MASK, stream.word(key, _WORDS + 3 + 2 * trick)
        played: list[Card] = []
        led: int | None = None
        forcing: int | None = None
        for step, half in enumerate(halves):
            seat = (leader + step) % 3
            legal = follow.legal(hands[seat], led, forcing)
            choice: list[Card] = []
            while legal:
                card = legal.bit_length() - 1
                choice.append(CARDS[card])
                legal ^= 1 << card
            choice.sort(key=place)
            card = choice[(half >> 32) * len(choice) >> 32]
            hands[seat] ^= 1 << card
            if led is None:
                led = forcing = card
            elif step == 1:
                forcing = follow.forcing(led, card)
            played.append(card)
        leader = (leader + ranking.winner(played)) % 3
        found += 1 << 4 * leader
    return found
