"""Following and the privilege of matadors, against the rule as a text would put it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.cards import CARDS, PACK, TRUMP, Suit, cards_of, hand_of
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.rules.play import MatadorPair, Matadors, MatadorSecond, Privilege

hands = st.sets(st.sampled_from(CARDS), min_size=1, max_size=9).map(hand_of)
trumps = st.sampled_from([*Suit, None])
cards = st.sampled_from(CARDS)

HIGHER = Matadors(Privilege.HIGHER_THAN_LED, MatadorPair.ONE_OF_TWO, MatadorSecond.NO_FORCE)


def by_the_book(ranking, rule, hand, led):
    """Return what may be played, card by card, from the words of the rule."""
    suit = ranking.effective_suit(led)
    same = [card for card in cards_of(hand) if ranking.effective_suit(card) == suit]
    if not same:
        return hand
    if suit != TRUMP:
        return hand_of(same)
    matadors = ranking.trumps[:3]
    pair = led == matadors[1] and set(same) == {matadors[0], matadors[2]}
    if pair and rule.pair is MatadorPair.FREE:
        return hand
    if pair or rule.privilege is Privilege.NONE:
        return hand_of(same)
    if rule.privilege is Privilege.HIGHER_THAN_LED:
        forced = [
            card
            for card in same
            if card not in matadors or ranking.strength(card) < ranking.strength(led)
        ]
        return hand_of(same) if forced else hand
    only = all(card in matadors for card in same)
    highest = max(same, key=ranking.strength)
    free = only and ranking.strength(highest) > ranking.strength(led)
    return hand if free else hand_of(same)


@pytest.mark.parametrize("privilege", Privilege)
@pytest.mark.parametrize("pair", MatadorPair)
@given(hand=hands, trump=trumps, led=cards)
def test_what_may_be_played_is_what_the_words_of_the_rule_allow(
    game, privilege, pair, hand, trump, led
):
    rule = Matadors(privilege, pair, MatadorSecond.NO_FORCE)
    hand &= ~(1 << led)
    if not hand:
        return
    ranking = game("danish-club").ranking(trump)
    follow = Follow(ranking, 3, rule)
    assert follow.legal(hand, led) == by_the_book(ranking, rule, hand, led)


@given(hand=hands, trump=trumps, led=cards)
def test_whoever_is_to_play_has_a_card_he_may_play(game, hand, trump, led):
    follow = game("danish-club").follow(trump)
    hand &= ~(1 << led)
    may = follow.legal(hand, led)
    assert may & ~hand == 0
    assert bool(may) is bool(hand)


def test_who_leads_may_play_any_card(game):
    assert game("danish-club").follow(Suit.H).legal(PACK, None) == PACK


@given(trump=st.sampled_from(Suit), led=cards, second=cards)
def test_a_matador_put_on_second_counts_as_led_only_where_it_forces(game, trump, led, second):
    ranking = game("danish-club").ranking(trump)
    follow = Follow(ranking, 3, HIGHER)
    assert follow.forcing(led, second) == led
    forces = Follow(ranking, 3, Matadors(HIGHER.privilege, HIGHER.pair, MatadorSecond.FORCES))
    raised = (
        ranking.effective_suit(led) == TRUMP
        and second in ranking.trumps[:3]
        and ranking.strength(second) > ranking.strength(led)
    )
    assert forces.forcing(led, second) == (second if raised else led)


@pytest.mark.parametrize(
    "reading", ["DA24=set-model", "DA24=no-privilege", "DA26=forces", "DA25=free"]
)
@given(
    hand=hands, trump=trumps, trick=st.lists(cards, min_size=1, max_size=2, unique=True), card=cards
)
def test_a_ruling_says_of_each_card_what_the_engine_says(game, reading, hand, trump, trick, card):
    ready = game("danish-club", (reading,))
    hand &= ~hand_of(trick)
    follow = ready.follow(trump)
    forcing = follow.forcing(*trick) if len(trick) == 2 else trick[0]
    why = card_why(ready, trump, hand, trick, card)
    assert why.legal is bool(follow.legal(hand, trick[0], forcing) >> card & 1)
    assert why.message.endswith(".")
