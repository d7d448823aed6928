"""Trumps: the best suit of a hand, with the order in which equal suits are preferred."""

from __future__ import annotations

from collections.abc import Iterable

from lhombre_core.bots.thumb.evaluate import quarters, trump_table
from lhombre_core.cards import DISPLAY_SUITS, Hand, Suit, is_red
from lhombre_core.engine.state.game import Game
from lhombre_core.rules.contract import Family

_SPADES = frozenset({Family.SPADES_EXCHANGE, Family.SPADES_NO_EXCHANGE})


def best_suit(
    game: Game, suits: Iterable[Suit], hand: Hand, privileged: Suit | None, *, solo: bool
) -> Suit:
    """Return the suit in which a hand is worth most.

    Of equal suits a black one goes before a red one, then the one that ranks higher in the
    ladder, then the first of ♠ ♣ ♥ ♦.
    """

    def order(suit: Suit) -> tuple[int, tuple[bool, int, int]]:
        worth = quarters(trump_table(game, suit), hand, solo=solo)
        return -worth, preference(game, suit, privileged)

    return min(suits, key=order)


def preference(game: Game, suit: Suit, privileged: Suit | None) -> tuple[bool, int, int]:
    """Return what decides between suits in which a hand is worth as much: the least is taken."""
    return is_red(suit), -_rank(game, suit, privileged), DISPLAY_SUITS.index(suit)


def _rank(game: Game, suit: Suit, privileged: Suit | None) -> int:
    """Return how high a suit ranks: Sur, Couleur, then spades where they have contracts."""
    privilege = game.rules.auction.privilege
    if privilege is not None and privileged is not None:
        for colour in range(privilege.number, 0, -1):
            if game.colour_suit(privileged, colour) is suit:
                return 1 + colour
    spades = any(contract.family in _SPADES for contract in game.contracts.values())
    return int(spades and suit is Suit.S)
