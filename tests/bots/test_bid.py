"""The bot by rules of thumb in the auction: one test a rule of advice."""

import pytest

from lhombre_core.bots.thumb import BOLD, CAUTIOUS, NORMAL
from lhombre_core.bots.thumb.bid import may_turn
from lhombre_core.engine.state.action import Pass
from lhombre_core.notation import parse_hand
from tests.bots.asking import choice, first_bid, said
from tests.engine.script import Script

TWELVE = "SA C2 C5 C4 H2 H3 D2 D3 D4"
NOTHING = "S4 S5 H3 H4 HJ D5 D6 C4 C5"


@pytest.fixture(scope="module")
def danish(game):
    return game("danish-tournament")


@pytest.fixture(scope="module")
def english(game):
    return game("english-1800s")


@pytest.fixture(scope="module")
def german(game):
    return game("pierer-free")


def test_a_hand_for_nothing_passes(danish):
    """AV03."""
    assert first_bid(danish, NOTHING) == "pass"


@pytest.mark.parametrize(
    ("style", "bid"), [(CAUTIOUS, "pass"), (NORMAL, "spil"), (BOLD, "spil")], ids=str
)
def test_three_tricks_in_black_are_enough_unless_the_style_is_cautious(danish, style, bid):
    """AV04."""
    assert first_bid(danish, TWELVE, style) == bid


def test_a_red_suit_that_buys_five_needs_a_quarter_more(danish):
    """AV05, AV06."""
    assert first_bid(danish, "SA H7 HA H2 C3 C4 C5 D2 D3") == "pass"
    assert first_bid(danish, "SA H7 HA HQ C3 C4 C5 D2 D3") == "spil"


@pytest.mark.parametrize(
    ("hand", "cautious", "normal", "bold"),
    [
        ("SA S2 SK S4 S3 C2 H3 H4 D6", True, True, True),
        ("SA S2 D7 SK C5 H3 H4 D5 D6", False, True, True),
        ("SA SK HK S4 C5 H3 H4 D5 D6", False, False, True),
        ("SA SK S4 C5 C6 H3 H4 D5 D6", False, False, False),
        ("S2 C2 SK HK CK H3 H4 D5 D6", False, False, False),
    ],
)
def test_a_turned_trump_needs_spadille_and_manilles_or_kings(hand, cautious, normal, bold):
    """AV07 to AV11."""
    found = [may_turn(style, parse_hand(hand)) for style in (CAUTIOUS, NORMAL, BOLD)]
    assert found == [cautious, normal, bold]


def test_a_hand_good_for_trumps_of_its_own_does_not_turn(english):
    """AV12."""
    assert first_bid(english, "SA C2 D7 C5 C4 H2 H3 D3 D4") == "entrada"
    assert first_bid(english, "SA S2 D7 C5 C4 H2 H3 D3 D4") == "vuelta"


def test_both_black_aces_are_bid_whatever_else_is_held(german):
    """AV13."""
    assert first_bid(german, "SA CA H3 H4 HJ D5 D6 C4 C5") == "beide-as"


def test_both_black_aces_go_before_a_contract_without_exchange(german):
    """AV14."""
    assert first_bid(german, "SA CA H7 HA H2 H3 H4 C4 D5") == "sans-prendre"


def test_a_solo_is_bid_on_four_tricks_and_a_half(danish):
    """AV15 to AV18."""
    seventeen = "SA C2 CK CQ CJ C7 H4 D5 S4"
    assert first_bid(danish, seventeen) == "spil"
    assert first_bid(danish, seventeen, BOLD) == "solo"
    with_a_void = "SA C2 CK CQ CJ C7 H4 D5 D6"
    assert first_bid(danish, with_a_void) == "solo"
    assert first_bid(danish, with_a_void, CAUTIOUS) == "spil"


def test_low_cards_in_every_suit_are_a_nolo_without_exchange(danish):
    """AV19, AV20."""
    assert first_bid(danish, "SA S4 H7 H6 H4 D7 D6 CA C2") == "ren-nolo"


def test_one_bad_card_is_a_nolo_with_exchange_said_under_its_cover(danish):
    """AV21, AV25."""
    state = Script(danish, hands={"F": "SA S3 S4 H7 H6 H4 D7 DK C2"}).state
    assert said(state) == "spil"
    declared = Script(danish, hands={"F": "SA S3 S4 H7 H6 H4 D7 DK C2"}).run(
        ["F spil; M pass; B pass"]
    )
    assert said(declared.state) == "kobe-nolo"


