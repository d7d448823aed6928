"""The tables of the compiled player `thumb`, filled by the functions of the bot itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lhombre_core.bots.thumb.bid import (
    KINGS,
    MANILLES,
    SPADILLE,
    THIRD,
    Offer,
    offers,
    playable,
)
from lhombre_core.bots.thumb.evaluate import (
    OpenTable,
    TrumpTable,
    bad_cards,
    dangerous_lead,
    grand_quarters,
    is_unbeatable,
    open_table,
    preference,
    quarters,
    trump_table,
)
from lhombre_core.bots.thumb.style import STYLES, Style
from lhombre_core.cards import DISPLAY_SUITS, Hand, Suit, cards_of, hand_of, is_red, suit_of
from lhombre_core.engine.state.game import Game
from lhombre_core.kernel.encode import thumb
from lhombre_core.kernel.encode.play import PlayTables
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import PLAYER, RANDOM, THUMB
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.contract import Family, Kept

_UNSUITED = (
    Family.NO_TRICK_EXCHANGE,
    Family.NO_TRICK_NO_EXCHANGE,
    Family.NO_TRICK_OPEN,
    Family.NO_TRUMP,
)
"""Contracts without trumps, as they stand in the index of ``unsuited``."""
_GROUPS = {
    Family.NAME_TRUMP_EXCHANGE: thumb.EXCHANGE,
    Family.SPADES_EXCHANGE: thumb.EXCHANGE,
    Family.NAME_TRUMP_NO_EXCHANGE: thumb.SOLO,
    Family.SPADES_NO_EXCHANGE: thumb.SOLO,
    Family.VOLE: thumb.VOLE,
    Family.NO_TRUMP: thumb.GRAND,
}
_SUIT = 10
_HANDS = 1 << _SUIT
_LANE = OpenTable((tuple(range(_SUIT)),), (_HANDS - 1,))
"""A suit without trumps: under any rules ten cards, here numbered from the lowest."""
_RANKS = 1 << 12


def fill_play(play: PlayTables, game: Game) -> None:
    """Fill the tables of the play that the bot reads."""
    for suit in Suit:
        table, places = trump_table(game, suit), game.follow(suit).places
        for name, cards in (("three", table.three), ("two", table.two)):
            play.rules["cards"][suit][name] = sum(1 << places[card] for card in cards_of(cards))
    if game.orders.has_no_trump:
        play.rules["bad"] = [bad.bit_count() for bad in _by_lane(_bad).tolist()]
        play.rules["sure"] = _by_lane(is_unbeatable)


def fill_thumb(book: np.ndarray, game: Game) -> None:
    """Fill the part of a book that the bot reads; `Unencodable` if a number is too large for it."""
    all_offers = offers(game)
    if len(all_offers) > thumb.MOST_OFFERS:
        raise Unencodable(f"there are more than {thumb.MOST_OFFERS} contracts with their colours")
    for place, offer in enumerate(all_offers):
        book["offers"][place] = _offer(game, offer)
        book["kinds"][code(offer.family)] |= np.uint64(1 << place)
        if offer.family in _UNSUITED:
            book["without"] |= np.uint64(1 << place)
        for number, bid in enumerate(game.bids):
            if bid.colour == offer.colour and offer.name in playable(game, bid):
                book["bids"][place] |= np.uint64(1 << number)
        may = book["allowed"] & book["bids"][place] != 0
        book["led"][may] |= np.uint64(1 << place)
    book["suited"] = _suited(game)
    kinds = [int(book["kinds"][code(family)]) for family in _UNSUITED]
    book["unsuited"] = [
        sum(kind for bit, kind in enumerate(kinds) if number >> bit & 1) for number in range(16)
    ]
    book["blind"] = _blind(game)
    book["values"][:] = _values(game)
    for suit in Suit:
        table, places = trump_table(game, suit), game.follow(suit).places
        book["trump"][suit] = _trump(table)
        book["kings"][suit] = sum(1 << places[card] for card in cards_of(table.kings))
        for plain, cards in zip((s for s in DISPLAY_SUITS if s != suit), table.plain, strict=True):
            book["suits"][plain] = cards
    book["red_lanes"] = _lanes([is_red(suit) for suit in Suit])
    if game.orders.has_no_trump:
        book["plain"], book["bad"] = _plain(game), _by_lane(_bad)
    for row, privileged in enumerate((None, *Suit)):
        book["tie"][row] = _lanes(_ties(game, privileged))
    book["marks"][:] = (
        SPADILLE,
        MANILLES,
        KINGS,
        *(card for card, _ in THIRD),
        *(suit for _, suit in THIRD),
    )


def _lanes(numbers: Iterable[int]) -> int:
    return sum(number << thumb.LANE_BITS * lane for lane, number in enumerate(numbers))


def _offer(game: Game, offer: Offer) -> tuple[int, ...]:
    """Return the record `thumb.OFFER` of an offer.

    Prices are only compared: the place of a price among all prices stands for it.
    """
    prices = sorted({other.price for other in offers(game)})
    if offer.rank >= _RANKS or offer.place >= _RANKS:
        raise Unencodable(f"a contract has a rank or place above {_RANKS - 1}")
    key = (
        prices.index(offer.price) << thumb.PRICE_AT | offer.rank << 12 | (_RANKS - 1 - offer.place)
    )
    return (
        list(game.contracts).index(offer.name),
        offer.colour,
        key,
        sum(1 << suit for suit in offer.suits),
        _GROUPS.get(offer.family, thumb.NO_Q),
    )


def _suited(game: Game) -> NDArray[np.uint64]:
    """Return the offers that may be played in a set of suits, by group and privileged suit."""
    table = np.zeros((3, 5, 16), np.uint64)
    for place, offer in enumerate(offers(game)):
        group = _GROUPS.get(offer.family, thumb.NO_Q)
        if group > thumb.VOLE:
            continue
        for row, privileged in enumerate((None, *Suit)):
            suits = offer.suits
            if offer.colour:
                if privileged is None:
                    continue
                suits = (game.colour_suit(privileged, offer.colour),)
            mask = sum(1 << suit for suit in suits)
            table[group, row, np.arange(16) & mask != 0] |= np.uint64(1 << place)
    return table


def _blind(game: Game) -> tuple[int, int]:
    """Return the offers of a fixed large exchange that keep a card, and those that keep none."""
    turned = [other.price for other in offers(game) if other.family is Family.TURNED_TRUMP]
    sets = [0, 0]
    for place, offer in enumerate(offers(game)):
        if offer.family is Family.FIXED_EXCHANGE and not (turned and 2 * offer.price > min(turned)):
            sets[game.contracts[offer.name].exchange.kept is Kept.ANY] |= 1 << place
    return sets[0], sets[1]


def _trump(table: TrumpTable) -> tuple[object, ...]:
    """Return the record `thumb.TRUMP` of a trump suit."""
    tops = table.best_two | table.basta
    return table.trumps, tops, table.kings, table.red, table.plain


def _values(game: Game) -> NDArray[np.uint64]:
    """Return what the cards of each byte of a hand are worth, by the value of the byte."""
    tables = [trump_table(game, suit) for suit in Suit]
    cards = [_lanes(_value(table, 1 << card) for table in tables) for card in range(40)]
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    return np.array(cards, np.uint64).reshape(5, 8) @ bits.T.astype(np.uint64)


def _value(table: TrumpTable, card: Hand) -> int:
    """Return what a card is worth in the lane of a trump suit."""
    return (
        quarters(table, card)
        | bool(card & table.kings) << thumb.KINGS_AT
        | bool(card & table.trumps) << thumb.TRUMPS_AT
        | bool(card & (table.best_two | table.basta)) << thumb.TOPS_AT
    )


@cache
def _by_lane(ask: Callable[[OpenTable, Hand], int]) -> np.ndarray:
    """Return the answers to a question about every hand of one suit."""
    return np.array([int(ask(_LANE, hand)) for hand in range(_HANDS)], np.int64)


def _plain(game: Game) -> NDArray[np.uint16]:
    """Return what the cards of each suit are without trumps, by the bits of the cards."""
    words = np.zeros((4, _HANDS), np.uint16)
    bad, open_to, grand = (_by_lane(ask) for ask in (_bad, _against, grand_quarters))
    number = np.bitwise_count(bad)
    lanes = number | open_to << thumb.BAD_BITS | grand << thumb.GRAND_AT
    values = np.arange(_HANDS)
    for suit in open_table(game).suits:
        places = sum((values >> card % 10 & 1) << place for place, card in enumerate(suit))
        words[suit_of(suit[0])] = lanes[places]
    return words


def _against(table: OpenTable, hand: Hand) -> int:
    """Return the objection of a suit to an open nolo: 0, `LEAD_ONLY` or `BEATABLE`."""
    if is_unbeatable(table, hand):
        return 0
    leads = dangerous_lead(table, hand) is not None
    return thumb.LEAD_ONLY if leads else thumb.BEATABLE


def _bad(table: OpenTable, hand: Hand) -> int:
    return hand_of(bad_cards(table, hand))


def _ties(game: Game, privileged: Suit | None) -> list[int]:
    order = sorted(Suit, key=lambda suit: preference(game, suit, privileged), reverse=True)
    return [order.index(suit) for suit in Suit]


def player_row(name: str) -> tuple[int, ...]:
    """Return the record `layout.PLAYER` of a built-in player; `Unencodable` for another."""
    if name == "random":
        return (RANDOM, *(0 for _ in Style._fields))
    style = STYLES.get(name)
    if style is None:
        raise Unencodable(f"the player {name} is none of the kernel's")
    return row_of_style(style)


def row_of_style(style: Style) -> tuple[int, ...]:
    """Return the record `layout.PLAYER` of a player `thumb` in a style."""
    thresholds = style._asdict()
    return tuple(int(thresholds.get(name, THUMB)) for name in PLAYER.names or ())
