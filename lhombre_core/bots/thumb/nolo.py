"""The play of a contract in which the ombre is to take no trick: his own, and against him."""

from __future__ import annotations

from typing import Final

from lhombre_core.bots.thumb.evaluate import DISPLAY_PLACE, dangerous_lead, open_table
from lhombre_core.bots.thumb.scene import Scene, each, shortest
from lhombre_core.cards import EMPTY, Hand, Suit, hand_of
from lhombre_core.engine.state.action import Bid
from lhombre_core.rules.contract import Family

_HIGH: Final = 7
"""Strength of the jack: from it on a card is a high lead against a nolo with exchange (AV98)."""

_LOW: Final = 2
"""The greatest number of unseen cards of its suit below a felling card."""


# -- the ombre --------------------------------------------------------------------------------


def play_nolo(scene: Scene) -> int:
    """Return the card the ombre plays."""
    if not scene.trick:
        return _lead_of_ombre(scene)
    under = scene.legal & ~scene.winners()
    return scene.highest(under) if under else scene.lowest(scene.legal)


def _lead_of_ombre(scene: Scene) -> int:
    if scene.contract.family is Family.NO_TRICK_OPEN and not scene.information.played:
        card = dangerous_lead(open_table(scene.game), scene.hand)
        if card is not None:  # AV24, AV46
            return card
    return safest(scene, scene.legal)


def safest(scene: Scene, cards: Hand) -> int:
    """Return the card that is least likely to win when it is led.

    That is one with unseen cards above it, with as few as can be below and then as many above; of
    equal ones the lowest of its suit, then the first of ♠ ♣ ♥ ♦.
    """

    def risk(card: int) -> tuple[bool, int, int, int, int]:
        below, above = scene.unseen_below(card), scene.unseen_above(card)
        return above == 0, below, -above, scene.strengths[card], DISPLAY_PLACE[card]

    return min(each(cards), key=risk)


# -- the opponents ----------------------------------------------------------------------------


def play_against_nolo(scene: Scene) -> int:
    """Return the card an opponent plays."""
    if not scene.trick:
        return _lead_of_opponent(scene)
    held = scene.legal & scene.suit_of(scene.trick[0])
    if not held:
        return _signal(scene)
    if scene.ombre in scene.to_play:
        return scene.lowest(held)
    if scene.best_seat == scene.ombre:
        under = held & ~scene.winners()
        if under:
            return scene.highest(under)
    return _spare(scene, held)


def _spare(scene: Scene, held: Hand) -> int:
    """Return the highest card, but not the only entry of a hand with a felling card (AV99)."""
    highest = scene.highest(held)
    entries = [card for card in each(scene.hand) if scene.is_master(card)]
    rest = held & ~(1 << highest)
    if rest and entries == [highest] and _felling(scene, scene.hand & ~held):
        return scene.highest(rest)
    return highest


def _signal(scene: Scene) -> int:
    """Return the second lowest card of the shortest suit, at last its lowest (AV100).

    A suit with a felling card is left alone as long as there is another.
    """
    suits = [suit for suit in scene.suits() if not _felling(scene, scene.legal & suit)]
    held = shortest(suits, scene.legal) or shortest(scene.suits(), scene.legal)
    second = held & ~(1 << scene.lowest(held))
    return scene.lowest(second or held)


def _felling(scene: Scene, cards: Hand) -> Hand:
    """Return the cards that, led, may force the ombre to take the trick."""
    return hand_of(
        card
        for card in each(cards)
        if scene.unseen_below(card) <= _LOW and scene.unseen_above(card)
    )


# -- the lead ---------------------------------------------------------------------------------


def _lead_of_opponent(scene: Scene) -> int:
    for rule in (_under_an_open_hand, _singleton, _returned, _black_two, _lowest_of_two):
        card = rule(scene)
        if card is not None:
            return card
    cards = scene.legal & ~_lone_lowest(scene) or scene.legal
    return safest(scene, _felling(scene, cards) or cards)  # AV99


def _under_an_open_hand(scene: Scene) -> int | None:
    """Return a card below all cards of its suit that lie open in the hand of the ombre."""
    shown = next((hand for seat, hand in scene.information.exposed if seat == scene.ombre), EMPTY)
    higher = scene.follow.ranking.higher
    for suit in scene.suits():
        mine, his = scene.legal & suit, shown & suit
        if mine and his:
            low = scene.lowest(mine)
            if not his & ~higher[low]:
                return low
    return None


def _singleton(scene: Scene) -> int | None:
    """Return a singleton to lead, the lowest of several (AV90, AV93).

    Later than to the first trick only if nothing in a partner's suit is low enough (AV94, AV95).
    """
    if scene.information.played and _returned(scene) is not None:
        return None
    strengths = scene.strengths
    singles = [scene.legal & suit for suit in scene.suits() if (scene.hand & suit).bit_count() == 1]
    cards = [card for single in singles for card in each(single) if _may_lead(scene, card)]
    return min(cards, key=lambda card: strengths[card], default=None)


def _lone_lowest(scene: Scene) -> Hand:
    """Return the singletons that are the lowest of their suit, if a partner plays next (AV91)."""
    if scene.next_is_ombre:  # AV92 is left to the lead of singletons
        return EMPTY
    return hand_of(
        order[-1] for suit, order in scene.sequences() if scene.hand & suit == 1 << order[-1]
    )


def _may_lead(scene: Scene, card: int) -> bool:
    if _lone_lowest(scene) >> card & 1:
        return False
    with_exchange = scene.contract.family is Family.NO_TRICK_EXCHANGE
    return not with_exchange or scene.strengths[card] < _HIGH  # AV98


def _returned(scene: Scene) -> int | None:
    """Return the lowest card of the suit first led by a partner, if it is a felling card (AV94)."""
    for leader, cards in scene.information.played:
        if leader not in {scene.me, scene.ombre}:
            low = _felling(scene, scene.legal & scene.suit_of(cards[0]))
            return scene.lowest(low) if low else None
    return None


def _black_two(scene: Scene) -> int | None:
    """Return a black two, if a partner has bid a contract with exchange (AV96).

    It is the second lowest card of its suit.
    """
    contracts = scene.game.contracts
    if any(
        isinstance(action, Bid)
        and seat not in {scene.me, scene.ombre}
        and contracts[action.contract].exchange.most
        for seat, action in scene.information.history
    ):
        masks = scene.follow.ranking.suit_masks
        for suit, order in scene.sequences():
            black = suit in {masks[Suit.S], masks[Suit.C]}
            if black and scene.legal >> order[-2] & 1:
                return order[-2]
    return None


def _lowest_of_two(scene: Scene) -> int | None:
    """Return the lowest card of a suit of which the third lowest is held too (AV97)."""
    if scene.next_is_ombre:
        for _, order in scene.sequences():
            low, second, third = order[-1], order[-2], order[-3]
            if scene.legal >> low & scene.legal >> third & ~(scene.hand >> second) & 1:
                return low
    return None
