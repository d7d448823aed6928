import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.cards import PACK, cards_of, count, hand_of
from lhombre_core.errors import UsageError
from lhombre_core.kernel.stream import (
    DEAL_WORDS,
    MASK,
    Deal,
    Purpose,
    below,
    chance,
    deal,
    deal_key,
    fold,
    mix,
    word,
)
from lhombre_core.notation import format_cards, parse_cards, parse_hand

keys = {
    "seed": st.integers(0, MASK),
    "session": st.integers(0, 2**40 - 1),
    "index": st.integers(0, 2**24 - 1),
}


def slow_deal(seed, session, index):
    """The deal as the docstring of the module tells it, a draw at a time."""
    key = deal_key(seed, session, index)
    words = [word(key, n) for n in range(1, DEAL_WORDS + 1)]
    halves = iter([half for w in words for half in (w >> 32, w & 0xFFFFFFFF)])
    piles = [[], [], [], []]
    room = [9, 9, 9, 13]
    for card in range(40):
        place = next(halves) * (40 - card) >> 32
        pile = next(p for p in range(4) if place < sum(room[: p + 1]))
        piles[pile].append(card)
        room[pile] -= 1
    *hands, talon = piles
    for top in range(13):
        place = top + (next(halves) * (13 - top) >> 32)
        talon[top], talon[place] = talon[place], talon[top]
    return Deal(tuple(hand_of(hand) for hand in hands), tuple(talon))


def chi_square(counts, expected):
    return sum((number - expected) ** 2 / expected for number in counts)


def test_the_stream_of_key_0_is_splitmix64_as_published():
    assert word(0, 1) == 0xE220A8397B1DCDAF
    assert word(0, 2) == 0x6E789E6AA1B965F4
    assert word(0, 3) == 0x06C45D188009454F
    assert mix(0) == 0


@pytest.mark.parametrize(
    ("key", "forehand", "middlehand", "backhand", "talon"),
    [
        (
            (0, 0, 0),
            "S3 S2 C6 C5 HK H5 DQ D5 D2",
            "SJ S4 CK CJ H7 DK DJ D6 D3",
            "SQ SA S5 CQ C3 HA H3 DA D7",
            "C4 C7 S7 H6 D4 C2 SK HJ H4 S6 HQ CA H2",
        ),
        (
            (42, 0, 0),
            "SK SJ S5 CQ HA DQ D7 D6 D5",
            "S6 CK C5 HJ H7 DK DJ D4 D3",
            "SQ SA S2 CJ C4 C2 HK HQ D2",
            "C6 S4 H3 CA DA H4 C3 S7 H6 H2 C7 H5 S3",
        ),
        (
            (42, 0, 1),
            "SK SA C4 HQ HJ H5 DK DJ D2",
            "SQ S5 S4 S2 C5 H3 DQ D6 D5",
            "S7 S6 CQ CJ C6 C2 H6 D7 D3",
            "CA H4 D4 S3 C7 SJ CK H2 HA HK H7 C3 DA",
        ),
        (
            (42, 1, 0),
            "SK SQ S3 CQ CA C7 C6 DK DA",
            "SA S2 CJ HK HJ H4 DJ D6 D5",
            "S7 S4 C4 C2 H7 H5 H3 DQ D3",
            "H2 D4 SJ S5 C3 D2 C5 HA CK H6 HQ S6 D7",
        ),
        (
            (2**64 - 1, 2**40 - 1, 2**24 - 1),
            "S5 CQ C6 C2 HJ HA D4 D3 D2",
            "SK SQ SA S7 S2 C5 DJ DA D6",
            "S4 S3 C7 HK HQ DK DQ D7 D5",
            "H7 H2 H5 CA CJ H3 SJ S6 C3 H4 C4 H6 CK",
        ),
    ],
)
def test_a_deal_is_for_ever_the_deal_of_its_seed_session_and_index(
    key, forehand, middlehand, backhand, talon
):
    dealt = deal(*key)
    assert dealt.hands == (parse_hand(forehand), parse_hand(middlehand), parse_hand(backhand))
    assert format_cards(dealt.talon) == format_cards(parse_cards(talon))


@given(**keys)
def test_a_deal_is_dealt_as_the_docstring_says(seed, session, index):
    assert deal(seed, session, index) == slow_deal(seed, session, index)


@given(**keys)
def test_a_deal_is_three_hands_of_nine_and_a_talon_of_thirteen(seed, session, index):
    dealt = deal(seed, session, index)
    assert [count(hand) for hand in dealt.hands] == [9, 9, 9]
    assert len(dealt.talon) == 13
    assert sum(dealt.hands) + hand_of(dealt.talon) == PACK


