"""How all nine tricks are undertaken under each reading."""

import pytest

from lhombre_core.engine.phase.stop import First, Split, is_fixed
from lhombre_core.engine.phase.vole import is_due
from lhombre_core.engine.state.state import NO_HANDS, PlayState, VoleStatus
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import VoleBy
from lhombre_core.rules.play import Vole, VoleEarliest, VoleNeeds, VoleUndertaken
from tests.engine.script import Script
from tests.engine.table import VARIANTS

NINE = "SA H7 CA HA HK HQ HJ H2 H3"
EIGHT = "SA H7 CA HA HK HQ HJ H2 D7"
DANISH = "F solo; M pass; B pass; F names H; M discards 0; B discards 0"
FRENCH = "F sans-prendre; M pass; B pass; F names H; M discards 0; B discards 0"


def dealt(game, variant, readings=(), hand=NINE, **more):
    return Script(game(variant, readings), hands={"F": hand, **more.pop("others", {})}, **more)


def test_an_unannounced_vole_ends_the_deal_where_it_must_be_announced(game):
    script = dealt(game, "danish-club").run([DANISH, "F wins 5"])
    script.run(["expect F may announce; expect F may stop; F stops; expect over"])
    script.run(["expect vole not undertaken; expect stopped; expect result is win"])


def test_the_vole_may_be_announced_at_any_turn_of_an_ombre_with_every_trick(game):
    script = dealt(game, "danish-club", ("DA19=any-time-before-lead-6",))
    script.run([DANISH, "expect F may announce; F wins 2; expect F may announce; F announces"])
    script.run(["expect vole undertaken; expect F may not stop (vole.undertaken); F wins 7"])
    script.run(["expect over; expect result is win"])


def test_an_early_vole_is_closed_once_a_trick_is_lost(game):
    script = dealt(game, "danish-club", ("DA19=any-time-before-lead-6",), EIGHT, others={"M": "DK"})
    script.run([DANISH, "F loses; expect M may not announce (vole.undertaken)"])
    assert script.state.play.vole is VoleStatus.CLOSED


def test_a_vole_announced_early_may_be_lost_with_the_deal(game):
    hands = {"F": "H3 H4 H5 H6 D2 D3 D4 D5 D6", "M": "SA H7 CA HA HK HQ HJ H2 DK"}
    script = Script(game("danish-club", ("DA19=any-time-before-lead-6",)), hands=hands)
    script.run([DANISH, "F announces; F plays D2; M plays DK; B plays S2", "play ends"])
    script.run(["expect vole undertaken; expect result is codille"])


def test_any_five_tricks_open_the_vole_where_the_variant_says_so(game):
    others = {"M": "DK DQ", "B": "DJ"}
    script = dealt(game, "danish-tournament", ("DA38=any-five",), EIGHT, others=others)
    script.run(["F solo; M pass; B pass; F declares solo; F names H; M discards 0; B discards 0"])
    script.run(["F plays D7; M plays DK; B plays DJ; M plays DQ; B plays D2; F plays H2; F wins 4"])
    script.run(["expect not over; expect F may stop; F wins 1; expect vole undertaken"])


def test_the_fifth_trick_that_is_the_ninth_asks_nothing():
    play = PlayState(
        start=NO_HANDS,
        follow=None,
        order=(0, 1, 2),
        after=(1, 2, 0, -1),
        ombre=0,
        leader=0,
        vole=VoleStatus.OPEN,
        may=0,
        tricks=(5, 4, 0, 0),
        winners=(Seat.FOREHAND,) * 9,
    )
    rules = Vole(VoleNeeds.ANY_FIVE, VoleUndertaken.NEXT_CARD, VoleEarliest.WHEN_DUE, False)
    assert not is_due(rules, play)
    assert is_due(rules, play._replace(tricks=(5, 1, 0, 0), winners=(Seat.FOREHAND,) * 6))


def test_the_vole_is_announced_before_the_lead_to_the_fifth_trick(game):
    reading = ("FR12.commit=announced-before-trick-5",)
    script = dealt(game, "french-1600s", reading).run([FRENCH, "F wins 4"])
    script.run(["expect F may announce; expect F may play HK; F announces; F wins 5"])
    script.run(["expect over; expect result is win; expect vole undertaken"])


def test_unsaid_before_the_fifth_trick_the_deal_ends_with_it(game):
    reading = ("FR12.commit=announced-before-trick-5",)
    script = dealt(game, "french-1600s", reading).run([FRENCH, "F wins 5; expect over"])
    script.run(["expect vole not undertaken; expect result is win"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_unsaid_before_the_fifth_trick_nothing_can_change_after_five(game, variant):
    ready = game(variant)
    for contract, one in ready.contracts.items():
        if one.vole.by is VoleBy.CHOICE:
            for won in (First.OMBRE, First.MIXED):
                lost = 0 if won is First.OMBRE else 1
                split = Split(contract, 0, 0, None, False, False, (5, lost, 0, 0), won)
                assert is_fixed(ready, split)


def test_with_four_tricks_the_ombre_may_announce_or_play_but_not_stop(game):
    reading = ("FR12.commit=announced-before-trick-5",)
    script = dealt(game, "french-1600s", reading).run([FRENCH, "F wins 4"])
    script.run(
        ["expect F may not stop (vole.needs); F wins 1; expect over; expect vole not undertaken"]
    )


def test_the_vole_that_is_bid_is_undertaken_from_the_start(game):
    script = dealt(game, "french-1600s", ("FR19=yes",))
    script.run(["F vole; M pass; B pass; F names H; M discards 0; B discards 0"])
    script.run(["expect vole undertaken; F wins 9; expect over; expect result is win"])


def test_opponents_show_each_other_their_hands_once_the_vole_is_undertaken(game):
    script = dealt(game, "french-1600s").run([FRENCH, "F wins 5"])
    script.run(["expect M does not see the hand of B; F wins 1"])
    script.run(["expect M sees the hand of B; expect B sees the hand of M"])
    script.run(["expect F does not see the hand of B; expect resting does not see the hand of M"])


def test_an_ombre_who_has_taken_a_deal_over_undertakes_no_vole(game):
    hands = {"F": "D2 D3 D4 D5 D6 D7 C2 C3 C4", "M": NINE}
    script = Script(game("english-1800s"), hands=hands)
    script.run(["F entrada; M pass; B pass; F names H; F discards 0; M discards 0; B discards 0"])
    script.run(["F concedes; M takes over; F plays D2; M plays H3; B plays S2; M wins 4"])
    script.run(["expect over; expect result is win; expect vole not undertaken"])
