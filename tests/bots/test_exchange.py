"""The bot by rules of thumb in the exchange: one test a rule of advice."""

import pytest

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.bots.thumb import BOLD, CAUTIOUS, NORMAL, Thumb
from lhombre_core.bots.thumb.evaluate import collects, trump_table
from lhombre_core.bots.thumb.exchange import _useless
from lhombre_core.cards import CARDS, Suit
from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state.action import Cede, Look
from lhombre_core.notation import Seat, parse_suit
from tests.bots.asking import cards, choice, said, thrown
from tests.engine.script import Script


@pytest.fixture(scope="module")
def danish(game):
    return game("danish-tournament")


@pytest.fixture(scope="module")
def german(game):
    return game("pierer-free")


def spil(game, hands, after=(), talon=""):
    """Return the state after a spil with clubs, before the ombre's exchange or later."""
    script = Script(game, hands=hands, talon=talon)
    lines = ["F spil; M pass; B pass; F declares spil; F names C", *after]
    return script.run(lines).state


def test_the_ombre_keeps_trumps_and_plain_kings(danish):
    """AV30."""
    state = spil(danish, {"F": "SA C2 C5 HK H4 D2 D3 D4 S4"})
    assert thrown(state) == cards("H4 D2 D3 D4 S4")


def test_the_ombre_who_must_throw_one_throws_a_king_before_a_trump(danish):
    state = spil(danish, {"F": "SA C2 C5 C4 C3 CK CQ CJ HK"})
    assert thrown(state) == cards("HK")


def test_the_ombre_throws_from_the_lowest_card_up_and_guards_of_kings_last(danish):
    """A limit below what he would throw is the test of the order."""

    state = spil(danish, {"F": "SA C2 C5 HK H4 D2 D7 SQ S4"})
    table = trump_table(danish, Suit.C)
    order, number = _useless(View(state, Seat.FOREHAND), table, state.hands[0])
    assert [CARDS[card].name for card in order] == [
        "D7",
        "S4",
        "D2",
        "SQ",
        "H4",
        "HK",
        "C5",
        "C2",
        "SA",
    ]
    assert number == 5


def test_in_a_nolo_the_bad_cards_go_and_at_least_one(danish):
    """AV31."""
    lines = ["F spil; M pass; B pass; F declares kobe-nolo"]
    state = Script(danish, hands={"F": "SA S3 S4 H7 H6 H4 D7 DK C2"}).run(lines).state
    assert thrown(state) == cards("DK")
    state = Script(danish, hands={"F": "SA S3 S4 H7 H6 H4 D7 D5 C2"}).run(lines).state
    assert thrown(state) == cards("S4")


def test_an_opponent_with_a_matador_collects_and_keeps_trumps_and_kings(danish):
    """AV32, AV36, AV50."""
    state = spil(danish, {"M": "CA C4 HK H4 H5 D2 D3 S4 S5"}, ["F discards 5"])
    assert thrown(state) == cards("H4 H5 D2 D3 S4 S5")


def test_a_supporter_leaves_six_cards_and_empties_his_shortest_suit(danish):
    """AV33, AV34, AV112: the ombre has drawn six of thirteen, so one is left for him."""
    hands = {"F": "SA C2 C6 H2 H3 DJ D5 D6 D7", "M": "C4 H4 H5 HJ D2 D3 S4 S5 S6"}
    state = spil(danish, hands, ["F discards 6"])
    assert thrown(state) == cards("D3")
    state = spil(danish, hands, ["F discards 3"])
    assert thrown(state) == cards("D2 D3 S4 S5")


def test_a_supporter_who_draws_last_takes_what_is_left(danish):
    hands = {"F": "SA C2 C6 H2 H3 DJ D5 D6 D7", "B": "C4 H4 H5 HJ D2 D3 S4 S5 S6"}
    state = spil(danish, hands, ["F discards 6", "M discards 3"])
    assert thrown(state) == cards("D2 D3 S4 S5")


def test_a_supporter_who_has_a_void_and_a_trump_exchanges_nothing(danish):
    """AV35."""
    state = spil(danish, {"M": "C4 H4 H5 HJ H3 H2 S4 S5 S6"}, ["F discards 3"])
    assert thrown(state) == 0


def test_a_supporter_never_throws_a_king(danish):
    """AV37."""
    state = spil(danish, {"M": "C4 HK H4 HJ D2 DK S4 S5 SK"}, ["F discards 1"])
    assert thrown(state) == cards("D2 H4 HJ S4 S5")


@pytest.mark.parametrize(
    ("hand", "number"), [("C4 C5 C6 H4 H5 D2 D3 S4 S5", 6), ("H4 H5 D2 D3 S4 S5 S6 HJ CA", 8)]
)
def test_the_first_opponent_of_a_solo_leaves_enough(danish, hand, number):
    """AV38, AV39."""
    lines = ["F solo; M pass; B pass; F declares solo; F names C"]
    state = Script(danish, hands={"M": hand}).run(lines).state
    assert thrown(state).bit_count() == number


