"""The auction: the contracts that a hand is good for, and the cheapest bid that leads there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lhombre_core.bots.thumb.evaluate import (
    bad_cards,
    bought,
    dangerous_lead,
    grand_quarters,
    is_unbeatable,
    open_table,
    quarters,
    trump_table,
)
from lhombre_core.bots.thumb.style import Fixed, Style, Turning
from lhombre_core.cards import (
    DISPLAY_SUITS,
    EMPTY,
    SUIT_MASKS,
    Card,
    Hand,
    Rank,
    Suit,
    card_of,
    hand_of,
    is_red,
)
from lhombre_core.engine.money.price import price
from lhombre_core.engine.phase.declaration import changes
from lhombre_core.engine.state.action import Action, Bid, Declare
from lhombre_core.engine.state.game import BLACK_ACES, Game
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import EnteredBy, Family, Kept

if TYPE_CHECKING:
    from lhombre_core.bots.protocol import View

SPADILLE: Final[Hand] = 1 << Card.SA
MANILLES: Final[Hand] = hand_of((Card.S2, Card.C2, Card.H7, Card.D7))
KINGS: Final[Hand] = hand_of(card_of(suit, Rank.KING) for suit in Suit)
THIRD: Final = tuple(
    (1 << card_of(suit, Rank.ACE if is_red(suit) else Rank.KING), SUIT_MASKS[suit] & ~BLACK_ACES)
    for suit in DISPLAY_SUITS
)
"""The black kings and red aces, each with the cards of its suit, the black aces left out."""

_WITH_EXCHANGE: Final = frozenset({Family.NAME_TRUMP_EXCHANGE, Family.SPADES_EXCHANGE})
_LATE: Final = frozenset(
    {Family.TURNED_TRUMP, Family.TURNED_TRUMP_BLACK_ACES, Family.FIXED_EXCHANGE}
)
"""Contracts whose choice depends on the other contracts that a hand is good for."""

_BEFORE_ACES: Final = frozenset(
    {
        Family.NAME_TRUMP_NO_EXCHANGE,
        Family.SPADES_NO_EXCHANGE,
        Family.NO_TRICK_NO_EXCHANGE,
        Family.NO_TRICK_OPEN,
    }
)
"""Contracts that are played instead of one with both black aces (AV14)."""


class Worth(NamedTuple):
    """The worth of a contract that a hand is good for; the greatest is wanted most."""

    price: int
    """Its price, in units that make all prices of the variant whole (AV01, AV02)."""
    quarters: int
    """What the hand is worth in its best suit; 0 without one."""
    rank: int
    place: int
    """Minus its place in the file."""


Wanted: TypeAlias = Mapping[tuple[str, int], Worth]
"""The contracts that a hand is good for, by id and privilege (0: plain), each with its worth."""


class Offer(NamedTuple):
    """A contract that may be bid in a suit of some privilege."""

    name: str
    colour: int
    family: Family
    price: int
    rank: int
    suits: tuple[Suit, ...]
    place: int


@lru_cache(maxsize=64)
def offers(game: Game) -> tuple[Offer, ...]:
    """Return the contracts that can be bid, or declared after a bid, with whole prices."""
    entries = [
        (name, contract, bid.colour)
        for name, contract in game.contracts.items()
        if contract.entry.by is EnteredBy.BID
        for bid in game.bids
        if bid.contract == name
    ]
    prices = [_price(game, name, colour) for name, _, colour in entries]
    unit = lcm(1, *(amount.denominator for amount in prices))
    return tuple(
        Offer(
            name,
            colour,
            contract.family,
            int(amount * unit),
            contract.rank,
            tuple(suit for suit in DISPLAY_SUITS if suit.name in contract.trump.suits),
            place,
        )
        for place, ((name, contract, colour), amount) in enumerate(
            zip(entries, prices, strict=True)
        )
    )


def _price(game: Game, name: str, colour: int) -> Fraction:
    return price(game, game.contracts[name], colour)


@lru_cache(maxsize=1024)
def playable(game: Game, bid: Bid) -> tuple[str, ...]:
    """Return the contracts that the winner with a bid may play."""
    return changes(game, bid)


class BidSituation(NamedTuple):
    """The situation in the auction, as far as the worth of a hand depends on it."""

    seat: Seat
    privileged: Suit | None
    """The privileged suit, if it is set."""
    last: bool
    """Whether backhand speaks after two passes."""


def situation_of(view: View) -> BidSituation:
    """Return the situation that a view shows."""
    seen = view.information
    last = view.seat is Seat.BACKHAND and seen.standing is None
    return BidSituation(view.seat, seen.privileged, last)


@lru_cache(maxsize=16)
def wanted(game: Game, style: Style, hand: Hand, situation: BidSituation) -> Wanted:
    """Return the contracts a hand as dealt is good for, each with its worth."""
    prospect = _Prospect(game, style, hand, situation)
    contracts: dict[tuple[str, int], Worth] = {}
    families: set[Family] = set()
    for late in (False, True):
        for offer in offers(game):
            if (offer.family in _LATE) is late:
                worth = prospect.of_late(offer, families) if late else prospect.of(offer)
                if worth is not None:
                    contracts[offer.name, offer.colour] = Worth(
                        offer.price, worth, offer.rank, -offer.place
                    )
                    if offer.family is not Family.FIXED_EXCHANGE:
                        families.add(offer.family)
    return contracts


class _Prospect:
    """A hand, compared with the thresholds of a style."""

    def __init__(self, game: Game, style: Style, hand: Hand, situation: BidSituation) -> None:
        self.game = game
        self.style = style
        self.hand = hand
        self.situation = situation
        tables = [trump_table(game, suit) for suit in Suit]
        self.exchange = [quarters(table, hand) for table in tables]
        self.solo = [quarters(table, hand, solo=True) for table in tables]
        self.bought = [bought(table, hand) for table in tables]

    def of(self, offer: Offer) -> int | None:
        """Return the q with which the hand reaches the threshold of an offer; None below it."""
        style = self.style
        match offer.family:
            case Family.NAME_TRUMP_EXCHANGE | Family.SPADES_EXCHANGE:  # AV04, AV05, AV06
                return self._best(offer, self.exchange, style.exchange, style.red_five)
            case Family.NAME_TRUMP_NO_EXCHANGE | Family.SPADES_NO_EXCHANGE:  # AV15 to AV18
                return self._best(offer, self.solo, style.solo, 0)
            case Family.VOLE:
                return self._best(offer, self.solo, style.vole, 0)
            case Family.NO_TRUMP:
                worth = grand_quarters(open_table(self.game), self.hand)
                return worth if worth >= style.grand else None
            case Family.NO_TRICK_EXCHANGE:  # AV21, AV22
                return 0 if self._bad <= style.no_trick_exchange else None
            case Family.NO_TRICK_NO_EXCHANGE:  # AV19, AV20
                return None if self._bad else 0
            case Family.NO_TRICK_OPEN:
                return 0 if self._may_lie_open() else None
            case _:
                return None

    @cached_property
    def _bad(self) -> int:
        return len(bad_cards(open_table(self.game), self.hand))

    def _may_lie_open(self) -> bool:
        table = open_table(self.game)
        if is_unbeatable(table, self.hand):  # AV23
            return True
        leads = self.situation.seat is Seat.FOREHAND
        return leads and dangerous_lead(table, self.hand) is not None  # AV24

    def _best(self, offer: Offer, worth: list[int], least: int, red_five: int) -> int | None:
        """Return the q of the best suit of an offer that reaches the threshold."""
        suits = offer.suits
        if offer.colour:
            if self.situation.privileged is None:
                return None
            suits = (self.game.colour_suit(self.situation.privileged, offer.colour),)
        reached = [
            worth[suit]
            for suit in suits
            if worth[suit] >= (max(least, red_five) if self._buys_five(suit) else least)
        ]
        return max(reached, default=None)

    def _buys_five(self, suit: Suit) -> bool:
        return is_red(suit) and self.bought[suit] >= 5

    def of_late(self, offer: Offer, families: set[Family]) -> int | None:
        """Return 0 for a late contract that the hand is good for, or None."""
        match offer.family:
            case Family.TURNED_TRUMP:  # AV07, AV08, AV12
                good = families.isdisjoint(_WITH_EXCHANGE) and may_turn(self.style, self.hand)
            case Family.TURNED_TRUMP_BLACK_ACES:  # AV13, AV14
                aces = self.hand & BLACK_ACES == BLACK_ACES
                good = aces and families.isdisjoint(_BEFORE_ACES)
            case _:
                good = not families and self._may_draw_blind(offer)
        return 0 if good else None

    def _may_draw_blind(self, offer: Offer) -> bool:
        """Return whether a hand without another contract is good for a fixed large exchange."""
        turned = [other.price for other in offers(self.game) if other.family is Family.TURNED_TRUMP]
        if turned and 2 * offer.price > min(turned):
            return False
        fixed = self.style.fixed
        if self.game.contracts[offer.name].exchange.kept is Kept.ANY:
            return fixed is Fixed.BLACK_ACE and self.situation.last
        if fixed is Fixed.BLACK_ACE:
            return self.hand & BLACK_ACES != EMPTY
        return fixed is Fixed.SPADILLE and self.hand & SPADILLE != EMPTY


def may_turn(style: Style, hand: Hand) -> bool:
    """Return whether a hand is good enough to play with a turned trump."""
    if not hand & SPADILLE:  # AV07
        return False
    if style.turning is Turning.KINGS and (hand & KINGS).bit_count() >= 2:  # AV11
        return True
    if (hand & MANILLES).bit_count() < 2:  # AV10
        return False
    return style.turning is not Turning.GUARDED or any(  # AV09
        hand & card and (hand & suit).bit_count() >= 3 for card, suit in THIRD
    )


def choose_bid(contracts: Wanted, game: Game, actions: Sequence[Action]) -> int:
    """Return the number of the lowest bid that leads to the best contract wanted, or the pass.

    A bid leads to every contract that its winner may play (AV25), so a cover is bid before the
    contract. If no bid leads to a contract wanted, the pass is chosen (AV03).
    """
    best: Worth | None = None
    chosen = 0
    for place, bid in enumerate(actions):
        if isinstance(bid, Bid):
            for name in playable(game, bid):
                worth = contracts.get((name, bid.colour))
                if worth is not None and (best is None or worth > best):
                    best, chosen = worth, place
    return chosen


def choose_contract(contracts: Wanted, view: View, actions: Sequence[Action]) -> int:
    """Return the number of the best contract wanted, or of the contract that was bid."""
    standing = view.information.standing
    colour = 0 if standing is None else standing.colour
    best: Worth | None = None
    chosen = 0
    for place, action in enumerate(actions):
        if isinstance(action, Declare):
            worth = contracts.get((action.contract, colour))
            if worth is not None and (best is None or worth > best):
                best, chosen = worth, place
            elif best is None and standing is not None and action.contract == standing.contract:
                chosen = place
    return chosen
