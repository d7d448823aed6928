"""Endings by chance: positions of every kind that the solvers are compared on.

A game here is a variant, or a variant with another privilege of the matadors: all that the language
can say of it is played, whether or not a variant plays so.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.game import Game, prepare
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.contract import TrumpBy
from lhombre_core.rules.play import MatadorPair, MatadorSecond, Privilege
from lhombre_core.solve import THREE_SEATS, Position


@cache
def games() -> tuple[Game, ...]:
    """Return all variants, then pierer-free with every reading of the matadors."""
    found = [prepare(load(name).rules) for name in variant_ids()]
    for privilege, pair, second in product(Privilege, MatadorPair, MatadorSecond):
        said = (
            f"play.matadors.privilege={privilege}",
            f"play.matadors.pair={pair}",
            f"play.matadors.second={second}",
        )
        found.append(prepare(load("pierer-free", settings=said).rules))
    return tuple(found)


def endings(seed: int, cards: int, number: int) -> Iterator[Position]:
    """Yield endings of so many cards in each hand, every second one heavy in trumps."""
    chance = random.Random(f"{seed} {cards}")  # noqa: S311  reproducible
    for turn in range(number):
        game = chance.choice(games())
        yield ending(game, chance, cards, heavy=turn % 2 == 0)


def ending(game: Game, chance: random.Random, cards: int, *, heavy: bool) -> Position:
    """Return an ending by chance; a heavy one has matadors and more trumps than there should be."""
    name = chance.choice(list(game.contracts))
    rule = game.contracts[name].trump
    trump = None if rule.by is TrumpBy.NONE else Suit[chance.choice(sorted(rule.suits))]
    pack = chance.sample(range(40), 40)
    if heavy and trump is not None:
        trumps = list(game.ranking(trump).trumps)
        most = min(len(trumps), 3 * cards)
        some = trumps[:3] + chance.sample(trumps[3:], len(trumps) - 3)
        some = some[: chance.randint(min(3, most), most)]
        plain = [card for card in pack if card not in trumps]
        pack = chance.sample([*some, *plain[: 3 * cards - len(some)]], 3 * cards)
    hands = [hand_of(pack[n * cards : (n + 1) * cards]) for n in range(3)]
    return Position(
        game=game,
        contract=name,
        trump=trump,
        ombre=chance.randrange(3),
        hands=(hands[0], hands[1], hands[2], 0),
        leader=chance.randrange(3),
        order=THREE_SEATS,
        tricks=_tricks(chance, 9 - cards),
    )


def _tricks(chance: random.Random, number: int) -> tuple[int, int, int, int]:
    """Return tricks that were taken before: by all alike, by one alone, or by two."""
    who = chance.sample(range(3), chance.choice((1, 2, 3, 3, 3)))
    taken = [0, 0, 0, 0]
    for _ in range(number):
        taken[chance.choice(who)] += 1
    return taken[0], taken[1], taken[2], taken[3]
