"""Whole deals: whatever is chosen, every variant and every reading plays to its end."""

from itertools import chain

import pytest

from lhombre_core.cards import PACK, hand_of
from lhombre_core.engine.deal import (
    apply_action,
    current_player,
    is_legal,
    is_terminal,
    legal_actions,
)
from lhombre_core.engine.result import facts_of, returns
from lhombre_core.engine.state.action import CHANCE, PASS, PLAYS, TURNS, DealCards, Discard, Enter
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import begin
from lhombre_core.errors import IllegalAction
from lhombre_core.kernel.stream import deal
from lhombre_core.notation import Seat
from tests.engine.table import VARIANTS, chooser, dealt, playout, sizes
from tests.readings.choice import changing

TOGETHER = [
    ("pierer-pure", ("GE10.pure=on", "GE10.trigger=against-declarer")),
    ("pierer-pure", ("GE10.pure=on", "GE32.rest=neighbours-of-dealer", "GE32.asked=farther-first")),
    ("pierer-free", ("GE21=after-pass-round-only", "GE16.number=2", "GE16.compare=colour-first")),
    (
        "pierer-free",
        ("GE10.trigger=against-declarer", "GE35=after-all-purchases", "GE26=not-taken"),
    ),
    ("pierer-free", ("GE28=before-trick-4", "GE12=black-ace-only", "GE25=opposite")),
    (
        "danish-club",
        ("DA29.turn=clockwise", "DA18=announce-or-lead", "DA19=any-time-before-lead-6"),
    ),
    ("danish-club", ("DA38=any-five", "DA23=play-out", "DA08=within-family-upwards")),
    ("danish-tournament", ("DA07=penalised", "DA16=before-play", "DA26=forces")),
    ("english-1800s", ("EN14=better-placed", "EN12.first-opponent=eight", "EN10=hold-ends-it")),
    ("english-1800s", ("EN15.liability=tresillo-table", "EN15.untaken=refused", "EN11=duel")),
    ("french-1600s", ("FR19=yes", "FR12.commit=announced-before-trick-5", "FR05=holder-plays")),
    ("french-1600s", ("FR10=leave-five", "FR15=last-exchanger-may-look", "FR04=never")),
]


def check_deal(game, index, players):
    """Play a deal and check what must hold at each step."""
    choose = chooser(index)
    state = dealt(game, index, players)
    while not is_terminal(state):
        actions = legal_actions(state)
        assert len(actions), "there is nothing to choose"
        action = choose(state, actions)
        assert is_legal(state, action)
        assert action in actions
        state = apply_action(state, action)
        assert cards_in(state) == PACK
    facts = facts_of(state)
    assert sum(facts.tricks) == len(facts.winners) <= 9
    return state


def cards_in(state):
    """Return all cards, each of which must lie in one place; a ValueError if one lies in two."""
    it, play = state.undertaking, state.play
    gone = [] if it is None else list(it.discards)
    played = () if play is None else chain(play.cards, *(cards for _, cards in play.played))
    places = [*state.hands, *gone, hand_of(state.talon), hand_of(played)]
    assert sum(place.bit_count() for place in places) == 40
    return sum(places)


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_play_to_the_end_with_every_card_in_one_place(game, variant):
    ready = game(variant)
    for players in sizes(ready):
        for index in range(40):
            check_deal(ready, index, players)


@pytest.mark.parametrize(("variant", "reading"), changing())
def test_random_deals_play_to_the_end_under_each_reading(game, variant, reading):
    ready = game(variant, (reading,))
    for index, players in enumerate(sizes(ready) * 2):
        check_deal(ready, index, players)


@pytest.mark.parametrize(("variant", "together"), TOGETHER)
def test_random_deals_play_to_the_end_under_readings_together(game, variant, together):
    ready = game(variant, together)
    for players in sizes(ready):
        for index in range(15):
            check_deal(ready, index, players)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "reading"), changing())
def test_many_random_deals_play_to_the_end_under_each_reading(game, variant, reading):
    ready = game(variant, (reading,))
    for players in sizes(ready):
        for index in range(100):
            check_deal(ready, index, players)


def test_between_ombre_and_opponents_what_one_wins_the_others_lose(game):
    ready = game("danish-tariff")
    for index in range(30):
        won = returns(playout(dealt(ready, index), chooser(index)))
        assert set(won) == {Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND}
        assert sum(won.values()) == 0


def test_the_return_of_a_mort_stands_under_his_seat(game):
    ready = game("pierer-free")
    state = apply_action(dealt(ready, 0, 4), TURNS[0])
    for action in (PASS, PASS, PASS, Enter(yes=True)):
        state = apply_action(state, action)
    won = returns(playout(state, chooser(0)))
    assert set(won) == {Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND, Seat.MORT}


def test_an_act_that_is_not_legal_is_refused_with_the_path_of_a_rule(game):
    state = dealt(game("danish-tournament"), 0)
    for action, rule in ((PLAYS[0], "auction.procedure"), (Discard(1), "exchange.order")):
        with pytest.raises(IllegalAction) as refused:
            apply_action(state, action)
        assert refused.value.rule == rule


def test_chance_acts_until_the_cards_are_dealt_and_nobody_after_the_end(game):
    ready = game("pierer-free")
    state = dealt(ready, 0)
    assert current_player(state) == CHANCE
    assert legal_actions(state) == TURNS
    end = playout(state, chooser(0))
    assert current_player(end) is None
    assert legal_actions(end) == ()


def test_a_deal_that_is_not_the_pack_is_refused(game):
    ready = game("danish-club")
    state = begin(ready, seat_players(ready.rules.table, 3, 0))
    cards = deal(20, 0, 0)
    first, second, third = cards.hands
    for hands, talon, rule in (
        ((first, second, third), cards.talon[:-1], "deal.talon"),
        ((first, second, first), cards.talon, "cards.out"),
        ((first | 1 << cards.talon[0], second, third), cards.talon[1:], "deal.packets"),
    ):
        with pytest.raises(IllegalAction) as refused:
            apply_action(state, DealCards(hands, talon))
        assert refused.value.rule == rule


def test_a_deal_that_has_not_ended_has_no_facts(game):
    with pytest.raises(ValueError, match="has not ended"):
        facts_of(dealt(game("danish-club"), 0))


def test_a_deal_that_nobody_bids_on_has_no_ombre(game):
    end = playout(dealt(game("danish-club"), 3), lambda _, actions: actions[0])
    assert facts_of(end).all_pass
    assert facts_of(end).ombre is None


def test_states_are_never_changed(game):
    state = dealt(game("danish-club"), 0)
    with pytest.raises(AttributeError):
        state.hands = ()
    before = tuple(state)
    apply_action(state, PASS)
    assert tuple(state) == before
