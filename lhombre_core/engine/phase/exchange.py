"""The exchange: who exchanges, how many cards, and the sequence of all legal discards.

A player discards and draws until his hand has nine again. So the limits of a contract are limits
of the number drawn: a hand that was dealt a card too many discards one more than it draws, a short
hand draws one more, and a player with the whole talon discards down to nine.

A record may declare that a player draws too many cards. Where the variant lets the deal go on, he
draws them, and chance discards as many from his hand before the next player exchanges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import assert_never, overload

from lhombre_core.cards import Hand, cards_of, hand_of
from lhombre_core.engine.state.action import CHANCE, Action, Cede, Discard
from lhombre_core.engine.state.game import ACES, BLACK_ACES, HAND_SIZE
from lhombre_core.engine.state.irregularity import remedies, surplus
from lhombre_core.engine.state.state import State, Undertaking, replace_hand
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import FirstOpponent, Kept, OpponentsOrder, Taken
from lhombre_core.rules.session import LongDeal

CEDE = Cede()


class Discards(Sequence[Action]):
    """All discards of `least` to `most` cards from a hand, then the acts `after`.

    Discards stand by size, then by their cards in ascending order of number: the first discard of a
    size has the lowest cards. They are not stored: each is computed from its index.
    """

    __slots__ = ("after", "hand", "least", "most")

    hand: Hand
    """The cards from which the discard is chosen."""
    least: int
    most: int
    after: tuple[Action, ...]

    def __init__(self, hand: Hand, least: int, most: int, after: tuple[Action, ...] = ()) -> None:
        """Store the hand, the sizes of a discard and the acts at the end."""
        self.hand = hand
        self.least = least
        self.most = most
        self.after = after

    def __len__(self) -> int:
        return sum(_numbers(self.hand.bit_count(), self.least, self.most)) + len(self.after)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Discard):
            size = action.cards.bit_count()
            return not action.cards & ~self.hand and self.least <= size <= self.most
        return action in self.after

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if place < 0:
            raise IndexError(index)
        numbers = _numbers(self.hand.bit_count(), self.least, self.most)
        for size, number in enumerate(numbers, self.least):
            if place < number:
                return Discard(_unrank(cards_of(self.hand), size, place))
            place -= number
        return self.after[place]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the index of an act; a ValueError where it is not in the sequence or that part.

        >>> Discards(0b111, 0, 2).index(Discard(0b101))
        5
        """
        if value not in self:
            raise ValueError(f"{value!r} is not in {self!r}")
        numbers = _numbers(self.hand.bit_count(), self.least, self.most)
        if isinstance(value, Discard):
            size = value.cards.bit_count()
            place = sum(numbers[: size - self.least]) + _rank(cards_of(self.hand), value.cards)
        else:
            place = sum(numbers) + self.after.index(value)
        if place not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{value!r} is not in that part of {self!r}")
        return place

    def __iter__(self) -> Iterator[Action]:
        for size in range(self.least, self.most + 1):
            for cards in combinations(cards_of(self.hand), size):
                yield Discard(hand_of(cards))
        yield from self.after

    def __repr__(self) -> str:
        return f"<Discards of {self.least} to {self.most} cards of {self.hand.bit_count()}>"


@cache
def _numbers(held: int, least: int, most: int) -> tuple[int, ...]:
    """Return the number of sets of each size."""
    return tuple(comb(held, size) for size in range(least, most + 1))


def _unrank(cards: Sequence[int], size: int, index: int) -> Hand:
    """Return set number `index`, in lexicographic order, of the sets of `size` cards."""
    hand = 0
    left = len(cards)
    for card in cards:
        if not size:
            break
        left -= 1
        with_card = comb(left, size - 1)
        if index < with_card:
            hand |= 1 << card
            size -= 1
        else:
            index -= with_card
    return hand


def _rank(cards: Sequence[int], hand: Hand) -> int:
    """Return the number of a set, in lexicographic order, among the sets of its size."""
    size = hand.bit_count()
    left = len(cards)
    index = 0
    for card in cards:
        if not size:
            break
        left -= 1
        if hand >> card & 1:
            size -= 1
        else:
            index += comb(left, size - 1)
    return index


def undertaking(state: State) -> Undertaking:
    """Return the undertaking of a deal; a ValueError before there is an ombre."""
    if state.undertaking is None:
        raise ValueError("the auction has not found an ombre")
    return state.undertaking


def queue(state: State) -> tuple[int, ...]:
    """Return the seats that exchange, in order: the ombre, then the opponents."""
    it = undertaking(state)
    rules = it.contract.exchange
    order = state.seating.order(state.mort)
    place = order.index(it.ombre)
    others: tuple[int, ...] = (*order[place + 1 :], *order[:place])
    if state.game.rules.exchange.order is OpponentsOrder.LEFT_FIRST:
        others = others[::-1]
    takes = rules.most > 0 or rules.taken is Taken.WHOLE_TALON
    return tuple(
        seat
        for seat in (it.ombre, *others)
        if (takes if seat == it.ombre else rules.opponents)
        or state.hands[seat].bit_count() != HAND_SIZE
    )


