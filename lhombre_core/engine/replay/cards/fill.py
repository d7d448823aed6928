"""Forty cards put where a record says they were, and the unknown ones where they can have been.

A place is what became of a card: dealt to a seat and kept, dealt and discarded, drawn from the
talon, or left in it; a card too many, dealt or drawn, is taken away at random. What is known
narrows the places of a card; the rest is a matching, so that whatever can be filled is filled, and
always in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeAlias

from lhombre_core.cards import CARDS, EMPTY, Card, Hand, cards_of, hand_of
from lhombre_core.notation import Seat, format_seat

KEPT: Final = "kept"
DISCARDED: Final = "discarded"
DRAWN: Final = "drawn"
DEALT_TAKEN: Final = "dealt and taken away"
DRAWN_TAKEN: Final = "drawn and taken away"
Place: TypeAlias = tuple[str, int]
"""What became of a card, and with which seat."""
REST: Final[Place] = ("rest", -1)


@dataclass(slots=True)
class Clues:
    """What is known of where cards were, by seat, and how many each seat drew.

    `drew` says who drew how many cards, in the order in which they drew; who is not named drew
    none. `dealt_sizes` and `talon_size` are the numbers of cards dealt.
    """

    dealt: dict[int, Hand] = field(default_factory=dict)
    at_lead: dict[int, Hand] = field(default_factory=dict)
    discards: dict[int, Hand] = field(default_factory=dict)
    draws: dict[int, Hand] = field(default_factory=dict)
    talon: dict[int, Card] = field(default_factory=dict)
    """Known cards of the talon by their place in the order in which it is drawn."""
    dealt_sizes: dict[int, int] = field(default_factory=dict)
    drew: dict[int, int] = field(default_factory=dict)
    surplus: Mapping[int, int] = field(default_factory=dict)
    """How many of the cards drawn were too many, so that as many were taken at random."""
    taken: dict[int, Hand] = field(default_factory=dict)
    """Cards that are known to have been taken so."""
    mort: bool = False
    """The mort is dealt nothing, takes the whole talon and keeps nine."""

    def known(self) -> Hand:
        """Return every card of which something is known."""
        together = hand_of(set(self.talon.values()))
        for part in (self.dealt, self.at_lead, self.discards, self.draws, self.taken):
            for cards in part.values():
                together |= cards
        return together


@dataclass(frozen=True, slots=True)
class Filled:
    """Every card in its place."""

    hands: tuple[Hand, Hand, Hand]
    talon: tuple[int, ...]
    """From the top, in the order in which it is drawn."""
    discards: Mapping[int, Hand]
    at_lead: Mapping[int, Hand]
    taken: Mapping[int, Hand]
    """Cards too many that were taken at random."""


def fill(clues: Clues) -> Filled | None:
    """Return all cards in places that agree with what is known; None where there are none.

    Cards taken at random are some that were drawn, so far as they can be.
    """
    for dealt in product(*(range(number + 1) for number in clues.surplus.values())):
        capacities = _capacities(clues, dict(zip(clues.surplus, dealt, strict=True)))
        if capacities is None:
            continue
        places = {card: _places(clues, card, capacities) for card in CARDS}
        taken = _match(places, capacities)
        if taken is not None:
            return _filled(clues, taken)
    return None


def contradiction(clues: Clues) -> str:
    """Return in a sentence why the cards of a record cannot all have been where it has them."""
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


def _capacities(clues: Clues, dealt_taken: Mapping[int, int]) -> dict[Place, int] | None:
    """Return how many cards each place takes; None where that cannot be.

    `dealt_taken` says how many of the cards taken from a seat at random it had been dealt.
    """
    capacities: dict[Place, int] = {}
    left = len(CARDS)
    for seat, size in clues.dealt_sizes.items():
        drew = clues.drew.get(seat, 0)
        over, own = clues.surplus.get(seat, 0), dealt_taken.get(seat, 0)
        discarded = max(0, size + drew - 9 - over)  # a hand dealt short may be thrown in
        if discarded + own > size or over - own > drew:
            return None
        capacities[KEPT, seat] = size - discarded - own
        capacities[DISCARDED, seat] = discarded
        capacities[DRAWN, seat] = drew - (over - own)
        if over:
            capacities[DEALT_TAKEN, seat], capacities[DRAWN_TAKEN, seat] = own, over - own
        left -= size + drew
    if clues.mort:
        capacities[DRAWN, int(Seat.MORT)] = 9
        capacities[DISCARDED, int(Seat.MORT)] = left - 9
        left = 0
    if left < 0:
        return None
    capacities[REST] = left
    return capacities


def _places(clues: Clues, card: Card, capacities: Mapping[Place, int]) -> list[Place]:
    """Return the places where a card can have been, in a fixed order."""
    possible = {place for place, size in capacities.items() if size}
    for allowed in _narrowed(clues, card):
        possible &= set(allowed)
    return [place for place in capacities if place in possible]


def _narrowed(clues: Clues, card: Card) -> Iterable[Sequence[Place]]:
    """Yield what each clue about a card leaves of its places."""
    for kinds, part in (
        ((KEPT, DISCARDED, DEALT_TAKEN), clues.dealt),
        ((KEPT, DRAWN), clues.at_lead),
        ((DISCARDED,), clues.discards),
        ((DRAWN, DRAWN_TAKEN), clues.draws),
        ((DEALT_TAKEN, DRAWN_TAKEN), clues.taken),
    ):
        for seat, cards in part.items():
            if cards >> card & 1:
                yield [(kind, seat) for kind in kinds]
    for position, known in clues.talon.items():
        if known is card:
            yield _talon_places(clues, position)


def _talon_places(clues: Clues, position: int) -> list[Place]:
    if clues.mort:
        return [(DRAWN, int(Seat.MORT)), (DISCARDED, int(Seat.MORT))]
    for seat, number in clues.drew.items():
        if position < number:
            return [(DRAWN, seat), (DRAWN_TAKEN, seat)]
        position -= number
    return [REST]


def _match(
    places: Mapping[Card, Sequence[Place]], capacities: Mapping[Place, int]
) -> dict[Card, Place] | None:
    """Return a place for every card, found along augmenting paths; None where there is none."""
    inside: dict[Place, list[Card]] = {place: [] for place in capacities}

    def put(card: Card, tried: set[Place]) -> bool:
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


def _filled(clues: Clues, taken: Mapping[Card, Place]) -> Filled:
    sets: dict[Place, Hand] = {}
    for card, place in taken.items():
        sets[place] = sets.get(place, EMPTY) | 1 << card

    def of(kind: str, seat: int) -> Hand:
        return sets.get((kind, seat), EMPTY)

    hands = tuple(of(KEPT, seat) | of(DISCARDED, seat) | of(DEALT_TAKEN, seat) for seat in range(3))
    seats = [*range(3), *([int(Seat.MORT)] if clues.mort else [])]
    return Filled(
        hands=(hands[0], hands[1], hands[2]),
        talon=_talon(clues, sets),
        discards={seat: of(DISCARDED, seat) for seat in seats},
        at_lead={seat: of(KEPT, seat) | of(DRAWN, seat) for seat in seats},
        taken={
            seat: of(DEALT_TAKEN, seat) | of(DRAWN_TAKEN, seat)
            for seat, number in clues.surplus.items()
            if number
        },
    )


def _talon(clues: Clues, sets: Mapping[Place, Hand]) -> tuple[int, ...]:
    """Return the talon from the top: what each drew, in order, then the rest."""
    mort = int(Seat.MORT)
    parts = [
        sets.get((DRAWN, seat), EMPTY) | sets.get((DRAWN_TAKEN, seat), EMPTY) for seat in clues.drew
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


def talon_clues(row: Sequence[Card | None], size: int, *, turned_under: bool) -> dict[int, Card]:
    """Return the known cards of a talon of `size` by the place at which they are drawn.

    A row may be shorter than the talon. `turned_under` says that the top card is turned and goes
    under the talon.
    """
    places = range(len(row)) if not turned_under else [size - 1, *range(len(row) - 1)]
    return {place: card for place, card in zip(places, row, strict=False) if card is not None}
