"""The exchange: the discards of the ombre, of a collector and of a supporter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from lhombre_core.bots.protocol import View
from lhombre_core.bots.thumb.evaluate import (
    TrumpTable,
    bad_cards,
    best_suit,
    by_danger,
    collects,
    lowest_first,
    open_table,
    trump_table,
)
from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import DISPLAY_SUITS, EMPTY, TRUMP, Card, Hand, Suit, hand_of
from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state.action import Action, Discard
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Contract, Family, TrumpBy

Thrown: TypeAlias = tuple[list[int], int]
"""Cards in the order in which they are discarded, and the number to discard."""

SOLO: Final = frozenset({Family.NAME_TRUMP_NO_EXCHANGE, Family.SPADES_NO_EXCHANGE, Family.VOLE})
"""The families in which the ombre names trumps and exchanges nothing."""

_ACES: Final = (Card.SA, Card.CA, Card.HA, Card.DA)
_LEFT_FOR_PARTNER: Final = 6


def choose_discard(view: View, style: Style, actions: Sequence[Action]) -> int:
    """Return the number of the discard, or of ceding the first turn."""
    if not isinstance(actions, Discards):
        return _keep_one(view, actions)
    name = view.information.contract
    if name is None:
        raise ValueError("nobody exchanges before the contract is known")
    contract = view.game.contracts[name]
    if view.information.ombre is view.seat:
        thrown = _of_ombre(view, contract, actions)
    elif contract.trump.by is TrumpBy.NONE:
        thrown = by_danger(open_table(view.game), actions.hand), 0
    else:
        supports = not _collects(view, style, actions.hand)
        if supports and actions.after:
            return len(actions) - 1
        thrown = _of_opponent(view, contract, actions.hand, supports=supports)
    cards, number = thrown
    size = max(actions.least, min(number, actions.most))
    return actions.index(Discard(hand_of(cards[:size])))


def _keep_one(view: View, actions: Sequence[Action]) -> int:
    """Return the discard that keeps the best ace: ♠A, ♣A, ♥A, ♦A."""
    for ace in _ACES:
        for place, action in enumerate(actions):
            if isinstance(action, Discard) and view.information.hand & ~action.cards == 1 << ace:
                return place
    return 0


# -- the ombre --------------------------------------------------------------------------------


def _of_ombre(view: View, contract: Contract, actions: Discards) -> Thrown:
    hand = actions.hand
    if contract.trump.by is TrumpBy.NONE:
        table = open_table(view.game)
        bad = bad_cards(table, hand)  # AV31
        return [*bad, *by_danger(table, hand & ~hand_of(bad))], len(bad)
    trump = view.information.trump
    if trump is None:
        allowed = tuple(suit for suit in DISPLAY_SUITS if suit.name in contract.trump.suits)
        trump = _best_suit(view, allowed, hand)
    return _useless(view, trump_table(view.game, trump), hand)


def _best_suit(view: View, suits: tuple[Suit, ...], hand: Hand) -> Suit:
    standing = view.information.standing
    privileged = view.information.privileged
    own = view.seat is not Seat.MORT  # he bids nothing: what stands is the bid of another
    if own and standing is not None and standing.colour and privileged is not None:
        return view.game.colour_suit(privileged, standing.colour)
    return best_suit(view.game, suits, hand, privileged, solo=False)


def _useless(view: View, table: TrumpTable, hand: Hand) -> Thrown:
    """Return all but trumps and plain kings, the lowest first and guards of kings last (AV30).

    After them, for a minimum, come plain kings and trumps, the lowest first.
    """
    guards = _guards(view, table.suit, hand)
    loose = hand & ~(table.trumps | table.kings | guards)
    parts = (loose, guards, hand & table.kings, hand & table.trumps)
    order = [card for part in parts for card in lowest_first(view.game, table.suit, part)]
    return order, (loose | guards).bit_count()


def _guards(view: View, trump: Suit, hand: Hand) -> Hand:
    """Return the other cards of the plain suits of which the hand has the king."""
    ranking = view.game.ranking(trump)
    guards = EMPTY
    for suit, cards in enumerate(ranking.sequences[:TRUMP]):
        if cards and hand >> cards[0] & 1:
            guards |= hand & ranking.suit_masks[suit] & ~(1 << cards[0])
    return guards


# -- the opponents ----------------------------------------------------------------------------


def _collects(view: View, style: Style, hand: Hand) -> bool:  # AV32
    seen = view.information
    order = seen.seating.order(seen.mort)
    before = order[order.index(view.seat) - 1]
    return collects(view.game, style, hand, seen.trump, near=before is seen.ombre)


def _of_opponent(view: View, contract: Contract, hand: Hand, *, supports: bool) -> Thrown:
    """Return the discard of an opponent; his best suit stands for trumps not known yet."""
    seen = view.information
    first = all(seat is seen.ombre for seat, _ in seen.exchanged)
    trump = seen.trump
    if trump is None:
        trump = _best_suit(view, DISPLAY_SUITS, hand)
    table = trump_table(view.game, trump)
    if supports:
        cards, number = _of_supporter(view, table, hand, seen.talon, first=first)
    else:
        cards, number = _useless(view, table, hand)  # AV36
    if first and contract.family in SOLO:
        tops = hand_of(view.game.ranking(trump).trumps[:3])
        number = min(number, 8 if hand & tops else 7)  # AV38, AV39
    return cards, number


def _of_supporter(view: View, table: TrumpTable, hand: Hand, talon: int, *, first: bool) -> Thrown:
    """Return plain cards from the shortest suit on, never a king, and the number to discard.

    Suits with a king come after those without; within a suit the lowest card goes first. Only
    for a minimum are kings and trumps among them, the lowest first.
    """
    suits = sorted(
        (hand & suit for suit in table.plain),
        key=lambda cards: (bool(cards & table.kings), cards.bit_count()),
    )  # AV34
    cards = [
        card
        for held in suits
        for card in lowest_first(view.game, table.suit, held & ~table.kings)  # AV37
    ]
    kept = hand & ~hand_of(cards)
    order = [*cards, *lowest_first(view.game, table.suit, kept)]
    is_void = not all(suits)
    if is_void and hand & table.trumps:  # AV35
        return order, 0
    left = _LEFT_FOR_PARTNER if first else 0
    return order, max(0, min(len(cards), talon - left))  # AV33, AV112
