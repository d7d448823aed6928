"""What a seat knows: everything public, its own cards, and nothing else."""

import random

import pytest

from lhombre_core.cards import CARDS, PACK, cards_of, hand_of
from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.phase.information import information_state
from lhombre_core.engine.state.action import DealCards, Discard
from lhombre_core.engine.state.game import Game
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat
from tests.engine.script import Script
from tests.engine.table import VARIANTS, chooser, dealt, sizes


def moved(hand, change):
    """Return a hand in which every card is replaced by the one it changes to."""
    return hand_of(change[card] for card in cards_of(hand))


def changed(state, change):
    """Return the state that another deal of the cards would have led to."""

    def of(hand):
        return moved(hand, change)

    def act(action):
        if isinstance(action, DealCards):
            return DealCards(tuple(map(of, action.hands)), tuple(change[c] for c in action.talon))
        return Discard(of(action.cards)) if isinstance(action, Discard) else action

    it, play = state.undertaking, state.play
    if it is not None:
        it = it._replace(discards=tuple(map(of, it.discards)))
    if play is not None:
        play = play._replace(start=tuple(map(of, play.start)), may=of(play.may))
    return state._replace(
        hands=tuple(map(of, state.hands)),
        dealt=tuple(map(of, state.dealt)),
        talon=tuple(change[card] for card in state.talon),
        undertaking=it,
        play=play,
        history=tuple((actor, act(action)) for actor, action in state.history),
    )


def known_to(state, seat):
    """Return the cards a seat has seen, derived from the acts alone."""
    known = information_state(state, seat)
    seen = known.hand | known.discards | (known.rest or 0)
    for _, hand in (*known.shown, *known.exposed):
        seen |= hand
    for cards in (known.trick, *(cards for _, cards in known.played)):
        seen |= hand_of(cards)
    if seat < Seat.MORT:
        seen |= state.dealt[seat]
    if seat == Seat.MORT and state.mort is not None:
        seen |= hand_of(state.history[0][1].talon)
    return seen | (0 if known.turned is None else 1 << known.turned)


@pytest.mark.parametrize(
    ("variant", "readings"),
    [
        *((variant, ()) for variant in VARIANTS),
        ("french-1600s", ("FR15=last-exchanger-may-look",)),
        ("english-1800s", ("EN18=turned-up",)),
        ("danish-club", ("DA27=with-bid", "DA20=after-declarers-first-card")),
        ("pierer-free", ("GE26=not-taken", "GE10.trigger=against-declarer")),
    ],
)
def test_two_deals_that_a_seat_cannot_tell_apart_give_it_the_same_information(
    game, variant, readings
):
    ready = game(variant, readings)
    rng = random.Random(5)  # noqa: S311  seeded: a test repeats itself
    for index, players in enumerate(sizes(ready) * 10):
        state = dealt(ready, index, players)
        choose = chooser(index)
        while state.actor is not None:
            state = apply_action(state, choose(state, legal_actions(state)))
            for seat in Seat:
                hidden = list(cards_of(PACK & ~known_to(state, seat)))
                shuffled = rng.sample(hidden, len(hidden))
                change = {card: card for card in CARDS} | dict(zip(hidden, shuffled, strict=True))
                other = changed(state, change)
                assert information_state(other, seat) == information_state(state, seat)


def test_a_seat_sees_its_hand_and_discards_and_how_many_cards_others_have(game):
    script = Script(game("danish-tariff"), hands={"F": "D2 D3"})
    script.run(["F spil; M pass; B pass; F names H; F discards D2 D3"])
    own = information_state(script.state, Seat.FOREHAND)
    assert own.discards.bit_count() == 2
    assert own.hand == script.state.hands[0]
    other = information_state(script.state, Seat.BACKHAND)
    assert other.discards == 0
    assert other.exchanged == ((0, 2),)
    assert other.talon == 11
    assert dict(other.hands) == {0: 9, 1: 9, 2: 9}
    assert [action for _, action in other.history if isinstance(action, Discard)] == []


def test_a_resting_player_sees_only_what_is_public(game):
    script = Script(game("danish-tariff"), players=4)
    script.run(["F nolo-ouvert; M pass; B pass; F plays S7"])
    resting = information_state(script.state, Seat.RESTING)
    assert resting.hand == 0
    assert dict(resting.exposed) == {0: script.state.hands[0]}


def test_the_mort_sees_the_whole_talon_while_he_chooses_from_it_and_nobody_else_does(game):
    script = Script(game("pierer-free"), players=4, dealer=1)
    state = script.run(["F pass; M pass; B pass; resting enters; expect mort to act"]).state
    talon = hand_of(state.history[0][1].talon)
    assert talon.bit_count() == 13
    assert legal_actions(state).hand == talon
    assert information_state(state, Seat.MORT).hand == talon
    for seat in set(Seat) - {Seat.MORT}:
        known = information_state(state, seat)
        assert known.hand & talon == 0
        assert (known.rest, known.exposed, known.shown, known.turned) == (None, (), (), None)
    after = apply_action(state, legal_actions(state)[0])
    mort = information_state(after, Seat.MORT)
    assert mort.hand.bit_count() == 9
    assert mort.hand | mort.discards == talon


def test_the_contract_is_known_once_it_is_declared(game):
    script = Script(game("danish-club")).run(["F spil; M pass; B pass"])
    assert information_state(script.state, Seat.MIDDLEHAND).contract is None
    script.run(["F declares kobe-nolo"])
    assert information_state(script.state, Seat.MIDDLEHAND).contract == "kobe-nolo"


def test_the_number_drawn_is_known_to_others_only_where_it_is_said():
    silent = Game(load("danish-tariff", settings=("exchange.announced=false",)).rules)
    script = Script(silent).run(["F spil; M pass; B pass; F names H; F discards 4"])
    assert information_state(script.state, Seat.MIDDLEHAND).exchanged == ((0, None),)
    assert information_state(script.state, Seat.FOREHAND).exchanged == ((0, 4),)
