import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.cards import (
    CARDS,
    DISPLAY_SUITS,
    PACK,
    SUIT_MASKS,
    TRUMP,
    Card,
    Order,
    Orders,
    Rank,
    Suit,
    card_of,
    cards_of,
    count,
    hand_of,
    is_red,
    partner,
    rank_of,
    ranking,
    suit_of,
)

BLACK_PLAIN = "K Q J 7 6 5 4 3 2"
RED_PLAIN = "K Q J A 2 3 4 5 6 7"
BLACK_TRUMP = "SA 2 CA K Q J 7 6 5 4 3"
RED_TRUMP = "SA 7 CA A K Q J 2 3 4 5 6"
BLACK_NO_TRUMP = "K Q J 7 6 5 4 3 2 A"
ALL = (BLACK_PLAIN, RED_PLAIN, BLACK_TRUMP, RED_TRUMP, BLACK_NO_TRUMP, RED_PLAIN)
ORDERS = Orders.parse(*ALL)
RANKINGS = {trump: ranking(ORDERS, trump) for trump in (*Suit, None)}

hands = st.integers(0, PACK)
trumps = st.sampled_from([*Suit, None])


def names(cards):
    return " ".join(card.name for card in cards)


def slow_winner(cards, ranks):
    """The trick rule said over the sequences: the highest trump, else the highest of the suit."""
    led = next(suit for suit in range(5) if cards[0] in ranks.sequences[suit])
    trump_cards = [card for card in ranks.sequences[TRUMP] if card in cards]
    followers = [card for card in ranks.sequences[led] if card in cards]
    return cards.index((trump_cards or followers)[0])


def test_a_card_is_ten_times_its_suit_plus_its_rank_and_named_as_written():
    assert [card.name for card in CARDS] == [s + r for s in "SHDC" for r in "A234567JQK"]
    assert [card.value for card in CARDS] == list(range(40))
    for card in CARDS:
        assert card_of(suit_of(card), rank_of(card)) is card
        assert suit_of(card).name + rank_of(card).letter == card.name


def test_the_pack_has_forty_cards_ten_of_each_suit():
    assert count(PACK) == 40
    assert cards_of(PACK) == CARDS
    assert [cards_of(mask)[0].name for mask in SUIT_MASKS] == ["SA", "HA", "DA", "CA"]
    assert sum(SUIT_MASKS) == PACK
    assert len(Rank) == 10


def test_suits_of_one_colour_are_partners():
    assert [partner(suit) for suit in Suit] == [Suit.C, Suit.D, Suit.H, Suit.S]
    assert [is_red(suit) for suit in Suit] == [False, True, True, False]


def test_a_ranking_is_shown_by_its_trumps():
    assert repr(RANKINGS[Suit.H]) == "<Ranking: trumps H>"
    assert repr(RANKINGS[None]) == "<Ranking: no trumps>"


def test_suits_are_shown_as_spades_clubs_hearts_diamonds():
    assert DISPLAY_SUITS == (Suit.S, Suit.C, Suit.H, Suit.D)


@given(hands)
def test_a_hand_is_the_sum_of_its_cards_in_ascending_order(hand):
    cards = cards_of(hand)
    assert list(cards) == sorted(set(cards))
    assert hand_of(cards) == hand
    assert len(cards) == count(hand)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([Card.SA, Card.H7, Card.SA], "SA is given twice"),
        ([40], "40 is no card; expected a number from 0 to 39"),
        ([-1], "-1 is no card; expected a number from 0 to 39"),
    ],
)
def test_a_hand_refuses_a_card_given_twice_and_what_is_no_card(cards, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        hand_of(cards)


def test_a_bare_rank_is_of_the_suit_of_the_order_and_a_card_is_itself():
    assert names(Order.parse(BLACK_TRUMP).cards(Suit.C)) == "SA C2 CA CK CQ CJ C7 C6 C5 C4 C3"
    assert names(Order.parse(RED_TRUMP).cards(Suit.D)) == "SA D7 CA DA DK DQ DJ D2 D3 D4 D5 D6"
    assert names(Order.parse(RED_TRUMP).fixed) == "SA CA"
    assert str(Order.parse("  SA 2\tCA ")) == "SA 2 CA"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an order of ranks is empty"),
        ("K Q K", "K stands twice in the order 'K Q K'"),
        ("SA 2 SA", "SA stands twice in the order 'SA 2 SA'"),
        ("K X", "unknown rank 'X' in the order 'K X'; expected one of A K Q J 7 6 5 4 3 2"),
        ("K 10", "unknown rank '10'"),
        ("K 23", "unknown rank '23'"),
        ("K X2", "unknown rank 'X2'"),
    ],
)
def test_an_order_refuses_unknown_and_repeated_words(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Order.parse(text)


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        (0, "K Q J 7 6 5 4 3", "with S as trumps a card has no place in the orders: C2"),
        (0, BLACK_NO_TRUMP, "with S as trumps a card has two places in the orders: CA"),
        (1, "K Q J A 2 3 4 5 6", "with S as trumps a card has no place in the orders: H7, D7"),
        (
            2,
            "SA 2 CA A K Q J 7 6 5 4 3",
            "with S as trumps a card has two places in the orders: SA",
        ),
        (3, "7 A K Q J 2 3 4 5 6", "with H as trumps a card has no place in the orders: SA, CA"),
        (4, BLACK_PLAIN, "without trumps a card has no place in the orders: SA, CA"),
        (5, None, "an order without trumps is given for one colour only"),
        (0, "K Q J 7 6 5 4 3 S2", "the card S2 stands in the order 'K Q J 7 6 5 4 3 S2'"),
    ],
)
def test_orders_refuse_a_hole_a_card_with_two_places_and_a_stray_card(place, text, message):
    texts = list(ALL)
    texts[place] = text
    with pytest.raises(ValueError, match=re.escape(message)):
        Orders.parse(*texts)


