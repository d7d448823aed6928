"""What a record says of the cards of a deal, put together: what is known of each hand, and when.

Unknown cards are first filled from what a hand later plays or shows. Where cards were is known for
certain only so far as the record says it; `Evidence.filled` is one deal that agrees with all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product

from lhombre_core.cards import (
    CARDS,
    EMPTY,
    PACK,
    SUIT_MASKS,
    Card,
    Hand,
    Suit,
    cards_of,
    hand_of,
)
from lhombre_core.engine.game import ACES, BLACK_ACES, HAND_SIZE, Game
from lhombre_core.engine.replay.fault import UnclearError
from lhombre_core.engine.replay.fill import Clues, Filled, contradiction, fill, talon_clues
from lhombre_core.engine.replay.known import Partial
from lhombre_core.engine.replay.trace import Played, trace
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import Contract, Requirement, Taken, TrumpBy, TurnedCard
from lhombre_core.rules.record import DealRecord, Drawn, Held
from lhombre_core.rules.settlement import Offence

_DEALT_WRONG = {Offence.TOO_FEW_CARDS: -1, Offence.TOO_MANY_CARDS: 1}
_TRIES = 400
_BLACK_ACES = (Card.SA, Card.CA)


@dataclass(frozen=True, slots=True)
class Outline:
    """A deal as far as it goes without the cards: who plays what, and who exchanges in turn."""

    ombre: int | None = None
    contract: Contract | None = None
    trump: Suit | None = None
    exchanging: tuple[int, ...] = ()
    order: tuple[int, ...] = (0, 1, 2)
    """The seats that play, in turn order."""
    wants: tuple[tuple[int, Requirement], ...] = ()
    """What hands should hold so that bids were legal."""

    @property
    def whole_talon(self) -> bool:
        """Whether the ombre takes the whole talon."""
        return self.contract is not None and self.contract.exchange.taken is Taken.WHOLE_TALON

    @property
    def is_turned(self) -> bool:
        """Whether the top card of the talon makes trumps."""
        return self.contract is not None and self.contract.trump.by is TrumpBy.TURNED_CARD

    @property
    def turned_under(self) -> bool:
        """Whether the top card of the talon is turned and goes under it."""
        return (
            self.contract is not None
            and self.is_turned
            and self.contract.exchange.turned_card is TurnedCard.UNDER_TALON
        )


@dataclass(slots=True)
class Evidence:
    """What is known of the cards of one deal."""

    clues: Clues
    filled: Filled
    plays: tuple[Played, ...] = ()
    late: bool = False
    """The record starts after the exchange: nothing is known of the hands as they were dealt."""
    astray: frozenset[int] = frozenset()
    """Moves, by number, whose card the seat cannot have held."""
    _sizes: dict[int, int] = field(default_factory=dict)

    def dealt(self, seat: int) -> Partial:
        """Return what is known of the hand that a seat was dealt."""
        clues = self.clues
        mine = clues.dealt.get(seat, EMPTY) | clues.discards.get(seat, EMPTY)
        away = hand_of(set(clues.talon.values()))
        for drawn in clues.draws.values():
            away |= drawn
        for other in range(3):
            if other != seat:
                for part in (clues.dealt, clues.at_lead, clues.discards):
                    away |= part.get(other, EMPTY)
        size = clues.dealt_sizes.get(seat, HAND_SIZE)
        return Partial(mine, max(0, size - mine.bit_count()), PACK & ~mine & ~away)

    def held(self, seat: int, gone: Hand = EMPTY, unknown_gone: int = 0) -> Partial:
        """Return what is known of the hand of a seat in the play.

        `gone` are the known cards it has played, `unknown_gone` is how many others it has.
        """
        known = self.clues.at_lead.get(seat, EMPTY)
        unknown = max(0, HAND_SIZE - known.bit_count() - unknown_gone)
        return Partial(known & ~gone, unknown, PACK & ~self.clues.known())


def gather(game: Game, record: DealRecord, outline: Outline, *, late: bool) -> Evidence:
    """Return what a record says of the cards, and a deal that agrees with it.

    UsageError where hands have a wrong number of cards or the record contradicts itself.
    """
    clues = _clues(record, outline, late=late)
    certain = _numbers(clues, record, outline)
    _deduce(clues, certain)
    plays, astray = _plays(game, record, outline, clues)
    _deduce(clues, certain)
    filled = _fill(clues, outline, plays, certain)
    return Evidence(clues, filled, tuple(plays), late, frozenset(astray))


def first_deal(record: DealRecord) -> Filled:
    """Return a deal that agrees with what the record says of the cards dealt, and nothing more."""
    clues = _clues(record, Outline(), late=False)
    clues.at_lead, clues.discards, clues.draws = {}, {}, {}
    filled = fill(clues)
    if filled is None:
        raise UnclearError(contradiction(clues))
    return filled


def _clues(record: DealRecord, outline: Outline, *, late: bool) -> Clues:
    clues = Clues(mort=outline.whole_talon)
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
    for drawn in record.exchange:
        seat = int(drawn.seat)
        _add(clues.discards, seat, drawn.discards)
        _add(clues.draws, seat, drawn.draws)
        _add(clues.dealt, seat, drawn.discards if seat < Seat.MORT else None)
        _add(clues.at_lead, seat, drawn.draws)
    if record.talon is not None and not late:
        size = len(CARDS) - sum(clues.dealt_sizes.values())
        if len(record.talon) > size:
            message = f"the talon has {len(record.talon)} cards; expected at most {size}"
            raise UnclearError(message, "talon")
        clues.talon = talon_clues(record.talon, size, turned_under=outline.turned_under)
    _require_once(record)
    return clues


def _require_size(seat: Seat, held: Held, size: int, section: str) -> None:
    if held.size != size:
        raise UnclearError(
            f"the hand of the {format_seat(seat)} has {held.size} cards; expected {size}, "
            "'?' for each that nobody knows",
            section,
        )


def _require_once(record: DealRecord) -> None:
    """UsageError if a card is dealt to two hands, or to a hand and the talon."""
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


def _numbers(clues: Clues, record: DealRecord, outline: Outline) -> frozenset[int]:
    """Enter how many cards each seat drew, as far as that is told, and return where it is.

    More than can be drawn is entered as that: the exchange is judged when its turn comes.
    """
    told: dict[int, int] = {}
    for entry, drawn in enumerate(record.exchange):
        number = number_drawn(drawn, clues.dealt_sizes.get(int(drawn.seat), HAND_SIZE), entry)
        if number is not None:
            told[int(drawn.seat)] = number
    if outline.whole_talon:
        return frozenset(range(4))
    contract, left = outline.contract, len(CARDS) - sum(clues.dealt_sizes.values())
    for seat in _turns(record, outline):
        fixed = contract is not None and seat == outline.ombre and seat not in told
        if fixed and contract is not None and contract.exchange.least == contract.exchange.most:
            told[seat] = contract.exchange.most
        number = told.get(seat, _least(clues, seat))
        clues.drew[seat] = max(0, min(number, HAND_SIZE, left))
        left -= clues.drew[seat]
    return frozenset({*told, *(seat for seat in range(3) if seat not in clues.drew)})


def number_drawn(drawn: Drawn, size: int, entry: int = 0) -> int | None:
    """Return how many cards a seat with a hand of `size` drew, None where that is not told.

    UnclearError where number and cards do not go together.
    """
    told = {drawn.number} if drawn.number is not None else set()
    if drawn.draws is not None:
        told.add(len(drawn.draws))
    if drawn.discards is not None and drawn.seat is not Seat.MORT:
        told.add(max(0, len(drawn.discards) + HAND_SIZE - size))
    if len(told) > 1:
        message = f"the {format_seat(drawn.seat)} draws {' or '.join(map(str, sorted(told)))}"
        raise UnclearError(f"{message}: number and cards do not agree", "exchange", entry)
    return next(iter(told), None)


def _turns(record: DealRecord, outline: Outline) -> list[int]:
    """Return who exchanges, in order, the opponents the other way round where one has ceded."""
    turns = list(outline.exchanging)
    ceded = next((int(drawn.seat) for drawn in record.exchange if drawn.cedes), None)
    if ceded in turns and turns.index(ceded) + 1 < len(turns):
        place = turns.index(ceded)
        turns[place], turns[place + 1] = turns[place + 1], turns[place]
    return turns


def _least(clues: Clues, seat: int) -> int:
    """Return the fewest cards that a seat can have drawn, where nobody says how many."""
    dealt, held = clues.dealt.get(seat, EMPTY), clues.at_lead.get(seat, EMPTY)
    size = clues.dealt_sizes.get(seat, HAND_SIZE)
    unknown = size - dealt.bit_count()
    short = max(0, HAND_SIZE - size)
    return max(short, (held & ~dealt).bit_count() - unknown)


def _deduce(clues: Clues, certain: frozenset[int]) -> None:
    """Enter what follows for one time from what is known of another."""
    _deduce_draws(clues, certain)
    for seat in range(3):
        if seat not in certain:
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
    """Enter the cards that seats drew from the known places of the talon."""
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


def _plays(
    game: Game, record: DealRecord, outline: Outline, clues: Clues
) -> tuple[list[Played], set[int]]:
    """Give every card played to its seat, and enter it unless the seat cannot have held it."""
    if not record.play or outline.contract is None:
        return [], set()
    follow = game.follow(outline.trump)

    def holder(card: Card) -> int | None:
        return next((s for s, cards in clues.at_lead.items() if cards >> card & 1), None)

    def candidates(seat: int) -> Hand:
        return _possible(clues, seat)

    plays = trace(follow, outline.order, record.play, holder, candidates)
    astray: set[int] = set()
    for play in plays:
        if play.known and not _enter(clues, play):
            astray.add(play.entry)
    return plays, astray


def _possible(clues: Clues, seat: int) -> Hand:
    """Return the cards that may stand behind a card of a seat that nobody knows."""
    free = PACK & ~clues.known()
    dealt, held = clues.dealt.get(seat, EMPTY), clues.at_lead.get(seat, EMPTY)
    if dealt.bit_count() == clues.dealt_sizes.get(seat, HAND_SIZE) and not clues.drew.get(seat, 0):
        return dealt
    return (free | dealt | held) & ~clues.discards.get(seat, EMPTY)


def _enter(clues: Clues, play: Played) -> bool:
    """Enter that a seat held a card; return False where it cannot have."""
    held = clues.at_lead.get(play.seat, EMPTY)
    if held >> play.card & 1:
        return True
    parts = (clues.dealt, clues.at_lead, clues.discards, clues.draws)
    elsewhere = any(
        cards >> play.card & 1
        for part in parts
        for seat, cards in part.items()
        if seat != play.seat
    )
    if elsewhere or clues.discards.get(play.seat, EMPTY) >> play.card & 1:
        return False
    if held.bit_count() >= HAND_SIZE:
        return False
    clues.at_lead[play.seat] = held | 1 << play.card
    if fill(clues) is None and not any(_drawing(clues, frozenset())):
        clues.at_lead[play.seat] = held
        return False
    return True


def _drawing(clues: Clues, certain: frozenset[int]) -> Iterator[Filled]:
    """Yield deals that agree with the clues, the numbers that nobody tells as small as can be."""
    open_ = [seat for seat in clues.drew if seat not in certain]
    before = {seat: clues.drew[seat] for seat in open_}
    left = len(CARDS) - sum(clues.dealt_sizes.values()) - sum(clues.drew.values())
    left += sum(before.values())
    ranges = [range(_least(clues, seat), HAND_SIZE + 1) for seat in open_]
    tries = sorted(
        (numbers for numbers in product(*ranges) if sum(numbers) <= left),
        key=lambda numbers: (sum(numbers), numbers),
    )
    for numbers in islice(tries, _TRIES):
        clues.drew.update(zip(open_, numbers, strict=True))
        filled = fill(clues)
        if filled is not None:
            yield filled
    clues.drew.update(before)


def _fill(clues: Clues, outline: Outline, plays: list[Played], certain: frozenset[int]) -> Filled:
    """Return a deal that agrees with the clues, bids made legal by it where that can be."""
    guess = _with_guesses(clues, outline, plays, certain)
    for attempt in (guess, clues):
        filled = fill(attempt) or next(_drawing(attempt, certain), None)
        if filled is not None:
            clues.drew = attempt.drew
            return filled
    raise UnclearError(contradiction(clues))


def _with_guesses(
    clues: Clues, outline: Outline, plays: list[Played], certain: frozenset[int]
) -> Clues:
    """Return the clues with a card for every unknown one played, and with the aces bids need."""
    guess = Clues(
        dealt=dict(clues.dealt),
        at_lead=dict(clues.at_lead),
        discards=clues.discards,
        draws=clues.draws,
        talon=dict(clues.talon),
        dealt_sizes=clues.dealt_sizes,
        drew=dict(clues.drew),
        mort=clues.mort,
    )
    for play in plays:
        if not play.known:
            guess.at_lead[play.seat] = guess.at_lead.get(play.seat, EMPTY) | 1 << play.card
    _guess_turned(guess, outline, certain)
    for seat, requirement in outline.wants:
        free = PACK & ~guess.known()
        dealt = guess.dealt.get(seat, EMPTY)
        if requirement is Requirement.BLACK_ACES:
            guess.dealt[seat] = dealt | (BLACK_ACES & free)
        elif requirement is not Requirement.NOTHING:
            aces = ACES if requirement is Requirement.AN_ACE else BLACK_ACES
            if not dealt & aces:
                first = aces & free & -(aces & free)
                guess.dealt[seat] = dealt | first
    return guess


def _guess_turned(guess: Clues, outline: Outline, certain: frozenset[int]) -> None:
    """Enter a card that may have been turned to make the trumps that are told."""
    size = len(CARDS) - sum(guess.dealt_sizes.values())
    place = size - 1 if outline.turned_under else 0
    if not outline.is_turned or outline.trump is None or place in guess.talon:
        return
    for card in sorted(cards_of(SUIT_MASKS[outline.trump]), key=lambda card: card in _BLACK_ACES):
        guess.talon[place] = card
        drew = dict(guess.drew)
        once = list(guess.talon.values()).count(card) == 1
        if once and next(_drawing(guess, certain), None) is not None:
            return
        guess.drew = drew
    del guess.talon[place]
