"""The tables with which the kernel plays `thumb`, filled by the functions of the bot itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from lhombre_core.bots.thumb.bid import (
    KINGS,
    MANILLES,
    SPADILLE,
    THIRD,
    Offer,
    offers,
)
from lhombre_core.bots.thumb.evaluate import (
    OpenTable,
    bad_cards,
    grand_quarters,
    is_unbeatable,
    trump_table,
)
from lhombre_core.bots.thumb.naming import preference
from lhombre_core.bots.thumb.style import STYLES
from lhombre_core.cards import Hand, Suit, cards_of, hand_of, is_red
from lhombre_core.engine.game import Game
from lhombre_core.kernel import thumb
from lhombre_core.kernel.encode.play import PlayTables
from lhombre_core.kernel.encode.play_card import THREE, TWO
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import RANDOM, STYLE, THUMB
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.contract import Family, Kept

_OPEN = {
    Family.NO_TRICK_EXCHANGE,
    Family.NO_TRICK_NO_EXCHANGE,
    Family.NO_TRICK_OPEN,
    Family.NO_TRUMP,
}
"""Contracts without trumps."""
_SUIT = 10
_LANE = OpenTable((tuple(range(_SUIT)),), ((1 << _SUIT) - 1,))
"""A suit without trumps: under any rules ten cards, here numbered from the lowest."""
_RANKS = 1 << 12


def fill_play(play: PlayTables, game: Game) -> None:
    """Fill what the tables of the play say for the bot."""
    for suit in Suit:
        table, places = trump_table(game, suit), game.follow(suit).places
        for column, cards in ((THREE, table.three), (TWO, table.two)):
            play.cards[suit, column] = sum(1 << places[card] for card in cards_of(cards))
    if game.orders.has_no_trump:
        play.bad[:] = [bad.bit_count() for bad in _by_lane(_bad).tolist()]
        play.sure[:] = _by_lane(is_unbeatable)


def fill_thumb(book: np.ndarray, game: Game) -> None:
    """Fill what a book says for the bot; `Unencodable` where numbers are too large for it."""
    found = offers(game)
    if len(found) > thumb.MOST_OFFERS:
        raise Unencodable(f"there are more than {thumb.MOST_OFFERS} contracts with their colours")
    book["n_offers"] = len(found)
    for place, offer in enumerate(found):
        book["offers"][place] = _offer(game, offer)
    for suit in Suit:
        book["trump"][suit] = _trump(game, suit)
        book["red"][suit] = is_red(suit)
    if game.orders.has_no_trump:
        book["bad"], book["unbeatable"] = _by_lane(_bad), _by_lane(is_unbeatable)
        book["grand"] = _by_lane(grand_quarters)
    for row, privileged in enumerate((None, *Suit)):
        book["tie"][row] = _ties(game, privileged)
    families = {offer.family for offer in found}
    book["lanes"] = not families.isdisjoint(_OPEN)
    book["has_grand"] = Family.NO_TRUMP in families
    book["marks"][:] = (
        SPADILLE,
        MANILLES,
        KINGS,
        *(card for card, _ in THIRD),
        *(suit for _, suit in THIRD),
    )


def _offer(game: Game, offer: Offer) -> tuple[int, ...]:
    """Return the columns of an offer.

    Prices are compared only, so that the place of a price among all prices stands for it.
    """
    prices = sorted({other.price for other in offers(game)})
    if offer.rank >= _RANKS or offer.place >= _RANKS:
        raise Unencodable(f"a contract has a rank or place above {_RANKS - 1}")
    key = prices.index(offer.price) << 40 | offer.rank << 12 | (_RANKS - 1 - offer.place)
    turned = [other.price for other in offers(game) if other.family is Family.TURNED_TRUMP]
    return (
        list(game.contracts).index(offer.name),
        offer.colour,
        code(offer.family),
        key,
        sum(1 << suit for suit in offer.suits),
        not (turned and 2 * offer.price > min(turned)),
        game.contracts[offer.name].exchange.kept is Kept.ANY,
    )


def _trump(game: Game, suit: Suit) -> tuple[Hand, ...]:
    table = trump_table(game, suit)
    return (
        table.trumps,
        table.best_two,
        table.basta,
        table.three,
        table.two,
        table.kings,
        *table.plain,
    )


@cache
def _by_lane(ask: Callable[[OpenTable, Hand], int]) -> np.ndarray:
    """Return the answers to a question about every hand of one suit."""
    return np.array([int(ask(_LANE, hand)) for hand in range(1 << _SUIT)], np.int64)


def _bad(table: OpenTable, hand: Hand) -> int:
    return hand_of(bad_cards(table, hand))


def _ties(game: Game, privileged: Suit | None) -> list[int]:
    order = sorted(Suit, key=lambda suit: preference(game, suit, privileged))
    return [order.index(suit) for suit in Suit]


def player_row(name: str) -> tuple[int, ...]:
    """Return the row of a built-in player by its name; `Unencodable` for another."""
    if name == "random":
        return (RANDOM, *(0,) * (STYLE - 1))
    style = STYLES.get(name)
    if style is None:
        raise Unencodable(f"the player {name} is none of the kernel's")
    return (THUMB, *map(int, style))
