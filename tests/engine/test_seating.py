"""Who sits where, who rests, who deals next."""

import pytest

from lhombre_core.engine.state.seating import next_dealer, seat_players
from lhombre_core.errors import UsageError
from lhombre_core.notation import Seat


def seated(game, variant, readings, players, dealer=0):
    return seat_players(game(variant, readings).rules.table, players, dealer)


@pytest.mark.parametrize(
    ("variant", "reading", "players", "active", "resting"),
    [
        ("danish-club", "DA30=opposite-dealer", 4, (1, 3, 0), (2,)),
        ("danish-club", "DA30=dealer", 4, (1, 2, 3), (0,)),
        ("danish-club", "DA29.turn=clockwise", 3, (2, 1, 0), ()),
        ("danish-club", "DA29.turn=clockwise", 4, (3, 1, 0), (2,)),
        ("pierer-free", "GE25=left-of-dealer", 4, (1, 2, 0), (3,)),
        ("pierer-free", "GE25=right", 4, (2, 3, 0), (1,)),
        ("pierer-free", "GE25=opposite", 4, (1, 3, 0), (2,)),
        ("pierer-free", "GE32.rest=two-left-of-dealer", 5, (1, 2, 0), (4, 3)),
        ("pierer-free", "GE32.rest=neighbours-of-dealer", 5, (2, 3, 0), (4, 1)),
        ("pierer-free", "GE32.asked=farther-first", 5, (1, 2, 0), (3, 4)),
    ],
)
def test_the_seats_follow_the_dealer(game, variant, reading, players, active, resting):
    seating = seated(game, variant, (reading,), players)
    assert seating.active == active
    assert seating.resting == resting


@pytest.mark.parametrize("dealer", range(5))
def test_every_player_has_one_place_and_the_dealer_moves_them_all(game, dealer):
    seating = seated(game, "pierer-free", (), 5, dealer)
    assert sorted((*seating.active, *seating.resting)) == list(range(5))
    assert seating.active == tuple((player + dealer) % 5 for player in (1, 2, 0))
    assert [seating.seat(player) for player in seating.active] == [0, 1, 2]
    assert {seating.seat(player) for player in seating.resting} == {Seat.RESTING}


def test_the_deal_passes_to_the_right_which_is_the_left_where_all_goes_round_clockwise(game):
    assert next_dealer(game("danish-club").rules.table, 3, 2) == 0
    assert next_dealer(game("danish-club", ("DA29.turn=clockwise",)).rules.table, 3, 2) == 1
    left = game("danish-tariff", ("DA29.deal=left-dealer-first",)).rules.table
    assert next_dealer(left, 3, 0) == 2


def test_the_mort_plays_in_the_place_where_he_sits(game):
    assert [seat.name for seat in seated(game, "pierer-free", (), 4).order(3)] == [
        "FOREHAND",
        "MIDDLEHAND",
        "MORT",
        "BACKHAND",
    ]
    opposite = seated(game, "pierer-free", ("GE25=opposite",), 4)
    assert [seat.name for seat in opposite.order(2)] == [
        "FOREHAND",
        "MORT",
        "MIDDLEHAND",
        "BACKHAND",
    ]
    assert opposite.player(Seat.MORT, 2) == 2
    assert opposite.seat(2, 2) is Seat.MORT


def test_a_table_the_variant_does_not_have_is_refused(game):
    with pytest.raises(UsageError, match=r"expected 3$"):
        seated(game, "english-1800s", (), 4)
    with pytest.raises(UsageError, match=r"expected 3 or 4$"):
        seated(game, "danish-club", (), 5)
    with pytest.raises(UsageError, match="expected 0 to 2"):
        seated(game, "english-1800s", (), 3, 3)


def test_a_resting_seat_names_no_player(game):
    seating = seated(game, "pierer-free", (), 5)
    with pytest.raises(ValueError, match="resting"):
        seating.player(Seat.RESTING)
    with pytest.raises(ValueError, match="mort"):
        seating.player(Seat.MORT)
