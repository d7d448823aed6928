"""What hands are worth: the manuals' examples, and shares of hands that the advice gives."""

from functools import cache

import pytest

from lhombre_core.bots.thumb.evaluate import (
    bad_cards,
    bought,
    dangerous_lead,
    grand_quarters,
    is_unbeatable,
    open_table,
    quarters,
    trump_table,
)
from lhombre_core.cards import CARDS, Suit
from lhombre_core.engine.state.game import BLACK_ACES
from lhombre_core.kernel.stream import deal
from lhombre_core.notation import parse_hand

DEALS = 8000


@pytest.fixture(scope="module")
def danish(game):
    return game("danish-tournament")


@pytest.mark.parametrize(
    ("hand", "trump", "worth"),
    [
        ("SA C2 C5 C4 H2 H3 D2 D3 D4", Suit.C, 12),
        ("C2 CA CK C4 H2 H3 D2 D3 D4", Suit.C, 12),
        ("SA C7 C6 C5 C4 H2 H3 D2 D3", Suit.C, 12),
        ("SA H7 H2 H3 CK C4 D2 D3 D4", Suit.H, 12),
        ("H7 HA HK H2 H3 C4 C5 D2 D3", Suit.H, 12),
        ("SA H7 HA HQ C3 C4 C5 D2 D3", Suit.H, 13),
    ],
    ids=["A-M-2", "next-3", "A-4", "red-A-M-2", "red-M-P-K", "SMED"],
)
def test_a_hand_of_the_manual_of_1926_is_worth_three_tricks_and_smed_a_quarter_more(
    danish, hand, trump, worth
):
    assert quarters(trump_table(danish, trump), parse_hand(hand)) == worth


def test_basta_is_worth_a_trick_only_under_both_higher_trumps(danish):
    table = trump_table(danish, Suit.S)
    assert quarters(table, parse_hand("CA")) == 3
    assert quarters(table, parse_hand("CA SA")) == 7
    assert quarters(table, parse_hand("CA SA S2")) == 12


def test_a_king_and_a_void_are_worth_more_without_exchange(danish):
    table = trump_table(danish, Suit.S)
    hand = parse_hand("SA S2 SK HK D2 D3")
    assert quarters(table, hand) == 13
    assert quarters(table, hand, solo=True) == 15
    assert bought(table, hand) == 2


def test_a_suit_of_three_without_its_lowest_card_is_bad_for_a_nolo(danish):
    table = open_table(danish)
    assert bad_cards(table, parse_hand("SA S3 S5 H7 H5 H3 D7 CA C2")) == []
    assert [CARDS[card].name for card in bad_cards(table, parse_hand("S2 S4 S6 H7"))] == ["S6"]
    assert [CARDS[card].name for card in bad_cards(table, parse_hand("SK H7 D7 DK"))] == [
        "SK",
        "DK",
    ]


def test_an_open_nolo_may_hold_no_card_above_twice_its_place(danish):
    table = open_table(danish)
    assert is_unbeatable(table, parse_hand("SA S3 S5 S7"))
    assert not is_unbeatable(table, parse_hand("SA S4"))
    assert not is_unbeatable(table, parse_hand("S2"))


def test_the_only_dangerous_card_is_the_second_lowest_of_its_suit(danish):
    table = open_table(danish)
    assert dangerous_lead(table, parse_hand("S2 H7 H5 D7")) == CARDS[1]
    assert dangerous_lead(table, parse_hand("S3 H7 H5 D7")) is None
    assert dangerous_lead(table, parse_hand("S2 H6 D7")) is None


def test_without_trumps_top_cards_and_length_under_them_count(danish):
    table = open_table(danish)
    assert grand_quarters(table, parse_hand("SK SQ SJ")) == 12
    assert grand_quarters(table, parse_hand("SK SQ S4 S3")) == 10
    assert grand_quarters(table, parse_hand("SQ S2")) == 2
    assert grand_quarters(table, parse_hand("SQ")) == 0


@cache
def hands():
    return [deal(26, 0, index).hands for index in range(DEALS)]


def share(test):
    """Return the share of hands of which something is true, in percent."""
    found = [bool(test(hand)) for dealt in hands() for hand in dealt]
    return 100 * sum(found) / len(found)


@pytest.mark.parametrize(("least", "percent"), [(10, 60), (12, 32), (14, 13)])
def test_the_shares_of_hands_with_exchange_are_those_of_the_advice(danish, least, percent):
    tables = [trump_table(danish, suit) for suit in Suit]
    got = share(lambda hand: any(quarters(table, hand) >= least for table in tables))
    assert abs(got - percent) < 1.2


@pytest.mark.parametrize(("least", "percent"), [(10, 97), (12, 74), (14, 37)])
def test_the_shares_of_deals_in_which_somebody_bids_are_those_of_the_advice(danish, least, percent):
    tables = [trump_table(danish, suit) for suit in Suit]
    found = [
        any(quarters(table, hand) >= least for table in tables for hand in dealt)
        for dealt in hands()
    ]
    assert abs(100 * sum(found) / len(found) - percent) < 2


@pytest.mark.parametrize(("least", "percent"), [(16, 10), (18, 3.6), (20, 1.1)])
def test_the_shares_of_hands_without_exchange_are_those_of_the_advice(danish, least, percent):
    tables = [trump_table(danish, suit) for suit in Suit]
    got = share(lambda hand: any(quarters(table, hand, solo=True) >= least for table in tables))
    assert abs(got - percent) < 0.7


@pytest.mark.parametrize(("number", "percent"), [(0, 0.1), (1, 0.8), (2, 2.5)])
def test_the_shares_of_hands_for_a_nolo_are_those_of_the_advice(danish, number, percent):
    table = open_table(danish)
    assert abs(share(lambda hand: len(bad_cards(table, hand)) == number) - percent) < 0.35


def test_the_share_of_hands_with_both_black_aces_is_that_of_the_advice():
    assert abs(share(lambda hand: hand & BLACK_ACES == BLACK_ACES) - 4.7) < 0.5


@pytest.mark.parametrize(("cards", "percent"), [("S2 C2 H7 D7", 4.1), ("SK HK DK CK", 4.2)])
def test_the_shares_of_hands_for_a_turned_trump_are_those_of_the_advice(cards, percent):
    two = parse_hand(cards)
    assert abs(share(lambda hand: hand & 1 and (hand & two).bit_count() >= 2) - percent) < 0.5