def test_neighbouring_deals_and_purposes_share_nothing():
    few = range(4)
    deals = {deal(*key) for key in itertools.product(few, few, few)}
    assert len(deals) == 64
    words = {
        chance(*key, purpose, seat, decision)
        for key in itertools.product(few, few, few)
        for purpose, seat, decision in itertools.product(Purpose, few, few)
        if seat == 0 or purpose != Purpose.DEAL
    }
    assert len(words) == 64 * (4 * 16 + 4)


def test_session_and_index_are_not_confused():
    assert deal_key(1, 1, 0) != deal_key(1, 0, 1)
    assert deal_key(7, 5, 3) == fold(7, 5 << 24 | 3)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (
            (2**64, 0, 0),
            "the seed 18446744073709551616 is out of range; expected 0 to 18446744073709551615",
        ),
        ((-1, 0, 0), "the seed -1 is out of range"),
        ((0, 2**40, 0), "the session 1099511627776 is out of range; expected 0 to 1099511627775"),
        ((0, -1, 0), "the session -1 is out of range"),
        ((0, 0, 2**24), "the index 16777216 is out of range; expected 0 to 16777215"),
        ((0, 0, -1), "the index -1 is out of range"),
    ],
)
def test_a_number_out_of_range_is_named(key, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        deal(*key)


@pytest.mark.parametrize(("seat", "decision"), [(256, 0), (-1, 0), (0, 2**32), (0, -1)])
def test_a_seat_or_decision_out_of_range_is_refused(seat, decision):
    with pytest.raises(ValueError, match="is out of range"):
        chance(0, 0, 0, Purpose.BOT, seat, decision)


def test_the_purpose_of_the_deal_names_the_words_of_the_deal():
    key = deal_key(3, 2, 1)
    assert [chance(3, 2, 1, Purpose.DEAL, 0, n) for n in (1, 27)] == [word(key, 1), word(key, 27)]
    with pytest.raises(ValueError, match="the deal has no seat"):
        chance(3, 2, 1, Purpose.DEAL, 1, 1)


def test_the_word_of_a_decision_is_for_ever_the_same():
    assert chance(42, 7, 3, Purpose.BOT, 2, 11) == 0xAB59399418F64891
    assert chance(MASK, 0, 0, Purpose.SEATING, 0, 0) == 0x55A0ABBECB16EEE8


@given(st.integers(0, MASK), st.integers(1, 2**32))
def test_below_is_from_nought_to_one_less_than_its_bound(random_word, n):
    assert 0 <= below(random_word, n) < n


def test_below_reads_the_high_half_of_a_word():
    assert below(MASK, 40) == 39
    assert below(0xFFFFFFFF, 40) == 0
    assert below(1 << 63, 40) == 20


def test_every_card_goes_everywhere_equally_often():
    number = 4000
    places = [[0] * 4 for _ in range(40)]
    tops = [0] * 40
    for session in range(number):
        dealt = deal(2024, session, 0)
        for pile, hand in enumerate((*dealt.hands, hand_of(dealt.talon))):
            for card in cards_of(hand):
                places[card][pile] += 1
        tops[dealt.talon[0]] += 1
    by_hand = chi_square([row[pile] for row in places for pile in range(3)], number * 9 / 40)
    by_talon = chi_square([row[3] for row in places], number * 13 / 40)
    assert 60 < by_hand + by_talon < 190  # about 117 degrees of freedom
    assert 12 < chi_square(tops, number / 40) < 75  # 39 degrees of freedom


def test_every_order_of_the_talon_is_equally_frequent():
    number = 4000
    places = [[0] * 13 for _ in range(13)]
    pairs = [0] * 156
    names = {pair: n for n, pair in enumerate(itertools.permutations(range(13), 2))}
    for index in range(number):
        talon = deal(5, 0, index).talon
        ascending = sorted(talon)
        order = [ascending.index(card) for card in talon]
        for place, card in enumerate(order):
            places[place][card] += 1
        pairs[names[order[11], order[12]]] += 1
    assert 80 < chi_square(itertools.chain(*places), number / 13) < 230  # about 144
    assert 80 < chi_square(pairs, number / 156) < 240  # 155 degrees of freedom


def test_the_words_of_neighbouring_decisions_are_independent():
    cells = [0] * 100
    for decision in range(10000):
        first = below(chance(1, 0, 0, Purpose.BOT, 0, decision), 10)
        second = below(chance(1, 0, 0, Purpose.BOT, 0, decision + 1), 10)
        cells[10 * first + second] += 1
    assert 45 < chi_square(cells, 100) < 170  # about 99 degrees of freedom
