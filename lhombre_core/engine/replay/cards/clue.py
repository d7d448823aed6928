"""What a record says of the cards before they are played, as clues, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lhombre_core.cards import CARDS, EMPTY, Card, Hand, hand_of
from lhombre_core.engine.replay.outline import Outline
from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.errors import UnclearError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.record import DealRecord, Declared, Drawn, Held
from lhombre_core.rules.settlement import Offence


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
    """The number of cards that each seat drew too many; as many were removed at random."""
    removed: dict[int, Hand] = field(default_factory=dict)
    """Known cards among those removed."""
    mort: bool = False
    """The mort is dealt nothing, takes the whole talon and keeps nine."""

    def known(self) -> Hand:
        """Return every card of which something is known."""
        together = hand_of(set(self.talon.values()))
        for part in (self.dealt, self.at_lead, self.discards, self.draws, self.removed):
            for cards in part.values():
                together |= cards
        return together


_DEALT_WRONG: Final = {Offence.TOO_FEW_CARDS: -1, Offence.TOO_MANY_CARDS: 1}


def clues_of(record: DealRecord, outline: Outline, *, late: bool) -> Clues:
    """Return where the record says that cards were, the play left aside.

    UnclearError for a hand of a wrong number of cards, and for a card in two places.
    """
    clues = Clues(mort=outline.whole_talon, surplus=outline.surplus)
    for seat in range(3):
        clues.dealt_sizes[seat] = HAND_SIZE + sum(
            _DEALT_WRONG.get(act.offence, 0) * act.count
            for act in record.irregularities
            if act.seat == seat
        )
    for seat, held in record.hands.items():
        _require_size(seat, held, clues.dealt_sizes.get(seat, HAND_SIZE), "hands")
        clues.dealt[seat] = held.cards
    for seat, held in record.hands_at_lead.items():
        _require_size(seat, held, HAND_SIZE, "hands_at_lead")
        clues.at_lead[seat] = held.cards
    removing = removals(record)
    for entry, drawn in enumerate(record.exchange):
        seat = int(drawn.seat)
        if entry in removing:
            _require_removed(drawn, outline.surplus.get(seat), entry)
            _add(clues.removed, seat, drawn.discards)
            continue
        _add(clues.discards, seat, drawn.discards)
        _add(clues.draws, seat, drawn.draws)
        _add(clues.dealt, seat, drawn.discards if seat < Seat.MORT else None)
        if not outline.surplus.get(seat):
            _add(clues.at_lead, seat, drawn.draws)
    if record.talon is not None and not late:
        size = len(CARDS) - sum(clues.dealt_sizes.values())
        if len(record.talon) > size:
            message = f"the talon has {len(record.talon)} cards; expected at most {size}"
            raise UnclearError(message, "talon")
        clues.talon = talon_clues(record.talon, size, turned_under=outline.turned_under)
    _require_once(record)
    return clues


def talon_clues(row: Sequence[Card | None], size: int, *, turned_under: bool) -> dict[int, Card]:
    """Return the known cards of a talon of `size` by the place at which they are drawn.

    A row may be shorter than the talon. `turned_under` says that the top card is turned and goes
    under the talon.
    """
    places = range(len(row)) if not turned_under else [size - 1, *range(len(row) - 1)]
    return {place: card for place, card in zip(places, row, strict=False) if card is not None}


def removals(record: DealRecord) -> frozenset[int]:
    """Return the numbers of the exchanges that list cards removed at random.

    Such an exchange is the second of a seat that drew too many by a declared irregularity.
    """
    over = {act.seat for act in record.irregularities if _draws_too_many(act)}
    entries: set[int] = set()
    drawn: set[Seat] = set()
    for entry, exchange in enumerate(record.exchange):
        if not (exchange.cedes or exchange.looks):
            if exchange.seat in drawn & over:
                entries.add(entry)
            drawn.add(exchange.seat)
    return frozenset(entries)


def _require_removed(drawn: Drawn, over: int | None, entry: int) -> None:
    """Refuse a number of removed cards that differs from the surplus of a seat."""
    removed = over if drawn.discards is None else len(drawn.discards)
    if over is not None and (removed != over or drawn.number or drawn.draws):
        message = f"the {format_seat(drawn.seat)} has drawn {over} too many"
        raise UnclearError(f"{message}: as many are taken, and none drawn", "exchange", entry)


def _draws_too_many(act: Declared) -> bool:
    return act.offence is Offence.WRONG_DRAW and act.count > 0


def _require_size(seat: Seat, held: Held, size: int, section: str) -> None:
    if held.size != size:
        raise UnclearError(
            f"the hand of the {format_seat(seat)} has {held.size} cards; expected {size}, "
            "'?' for each that nobody knows",
            section,
        )


def _require_once(record: DealRecord) -> None:
    """Refuse a record in which a card is dealt to two hands, or to a hand and the talon."""
    for section, what in (("hands", record.hands), ("hands_at_lead", record.hands_at_lead)):
        seen: dict[int, Seat] = {}
        for seat, held in what.items():
            for card in CARDS:
                if held.cards >> card & 1:
                    if card in seen:
                        raise UnclearError(
                            f"{card.name} is in the hand of the {format_seat(seen[card])} "
                            f"and of the {format_seat(seat)}",
                            section,
                        )
                    seen[card] = seat
    for known in record.talon or ():
        for seat, held in record.hands.items():
            if known is not None and held.cards >> known & 1:
                raise UnclearError(
                    f"{known.name} is in the talon and in the hand of the {format_seat(seat)}",
                    "talon",
                )


def _add(parts: dict[int, Hand], seat: int, row: tuple[Card | None, ...] | None) -> None:
    known = hand_of({card for card in row or () if card is not None})
    if known:
        parts[seat] = parts.get(seat, EMPTY) | known


def enter_draw_counts(clues: Clues, record: DealRecord, outline: Outline) -> frozenset[int]:
    """Enter the number of cards that each seat drew, and return the seats whose number is certain.

    A number that is too large is cut to the largest possible. The exchange is judged in its turn.
    """
    stated: dict[int, int] = {}
    removing, over = removals(record), outline.surplus
    for entry, drawn in enumerate(record.exchange):
        seat = int(drawn.seat)
        size = clues.dealt_sizes.get(seat, HAND_SIZE) - over.get(seat, 0)
        number = None if entry in removing else stated_draw_count(drawn, size, entry)
        if number is not None:
            stated[seat] = number
    if outline.whole_talon:
        return frozenset(range(4))
    contract, left = outline.contract, len(CARDS) - sum(clues.dealt_sizes.values())
    for seat in _turns(record, outline):
        fixed = contract is not None and seat == outline.ombre and seat not in stated
        if fixed and contract is not None and contract.exchange.least == contract.exchange.most:
            stated[seat] = contract.exchange.most + over.get(seat, 0)
        number = stated.get(seat, fewest_drawn(clues, seat))
        clues.drew[seat] = max(0, min(number, HAND_SIZE + over.get(seat, 0), left))
        left -= clues.drew[seat]
    return frozenset({*stated, *(seat for seat in range(3) if seat not in clues.drew)})


def stated_draw_count(drawn: Drawn, size: int, entry: int = 0) -> int | None:
    """Return how many cards a seat with a hand of `size` drew, None where the record is silent.

    Where the seat drew too many, `size` is smaller by the surplus. UnclearError where the number
    and the cards of the exchange contradict each other.
    """
    stated = {drawn.number} if drawn.number is not None else set()
    if drawn.draws is not None:
        stated.add(len(drawn.draws))
    if drawn.discards is not None and drawn.seat is not Seat.MORT:
        stated.add(max(0, len(drawn.discards) + HAND_SIZE - size))
    if len(stated) > 1:
        message = f"the {format_seat(drawn.seat)} draws {' or '.join(map(str, sorted(stated)))}"
        raise UnclearError(f"{message}: number and cards do not agree", "exchange", entry)
    return next(iter(stated), None)


def _turns(record: DealRecord, outline: Outline) -> list[int]:
    """Return the seats in the order of their exchanges, which an opponent who cedes changes."""
    turns = list(outline.exchanging)
    ceded = next((int(drawn.seat) for drawn in record.exchange if drawn.cedes), None)
    if ceded in turns and turns.index(ceded) + 1 < len(turns):
        place = turns.index(ceded)
        turns[place], turns[place + 1] = turns[place + 1], turns[place]
    return turns


def fewest_drawn(clues: Clues, seat: int) -> int:
    """Return the fewest cards that a seat can have drawn by what is known of its hands."""
    dealt, held = clues.dealt.get(seat, EMPTY), clues.at_lead.get(seat, EMPTY)
    size = clues.dealt_sizes.get(seat, HAND_SIZE)
    unknown = size - dealt.bit_count()
    short = max(0, HAND_SIZE - size) + clues.surplus.get(seat, 0)
    return max(short, (held & ~dealt).bit_count() - unknown)


def deduce(clues: Clues, certain: frozenset[int]) -> None:
    """Enter what the cards known at one time say of the hands at another time."""
    _deduce_draws(clues, certain)
    for seat in range(3):
        if seat not in certain or clues.surplus.get(seat):
            continue
        dealt, held = clues.dealt.get(seat, EMPTY), clues.at_lead.get(seat, EMPTY)
        size, drew = clues.dealt_sizes[seat], clues.drew.get(seat, 0)
        discards, draws = clues.discards.get(seat, EMPTY), clues.draws.get(seat, EMPTY)
        held |= draws
        dealt |= discards
        if discards.bit_count() == size + drew - HAND_SIZE:
            held |= dealt & ~discards
        if draws.bit_count() == drew:
            dealt |= held & ~draws
        if dealt.bit_count() == size:
            draws |= held & ~dealt
        clues.dealt[seat], clues.at_lead[seat], clues.draws[seat] = dealt, held, draws


def _deduce_draws(clues: Clues, certain: frozenset[int]) -> None:
    """Enter the cards that seats drew from known positions of the talon."""
    if clues.mort:
        mort = int(Seat.MORT)
        if len(clues.talon) == len(CARDS) - sum(clues.dealt_sizes.values()):
            discards = clues.discards.get(mort, EMPTY)
            if discards.bit_count() == len(clues.talon) - HAND_SIZE:
                clues.at_lead[mort] = hand_of(clues.talon.values()) & ~discards
        return
    place = 0
    for seat, number in clues.drew.items():
        if seat not in certain:
            return
        drawn = hand_of(card for at, card in clues.talon.items() if place <= at < place + number)
        clues.draws[seat] = clues.draws.get(seat, EMPTY) | drawn
        place += number
