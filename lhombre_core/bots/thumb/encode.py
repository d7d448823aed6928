"""The tables with which the kernel plays `thumb`, filled by the functions of the bot itself."""

from __future__ import annotations

from collections.abc import Callable

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
    open_table,
    trump_table,
)
from lhombre_core.bots.thumb.naming import preference
from lhombre_core.bots.thumb.style import STYLES
from lhombre_core.cards import EMPTY, Hand, Suit, hand_of, is_red
from lhombre_core.engine.game import Game
from lhombre_core.kernel import thumb
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import RANDOM, STYLE, THUMB
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.contract import Family, Kept

_NO_TRICK = {Family.NO_TRICK_EXCHANGE, Family.NO_TRICK_NO_EXCHANGE, Family.NO_TRICK_OPEN}
_LANE = 1 << 10
_RANKS = 1 << 12


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
    for name, ask in (("bad", _bad), ("unbeatable", is_unbeatable), ("grand", grand_quarters)):
        book[name][:] = _by_lane(game, ask)
    for row, privileged in enumerate((None, *Suit)):
        book["tie"][row] = _ties(game, privileged)
    families = {offer.family for offer in found}
    book["lanes"] = not families.isdisjoint(_NO_TRICK)
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


def _by_lane(game: Game, ask: Callable[[OpenTable, Hand], int]) -> list[int]:
    """Ask a question about every hand of one suit; nothing where each deal has trumps."""
    if not game.orders.has_no_trump:
        return [0] * _LANE
    table = open_table(game)
    suit = table.suits[0]
    return [
        int(ask(table, hand_of(card for place, card in enumerate(suit) if value >> place & 1)))
        for value in range(_LANE)
    ]


def _bad(table: OpenTable, hand: Hand) -> int:
    suit = table.suits[0]
    bad = bad_cards(table, hand) if hand != EMPTY else ()
    return sum(1 << suit.index(card) for card in bad)


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
