"""The cards a seat cannot know, and the same deal with those cards in other places.

The cards that a seat has seen follow from the rules and the history alone. They check
`information_state`, so that they must not be derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from lhombre_core.cards import CARDS, EMPTY, PACK, Card, Hand, cards_of, hand_of
from lhombre_core.engine.phase.declaration import required_aces
from lhombre_core.engine.state.action import Action, Bid, DealCards, Discard, PlayCard
from lhombre_core.engine.state.state import Hands, Phase, State, Undertaking, VoleStatus
from lhombre_core.kernel.stream import below, word
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Exposed, Shown, Taken, TalonRest


def seen(state: State, seat: Seat) -> Hand:
    """Return the cards whose place a seat knows: held, drawn, discarded, played, shown, open."""
    cards = _shown_with_bids(state)
    for actor, action in state.history:
        match action:
            case PlayCard(card):
                cards |= 1 << card
            case Discard(discarded) if actor == seat:
                cards |= discarded
            case _:
                pass
    if seat < Seat.RESTING:
        cards |= state.hands[seat] | state.dealt[seat]
    it = state.undertaking
    if it is not None:
        cards |= _since_auction(state, it, seat)
    return cards


def _shown_with_bids(state: State) -> Hand:
    cards = EMPTY
    for actor, action in state.history:
        if isinstance(action, Bid):
            contract = state.game.contracts[action.contract]
            if contract.shows is Shown.WITH_BID:
                cards |= required_aces(contract.requires, state.dealt[actor])
    return cards


def _since_auction(state: State, it: Undertaking, seat: Seat) -> Hand:
    """Return the cards of the undertaking that a seat has seen: turned, shown, looked at, open."""
    cards = it.shown | (EMPTY if it.turned is None else 1 << it.turned)
    rest = state.game.rules.exchange.talon_rest
    if it.rest_seen and rest is not TalonRest.UNSEEN:
        cards |= hand_of(state.talon)
    takes_all = it.contract.exchange.taken is Taken.WHOLE_TALON
    if takes_all and seat == it.ombre and state.actor == seat and state.phase is Phase.EXCHANGE:
        cards |= hand_of(state.talon)
    return cards | _open(state, it, seat)


def _open(state: State, it: Undertaking, seat: Seat) -> Hand:
    """Return the hands of others that lie open to a seat."""
    play = state.play
    if play is None or seat == play.ombre:
        return EMPTY
    cards = EMPTY
    has_played = any(
        actor == play.ombre and isinstance(action, PlayCard) for actor, action in state.history
    )
    match it.contract.exposed:
        case Exposed.BEFORE_FIRST_LEAD:
            cards |= state.hands[play.ombre]
        case Exposed.AFTER_OWN_FIRST_CARD if has_played:
            cards |= state.hands[play.ombre]
        case _:
            pass
    confers = state.game.rules.vole.opponents_confer and play.vole is VoleStatus.UNDERTAKEN
    if confers and seat in play.order:
        for other in play.order:
            if other != play.ombre:
                cards |= state.hands[other]
    return cards


def redealt(state: State, seat: Seat, key: int) -> State:
    """Return a state that a seat cannot distinguish from this state: unseen cards are shuffled.

    `key` is that of a random stream. Only the places of cards change, so that acts of other seats
    may be illegal with their new cards.
    """
    hidden = cards_of(PACK & ~seen(state, seat))
    shuffled = list(hidden)
    for place in range(len(shuffled) - 1, 0, -1):
        other = below(word(key, place), place + 1)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return _CardSwap(dict(zip(hidden, shuffled, strict=True))).state(state)


class _CardSwap:
    """An exchange of the places of cards."""

    def __init__(self, to: Mapping[Card, Card]) -> None:
        self._to = to
        self._moved = hand_of(to)
        self._bits = [(1 << card, 1 << other) for card, other in to.items()]

    def state(self, state: State) -> State:
        """Return a state with the cards in their other places."""
        it, play = state.undertaking, state.play
        if it is not None:
            it = it._replace(discards=self._hands(it.discards))
        if play is not None:
            play = play._replace(start=self._hands(play.start), may=self._hand(play.may))
        return state._replace(
            hands=self._hands(state.hands),
            dealt=self._hands(state.dealt),
            talon=self._row(state.talon),
            undertaking=it,
            play=play,
            history=tuple((actor, self._act(action)) for actor, action in state.history),
        )

    def _hand(self, hand: Hand) -> Hand:
        moved = hand & ~self._moved
        for bit, other in self._bits:
            if hand & bit:
                moved |= other
        return moved

    def _hands(self, hands: Hands) -> Hands:
        first, second, third, mort = map(self._hand, hands)
        return first, second, third, mort

    def _row(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self._to.get(CARDS[card], card) for card in cards)

    def _act(self, action: Action) -> Action:
        match action:
            case DealCards((first, second, third), talon):
                hands = (self._hand(first), self._hand(second), self._hand(third))
                return DealCards(hands, self._row(talon))
            case Discard(cards):
                return Discard(self._hand(cards))
            case _:
                return action