def test_two_bad_cards_are_for_the_bold(danish):
    """AV22."""
    hand = "CA C3 C4 H7 H6 HQ D7 DQ S2"
    assert first_bid(danish, hand) == "pass"
    won = Script(danish, hands={"F": hand}).run(["F spil; M pass; B pass"]).state
    assert said(won, BOLD) == "kobe-nolo"


def test_a_hand_that_cannot_take_a_trick_lies_open(danish):
    """AV23."""
    assert first_bid(danish, "SA S3 S5 H7 H5 D7 D5 CA C3") == "nolo-ouvert"


def test_a_lone_black_two_may_lie_open_if_it_can_be_led(danish):
    """AV24."""
    hand = "S2 H7 H5 H3 D7 D5 D3 CA C3"
    assert first_bid(danish, hand) == "nolo-ouvert"
    assert first_bid(danish, hand, seat="M", before=["F pass"]) == "ren-nolo"


def test_the_dearest_contract_is_played(danish):
    """AV01, AV02."""
    hand = "SA S2 CA SK SQ SJ S7 HK H4"
    assert first_bid(danish, hand) == "solo"
    assert said(Script(danish, hands={"F": hand}).run(["F solo; M pass; B pass"]).state) == (
        "solo-spar"
    )


def test_a_cover_is_said_first_and_the_contract_named_when_overbid(danish):
    """AV25."""
    hands = {"F": "SA S2 D7 C5 C4 H2 H3 D3 D4"}
    assert said(Script(danish, hands=hands).state) == "spil"
    overbid = Script(danish, hands=hands).run(["F spil; M bedre-spil"])
    assert said(overbid.state) == "tourne"
    beyond = Script(danish, hands=hands).run(["F spil; M solo"])
    assert said(beyond.state) == "pass"


def test_the_earlier_seat_holds_what_its_hand_is_good_for(danish):
    assert said(Script(danish, hands={"F": TWELVE}).run(["F spil; M bedre-spil"]).state) == "pass"
    spades = "SA S2 S5 S4 H2 H3 D2 D3 D4"
    assert said(Script(danish, hands={"F": spades}).run(["F spil; M bedre-spil"]).state) == (
        "bedre-spil"
    )


def test_a_bid_is_made_in_couleur_only_if_that_suit_is_good_enough(german):
    """The privileged suit is clubs: the suit that was turned."""
    before = ["F frage"]
    clubs, hearts = "SA C2 C5 C4 H2 H3 D2 D3 D4", "SA H7 HK H2 H3 H4 D2 C4 S4"
    assert said(Script(german, hands={"M": clubs}).run(before).state) == "frage 1"
    assert said(Script(german, hands={"M": hearts}).run(before).state) == "pass"


def test_spadille_alone_draws_eight_cards_where_that_is_cheap(german):
    hand = "SA S4 S5 H3 H4 D5 D6 C4 C5"
    assert first_bid(german, hand) == "klein-obscur"
    assert first_bid(german, hand, CAUTIOUS) == "pass"
    assert first_bid(german, "CA S4 S5 H3 H4 D5 D6 C4 C5") == "pass"
    assert first_bid(german, "CA S4 S5 H3 H4 D5 D6 C4 C5", BOLD) == "klein-obscur"


def test_the_bold_draws_nine_cards_to_speak_last_where_nobody_has_bid(german):
    last = ["F pass", "M pass"]
    assert first_bid(german, NOTHING, BOLD) == "pass"
    assert first_bid(german, NOTHING, BOLD, seat="B", before=last) == "gross-obscur"
    assert first_bid(german, NOTHING, seat="B", before=last) == "pass"


def test_a_contract_of_the_second_round_is_bid_in_it(game):
    second = game("pierer-free", ["GE21=after-pass-round-only"])
    hand = "SA S4 S5 H3 H4 D5 D6 C4 C5"
    script = Script(second, hands={"F": hand})
    assert said(script.state) == "pass"
    script.run(["F pass; M pass; B pass"])
    assert said(script.state) == "klein-obscur"


def test_high_cards_in_all_suits_are_played_without_trumps(german):
    assert first_bid(german, "SK SQ HK HQ DK DQ CK CQ CJ") == "grand"


def test_who_must_play_plays_what_he_bid(danish):
    """A contract won by chance, for which the hand is not good, is not changed."""
    state = Script(danish, hands={"F": NOTHING}).run(["F spil; M pass; B pass"]).state
    assert said(state) == "spil"


def test_a_bid_of_another_that_cannot_be_beaten_ends_it(english):
    state = Script(english, hands={"M": TWELVE}).run(["F solo"]).state
    assert isinstance(choice(state), Pass)
