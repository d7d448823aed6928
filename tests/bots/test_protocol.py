"""What a bot is shown, and where its chance comes from."""

import pytest

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.engine.state.state import Phase
from lhombre_core.kernel.stream import Purpose, below, chance, deal_key, word
from lhombre_core.notation import Seat
from tests.engine.script import Script


def test_the_first_number_of_a_decision_is_its_word_and_the_next_are_of_its_stream():
    draw = Draw(deal_key(7, 2, 3), Seat.BACKHAND, 5)
    key = chance(7, 2, 3, Purpose.BOT, Seat.BACKHAND, 5)
    assert [draw(1000) for _ in range(4)] == [
        below(key, 1000),
        *(below(word(key, number), 1000) for number in (1, 2, 3)),
    ]


def test_what_is_drawn_depends_on_seat_and_decision_alone():
    key = deal_key(1, 0, 0)
    first = [Draw(key, seat, decision)(1 << 32) for seat in range(5) for decision in range(20)]
    again = [Draw(key, seat, decision)(1 << 32) for seat in range(5) for decision in range(20)]
    assert first == again
    assert len(set(first)) == len(first)


def test_a_view_shows_the_rules_and_what_the_seat_knows_but_no_state(game):
    script = Script(game("danish-club"), hands={"F": "SA C2"}).run(["F spil"])
    view = View(script.state, Seat.MIDDLEHAND)
    assert view.game is script.game
    assert view.phase is Phase.AUCTION
    assert view.standing.contract == "spil"
    assert view.information.hand == script.state.hands[Seat.MIDDLEHAND]
    assert view.information is view.information
    public = {name for name in dir(view) if not name.startswith("_")}
    assert public == {"follow", "game", "information", "phase", "seat", "standing"}


@pytest.mark.parametrize("n", [1, 2, 7, 497420])
def test_a_number_is_drawn_from_nothing_up(n):
    draw = Draw(deal_key(1, 2, 3), 0, 0)
    assert all(0 <= draw(n) < n for _ in range(50))
