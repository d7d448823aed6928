"""The play of the tricks.

The states after a card are written out: `_replace` takes three times as long, and most acts of a
deal are cards.
"""

from __future__ import annotations

from lhombre_core.engine.phase import vole
from lhombre_core.engine.phase.concession import CONCEDE, may_concede
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.phase.stop import First, Split, is_fixed
from lhombre_core.engine.state.action import PLAYS, Action, PlayCard
from lhombre_core.engine.state.facts import add_trick
from lhombre_core.engine.state.game import TRICKS
from lhombre_core.engine.state.state import Hands, Phase, PlayState, State, VoleStatus, replace_hand
from lhombre_core.notation import Seat
from lhombre_core.rules.play import Stop as StopRule

_SEATS = tuple(Seat)


def start(state: State) -> State:
    """Return the state at the first lead, which is the forehand's."""
    it = undertaking(state)
    order = tuple(int(seat) for seat in state.seating.order(state.mort))
    after = [-1, -1, -1, -1]
    for seat, following in zip(order, (*order[1:], order[0]), strict=True):
        after[seat] = following
    play = PlayState(
        start=state.hands,
        follow=state.game.follow(it.trump),
        order=order,
        after=tuple(after),
        ombre=it.ombre,
        leader=order[0],
        vole=vole.at_first_lead(it.contract),
        may=state.hands[order[0]],
    )
    return state._replace(phase=Phase.PLAY, actor=order[0], play=play)


def legal(state: State, play: PlayState) -> tuple[Action, ...]:
    """Return the legal cards by ascending number, then to announce, to stop, to concede."""
    cards = play.may
    actions: list[Action] = []
    mine = state.actor == play.ombre
    if not mine or vole.may_lead(state.game.rules.vole, play):
        while cards:
            low = cards & -cards
            actions.append(PLAYS[low.bit_length() - 1])
            cards ^= low
    if mine:
        if play.vole is VoleStatus.OPEN:
            rules = state.game.rules.vole
            if vole.may_announce(rules, play):
                actions.append(vole.ANNOUNCE)
            if vole.may_stop(rules, play):
                actions.append(vole.STOP)
        if may_concede(state, play):
            actions.append(CONCEDE)
    return tuple(actions)


def is_legal(state: State, play: PlayState, card: int) -> bool:
    """Return whether the player to act may play a card without announcing the vole."""
    if not play.may >> card & 1:
        return False
    return state.actor != play.ombre or vole.may_lead(state.game.rules.vole, play)


def play_card(state: State, play: PlayState, action: PlayCard) -> State:
    """Return the state after a legal card."""
    card, seat = int(action.card), state.actor or 0
    status, follow, cards = play.vole, play.follow, (*play.cards, card)
    if seat == play.ombre and status is VoleStatus.OPEN:
        status = vole.after_card(state.game.rules.vole, play)
    hands = replace_hand(state.hands, seat, state.hands[seat] & ~(1 << card))
    led, forcing, best, best_seat = play.led, play.forcing, play.best, play.best_seat
    if len(cards) == 1:
        led, forcing, best, best_seat = card, card, card, seat
    elif follow.beats[best] >> card & 1:
        best, best_seat = card, seat
    if len(cards) == 2 and follow.forces:
        forcing = follow.forcing(led, card)
    if len(cards) == len(play.order):
        won = _won(play, hands, status, cards, best_seat)
        return _lead(state, hands, won, action)
    actor = play.after[seat]
    played = PlayState(
        play.start,
        follow,
        play.order,
        play.after,
        play.ombre,
        play.leader,
        status,
        follow.legal(hands[actor], led, forcing),
        cards,
        led,
        best,
        best_seat,
        forcing,
        play.tricks,
        play.winners,
        play.played,
        offered=play.offered,
        surrenderer=play.surrenderer,
    )
    return _with_play(state, hands, played, actor, action)


def _won(
    play: PlayState, hands: Hands, status: VoleStatus, cards: tuple[int, ...], winner: int
) -> PlayState:
    """Return the play after a trick with these cards, won by the seat `winner`."""
    return play._replace(
        leader=winner,
        vole=status,
        may=hands[winner],
        cards=(),
        led=-1,
        best=-1,
        best_seat=-1,
        forcing=-1,
        tricks=add_trick(play.tricks, winner),
        winners=(*play.winners, _SEATS[winner]),
        played=(*play.played, (play.leader, cards)),
    )


def _lead(state: State, hands: Hands, play: PlayState, action: PlayCard) -> State:
    """Return the state after the last card of a trick: its winner leads, or play stops."""
    if play.vole is VoleStatus.OPEN:
        status = vole.after_trick(state.game.rules.vole, play)
        if status is not play.vole:
            play = play._replace(vole=status)
    actor = None if is_over(state, play) else play.leader
    return _with_play(state, hands, play, actor, action)


def _with_play(
    state: State, hands: Hands, play: PlayState, actor: int | None, action: PlayCard
) -> State:
    return State(
        state.game,
        state.seating,
        state.money,
        state.deal_index,
        Phase.END if actor is None else Phase.PLAY,
        actor,
        hands,
        state.talon,
        state.dealt,
        state.privileged,
        state.auction,
        state.undertaking,
        play,
        state.mort,
        state.irregularities,
        history=(*state.history, (state.actor or 0, action)),
    )


def is_over(state: State, play: PlayState) -> bool:
    """Return whether play stops after a trick."""
    if len(play.winners) == TRICKS:
        return True
    if state.game.rules.play.stop is StopRule.PLAY_OUT or play.vole is VoleStatus.OPEN:
        return False
    return is_fixed(state.game, split_of(state, play))


def split_of(state: State, play: PlayState) -> Split:
    """Return the parts of the deal that its settlement depends on, after a trick."""
    it = undertaking(state)
    return Split(
        it.name,
        it.bid.colour,
        play.ombre,
        play.surrenderer,
        play.vole is VoleStatus.UNDERTAKEN,
        state.mort is not None,
        play.tricks,
        _first(play),
    )


def _first(play: PlayState) -> First:
    first = play.winners[:5]
    if play.ombre not in first:
        return First.OPPONENTS
    return First.OMBRE if first.count(_SEATS[play.ombre]) == len(first) else First.MIXED
