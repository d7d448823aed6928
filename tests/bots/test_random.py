"""The bot that has no thought."""

from collections import Counter

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.state.action import (
    Announce,
    Bid,
    Cede,
    Concede,
    Discard,
    Enter,
    Pass,
    PlayCard,
    PlayOn,
    Stop,
)
from lhombre_core.kernel.stream import deal_key
from lhombre_core.notation import Seat
from tests.bots.test_exchange import reading_that_writes
from tests.bots.test_undertake import STRONG, after_five
from tests.engine.script import Script

TIMES = 2000


def often(state, times=TIMES, key=lambda action: action):
    """Return how often the bot does what in a state, in shares."""
    actions = legal_actions(state)
    seat = Seat(state.actor)
    bot = Random()
    found = Counter(
        key(actions[bot.choose(View(state, seat), actions, Draw(deal_key(1, 0, n), seat, 0))])
        for n in range(times)
    )
    return {what: number / times for what, number in found.items()}


def near(share, expected):
    return abs(share - expected) < 0.035


def test_half_of_the_time_it_passes_and_else_bids_each_contract_alike(game):
    danish = game("danish-tournament")
    shares = often(Script(danish, hands={"F": "SA CA"}).state)
    assert near(shares.pop(Pass()), 0.5)
    assert len(shares) == 9
    assert all(near(share, 0.5 / 9) for share in shares.values())


def test_on_a_bid_it_passes_seven_times_of_eight(game):
    state = Script(game("danish-tournament")).run(["F spil"]).state
    assert near(often(state)[Pass()], 7 / 8)


def test_first_the_number_of_cards_then_the_cards(game):
    lines = ["F spil; M pass; B pass; F declares spil; F names C"]
    state = Script(game("danish-tournament")).run(lines).state
    sizes = often(state, key=lambda action: action.cards.bit_count())
    assert sorted(sizes) == list(range(1, 10))
    assert all(near(share, 1 / 9) for share in sizes.values())
    singles = often(state, 9000, key=lambda action: action)
    ones = [share for action, share in singles.items() if action.cards.bit_count() == 1]
    assert len(ones) == 9
    assert all(abs(share - 1 / 81) < 0.005 for share in ones)


def test_a_turn_is_ceded_one_time_of_four(game):
    ceding = game("english-1800s", [reading_that_writes(game("english-1800s"), "right-may-cede")])
    lines = ["F entrada; M pass; B pass; F names C; F discards 3"]
    shares = often(Script(ceding).run(lines).state, key=type)
    assert near(shares[Cede], 0.25)
    assert near(shares[Discard], 0.75)


def test_it_stops_every_other_time_and_else_plays_on(game):
    shares = often(after_five(game("danish-tournament"), STRONG), key=type)
    assert near(shares[Stop], 0.5)
    assert near(shares[PlayCard], 0.5)


def test_where_the_vole_must_be_said_it_stops_or_says_so(game):
    shares = often(after_five(game("danish-club"), STRONG), key=type)
    assert near(shares[Stop], 0.5)
    assert near(shares[Announce], 0.5)


def test_it_gives_up_seldom(game):
    lines = ["F spil; M pass; B pass; F declares spil; F names C"]
    lines.append("F discards 1; M discards 0; B discards 0")
    shares = often(Script(game("danish-tournament")).run(lines).state, 4000, key=type)
    assert abs(shares[Concede] - 1 / 64) < 0.008
    cards = often(Script(game("danish-tournament")).run(lines).state, 4000)
    assert all(abs(cards[play] - 63 / 64 / 9) < 0.02 for play in cards if play != Concede())


def test_asked_before_the_lead_it_gives_up_one_time_of_sixteen(game):
    danish = game("danish-club", [reading_that_writes(game("danish-club"), "first-lead")])
    lines = ["F spil; M pass; B pass; F declares spil; F names C"]
    lines.append("F discards 1; M discards 0; B discards 0")
    shares = often(Script(danish).run(lines).state)
    assert near(shares[PlayOn()], 15 / 16)


def test_a_resting_player_enters_one_time_of_four(game):
    state = Script(game("pierer-free"), players=4).run(["F pass; M pass; B pass"]).state
    assert near(often(state)[Enter(yes=True)], 0.25)


def test_a_bid_in_couleur_is_one_of_those_that_are_drawn(game):
    shares = often(Script(game("pierer-free")).state)
    assert any(isinstance(action, Bid) and action.colour for action in shares)


def test_the_only_card_is_played_without_drawing(game):
    """A number is drawn only where something depends on it."""

    def draw(_n):
        raise AssertionError("drawn")

    actions = (PlayCard(13),)
    state = after_five(game("danish-tournament"), STRONG)
    assert Random().choose(View(state, Seat.FOREHAND), actions, draw) == 0
