"""The reference solver, on endings that can be worked out by hand."""

import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import prepare
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat, parse_hand
from lhombre_core.rules.settlement import Outcome
from lhombre_core.solve import FOUR_SEATS, Position, Solver
from lhombre_core.solve.position import require_sound


def position(
    variant, contract, trump, hands, tricks, leader=0, ombre=0, *, order=(0, 1, 2), cards=()
):
    held = [parse_hand(hand) for hand in hands] + [0] * (4 - len(hands))
    return Position(
        game=prepare(load(variant).rules),
        contract=contract,
        trump=trump,
        ombre=ombre,
        hands=tuple(held),
        leader=leader,
        order=order,
        tricks=tricks,
        cards=cards,
    )


def value(it):
    return Solver(it.game, with_kernel=False).value(it)


def test_four_four_one_before_the_last_trick_is_decided_by_it():
    hands = ("SK", "SQ", "HK")
    assert (
        value(position("danish-club", "solo", Suit.D, hands, (4, 3, 1, 0))).outcome is Outcome.WIN
    )
    lost = ("S2", "SQ", "HK")
    for tricks, outcome in (
        ((4, 3, 1, 0), Outcome.REMISE),
        ((4, 4, 0, 0), Outcome.CODILLE),
        ((2, 3, 3, 0), Outcome.CODILLE),
    ):
        assert value(position("danish-club", "solo", Suit.D, lost, tricks)).outcome is outcome


def test_one_four_four_is_what_the_rules_make_of_it():
    hands, tricks = ("S2", "SQ", "HK"), (1, 3, 4, 0)
    codille = position("danish-club", "solo", Suit.D, hands, tricks)
    remise = position("english-1800s", "solo", Suit.D, hands, tricks)
    assert value(codille).outcome is Outcome.CODILLE
    assert value(remise).outcome is Outcome.REMISE


def test_all_nine_tricks_are_a_vole_where_the_contract_knows_it():
    hands = ("SK", "SQ", "HK")
    assert value(position("danish-club", "solo", Suit.D, hands, (8, 0, 0, 0))).vole
    assert not value(position("danish-club", "solo", Suit.D, hands, (7, 1, 0, 0))).vole


def test_a_misere_says_how_many_tricks_the_ombre_is_made_to_take():
    hands = ("SK HA", "S2 HK", "S3 HQ")
    result = value(position("danish-club", "ren-nolo", None, hands, (0, 4, 3, 0)))
    assert (result.tricks, result.outcome) == (1, Outcome.REMISE)


def test_the_opponents_play_as_one_side():
    # Either opponent alone would take the last two tricks; level at four they make it a codille.
    hands = ("S2 H2", "SQ HQ", "SK HK")
    result = value(position("danish-club", "solo", Suit.D, hands, (3, 2, 2, 0), leader=1))
    assert result.outcome is Outcome.CODILLE


def test_with_a_mort_four_hands_are_solved():
    hands = ("D2", "S3", "S4", "SK")
    it = position(
        "pierer-free",
        "mort",
        Suit.D,
        hands,
        (1, 2, 1, 4),
        leader=int(Seat.MORT),
        ombre=int(Seat.MORT),
        order=FOUR_SEATS,
    )
    solver = Solver(it.game)
    assert solver.name(it) == "reference"
    assert solver.value(it).outcome is Outcome.REMISE
    with_trump = position(
        "pierer-free",
        "mort",
        Suit.D,
        ("H2", "S3", "S4", "SK"),
        (1, 2, 1, 4),
        3,
        3,
        order=FOUR_SEATS,
    )
    assert solver.value(with_trump).outcome is Outcome.WIN


def test_a_deal_of_four_hands_is_too_large():
    hands = ("S2 S3 S4 S5 S6", "H2 H3 H4 H5 H6", "D2 D3 D4 D5 D6", "C3 C4 C5 C6 C7")
    it = position("pierer-free", "mort", Suit.D, hands, (1, 1, 1, 1), 3, 3, order=FOUR_SEATS)
    with pytest.raises(UsageError, match="too many for the reference solver"):
        Solver(it.game).value(it)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"trump": None}, "expected a suit"),
        ({"contract": "ren-nolo"}, "played without trumps"),
        ({"ombre": 3}, "no ombre"),
        ({"hands": ("SK", "SK", "HK")}, "in two places"),
        ({"hands": ("SK", "SQ S2", "HK")}, "holds 2 cards"),
        ({"cards": (5, 6, 7)}, "the trick has 3 cards"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes, said):
    given = {
        "variant": "danish-club",
        "contract": "solo",
        "trump": Suit.D,
        "hands": ("SK", "SQ", "HK"),
        "tricks": (4, 3, 1, 0),
    }
    with pytest.raises(UsageError, match=said):
        require_sound(position(**(given | changes)))
