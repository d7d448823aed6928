"""How the objects of the engine show themselves: `print` draws a table, `repr` fits a screen."""

import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.money.session import open_next, start
from lhombre_core.engine.phase.information import information_state
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import PASS, Bid, DealCards, PlayCard, TurnSecondPack
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import begin
from lhombre_core.engine.why.explanation import explain
from lhombre_core.kernel.stream import deal
from lhombre_core.notation import Seat, parse_cards
from tests.engine.table import VARIANTS, chooser, dealt, playout, sizes

SCREEN = 300
"""Most characters of a `repr`."""


def session_state(game, players=3):
    """Return the first state of a session, its stakes paid in, the cards dealt."""
    session, _ = open_next(start(game, players))
    cards = deal(1, 0, 0)
    state = begin(game, session.seating, session.money)
    return apply_action(state, DealCards(cards.hands, cards.talon))


def test_a_table_before_the_deal_has_seats_and_dealer(game):
    ready = game("pierer-free")
    state = begin(ready, seat_players(ready.rules.table, 4, 1))
    assert str(state).splitlines() == [
        "pierer-free, deal 1: deal, chance to act",
        "forehand    player 2",
        "middlehand  player 3",
        "backhand    player 1  dealer",
        "resting     player 0",
    ]


def test_a_table_in_the_auction_has_hands_calls_and_pools(game):
    state = session_state(game("pierer-free"), 4)
    state = apply_action(state, TurnSecondPack(Suit.S))
    state = apply_action(state, Bid("nullissimo"))
    assert str(state).splitlines() == [
        "pierer-free, deal 1: auction, middlehand to act",
        "forehand    player 1                           ♠7 ♠3 ♣7 ♣6 ♥5 ♦K ♦7 ♦5 ♦3",
        "middlehand  player 2                           ♠Q ♣K ♣Q ♣J ♣A ♥Q ♥7 ♥6 ♦4",
        "backhand    player 0  dealer                   ♠J ♠A ♠6 ♥J ♥3 ♥2 ♦Q ♦A ♦6",
        "resting     player 3",
        "talon       13 cards",
        "auction     forehand nullissimo",
        "pools       plate 12, written 0, blocks 24, roc 0, beinbruch 0",
    ]


def test_a_table_in_the_play_has_contract_tricks_and_the_trick(game):
    state = session_state(game("english-1800s"))
    for act in (PASS, PASS, Bid("solo")):
        state = apply_action(state, act)
    while state.play is None:
        state = apply_action(state, legal_actions(state)[0])
    for card in parse_cards("S7 SQ SA H3"):
        state = apply_action(state, PlayCard(card))
    assert str(state).splitlines() == [
        "english-1800s, deal 1: play, forehand to act",
        "forehand    player 1                 0 tricks  ♠3 ♣7 ♣6 ♥5 ♦K ♦3 ♦5 ♦7",
        "middlehand  player 2                 0 tricks  ♣A ♣K ♣Q ♣J ♥Q ♥6 ♥7 ♦4",
        "backhand    player 0  ombre, dealer  1 trick   ♠J ♠6 ♥J ♥2 ♦Q ♦A ♦6",
        "talon       13 cards",
        "auction     forehand pass, middlehand pass, backhand solo",
        "contract    solo, trumps ♠",
        "trick       backhand ♥3",
        "pools       pot 5",
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_repr_of_every_object_fits_a_screen(game, variant):
    ready = game(variant)
    for players in sizes(ready):
        session, lines = open_next(start(ready, players))
        state = playout(dealt(ready, 3, players), chooser(3))
        views = [information_state(state, seat) for seat in Seat]
        whys = [explain(state, action) for action in (PASS, Bid("solo"), PlayCard(0))]
        shown = [state, ready, state.seating, facts_of(state), session, session.money]
        for value in (*shown, *lines, *views, *whys, legal_actions(state)):
            assert len(repr(value)) <= SCREEN, value


def test_short_forms_name_what_matters(game):
    state = session_state(game("english-1800s"))
    assert repr(state) == "<State of english-1800s, deal 1: auction, forehand to act>"
    assert repr(state.game) == "<Game english-1800s>"
    assert repr(state.money) == "<Money: balances -5, 0, 0; pools pot 5; bank 0>"
    assert repr(state.seating) == "Seating(players=3, dealer=0, active=(1, 2, 0), resting=())"
    assert repr(information_state(state, Seat.BACKHAND)) == (
        "<InformationState of backhand, deal 1: auction, forehand to act; "
        "hand ♠J ♠A ♠6 ♥J ♥3 ♥2 ♦Q ♦A ♦6>"
    )
    assert repr(explain(state, Bid("x"))) == (
        "Why(legal=False, rule='auction.procedure', reason='unknown', "
        "message='X cannot be bid here.')"
    )


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (Facts(), "<Facts: nothing played>"),
        (Facts(all_pass=True), "<Facts: all pass>"),
        (
            Facts(contract="solo", ombre=Seat.FOREHAND, trump=Suit.H, tricks=(9, 0, 0, 0)),
            "<Facts: solo by forehand, trumps ♥, tricks 9-0-0-0>",
        ),
        (
            Facts(contract="nolo", ombre=Seat.MORT, tricks=(4, 4, 0, 1), conceded=True),
            "<Facts: nolo by mort, no trumps, tricks 4-4-0-1, conceded>",
        ),
    ],
)
def test_facts_name_the_contract_and_special_endings(facts, text):
    assert repr(facts) == text