def test_the_first_opponent_of_a_solo_takes_seven_without_a_top_trump(danish):
    """AV38, AV39, AV112."""
    lines = ["F solo; M pass; B pass; F declares solo; F names C"]
    state = Script(danish, hands={"M": "H4 H5 D2 D3 S4 S5 S6 HJ D4"}).run(lines).state
    assert thrown(state).bit_count() == 7


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        ("SA H4 H5 D2 D3 S4 S5 S6 HJ", "C", (True, True)),
        ("C4 C5 C6 H4 H5 D2 D3 S4 S5", "C", (True, True)),
        ("C4 C5 HK H4 H5 D2 D3 S4 S5", "C", (True, True)),
        ("C4 C5 H4 H5 D2 D3 S4 S5 S6", "C", (False, True)),
        ("H4 H5 CK C4 D2 D3 S4 S5 S6", "H", (False, True)),
        ("H4 H5 C5 C4 D2 D3 S4 S5 S6", "H", (False, False)),
        ("C4 HK H4 H5 D2 D3 S4 S5 S6", "C", (False, False)),
    ],
)
def test_who_collects_is_told_by_trumps_and_kings(danish, hand, trump, expected):
    """AV50 to AV55: cautious, then normal."""

    found = tuple(
        collects(danish, style, cards(hand), parse_suit(trump), near=True)
        for style in (CAUTIOUS, NORMAL)
    )
    assert found == expected


def test_the_bold_collects_with_a_trump_fewer_at_the_right_of_the_ombre(danish):
    """AV115."""

    hand = cards("C4 C5 H4 H5 D2 D3 S4 S5 S6")
    assert not collects(danish, CAUTIOUS, hand, Suit.C, near=True)
    assert collects(danish, BOLD, hand & ~cards("C5"), Suit.C, near=True)
    assert not collects(danish, BOLD, hand & ~cards("C5"), Suit.C, near=False)


def test_a_supporter_cedes_the_first_turn_where_he_may(game):
    ceding = game("english-1800s", [reading_that_writes(game("english-1800s"), "right-may-cede")])
    hands = {"F": "SA C2 C6 H2 H3 DJ D5 D6 D7", "M": "C4 H4 H5 HJ D2 D3 S4 S5 S6"}
    lines = ["F entrada; M pass; B pass; F names C; F discards 3"]
    assert isinstance(choice(Script(ceding, hands=hands).run(lines).state), Cede)
    hands["M"] = "C4 C5 C7 HJ D2 D3 S4 S5 S6"
    state = Script(ceding, hands=hands).run(lines).state
    assert thrown(state) == cards("HJ D2 D3 S4 S5 S6")


def test_nobody_looks_at_what_is_left_of_the_talon(game):
    looking = game("french-1600s", [reading_that_writes(game("french-1600s"), "last-may-look")])
    lines = ["F jouer; M pass; B pass; F names C; F discards 3; M discards 0; B discards 0"]
    assert choice(Script(looking, hands={"F": "SA C2 C6"}).run(lines).state) == Look(yes=False)


def reading_that_writes(game, word):
    """Return the reading of a variant, as `POINT=READING`, that writes a word of the language."""
    return next(
        f"{point}={reading}"
        for point, about in game.rules.apparatus.points.items()
        for reading, patch in about.readings.items()
        if word in str(patch.set)
    )


def test_of_several_aces_the_highest_trump_is_kept(german):
    hands = {"F": "SA CA HA S4 S5 H3 H4 D5 D6"}
    script = Script(german, hands=hands).run(["F klein-obscur; M pass; B pass"])
    assert thrown(script.state) == cards("CA HA S4 S5 H3 H4 D5 D6")


def test_what_was_drawn_can_change_the_suit_that_is_named_after_the_purchase(german):
    hands = {"F": "SA C2 C5 C4 HK H3 H4 D5 D6"}
    script = Script(german, hands=hands, talon="D2 D3 D7 DA DK").run(["F frage; M pass; B pass"])
    assert thrown(script.state) == cards("H3 H4 D5 D6")
    script.run(["F discards H3 H4 D5 D6"])
    assert said(script.state) == "D"


def test_the_mort_throws_the_four_cards_he_needs_least(german):
    talon = "SA C2 C5 C4 HK H3 H4 D5 D6 C6 C7 S4 S5"
    script = Script(german, talon=talon, players=4).run(
        ["F pass; M pass; B pass", "resting enters"]
    )
    assert thrown(script.state) == cards("D6 D5 S4 S5")


def test_nothing_is_looked_for_among_the_discards_one_by_one(danish):
    """The set of discards is asked for the number of one, never listed."""

    class Counting(Discards):
        def __iter__(self):
            raise AssertionError("listed")

    state = spil(danish, {"F": "SA C2 C5 HK H4 D2 D3 D4 S4"})

    actions = Counting(state.hands[0], 1, 9)
    view = View(state, Seat.FOREHAND)
    for bot in (Thumb(NORMAL), Random()):
        assert 0 <= bot.choose(view, actions, Draw(1, 0, 0)) < len(actions)
