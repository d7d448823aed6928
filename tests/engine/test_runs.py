"""Runs of top trumps, held and lacking, and the hand on which they are counted."""

import pytest

from lhombre_core.cards import PACK, Suit
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.runs import run_held, run_lacking, run_of
from lhombre_core.notation import Seat, parse_hand
from tests.engine.script import Script


@pytest.mark.parametrize(
    ("trump", "hand", "held", "lacking"),
    [
        ("H", "SA H7 CA HA", 4, 0),
        ("H", "SA H7 CA HK", 3, 0),
        ("H", "HK", 0, 4),
        ("H", "SA", 1, 0),
        ("H", "H7", 0, 1),
        ("H", "D2", 0, 12),
        ("S", "D2", 0, 11),
        ("S", "SA S2 CA SK SQ", 5, 0),
    ],
)
def test_a_run_goes_on_from_the_top_without_a_break(game, trump, hand, held, lacking):
    ready = game("english-1800s")
    cards = parse_hand(hand)
    assert run_held(ready, Suit[trump], cards) == held
    assert run_lacking(ready, Suit[trump], cards) == lacking
    assert run_of(ready, Suit[trump], cards) == (held or lacking)
    assert run_of(game("pierer-pure"), Suit[trump], cards) == held
    assert run_of(game("danish-club"), Suit[trump], cards) == 0


def test_a_run_of_all_trumps_ends_with_them(game):
    assert run_held(game("english-1800s"), Suit.H, PACK) == 12


def test_the_red_ace_breaks_no_run_where_it_ranks_below_the_jack(game):
    hand = parse_hand("SA H7 CA HK")
    assert run_held(game("english-1800s", ("EN16=stays-below-jack",)), Suit.H, hand) == 4


def test_the_run_is_counted_on_the_cards_dealt_or_on_those_with_which_play_begins(game):
    lines = ["F entrada; M pass; B pass; F names H; F discards D2 D3; M discards 0; B discards 0"]
    hands = {"F": "D2 D3 CA"}
    dealt = Script(game("english-1800s"), hands=hands, talon="SA H7").run([*lines, "play ends"])
    assert facts_of(dealt.state).runs.ombre == 2
    drawn = Script(game("english-1800s", ("EN01=at-first-lead",)), hands=hands, talon="SA H7")
    assert facts_of(drawn.run([*lines, "play ends"]).state).runs.ombre == 3


def test_without_trumps_there_is_no_run(game):
    script = Script(game("pierer-free"), hands={"F": "SA D2"})
    script.run(["F grand; M pass; B pass; play ends"])
    assert facts_of(script.state).runs.ombre == 0


def test_an_opponent_with_all_matadors_is_named_with_his_run(game):
    hands = {"F": "D2 D3", "B": "SA H7 CA HA HK"}
    script = Script(game("french-1600s"), hands=hands)
    script.run(["F sans-prendre; M pass; B pass; F names H; M discards 0; B discards 0; play ends"])
    runs = facts_of(script.state).runs
    assert runs.opponent == (Seat.BACKHAND, 5)
    assert runs.opponent_known


def test_a_deal_that_was_taken_over_has_the_runs_of_taker_and_surrenderer(game):
    hands = {"F": "SA H7", "M": "CA HA"}
    script = Script(game("english-1800s"), hands=hands)
    script.run(["F entrada; M pass; B pass; F names H; F discards 0; M discards 0; B discards 0"])
    script.run(["F concedes; M takes over; play ends"])
    runs = facts_of(script.state).runs
    assert (runs.ombre, runs.surrenderer) == (2, 2)
