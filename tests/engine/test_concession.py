"""Giving up: until when, who is asked, and what a take-over leaves as it was."""

from lhombre_core.engine.result import facts_of
from lhombre_core.notation import Seat
from tests.engine.script import Script

NINE = "SA H7 CA HA HK HQ HJ H2 H3"
ENTRADA = "F entrada; M pass; B pass; F names H; F discards 0; M discards 0; B discards 0"


def dealt(game, variant, readings=(), **more):
    return Script(game(variant, readings), **more)


def test_the_ombre_is_asked_once_before_the_first_lead_where_that_is_the_last_moment(game):
    lines = ["F pass; M pass; B frage; B discards 1; B names H; F discards 0; M discards 0"]
    script = dealt(game, "pierer-pure", ("GE28=before-play",)).run(lines)
    script.run(["expect B may concede; expect B may play on; B plays on; expect F to act"])
    script = dealt(game, "pierer-pure", ("GE28=before-play",)).run(lines)
    script.run(["B concedes; expect over; expect conceded; expect result is remise"])


def test_nobody_is_asked_before_the_first_lead_in_a_contract_that_cannot_be_given_up(game):
    script = dealt(game, "pierer-pure", ("GE28=before-play",))
    script.run(["F pass; M pass; B sans-prendre; B names H; F discards 0; M discards 0"])
    script.run(["expect F to act"])


def test_the_ombre_may_give_up_until_his_own_card_to_the_fourth_trick(game):
    script = dealt(game, "pierer-pure", ("GE28=before-trick-4",), hands={"F": NINE})
    script.run(["F frage; M pass; B pass; F discards 0; F names H; M discards 0; B discards 0"])
    script.run(["F wins 3; expect F may concede; F wins 1"])
    script.run(["expect F may not concede (concession.until)"])


def test_a_vuelta_is_given_up_without_asking_where_the_variant_says_so(game):
    script = dealt(game, "english-1800s", ("EN15.consent=always",), talon="H4")
    script.run(["F vuelta; M pass; B pass; F discards 0; M discards 0; B discards 0; F concedes"])
    script.run(["expect over; expect conceded"])


def test_no_deal_is_given_up_where_the_variant_forbids_it(game):
    script = dealt(game, "english-1800s", ("EN15.offered=none",)).run([ENTRADA])
    script.run(["expect F may not concede (contracts.entrada.concession.allowed)"])


def test_the_opponent_at_the_right_is_asked_first_and_the_first_to_accept_takes_over(game):
    script = dealt(game, "english-1800s").run([ENTRADA, "F concedes; expect M to act"])
    script.run(["M does not take over; expect B to act; B takes over; expect ombre is B"])
    assert script.state.play.surrenderer == Seat.FOREHAND


def test_a_take_over_in_the_middle_of_a_trick_leaves_the_turn_where_it_was(game):
    script = dealt(game, "english-1800s", hands={"F": "D2", "M": "D3", "B": "DK"})
    script.run(["F pass; M entrada; B pass; M names H; M discards 0; B discards 0; F discards 0"])
    script.run(["F plays D2; M concedes; B takes over; expect M to act; M plays D3; B plays DK"])
    script.run(["expect tricks is 0-0-1-0; expect ombre is B"])


def test_the_taker_ends_the_deal_as_ombre_with_the_tricks_he_had(game):
    hands = {"F": "D2 D3 D4 D5 D6 D7 C2 C3 C4", "M": NINE}
    script = dealt(game, "english-1800s", hands=hands).run([ENTRADA])
    script.run(["F plays D2; M plays H3; B plays S2; M wins 2; expect not over"])
    script.run(["M plays HK; B plays S5; F concedes; M takes over; play ends"])
    facts = facts_of(script.state)
    assert (facts.ombre, facts.surrenderer, facts.conceded) == (1, 0, False)
    assert facts.tricks[1] >= 5


def test_a_refused_concession_cannot_be_offered_again(game):
    script = dealt(game, "english-1800s", talon="H4", hands={"F": NINE})
    script.run(["F vuelta; M pass; B pass; F discards 0; M discards 0; B discards 0; F concedes"])
    script.run(["M agrees; B refuses; F wins 1; expect F may not concede (concession.until)"])


def test_both_opponents_who_agree_end_the_deal(game):
    script = dealt(game, "english-1800s", talon="H4")
    script.run(["F vuelta; M pass; B pass; F discards 0; M discards 0; B discards 0; F concedes"])
    script.run(["M agrees; expect B to act; B agrees; expect over; expect conceded"])