def test_orders_may_do_without_a_deal_without_trumps():
    orders = Orders.parse(*ALL[:4])
    assert not orders.has_no_trump
    assert ORDERS.has_no_trump
    with pytest.raises(ValueError, match="these orders have none for a deal without trumps"):
        ranking(orders, None)
    assert ranking(orders, Suit.S) == RANKINGS[Suit.S]


@pytest.mark.parametrize(
    ("trump", "sizes"),
    [
        (Suit.S, (0, 10, 10, 9, 11)),
        (Suit.C, (9, 10, 10, 0, 11)),
        (Suit.H, (9, 0, 10, 9, 12)),
        (Suit.D, (9, 10, 0, 9, 12)),
        (None, (10, 10, 10, 10, 0)),
    ],
)
def test_black_trumps_are_eleven_and_red_trumps_twelve(trump, sizes):
    ranks = RANKINGS[trump]
    assert tuple(count(mask) for mask in ranks.suit_masks) == sizes
    assert sum(ranks.suit_masks) == PACK


def test_the_black_aces_are_trumps_whatever_the_trump_suit():
    for trump in Suit:
        ranks = RANKINGS[trump]
        assert ranks.effective_suit(Card.SA) == ranks.effective_suit(Card.CA) == TRUMP
        assert ranks.trumps[0] is Card.SA
        assert ranks.trumps[2] is Card.CA
        manille = Rank.SEVEN if is_red(trump) else Rank.TWO
        assert ranks.trumps[1] is card_of(trump, manille)
    assert RANKINGS[None].effective_suit(Card.SA) == Suit.S
    assert RANKINGS[None].trumps == ()


@given(trumps)
def test_the_tables_of_a_ranking_agree_with_its_sequences(trump):
    ranks = RANKINGS[trump]
    for suit, sequence in enumerate(ranks.sequences):
        assert ranks.suit_mask(suit) == hand_of(sequence)
        for place, card in enumerate(sequence):
            assert ranks.effective_suit(card) == suit
            assert ranks.strength(card) == len(sequence) - 1 - place
            assert ranks.higher[card] == hand_of(sequence[:place])


def test_the_seven_is_the_lowest_plain_red_card_and_the_second_red_trump():
    assert RANKINGS[Suit.S].strength(Card.H7) == 0
    assert RANKINGS[Suit.H].beats(Card.H7, Card.CA, led=Card.H2)
    assert not RANKINGS[Suit.H].beats(Card.H7, Card.SA, led=Card.H2)


def test_a_card_neither_trump_nor_of_the_suit_led_beats_nothing():
    ranks = RANKINGS[Suit.H]
    assert not ranks.beats(Card.DK, Card.S2, led=Card.S2)
    assert not ranks.beats(Card.DK, Card.D7, led=Card.S2)
    assert not ranks.beats(Card.DK, Card.C2, led=Card.S2)
    assert ranks.beats(Card.S2, Card.DK, led=Card.S2)
    assert ranks.beats(Card.H6, Card.SK, led=Card.S2)
    assert ranks.beats(Card.H2, Card.H6, led=Card.S2)


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        (Suit.H, [Card.S2, Card.DK, Card.C3], 0),
        (Suit.H, [Card.S2, Card.SK, Card.DA], 1),
        (Suit.H, [Card.SK, Card.H6, Card.CA], 2),
        (Suit.H, [Card.H7, Card.CA, Card.HA], 0),
        (Suit.S, [Card.HJ, Card.HA, Card.HQ], 2),
        (None, [Card.S2, Card.SA, Card.HK], 0),
    ],
)
def test_the_highest_trump_wins_a_trick_else_the_highest_card_of_the_suit_led(trump, trick, winner):
    assert RANKINGS[trump].winner(trick) == winner


def test_winner_and_beats_agree_with_the_rule_said_slowly():
    rng = random.Random(1)  # noqa: S311  a fixed sample
    for _ in range(2000):
        ranks = RANKINGS[rng.choice([*Suit, None])]
        trick = rng.sample(CARDS, rng.randint(1, 4))
        won = ranks.winner(trick)
        assert won == slow_winner(trick, ranks)
        best = trick[won]
        assert all(not ranks.beats(card, best, led=trick[0]) for card in trick)
        followers = [card for card in trick if ranks.beats(best, card, led=trick[0])]
        assert len(followers) == len(trick) - 1


def test_rankings_are_equal_when_built_from_equal_orders_and_can_be_keys():
    again = ranking(Orders.parse(*ALL), Suit.D)
    assert again == RANKINGS[Suit.D]
    assert len({again, RANKINGS[Suit.D], RANKINGS[Suit.H]}) == 2
