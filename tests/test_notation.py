import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.cards import CARDS, PACK, Card, Orders, Suit, ranking
from lhombre_core.errors import UsageError
from lhombre_core.notation import (
    Seat,
    display_order,
    format_card,
    format_cards,
    format_hand,
    format_seat,
    format_split,
    format_suit,
    parse_card,
    parse_cards,
    parse_hand,
    parse_seat,
    parse_split,
    parse_suit,
)

ORDERS = Orders.parse(
    "K Q J 7 6 5 4 3 2",
    "K Q J A 2 3 4 5 6 7",
    "SA 2 CA K Q J 7 6 5 4 3",
    "SA 7 CA A K Q J 2 3 4 5 6",
    "K Q J 7 6 5 4 3 2 A",
    "K Q J A 2 3 4 5 6 7",
)
RANKINGS = [None, *(ranking(ORDERS, trump) for trump in (*Suit, None))]

cards = st.sampled_from(CARDS)
splits = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(
    lambda split: len(split) != 2 and sum(split) <= 9
)


@pytest.mark.parametrize("text", ["SA", "sa", "Sa", "♠A", "♠a", " SA ", "♤A", "♠\ufe0fA"])
def test_a_card_is_read_in_either_case_and_with_letter_or_symbol(text):
    assert parse_card(text) is Card.SA


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S10", "'S10' is no card; the pack has no 8, 9 or 10"),
        ("♥8", "'♥8' is no card; the pack has no 8, 9 or 10"),
        ("AS", "'AS' is no card; expected the suit first: SA"),
        ("7♥", "'7♥' is no card; expected the suit first: H7"),
        (
            "XA",
            "'XA' is no card; expected a suit S H D C, then a rank A K Q J 7 6 5 4 3 2, as in SA",
        ),
        ("S", "'S' is no card; expected a suit"),
        ("", "'' is no card; expected a suit"),
        ("SAA", "'SAA' is no card; expected a suit"),
    ],
)
def test_what_is_no_card_is_refused_and_the_message_says_what_was_expected(text, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        parse_card(text)


@given(cards, st.booleans())
def test_a_card_written_is_read_back(card, pretty):
    assert parse_card(format_card(card, pretty=pretty)) is card


def test_a_card_is_written_plain_or_with_its_symbol():
    assert format_card(Card.D4) == "D4"
    assert format_card(Card.D4, pretty=True) == "♦4"


@given(st.lists(cards, unique=True), st.booleans())
def test_a_list_of_cards_written_is_read_back_in_its_order(some, pretty):
    assert parse_cards(format_cards(some, pretty=pretty)) == tuple(some)


@given(st.integers(0, PACK), st.sampled_from(RANKINGS), st.booleans())
def test_a_hand_written_is_read_back(hand, ranks, pretty):
    assert parse_hand(format_hand(hand, ranks, pretty=pretty)) == hand


@pytest.mark.parametrize("text", ["SA H7 D4", "SA,H7,D4", " d4, ♥7  sa,", "D4\nH7\tSA"])
def test_a_hand_is_read_with_spaces_or_commas_in_any_order(text):
    assert parse_hand(text) == 1 << Card.SA | 1 << Card.H7 | 1 << Card.D4


def test_a_card_given_twice_is_named():
    message = "the card H7 stands twice in 'SA H7 ♥7'; expected it once"
    with pytest.raises(UsageError, match=re.escape(message)):
        parse_hand("SA H7 ♥7")


def test_a_fault_in_a_hand_names_the_word_at_fault():
    with pytest.raises(UsageError, match="'S9' is no card"):
        parse_hand("SA S9 D4")


def test_trumps_are_shown_first_then_spades_clubs_hearts_diamonds_each_high_to_low():
    hand = parse_hand("D2 DK H7 HA HK SA CA S2 SK C3 C7")
    hearts = ranking(ORDERS, Suit.H)
    assert format_hand(hand, hearts) == "SA H7 CA HA HK SK S2 C7 C3 DK D2"
    spades = ranking(ORDERS, Suit.S)
    assert format_hand(hand, spades) == "SA S2 CA SK C7 C3 HK HA H7 DK D2"
    no_trump = ranking(ORDERS, None)
    assert format_hand(hand, no_trump) == "SK S2 SA C7 C3 CA HK HA H7 DK D2"


def test_without_a_ranking_cards_are_shown_by_printed_suit():
    hand = parse_hand("D2 H7 HA HK SA CA S2 SK C3 C7")
    assert format_hand(hand, pretty=True) == "♠K ♠A ♠2 ♣A ♣7 ♣3 ♥K ♥A ♥7 ♦2"
    assert display_order(0) == ()


@pytest.mark.parametrize("text", ["S", "s", "♠", "spades", "Spades", " ♤ "])
def test_a_suit_is_read_as_letter_symbol_or_name(text):
    assert parse_suit(text) is Suit.S


@given(st.sampled_from(Suit), st.booleans())
def test_a_suit_written_is_read_back(suit, pretty):
    assert parse_suit(format_suit(suit, pretty=pretty)) is suit


@pytest.mark.parametrize("text", ["", "X", "trump", "SH"])
def test_what_is_no_suit_is_refused(text):
    with pytest.raises(UsageError, match="is no suit; expected S, H, D or C, ♠, ♥, ♦ or ♣"):
        parse_suit(text)


@given(st.sampled_from(Seat))
def test_a_seat_written_is_read_back(seat):
    assert parse_seat(format_seat(seat)) is seat


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("F", Seat.FOREHAND),
        ("m", Seat.MIDDLEHAND),
        ("B", Seat.BACKHAND),
        ("Mort", Seat.MORT),
        ("resting", Seat.RESTING),
    ],
)
def test_a_seat_is_read_as_its_word_or_short_form(text, seat):
    assert parse_seat(text) is seat


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "dealer",
            "expected forehand, middlehand, backhand, mort, resting, or F, M or B",
        ),
        ("forehnd", "or F, M or B; did you mean 'forehand'?"),
    ],
)
def test_what_is_no_seat_is_refused_and_the_seats_are_listed(text, message):
    with pytest.raises(UsageError, match=re.escape(message) + "$"):
        parse_seat(text)


@given(splits)
def test_a_split_of_tricks_written_is_read_back(split):
    assert parse_split(format_split(tuple(split))) == tuple(split)


@pytest.mark.parametrize(
    ("text", "split"),
    [("4-4-1", (4, 4, 1)), (" 5 - 2 - 2 ", (5, 2, 2)), ("2", (2,)), ("4-3-1-1", (4, 3, 1, 1))],
)
def test_a_split_is_read_for_the_ombre_first(text, split):
    assert parse_split(text) == split


@pytest.mark.parametrize("text", ["", "4-4", "4-4-", "4-x-1", "10-0-0", "1-1-1-1-1", "4,4,1", "²"])
def test_what_is_no_split_of_tricks_is_refused(text):
    with pytest.raises(UsageError, match="is no split of tricks; expected numbers from 0 to 9"):
        parse_split(text)


def test_more_than_nine_tricks_are_refused():
    with pytest.raises(UsageError, match="'5-4-1' has 10 tricks; expected at most 9"):
        parse_split("5-4-1")
