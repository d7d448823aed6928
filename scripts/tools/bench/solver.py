"""How many double-dummy questions a second the kernel solver answers on one core.

Every figure is for hands of nine cards, all in sight, the opponents as one side. A rate counts
processor time; the slowest of a hundred (p99) is of single deals by the same clock. The deals are
those of the random stream, so that two machines do the same work.

* ``solo``: of each deal the hand and trump suit with the greatest `strength`; codille, remise, win.
* ``table``: every hand as ombre with every trump suit, twelve values a deal.
* ``misere``: the hand with the least `misere_strength` wants no trick: can he be made to take one;
  ``misere-tricks``: how many can he be made to take, which is several such questions.

``python -m bench.solver`` prints them. `sim.bench` sets all leads beside bridge's.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from lhombre_core.cards import Suit, count
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.state import Hands
from lhombre_core.kernel.stream import deal
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.contract import Goal, TrumpBy
from lhombre_core.solve.kernel import Kernel
from lhombre_core.solve.position import THREE_SEATS

DEALS: Final = 2000
RUNS: Final = 3
SEED: Final = 1
ASSUMES: Final = "every card in sight, the opponents as one side"
"""What every rate is a rate of."""
_UNITS: Final = (
    ("solo", "deals"),
    ("table", "tables"),
    ("misere", "deals"),
    ("misere-tricks", "deals"),
)


def _variant() -> str:
    """Return the first variant that has a contract of every kind that is measured."""
    return next(
        name
        for name in variant_ids()
        if any(contract.goal is Goal.NO_TRICK for contract in load(name).rules.contracts.values())
    )


def strength(game: Game, hand: int, trump: Suit) -> int:
    """Return what a hand is worth with a trump suit: matadors 12, trumps 10, tops of suits 6."""
    ranking = game.ranking(trump)
    matadors = sum(hand >> card & 1 for card in game.matadors(trump))
    tops = sum(hand >> row[0] & 1 for row in ranking.sequences[:4] if row)
    return 12 * matadors + 10 * count(hand & ranking.suit_masks[4]) + 6 * tops


def misere_strength(game: Game, hand: int) -> int:
    """Return the sum of the ranks of a hand without trumps: the less, the fewer tricks."""
    strengths = game.ranking(None).strengths
    return sum(strengths[card] for card in range(40) if hand >> card & 1)


def dealt(deals: int, seed: int) -> list[Hands]:
    """Return the hands of so many deals of the random stream."""
    return [(*deal(seed, 0, index).hands, 0) for index in range(deals)]


def _contract(game: Game, goal: Goal) -> str:
    """Return a contract with a goal, in any suit where it has trumps."""
    return next(
        name
        for name, contract in game.contracts.items()
        if contract.goal is goal
        and (contract.trump.by is TrumpBy.NONE or len(contract.trump.suits) == len(Suit))
    )


class _Batch:
    """Positions of one board, gathered to be graded at once."""

    def __init__(
        self, kernel: Kernel, contract: str, trump: Suit | None, *, whether: bool = False
    ) -> None:
        self._kernel, self._contract, self._trump = kernel, contract, trump
        self._whether = whether
        self._rows: list[list[int]] = []
        self._leaders: list[int] = []

    def add(self, hands: Hands, ombre: int) -> None:
        board = self._kernel.board(self._trump)
        turn = [THREE_SEATS[(ombre + step) % 3] for step in range(3)]
        self._rows.append([self._kernel.spread(hands[seat], board) for seat in turn])
        self._leaders.append(-ombre % 3)

    def ready(self) -> list[Callable[[], np.ndarray]]:
        """Return one call for each position."""
        hands = np.array(self._rows, np.uint64).reshape(-1, 3)
        leaders = np.array(self._leaders, np.int64)

        def call(row: int) -> Callable[[], np.ndarray]:
            part = slice(row, row + 1)
            return lambda: self._grade(hands[part], leaders[part])

        return [call(row) for row in range(len(hands))]

    def grade(self) -> np.ndarray:
        hands = np.array(self._rows, np.uint64).reshape(-1, 3)
        leaders = np.array(self._leaders, np.int64)
        return self._grade(hands, leaders)

    def _grade(self, hands: np.ndarray, leaders: np.ndarray) -> np.ndarray:
        return self._kernel.grade_all(
            self._contract, self._trump, hands, leaders, whether=self._whether
        )


def _solo(kernel: Kernel, hands: Sequence[Hands]) -> list[_Batch]:
    game = kernel.game
    name = _contract(game, Goal.MOST_TRICKS)
    batches = {suit: _Batch(kernel, name, suit) for suit in Suit}
    for row in hands:
        choices = (
            (strength(game, row[seat], suit), seat, suit) for seat in range(3) for suit in Suit
        )
        _, seat, suit = max(choices)
        batches[suit].add(row, seat)
    return list(batches.values())


def _table(kernel: Kernel, hands: Sequence[Hands]) -> list[_Batch]:
    name = _contract(kernel.game, Goal.MOST_TRICKS)
    batches = {suit: _Batch(kernel, name, suit) for suit in Suit}
    for row in hands:
        for suit in Suit:
            for seat in range(3):
                batches[suit].add(row, seat)
    return list(batches.values())


def _misere(kernel: Kernel, hands: Sequence[Hands], *, whether: bool) -> list[_Batch]:
    game = kernel.game
    batch = _Batch(kernel, _contract(game, Goal.NO_TRICK), None, whether=whether)
    for row in hands:
        batch.add(row, min(range(3), key=lambda seat: misere_strength(game, row[seat])))
    return [batch]


def _measure(batches: Sequence[_Batch], deals: int, runs: int) -> dict[str, Any]:
    """Return the median rate of several runs, and the times of single positions."""
    rates = []
    for _ in range(runs + 1):
        start = time.thread_time()
        grades = [batch.grade() for batch in batches]
        rates.append(deals / (time.thread_time() - start))
    times = []
    for batch in batches:
        for call in batch.ready():
            start_ns = time.thread_time_ns()
            call()
            times.append((time.thread_time_ns() - start_ns) / 1e6)
    return {
        "rate": round(float(np.median(rates[1:])), 1),
        "rates": [round(rate, 1) for rate in rates[1:]],
        "p50_ms": round(float(np.percentile(times, 50)), 4),
        "p99_ms": round(float(np.percentile(times, 99)), 4),
        "grades": np.bincount(np.concatenate(grades)).tolist(),
    }


def bench(deals: int = DEALS, runs: int = RUNS, seed: int = SEED) -> dict[str, Any]:
    """Return the figures of this module's docstring by name, each with its rates and times."""
    variant = _variant()
    kernel = Kernel(prepare(load(variant).rules))
    hands = dealt(deals, seed)
    some, few = hands[: max(1, deals // 4)], hands[: max(1, deals // 10)]
    return {
        "variant": variant,
        "deals": deals,
        "seed": seed,
        "assumes": ASSUMES,
        "solo": _measure(_solo(kernel, hands), len(hands), runs),
        "table": _measure(_table(kernel, some), len(some), runs),
        "misere": _measure(_misere(kernel, hands, whether=True), len(hands), runs),
        "misere-tricks": _measure(_misere(kernel, few, whether=False), len(few), runs),
    }


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.solver")
    parser.add_argument("--deals", type=int, default=DEALS, help="how many deals")
    parser.add_argument("--runs", type=int, default=RUNS, help="how many runs are counted")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    asked = parser.parse_args(sys.argv[1:] if words is None else words)
    if asked.deals < 1 or asked.runs < 1:
        parser.error("expected at least one deal and one run")
    found = bench(asked.deals, asked.runs)
    if asked.json:
        print(json.dumps(found, indent=2))
        return 0
    print(f"{found['variant']}, hands of nine cards, one core: {found['assumes']}")
    for name, unit in _UNITS:
        it = found[name]
        times = f"p50 {it['p50_ms']} ms, p99 {it['p99_ms']} ms"
        print(f"{name:<14} {it['rate']:>9,.0f} {unit}/s   {times}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
