"""The exchange: limits, order, and the set of all discards."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.cards import CARDS, Card, cards_of, hand_of
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state.action import Cede, Discard
from tests.engine.script import Script

hands = st.sets(st.sampled_from(CARDS), max_size=10).map(hand_of)


def listed(hand, least, most):
    """Return all discards in the documented order."""
    return [
        Discard(hand_of(cards))
        for size in range(least, most + 1)
        for cards in combinations(cards_of(hand), size)
    ]


@given(hand=hands, least=st.integers(0, 9), most=st.integers(0, 10))
def test_discards_stand_by_size_then_by_their_cards(hand, least, most):
    discards = Discards(hand, least, most, (Cede(),))
    expected = [*listed(hand, least, most), Cede()]
    assert len(discards) == len(expected)
    assert list(discards) == expected
    assert [discards[place] for place in range(len(discards))] == expected
    assert discards[-1] == Cede()
    assert discards[1:3] == tuple(expected[1:3])
    assert [discards.index(action) for action in expected] == list(range(len(expected)))


@given(hand=hands, least=st.integers(0, 4), most=st.integers(0, 10), other=hands)
def test_a_discard_is_among_them_if_its_cards_are_held_and_its_size_is_allowed(
    hand, least, most, other
):
    allowed = not other & ~hand and least <= other.bit_count() <= most
    assert (Discard(other) in Discards(hand, least, most)) is allowed


def test_an_index_beyond_the_end_is_no_discard():
    with pytest.raises(IndexError):
        Discards(0b11, 0, 1)[3]
    with pytest.raises(IndexError):
        Discards(0b11, 0, 1)[-4]


def test_what_is_no_discard_has_no_index():
    discards = Discards(0b111, 1, 2)
    for action in (Cede(), Discard(0), Discard(0b1000), Discard(0b111)):
        with pytest.raises(ValueError, match="is not in"):
            discards.index(action)
    assert discards.index(Discard(0b11), 3) == 3
    with pytest.raises(ValueError, match="not in that part"):
        discards.index(Discard(0b11), 4)


def test_discards_of_twenty_two_cards_are_counted_and_found_without_listing_them():
    discards = Discards((1 << 22) - 1, 13, 13)
    assert len(discards) == 497420
    assert discards[0] == Discard((1 << 13) - 1)
    assert discards[497419] == Discard((1 << 22) - (1 << 9))
    assert discards.index(discards[123456]) == 123456


def dealt(game, variant, readings=(), **more):
    return Script(game(variant, readings), **more)


def test_the_right_hand_opponent_may_cede_the_first_turn_and_then_exchanges_second(game):
    dealt(game, "english-1800s", ("EN14=better-placed",)).run(
        [
            "F entrada; M pass; B pass; F names H; F discards 3",
            "expect M may cede; M cedes; expect B to act",
            "expect B may not cede (exchange.order); B discards 9; expect M may discard 0 to 1",
        ]
    )


def test_nobody_cedes_where_the_order_is_fixed(game):
    dealt(game, "english-1800s").run(
        [
            "F entrada; M pass; B pass; F names H; F discards 3",
            "expect M may not cede (exchange.order)",
        ]
    )


def test_the_left_hand_opponent_exchanges_first_where_the_variant_says_so(game):
    dealt(game, "english-1800s", ("EN14=left-of-ombre",)).run(
        ["F entrada; M pass; B pass; F names H; F discards 3; B discards 0; M discards 0"]
    )


def test_the_first_opponent_draws_at_most_eight_where_the_variant_says_so(game):
    dealt(game, "english-1800s", ("EN12.first-opponent=eight",)).run(
        [
            "F entrada; M pass; B pass; F names H; F discards 0; expect M may discard 0 to 8",
            "expect M may not discard 9 (exchange.first_opponent)",
            "M discards 0; expect B may discard 0 to 9",
        ]
    )


def test_without_a_matador_the_first_opponent_leaves_five_for_the_second(game):
    lines = ["F jouer; M pass; B pass; F names H; F discards 3"]
    dealt(game, "french-1600s", ("FR10=leave-five",), hands={"B": "H7"}).run(
        [*lines, "expect M may discard 0 to 5"]
    )
    dealt(game, "french-1600s", ("FR10=leave-five",), hands={"M": "H7"}).run(
        [*lines, "expect M may discard 0 to 9"]
    )


def test_five_left_by_the_first_opponent_is_never_less_than_nothing(game):
    dealt(game, "french-1600s", ("FR10=leave-five",), hands={"B": "H7"}).run(
        [
            "F jouer; M pass; B pass; F names H; F discards 9",
            "expect M may discard 0 to 0; M discards 0; expect B may discard 0 to 4",
        ]
    )


def test_the_turned_card_is_the_first_that_is_drawn(game):
    state = (
        dealt(game, "english-1800s", talon="D4 D5")
        .run(["F vuelta; M pass; B pass; F discards 1"])
        .state
    )
    assert state.hands[0] >> Card.D4 & 1


def test_the_turned_card_stays_on_the_talon_where_none_is_drawn(game):
    state = (
        dealt(game, "english-1800s", talon="D4 D5")
        .run(["F vuelta; M pass; B pass; F discards 0"])
        .state
    )
    assert state.talon[0] == Card.D4


def test_the_turned_card_goes_under_the_talon_where_it_is_not_taken(game):
    state = (
        dealt(game, "english-1800s", ("EN13=excluded",), talon="D4 D5")
        .run(["F vuelta; M pass; B pass; expect trump is D"])
        .state
    )
    assert state.talon[0] == Card.D5
    assert state.talon[-1] == Card.D4


def test_the_turned_card_must_be_taken_where_it_is_obligatory(game):
    dealt(game, "pierer-pure", ("GE26=obligatory",), talon="D4").run(
        ["F tourne; M pass; B pass; expect F may discard 1 to 9"]
    )


def test_a_turned_black_ace_lets_the_ombre_name_any_suit_where_the_variant_says_so(game):
    dealt(game, "pierer-pure", ("GE27=declarer-chooses",), talon="SA").run(
        ["F tourne; M pass; B pass; expect trumps not named; expect F may name D; F names D"]
    )
    dealt(game, "pierer-pure", ("GE27=declarer-chooses",), talon="HA").run(
        ["F tourne; M pass; B pass; expect trump is H"]
    )


def test_the_black_ace_alone_is_kept_where_the_variant_says_so(game):
    lines = ["F klein-obscur; M pass; B pass; expect F may discard 8 to 8"]
    any_ace = dealt(game, "pierer-free", hands={"F": "SA HA"}).run(lines)
    black = dealt(game, "pierer-free", ("GE12=black-ace-only",), hands={"F": "SA HA"}).run(lines)
    assert len(legal_actions(any_ace.state)) == 2
    assert len(legal_actions(black.state)) == 1


def test_trumps_are_named_after_the_last_exchange_where_the_variant_says_so(game):
    dealt(game, "pierer-pure", ("GE35=after-all-purchases",)).run(
        [
            "F frage; M pass; B pass; F discards 2; M discards 1; B discards 0",
            "expect trumps not named; F names S; expect F to act; expect trump is S",
        ]
    )


def test_the_rest_of_the_talon_is_seen_by_all_once_the_last_to_exchange_has_looked(game):
    lines = ["F jouer; M pass; B pass; F names H; F discards 1; M discards 0; B discards 0"]
    reading = ("FR15=last-exchanger-may-look",)
    dealt(game, "french-1600s", reading).run(
        [*lines, "expect B to act; B looks; expect M sees the rest of the talon; expect F to act"]
    )
    dealt(game, "french-1600s", reading).run(
        [*lines, "B does not look; expect M does not see the rest of the talon"]
    )


def test_nobody_looks_at_a_talon_of_which_nothing_is_left(game):
    dealt(game, "french-1600s", ("FR15=last-exchanger-may-look",)).run(
        [
            "F jouer; M pass; B pass; F names H; F discards 9; M discards 4; B discards 0",
            "expect F to act; expect F may not look (exchange.talon_rest)",
        ]
    )


def test_the_rest_of_the_talon_is_turned_up_where_the_variant_says_so(game):
    dealt(game, "english-1800s", ("EN18=turned-up",)).run(
        [
            "F entrada; M pass; B pass; F names H; F discards 1; M discards 0",
            "expect F does not see the rest of the talon; B discards 0",
            "expect F sees the rest of the talon",
        ]
    )
