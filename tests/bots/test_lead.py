"""The bot by rules of thumb on lead in a contract for tricks: one test a rule of advice."""

import pytest

from lhombre_core.bots.thumb import NORMAL
from lhombre_core.bots.thumb.lead import lead
from tests.bots.asking import name, said, scene
from tests.engine.script import Script


@pytest.fixture(scope="module")
def danish(game):
    return game("danish-tournament")


def solo(game, ombre, hands, play=(), talon=""):
    """Return the state at a lead in a solo with clubs in which nobody exchanges."""
    order = "FMB"[("FMB".index(ombre) + 1) :] + "FMB"[: "FMB".index(ombre)]
    auction = {"F": "F solo; M pass; B pass", "M": "F pass; M solo; B pass"}
    lines = [
        auction.get(ombre, "F pass; M pass; B solo"),
        f"{ombre} declares solo",
        f"{ombre} names C",
        *(f"{seat} discards 0" for seat in order),
        *play,
    ]
    return Script(game, hands=hands, talon=talon).run(lines).state


def test_the_ombre_leads_his_highest_trump_while_it_cannot_be_beaten(danish):
    state = solo(danish, "F", {"F": "SA C2 CK C4 HK H4 D2 D3 S4"})
    assert said(state) == "SA"


def test_without_the_highest_trump_the_ombre_leads_plain_kings(danish):
    state = solo(danish, "F", {"F": "C2 CA CK C4 HK H4 D2 D3 SK"})
    assert said(state) == "HK"


def test_when_no_opponent_can_hold_a_trump_the_ombre_leads_none(danish):
    hands = {
        "F": "SA C2 CK CQ HK H4 D2 D3 S4",
        "M": "H2 H3 H5 D4 D5 D6 S5 S6 S7",
        "B": "H6 HQ HJ DQ DJ DA SQ SJ S3",
    }
    state = solo(danish, "F", hands, ["F plays SA; M plays H2; B plays H6"])
    assert said(state) == "HK"


def test_with_nothing_else_the_ombre_leads_low_from_his_longest_suit(danish):
    state = solo(danish, "F", {"F": "C2 CA C4 HQ H4 D2 D3 D6 S4"})
    assert said(state) == "D6"


def test_with_four_tricks_the_ombre_leads_to_the_weaker_opponent(danish):
    """AV45: the backhand has one trick against two, and has led a diamond."""
    played = [
        "F SA C3 C5",
        "F C2 C4 C6",
        "F S4 S5 SK",
        "B D4 D5 DQ",
        "M HQ HJ CQ",
        "F S6 SQ SJ",
        "M H6 H5 CJ",
    ]
    found = scene(danish, "solo", "C", "S3 D2", ombre="F", played=played)
    assert found.information.tricks == (4, 2, 1, 0)
    assert name(lead(found, NORMAL)) == "D2"
    played[3] = "B H4 H3 HK"
    assert name(lead(scene(danish, "solo", "C", "S3 D2", ombre="F", played=played), NORMAL)) == "S3"


def test_a_collector_cashes_a_king_of_his_shortest_suit(danish):
    """AV75."""
    hands = {"F": "CA C4 HK H4 H5 DK S4 S5 S6", "B": "SA C2 CK CQ"}
    assert said(solo(danish, "B", hands)) == "DK"


def test_a_collector_with_three_likely_tricks_plays_for_three_each(danish):
    """AV78: in front of the ombre he leads the king of his longest suit, not of the shortest."""
    hand = "CA C4 HK H4 DK D4 D5 S4 S5"
    assert name(lead(scene(danish, "solo", "C", hand, ombre="M"), NORMAL)) == "DK"
    assert name(lead(scene(danish, "solo", "C", hand, ombre="B"), NORMAL)) == "HK"
    assert name(lead(scene(danish, "solo", "C", f"SA {hand[3:]}", ombre="M"), NORMAL)) == "DK"
    four = "SA CA HK H4 DK D4 D5 S4 S5"
    assert name(lead(scene(danish, "solo", "C", four, ombre="M"), NORMAL)) == "HK"


def test_a_collector_leads_a_singleton_queen(danish):
    """AV77."""
    hands = {"F": "CA C4 C5 H4 H5 DQ S4 S5 S6", "B": "SA C2 CK CQ"}
    assert said(solo(danish, "B", hands)) == "DQ"


def test_a_supporter_leads_a_high_card_through_his_partner(danish):
    """AV61, AV64, AV66: the queen of a suit without the king."""
    hands = {"F": "C4 HK HQ H5 DQ D4 S4 S5 S6", "B": "SA C2 CK CQ"}
    assert said(solo(danish, "B", hands)) == "DQ"


def test_a_supporter_does_not_lead_a_king_or_from_it(danish):
    """AV60, AV66: low from his longest suit without one."""
    hands = {"F": "C4 HK H4 H5 H6 D4 S4 S5 S6", "M": "SA C2 CK CQ"}
    assert said(solo(danish, "M", hands)) == "S4"


def test_a_supporter_with_kings_in_every_suit_leads_from_one(danish):
    """AV67."""
    hands = {"F": "C4 HK H4 H5 DK D4 SK S5 S6", "M": "SA C2 CK CQ"}
    assert said(solo(danish, "M", hands)) == "S5"


def test_a_trump_led_through_a_supporter_is_led_through_the_ombre(danish):
    """AV65: the backhand has led a trump through the forehand, who leads through the ombre."""
    played = ["F S6 SK S5", "M D3 DK D4", "B H2 H6 HA", "M S2 S3 SQ"]
    found = scene(danish, "solo", "H", "H5 DQ DJ S7 SJ", ombre="M", played=played)
    assert name(lead(found, NORMAL)) == "H5"
    played[2] = "B C4 C5 CK"
    found = scene(danish, "solo", "H", "H5 DQ DJ S7 SJ", ombre="M", played=played)
    assert name(lead(found, NORMAL)) == "S7"


def aces(game, hands, talon, play=()):
    """Return the state in a contract of the middlehand with both black aces, clubs turned."""
    lines = [
        "F pass; M tourne-respekt; B pass",
        "M discards 2; B discards 0; F discards 0",
        *play,
    ]
    return Script(game, hands=hands, talon=talon).run(lines).state


def test_against_both_aces_trumps_are_led_through_the_ombre(danish):
    """AV80."""
    hands = {"F": "CK C4 HQ H4 H5 DQ D4 S4 S5", "M": "SA CA H6 D5"}
    assert said(aces(danish, hands, "C7")) == "C4"


def test_with_the_manille_no_trump_is_led_against_both_aces(danish):
    """AV81; nor where the Manille was turned."""
    hands = {"F": "C2 C4 HQ H4 H5 DK D4 S4 S5", "M": "SA CA H6 D5"}
    assert said(aces(danish, hands, "C7")) == "DK"
    hands = {"F": "CK C4 HQ H4 H5 DK D4 S4 S5", "M": "SA CA H6 D5"}
    assert not said(aces(danish, hands, "C2")).startswith("C")


def test_without_trumps_everybody_cashes_what_cannot_be_beaten(game):
    grand = Script(
        game("pierer-free"),
        hands={"F": "SK S4 HQ H4 H5 DJ D4 C4 C5", "M": "HK DK CK"},
    ).run(["F pass; M grand; B pass"])
    assert said(grand.state) == "SK"
