"""The bot by rules of thumb in contracts without a trick: one test a rule of advice."""

import pytest

from lhombre_core.bots.thumb.nolo import play_against_nolo, play_nolo
from lhombre_core.engine.state.action import Bid
from lhombre_core.notation import Seat, parse_hand
from tests.bots.asking import name, scene


@pytest.fixture
def own(game):
    """Return what the ombre plays, by default the forehand with a nolo without exchange."""

    def of(hand, trick="", *, me="F", contract="ren-nolo", played=()):
        found = scene(
            game("danish-tournament"),
            contract,
            None,
            hand,
            me=me,
            ombre=me,
            trick=trick,
            played=played,
        )
        return name(play_nolo(found))

    return of


@pytest.fixture
def against(game):
    """Return what an opponent plays, by default the forehand before the ombre."""

    def of(hand, trick="", *, me="F", ombre="M", contract="ren-nolo", played=(), **known):
        found = scene(
            game("danish-tournament"),
            contract,
            None,
            hand,
            me=me,
            ombre=ombre,
            trick=trick,
            played=played,
            **known,
        )
        return name(play_against_nolo(found))

    return of


def test_the_ombre_plays_the_highest_card_that_does_not_win(own):
    assert own("S2 S5 S7 H7", "SJ", me="M") == "S7"
    assert own("H7 D4 DK C3", "SJ", me="M") == "DK"


def test_the_ombre_who_must_win_plays_his_lowest_card(own):
    assert own("S5 S7 H7", "S4", me="M") == "S5"


def test_the_ombre_leads_the_card_with_fewest_below_it(own):
    assert own("S4 SA H5 D4 CK") == "SA"
    assert own("S4 H6 D4 CK") == "H6"


def test_the_ombre_leads_the_one_dangerous_card_at_once(own):
    """AV24, AV46."""
    hand = "S2 H7 H5 H3 D7 D5 D3 CA C3"
    assert own(hand, contract="nolo-ouvert") == "S2"
    assert own(hand) != "S2"


def test_a_singleton_is_led_the_lowest_of_several(against):
    """AV90, AV93."""
    assert against("S5 H4 DQ DJ DA CQ CJ C7 C6") == "H4"
    assert against("S5 S6 H4 H3 DQ CQ CJ C7 C6") == "DQ"


def test_the_lowest_card_of_a_suit_is_no_singleton_to_lead_through_a_partner(against):
    """AV91, AV92: with the ombre next it is left to the lead of singletons."""
    hand = "SA H4 H5 DQ DJ DA CQ CJ C7"
    assert against(hand, ombre="B") != "SA"
    assert against(hand, ombre="M") == "SA"


def test_the_suit_of_a_partner_is_returned_with_a_felling_card(against):
    """AV94: his lead was probably a singleton."""
    played = ["M H4 H5 HK", "B D4 D5 D6"]
    assert against("H7 H2 C4 C5 C6 S5 S7", me="B", ombre="F", played=played[:1]) == "H7"


def test_without_a_felling_card_a_singleton_is_led_rather(against):
    """AV95."""
    assert against("HQ HJ C4 C5 C6 S5", me="B", ombre="F", played=["M H4 H5 HK"]) == "S5"


def test_a_black_two_is_led_if_a_partner_has_bid_with_exchange(against):
    """AV96."""
    hand = "S2 S3 H4 H5 DQ DJ CQ CJ C2"
    assert against(hand, history=((2, Bid("spil")),)) == "S2"
    assert against(hand, history=((2, Bid("solo")),)) != "C2"


def test_the_lowest_of_a_suit_is_led_before_the_third_lowest(against):
    """AV97."""
    assert against("SA S3 H4 H5 DQ DJ CQ CJ C7") == "SA"


def test_against_an_exchanged_nolo_a_high_singleton_is_not_led(against):
    """AV98."""
    hand = "SK S6 H4 H5 DQ CQ CJ C7 C6"
    assert against(hand) == "DQ"
    assert against(hand, contract="kobe-nolo") != "DQ"


def test_below_an_open_hand_is_led_what_he_must_beat(against):
    shown = ((Seat.MIDDLEHAND, parse_hand("S4 S5 H7 H5 D7 D5 CA C3 C5")),)
    hand = "S3 SK H4 HQ DQ DJ CQ CJ C7"
    assert against(hand, contract="nolo-ouvert", exposed=shown) == "S3"


def test_before_the_ombre_the_lowest_card_is_played(against):
    assert against("S5 SK S4 H2", "S6", me="F", ombre="M") == "S4"


def test_the_ombre_who_has_the_trick_keeps_it(against):
    assert against("S5 SK S4 H2", "S7", me="B", ombre="M", played=()) != "SK"
    assert against("S5 SK S4 H2", "S3 S7", me="B", ombre="M") == "S5"


def test_under_the_others_the_highest_card_goes(against):
    assert against("S5 SK S4 H2", "SJ S7", me="B", ombre="M") == "SK"


def test_the_only_entry_of_a_felling_card_is_kept(against):
    """AV99."""
    assert against("SK S5 H7", "SJ S7", me="B", ombre="M") == "S5"
    assert against("SK S5 HK", "SJ S7", me="B", ombre="M") == "SK"
    assert against("SK SQ H7", "SJ S7", me="B", ombre="M") == "SK"


def test_a_discard_begins_with_the_second_lowest_of_the_shortest_suit(against):
    """AV100."""
    assert against("HK HQ D3 D2 DA", "SJ S7", me="B", ombre="M") == "HK"
    assert against("HQ D3 D2 DA", "SJ S7", me="B", ombre="M") == "HQ"
