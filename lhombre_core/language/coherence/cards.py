"""Coherence of the cards: the deal, and the orders of the suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lhombre_core.errors import Fault, UsageError, quoted
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import parse_card
from lhombre_core.rules.auction import PrivilegeSetBy
from lhombre_core.rules.contract import TrumpBy
from lhombre_core.rules.table import SecondPack

RANKS = ("A", "K", "Q", "J", "7", "6", "5", "4", "3", "2")
_OUT = {"8", "9", "10"}
_HAND = 9
_PACK = 40
_SUITS = {"black": "SC", "red": "HD"}


def ranks_are_taken_out_of_fifty_two(resolved: Resolved) -> Iterator[Fault]:
    """Check that the pack has the forty cards of the game."""
    words = resolved.rules.cards.out.split()
    if Counter(words) != Counter(_OUT):
        message = f"{quoted(resolved.rules.cards.out)} leaves another pack; expected '8 9 10'"
        yield resolved.fault("cards.out", message)


def cards_dealt_and_talon_are_the_pack(resolved: Resolved) -> Iterator[Fault]:
    """Check that three hands of nine and the talon make forty."""
    deal = resolved.rules.deal
    hand = sum(deal.packets)
    if any(packet < 1 for packet in deal.packets) or hand != _HAND:
        message = f"these packets make a hand of {hand} cards; expected {_HAND}"
        yield resolved.fault("deal.packets", message)
    elif 3 * hand + deal.talon != _PACK:
        message = (
            f"three hands of {hand} and a talon of {deal.talon} make {3 * hand + deal.talon} "
            f"cards; expected {_PACK}"
        )
        yield resolved.fault("deal.talon", message)


def orders_cover_their_cards(resolved: Resolved) -> Iterator[Fault]:
    """Check that every order of a suit names each of its cards once."""
    cards = resolved.rules.cards
    for colour, suits in _SUITS.items():
        trumps = f"cards.trump_{colour}"
        order = getattr(cards, f"trump_{colour}").split()
        permanent = _permanent(order)
        own = [rank for rank in RANKS if not any(suit + rank in permanent for suit in suits)]
        yield from _covers(resolved, trumps, order, [*own, *permanent])
        plain = f"cards.plain_{colour}"
        yield from _covers(resolved, plain, getattr(cards, f"plain_{colour}").split(), own)
        without = getattr(cards, f"no_trump_{colour}")
        if without is not None:
            yield from _covers(resolved, f"cards.no_trump_{colour}", without.split(), RANKS)


def _covers(
    resolved: Resolved, path: str, order: list[str], wanted: list[str] | tuple[str, ...]
) -> Iterator[Fault]:
    count = Counter(order)
    unknown = [word for word in order if word not in wanted]
    twice = [word for word, times in count.items() if times > 1]
    lacking = [word for word in wanted if word not in count]
    if unknown:
        message = f"{quoted(unknown[0])} is no card of this order; expected K, or SA for a card"
        yield resolved.fault(path, message)
    if twice:
        yield resolved.fault(path, f"{twice[0]} stands twice in this order")
    if lacking and not unknown:
        yield resolved.fault(path, f"{' '.join(lacking)} is missing from this order")


def _permanent(order: list[str]) -> list[str]:
    """Return the cards of an order that are trumps whatever the suit."""
    return [word for word in order if word not in RANKS and _is_card(word)]


def _is_card(word: str) -> bool:
    try:
        return parse_card(word).name == word
    except UsageError:
        return False


def permanent_trumps_are_the_same_in_both_colours(resolved: Resolved) -> Iterator[Fault]:
    """Check that the permanent trumps of black and red suits are the same."""
    cards = resolved.rules.cards
    black = _permanent(cards.trump_black.split())
    red = _permanent(cards.trump_red.split())
    if set(black) != set(red):
        message = f"the permanent trumps are {' '.join(red)} here and {' '.join(black)} in black"
        yield resolved.clash(message, "cards.trump_red", "cards.trump_black")


def games_without_trumps_have_an_order(resolved: Resolved) -> Iterator[Fault]:
    """Check that the suits have an order for contracts without trumps."""
    cards = resolved.rules.cards
    without = [
        name
        for name, contract in resolved.rules.contracts.items()
        if contract.trump.by is TrumpBy.NONE
    ]
    for colour in _SUITS if without else ():
        if getattr(cards, f"no_trump_{colour}") is None:
            message = f"{quoted(without[0])} has no trumps, so the order without them is needed"
            path = f"cards.no_trump_{colour}"
            yield resolved.clash(message, path, f"contracts.{without[0]}.trump.by")


def matadors_are_cards_of_the_order(resolved: Resolved) -> Iterator[Fault]:
    """Check that there are no more matadors than trumps."""
    most = len(resolved.rules.cards.trump_black.split())
    if not 0 <= resolved.rules.cards.matadors <= most:
        message = f"{resolved.rules.cards.matadors} matadors; expected 0 to {most}"
        yield resolved.fault("cards.matadors", message)


def a_turned_second_pack_sets_the_privileged_suit(resolved: Resolved) -> Iterator[Fault]:
    """Check that a second pack is turned exactly where it sets the privileged suit."""
    privilege = resolved.rules.auction.privilege
    sets = privilege is not None and privilege.set_by is PrivilegeSetBy.SECOND_PACK
    turned = resolved.rules.cards.second_pack is SecondPack.TURNED
    if turned and not sets:
        message = "a second pack is turned, but no privileged suit is set by it"
        yield resolved.clash(message, "cards.second_pack", "auction.privilege")
    elif sets and not turned:
        message = "the privileged suit is set by a second pack, but none is turned"
        yield resolved.clash(message, "auction.privilege.set_by", "cards.second_pack")


CHECKS = (
    ranks_are_taken_out_of_fifty_two,
    cards_dealt_and_talon_are_the_pack,
    orders_cover_their_cards,
    permanent_trumps_are_the_same_in_both_colours,
    games_without_trumps_have_an_order,
    matadors_are_cards_of_the_order,
    a_turned_second_pack_sets_the_privileged_suit,
)
