"""The bot by rules of thumb following in a contract for tricks: one test a rule of advice."""

import pytest

from lhombre_core.bots.thumb import NORMAL
from lhombre_core.bots.thumb.follow import follow
from tests.bots.asking import name, scene


@pytest.fixture
def played(game):
    """Return what a seat plays to a trick in a solo with clubs, by default the backhand."""

    def of(hand, trick, *, me="B", ombre="F", before=()):
        found = scene(
            game("danish-tournament"),
            "solo",
            "C",
            hand,
            me=me,
            ombre=ombre,
            trick=trick,
            played=before,
        )
        return name(follow(found, NORMAL))

    return of


def test_the_ombre_wins_with_the_cheapest_card(played):
    assert played("SK SJ S7 D4", "S4 SQ", ombre="B") == "SK"
    assert played("SK SJ S7 D4", "S4 S6", ombre="B") == "S7"
    assert played("CQ C4 D4", "S4 S6", ombre="B") == "C4"


def test_the_ombre_who_cannot_win_plays_his_lowest_card(played):
    assert played("SJ S7 D4", "S4 SQ", ombre="B") == "S7"
    assert played("DQ D7 H4", "S4 SQ", ombre="B") == "D7"


def test_the_lowest_card_that_beats_the_ombre_is_played(played):
    """AV62."""
    assert played("SK SQ S4 D4", "SJ", me="M") == "SQ"


def test_a_trick_that_a_partner_has_is_left_to_him(played):
    assert played("SK SQ S4 D4", "S6 SJ") == "S4"
    assert played("C6 C4 D4 H4", "S6 SJ") == "H4"


def test_spadille_does_not_ruff(played):
    """AV83."""
    assert played("SA D4 H4", "SQ SJ") == "H4"
    assert played("SA C4 D4 H4", "SQ SJ") == "C4"


def test_a_supporter_with_his_trick_leaves_another_to_the_collector(played):
    """He wins only where the ombre would have it."""
    assert played("SK S6 D4 H4", "SQ", me="M") == "SK"
    taken = ["F D3 DK D2", "M C5 C6 CK"]
    assert played("SK S6 D4 H4", "SQ", me="M", before=taken) == "S6"


def test_a_supporter_with_his_trick_still_beats_the_ombre_who_would_have_it(played):
    taken = ["F D3 D4 DK", "B C5 CK C6"]
    assert played("SK S6 D5 H4", "SQ SJ", before=taken) == "SK"


def test_a_supporter_with_his_trick_throws_high_cards(played):
    """AV70."""
    taken = ["F D3 D4 DK", "B C5 CK C6"]
    assert played("DQ H4 HJ D2", "S6 SQ", before=taken) == "DQ"


def test_a_supporter_without_a_trick_keeps_high_and_low_cards(played):
    """AV68."""
    assert played("DQ D5 D6 D7 HK H4", "S6 SQ") == "D6"


def test_a_supporter_throws_a_lone_king_if_he_has_another_hope(played):
    """AV69."""
    assert played("HK DK D5 D6 D7", "S6 SQ") == "HK"
    assert played("HK DQ D5 D6 D7", "S6 SQ") == "D6"


def test_a_collector_keeps_his_kings_and_throws_from_another_suit(played):
    assert played("CA C4 C5 HK H4 DQ D5 D6", "S6 SQ") == "D6"


def test_a_matador_that_need_not_follow_is_kept(played):
    """The ombre leads a low trump that the partner has beaten."""
    assert played("CA D4 D5 H4", "C4 CK") == "D5"


def test_without_plain_cards_the_lowest_trump_goes(played):
    assert played("C2 C7 C4", "S6 SQ") == "C4"
