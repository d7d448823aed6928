"""Random endings: positions of every kind on which the solvers are compared.

A game here is a variant, or a variant with another privilege of the matadors: every privilege of
the language is played, also those that no variant has.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.contract import TrumpBy
from lhombre_core.rules.play import MatadorPair, MatadorSecond, Privilege
from lhombre_core.solve import THREE_SEATS, Position


@cache
def games() -> tuple[Game, ...]:
    """Return all variants, then pierer-free with every reading of the matadors."""
    variants = [prepare(load(name).rules) for name in variant_ids()]
    for privilege, pair, second in product(Privilege, MatadorPair, MatadorSecond):
        said = (
            f"play.matadors.privilege={privilege}",
            f"play.matadors.pair={pair}",
            f"play.matadors.second={second}",
        )
        variants.append(prepare(load("pierer-free", settings=said).rules))
    return tuple(variants)


def endings(seed: int, cards: int, number: int) -> Iterator[Position]:
    """Yield endings with a number of cards in each hand, every second heavy (`is_heavy`)."""
    chance = random.Random(f"{seed} {cards}")  # noqa: S311  reproducible
    for turn in range(number):
        game = chance.choice(games())
        yield ending(game, chance, cards, heavy=turn % 2 == 0)


def is_heavy(position: Position) -> bool:
    """Return whether all three matadors are held, and more trumps than their share of the cards."""
    if position.trump is None:
        return False
    trumps = position.game.ranking(position.trump).trumps
    cards = sum(position.hands)  # no card is in two hands
    held = [card for card in trumps if cards >> card & 1]
    return held[:3] == list(trumps[:3]) and len(held) >= _many(len(trumps), cards.bit_count())


def _many(trumps: int, cards: int) -> int:
    """Return the least number of trumps that is beyond their share of a number of cards."""
    return trumps * cards // 40 + 1


def ending(game: Game, chance: random.Random, cards: int, *, heavy: bool) -> Position:
    """Return an ending by chance; a heavy one is of a contract with trumps, and `is_heavy`."""
    name = chance.choice(
        [one for one in game.contracts if not heavy or _trump_by(game, one) is not TrumpBy.NONE]
    )
    has_trumps = _trump_by(game, name) is not TrumpBy.NONE
    trump = Suit[chance.choice(sorted(game.contracts[name].trump.suits))] if has_trumps else None
    pack = chance.sample(range(40), 40)
    if heavy and trump is not None:
        trumps = list(game.ranking(trump).trumps)
        most = min(len(trumps), 3 * cards)
        some = trumps[:3] + chance.sample(trumps[3:], len(trumps) - 3)
        some = some[: chance.randint(max(3, _many(len(trumps), 3 * cards)), most)]
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


def _trump_by(game: Game, contract: str) -> TrumpBy:
    return game.contracts[contract].trump.by


def _tricks(chance: random.Random, number: int) -> tuple[int, int, int, int]:
    """Return tricks that were taken before: by all alike, by one alone, or by two."""
    who = chance.sample(range(3), chance.choice((1, 2, 3, 3, 3)))
    taken = [0, 0, 0, 0]
    for _ in range(number):
        taken[chance.choice(who)] += 1
    return taken[0], taken[1], taken[2], taken[3]