def limits(state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most cards that the seat may draw now."""
    it = undertaking(state)
    rules = it.contract.exchange
    left = len(state.talon) - _owed(state, seat)
    if seat == it.ombre:
        if rules.taken is Taken.WHOLE_TALON:
            return len(state.talon), len(state.talon)
        low, high = rules.least, rules.most
    else:
        low, high = 0, HAND_SIZE if rules.opponents else 0
        if is_first_opponent(it):
            high = min(high, _first_opponent(state, seat, left))
    short = max(0, HAND_SIZE - state.hands[seat].bit_count())
    low = min(max(low, short), left)
    return low, max(low, min(high, left))


def _owed(state: State, seat: int) -> int:
    """Return how many cards of the talon short hands need that exchange later."""
    if not state.irregularities:
        return 0
    later = (undertaking(state).exchanging or ())[1:]
    return sum(
        max(0, HAND_SIZE - state.hands[other].bit_count()) for other in later if other != seat
    )


def is_first_opponent(it: Undertaking) -> bool:
    """Return whether no opponent has exchanged yet."""
    return all(seat == it.ombre for seat, _ in it.exchanged)


def _first_opponent(state: State, seat: int, left: int) -> int:
    rule = state.game.rules.exchange.first_opponent
    match rule:
        case FirstOpponent.ALL_LEFT:
            return left
        case FirstOpponent.AT_MOST_EIGHT:
            return min(8, left)
        case FirstOpponent.LEAVE_FIVE:
            held = state.hands[seat] & known_matadors(state)
            return left if held else max(0, left - 5)
        case _:
            assert_never(rule)


def known_matadors(state: State) -> Hand:
    """Return the matadors, or the black aces so long as trumps are not known; none without."""
    it = undertaking(state)
    if it.trump is not None:
        return hand_of(state.game.matadors(it.trump))
    return 0 if it.trump_known else BLACK_ACES


def options(state: State) -> Sequence[Action]:
    """Return the legal discards of the player to act, and to cede where he may."""
    it = undertaking(state)
    seat = (it.exchanging or ())[0]
    hand = state.hands[seat]
    if state.actor == CHANCE:
        return Discards(hand, hand.bit_count() - HAND_SIZE, hand.bit_count() - HAND_SIZE)
    low, high = limits(state, seat)
    if seat == it.ombre and it.contract.exchange.taken is Taken.WHOLE_TALON:
        hand |= hand_of(state.talon)
        over = hand.bit_count() - HAND_SIZE
        return Discards(hand, over, over)
    surplus = hand.bit_count() - HAND_SIZE
    kept = it.contract.exchange.kept
    if seat == it.ombre and kept is not Kept.ANY:
        return _keeping_one(hand, ACES if kept is Kept.ONE_ACE else BLACK_ACES)
    after = (CEDE,) if may_cede(state, seat) else ()
    return Discards(hand, max(0, low + surplus), high + surplus, after)


def _keeping_one(hand: Hand, choice: Hand) -> tuple[Action, ...]:
    """Return the discards that keep a single card of `choice`, or no card where none is held."""
    discards = [hand & ~(1 << ace) for ace in cards_of(hand & choice)] or [hand]
    return tuple(Discard(cards) for cards in sorted(discards, key=cards_of))


def may_cede(state: State, seat: int) -> bool:
    """Return whether the opponent to act may let the other exchange first."""
    it = undertaking(state)
    return (
        state.game.rules.exchange.order is OpponentsOrder.RIGHT_MAY_CEDE
        and seat != it.ombre
        and not it.ceded
        and is_first_opponent(it)
        and len(it.exchanging or ()) > 1
    )


def chance_takes(state: State, seat: int) -> bool:
    """Return whether chance discards the cards too many of a hand, which exchanges no more."""
    if state.hands[seat].bit_count() <= HAND_SIZE:
        return False
    it = undertaking(state)
    rules = it.contract.exchange
    exchanges = rules.most > 0 if seat == it.ombre else rules.opponents
    return not exchanges or has_drawn(it, seat)


def has_drawn(it: Undertaking, seat: int) -> bool:
    """Return whether a seat has exchanged already."""
    return any(seat == other for other, _ in it.exchanged)


def is_thrown_in(state: State) -> bool:
    """Return whether a wrong number of cards throws the deal in before the exchange."""
    if not state.irregularities:
        return False
    it = undertaking(state)
    rules = state.game.rules.irregularities
    if remedies(rules, state.irregularities, Seat(it.ombre)).thrown_in:
        return True
    if it.contract.exchange.opponents or rules.long_deal is LongDeal.NOTICE:
        return False
    others = (hand for seat, hand in enumerate(state.hands[:3]) if seat != it.ombre)
    return any(hand.bit_count() > HAND_SIZE for hand in others)


def exchange(state: State, action: Discard | Cede) -> State:
    """Return the state after a legal discard, or after the first opponent has ceded his turn."""
    it = undertaking(state)
    waiting = it.exchanging or ()
    if isinstance(action, Cede):
        waiting = (waiting[1], waiting[0], *waiting[2:])
        return state._replace(undertaking=it._replace(exchanging=waiting, ceded=True))
    seat = waiting[0]
    whole = seat == it.ombre and it.contract.exchange.taken is Taken.WHOLE_TALON
    kept = (state.hands[seat] | (hand_of(state.talon) if whole else 0)) & ~action.cards
    again = has_drawn(it, seat)
    drawn = len(state.talon) if whole else HAND_SIZE - kept.bit_count()
    over = 0 if whole or again else _too_many(state, seat, drawn)
    drawn += over
    if not whole:
        kept |= hand_of(state.talon[:drawn])
    return state._replace(
        hands=replace_hand(state.hands, seat, kept),
        talon=state.talon[drawn:],
        undertaking=it._replace(
            exchanging=waiting if over else waiting[1:],
            exchanged=it.exchanged if again else (*it.exchanged, (seat, drawn)),
            discards=replace_hand(it.discards, seat, it.discards[seat] | action.cards),
        ),
    )


def _too_many(state: State, seat: int, drawn: int) -> int:
    """Return how many cards too many a seat draws, as far as the talon has them."""
    if not state.irregularities:
        return 0
    declared = surplus(state.game.rules.irregularities, state.irregularities, seat)
    return max(0, min(declared, len(state.talon) - drawn - _owed(state, seat)))
