"""A place for every card of the pack that agrees with the clues of a record.

A place says what happened to a card: dealt to a seat and kept, dealt and discarded, drawn from the
talon, left in it, or removed at random from a hand with too many cards. The clues narrow the places
of a card. A matching in a fixed order decides the rest, so that equal clues give equal placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from lhombre_core.cards import CARDS, EMPTY, Card, Hand, cards_of, hand_of
from lhombre_core.engine.replay.cards.clue import Clues
from lhombre_core.notation import Seat, format_seat

KEPT: Final = "kept"
DISCARDED: Final = "discarded"
DRAWN: Final = "drawn"
DEALT_REMOVED: Final = "dealt and removed"
DRAWN_REMOVED: Final = "drawn and removed"
CardPlace: TypeAlias = tuple[str, int]
"""What happened to a card, and with which seat."""
REST: Final[CardPlace] = ("rest", -1)


@dataclass(frozen=True, slots=True)
class Placement:
    """The cards of a deal, each in its place."""

    hands: tuple[Hand, Hand, Hand]
    talon: tuple[int, ...]
    """From the top, in the order in which it is drawn."""
    discards: Mapping[int, Hand]
    at_lead: Mapping[int, Hand]
    removed: Mapping[int, Hand]
    """Cards too many that were removed at random."""


def place_cards(clues: Clues) -> Placement | None:
    """Return a placement that agrees with the clues, or None where there is none.

    Cards removed at random are drawn cards as far as possible.
    """
    for dealt in product(*(range(number + 1) for number in clues.surplus.values())):
        capacities = _capacities(clues, dict(zip(clues.surplus, dealt, strict=True)))
        if capacities is None:
            continue
        places = {card: _places(clues, card, capacities) for card in CARDS}
        matching = _match(places, capacities)
        if matching is not None:
            return _placement(clues, matching)
    return None


def contradiction(clues: Clues) -> str:
    """Return in a sentence why no placement agrees with the clues."""
    capacities = _capacities(clues, {})
    if capacities is None:
        return "more cards are drawn than the talon holds"
    for card in CARDS:
        if not _places(clues, card, capacities):
            return f"{card.name} cannot have been in every place where the record has it"
    for seat, size in clues.dealt_sizes.items():
        if clues.dealt.get(seat, EMPTY).bit_count() > size:
            return f"more than {size} cards were dealt to the {format_seat(Seat(seat))}"
        held = clues.at_lead.get(seat, EMPTY)
        if held.bit_count() > 9:
            return f"the {format_seat(Seat(seat))} held more than nine cards: {_names(held)}"
    return "the hands, discards and draws of the record do not go together"


def _names(cards: Hand) -> str:
    return " ".join(card.name for card in cards_of(cards))


def _capacities(clues: Clues, dealt_removed: Mapping[int, int]) -> dict[CardPlace, int] | None:
    """Return the number of cards in each place, or None where the numbers of the clues disagree.

    `dealt_removed` has for each seat the number of removed cards that it had been dealt.
    """
    capacities: dict[CardPlace, int] = {}
    left = len(CARDS)
    for seat, size in clues.dealt_sizes.items():
        drew = clues.drew.get(seat, 0)
        over, own = clues.surplus.get(seat, 0), dealt_removed.get(seat, 0)
        discarded = max(0, size + drew - 9 - over)  # a hand dealt short may be thrown in
        if discarded + own > size or over - own > drew:
            return None
        capacities[KEPT, seat] = size - discarded - own
        capacities[DISCARDED, seat] = discarded
        capacities[DRAWN, seat] = drew - (over - own)
        if over:
            capacities[DEALT_REMOVED, seat], capacities[DRAWN_REMOVED, seat] = own, over - own
        left -= size + drew
    if clues.mort:
        capacities[DRAWN, int(Seat.MORT)] = 9
        capacities[DISCARDED, int(Seat.MORT)] = left - 9
        left = 0
    if left < 0:
        return None
    capacities[REST] = left
    return capacities


def _places(clues: Clues, card: Card, capacities: Mapping[CardPlace, int]) -> list[CardPlace]:
    """Return the places where a card can have been, in a fixed order."""
    possible = {place for place, size in capacities.items() if size}
    for allowed in _narrowed(clues, card):
        possible &= set(allowed)
    return [place for place in capacities if place in possible]


def _narrowed(clues: Clues, card: Card) -> Iterable[Sequence[CardPlace]]:
    """Yield for each clue about a card the places that it allows."""
    for kinds, part in (
        ((KEPT, DISCARDED, DEALT_REMOVED), clues.dealt),
        ((KEPT, DRAWN), clues.at_lead),
        ((DISCARDED,), clues.discards),
        ((DRAWN, DRAWN_REMOVED), clues.draws),
        ((DEALT_REMOVED, DRAWN_REMOVED), clues.removed),
    ):
        for seat, cards in part.items():
            if cards >> card & 1:
                yield [(kind, seat) for kind in kinds]
    for position, known in clues.talon.items():
        if known is card:
            yield _talon_places(clues, position)


def _talon_places(clues: Clues, position: int) -> list[CardPlace]:
    if clues.mort:
        return [(DRAWN, int(Seat.MORT)), (DISCARDED, int(Seat.MORT))]
    for seat, number in clues.drew.items():
        if position < number:
            return [(DRAWN, seat), (DRAWN_REMOVED, seat)]
        position -= number
    return [REST]


def _match(
    places: Mapping[Card, Sequence[CardPlace]], capacities: Mapping[CardPlace, int]
) -> dict[Card, CardPlace] | None:
    """Return a place for every card by augmenting paths, or None where there is no matching."""
    inside: dict[CardPlace, list[Card]] = {place: [] for place in capacities}

    def put(card: Card, tried: set[CardPlace]) -> bool:
        for place in places[card]:
            if place in tried:
                continue
            tried.add(place)
            if len(inside[place]) < capacities[place]:
                inside[place].append(card)
                return True
            for other in list(inside[place]):
                if put(other, tried):
                    inside[place].remove(other)
                    inside[place].append(card)
                    return True
        return False

    for card in sorted(places, key=lambda card: len(places[card])):
        if not put(card, set()):
            return None
    return {card: place for place, cards in inside.items() for card in cards}


def _placement(clues: Clues, matching: Mapping[Card, CardPlace]) -> Placement:
    sets: dict[CardPlace, Hand] = {}
    for card, place in matching.items():
        sets[place] = sets.get(place, EMPTY) | 1 << card

    def of(seat: int, *kinds: str) -> Hand:
        return sum(sets.get((kind, seat), EMPTY) for kind in kinds)

    hands = tuple(of(seat, KEPT, DISCARDED, DEALT_REMOVED) for seat in range(3))
    seats = [*range(3), *([int(Seat.MORT)] if clues.mort else [])]
    return Placement(
        hands=(hands[0], hands[1], hands[2]),
        talon=_talon(clues, sets),
        discards={seat: of(seat, DISCARDED) for seat in seats},
        at_lead={seat: of(seat, KEPT, DRAWN) for seat in seats},
        removed={
            seat: of(seat, DEALT_REMOVED, DRAWN_REMOVED)
            for seat, number in clues.surplus.items()
            if number
        },
    )


def _talon(clues: Clues, sets: Mapping[CardPlace, Hand]) -> tuple[int, ...]:
    """Return the talon from the top: the draws of the seats in order, then the rest."""
    mort = int(Seat.MORT)
    parts = [
        sets.get((DRAWN, seat), EMPTY) | sets.get((DRAWN_REMOVED, seat), EMPTY)
        for seat in clues.drew
    ]
    parts.append(sets.get(REST, EMPTY))
    if clues.mort:
        parts = [sets.get((DRAWN, mort), EMPTY) | sets.get((DISCARDED, mort), EMPTY)]
    talon: list[int] = []
    fixed = hand_of(set(clues.talon.values()))
    for part in parts:
        free = [int(card) for card in cards_of(part & ~fixed)]
        for _ in range(part.bit_count()):
            known = clues.talon.get(len(talon))
            talon.append(free.pop(0) if known is None else int(known))
    return tuple(talon)
