"""Irregular deals that a record declares: wrong numbers of cards, and what is done about them."""

import pytest

from lhombre_core.engine.deal import declare_irregularity, force
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import PLAYS
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import IllegalAction
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import Offence
from tests.engine.script import Script

LONG = {"offence": "too-many-cards"}
SHORT = {"offence": "too-few-cards"}


def dealt(game, variant, readings=(), **more):
    return Script(game(variant, readings), **more)


def test_a_wrong_number_of_cards_is_refused_unless_it_is_declared(game):
    script = dealt(game, "pierer-pure", irregular=[{**LONG, "seat": "forehand"}])
    assert script.state.hands[0].bit_count() == 10
    assert len(script.state.talon) == 12


@pytest.mark.parametrize("variant", ["danish-club", "english-1800s", "french-1600s"])
def test_a_deal_of_ten_cards_is_thrown_in_where_there_is_no_other_remedy(game, variant):
    script = dealt(game, variant, irregular=[{**LONG, "seat": "middlehand"}])
    script.run(["expect over; expect thrown in; expect result is void"])


def test_ten_cards_may_play_contracts_with_exchange_and_buy_one_fewer(game):
    script = dealt(game, "pierer-free", irregular=[{**LONG, "seat": "forehand"}], hands={"F": "SA"})
    script.run(["expect F may not say grand (irregularities.long_deal); F klein-obscur"])
    script.run(["M pass; B pass; expect F may discard 9 to 9; F discards 9; expect F holds 9"])
    script.run(["expect F drew 8"])


def test_an_opponent_with_ten_cards_buys_one_fewer_than_he_discards(game):
    script = dealt(game, "pierer-pure", irregular=[{**LONG, "seat": "middlehand"}])
    script.run(["F frage; M pass; B pass; F discards 3; F names H; expect M may discard 1 to 10"])
    script.run(["M discards 1; expect M drew 0; expect M holds 9; B discards 0; expect F to act"])


def test_an_opponent_with_ten_cards_who_does_not_exchange_ends_the_deal(game):
    script = dealt(game, "pierer-free", irregular=[{**LONG, "seat": "middlehand"}])
    script.run(["F grand; M pass; B pass; expect over; expect thrown in"])


def test_an_opponent_with_ten_cards_ends_the_deal_where_the_variant_says_so(game):
    script = dealt(
        game, "pierer-pure", ("GE33=redeal",), irregular=[{**LONG, "seat": "middlehand"}]
    )
    script.run(["F frage; M pass; B pass; expect over; expect thrown in"])


def test_with_notice_a_long_hand_draws_one_fewer_and_a_short_one_draws_one_more(game):
    notice = ("FR17.dealt=notice-before-play",)
    lines = ["F jouer; M pass; B pass; F names H"]
    script = dealt(game, "french-1600s", notice, irregular=[{**LONG, "seat": "forehand"}])
    script.run([*lines, "expect F may discard 2 to 10; F discards 3; expect F drew 2"])
    script = dealt(game, "french-1600s", notice, irregular=[{**SHORT, "seat": "middlehand"}])
    script.run([*lines, "F discards 9; expect M may discard 0 to 4; M discards 0"])
    script.run(["expect M drew 1; expect M holds 9"])


def test_cards_are_left_for_a_short_hand_that_exchanges_later(game):
    notice = ("FR17.dealt=notice-before-play",)
    script = dealt(game, "french-1600s", notice, irregular=[{**SHORT, "seat": "backhand"}])
    script.run(["F jouer; M pass; B pass; F names H; F discards 9; expect M may discard 0 to 4"])
    script.run(["M discards 4; expect B may discard 0 to 0; B discards 0; expect B holds 9"])


def test_without_exchange_chance_takes_a_card_too_many_and_a_card_too_few_is_drawn(game):
    notice = ("FR17.dealt=notice-before-play",)
    lines = ["F sans-prendre; M pass; B pass; F names H"]
    script = dealt(
        game, "french-1600s", notice, irregular=[{**LONG, "seat": "forehand"}], hands={"F": "D2"}
    )
    script.run([*lines, "chance takes D2; expect F holds 9; expect M may discard 0 to 9"])
    script = dealt(game, "french-1600s", notice, irregular=[{**SHORT, "seat": "forehand"}])
    script.run([*lines, "expect F may discard 0 to 0; F discards 0; expect F drew 1"])


def test_a_dealer_at_fault_may_not_be_ombre(game):
    notice = ("FR17.dealt=notice-before-play",)
    script = dealt(game, "french-1600s", notice, irregular=[{**LONG, "seat": "forehand"}])
    script.run(["F pass; M pass; expect B may not say jouer (irregularities.long_deal)"])
    script = dealt(game, "french-1600s", notice, irregular=[{**SHORT, "seat": "forehand"}])
    script.run(["F pass; M pass; expect B may not say jouer (irregularities.short_deal)"])


def test_a_revoke_decides_the_deal_where_the_variant_says_so(game):
    script = dealt(game, "pierer-pure", hands={"F": "D2", "M": "D3"})
    script.run(
        ["F sans-prendre; M pass; B pass; F names H; M discards 0; B discards 0; F plays D2"]
    )
    revoked = force(script.state, PLAYS[11])
    ended = declare_irregularity(revoked, Irregularity(Offence.REVOKE, Seat.MIDDLEHAND))
    assert ended.actor is None
    assert str(judge(ended.game, facts_of(ended)).outcome) == "win"


def test_a_revoke_is_refused_where_the_variant_has_no_remedy(game):
    state = dealt(game, "danish-club").state
    with pytest.raises(IllegalAction) as refused:
        declare_irregularity(state, Irregularity(Offence.REVOKE, Seat.MIDDLEHAND))
    assert refused.value.rule == "irregularities.revoke"


def test_a_revoke_that_only_costs_a_bete_lets_play_go_on(game):
    script = dealt(game, "french-1600s", ("FR17.revokes=one-bete-each",))
    state = declare_irregularity(script.state, Irregularity(Offence.REVOKE, Seat.MIDDLEHAND))
    assert state.actor is not None
    assert len(state.irregularities) == 1


def test_a_faced_card_throws_the_deal_in(game):
    script = dealt(game, "danish-club", irregular=[{"offence": "faced-card", "seat": "forehand"}])
    script.run(["expect over; expect thrown in"])
