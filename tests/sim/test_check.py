"""Random deals of every variant and of every reading are played to the end, nothing is lost."""

from dataclasses import replace

import pytest

from lhombre_core.engine.state.game import prepare
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim.play import check
from lhombre_core.sim.play.check import NotConserved, play_random_deals, play_sessions, sizes
from tests.readings.choice import changing, one_of_each

DEALS = 1000
OF_A_READING = 100


def play(variant, deals, chosen=(), bot="random"):
    """Play so many deals, shared out among the sizes of table."""
    game = prepare(load(variant, chosen).rules)
    tables = list(sizes(game))
    for players in tables:
        play_sessions(game, players, -(-deals // len(tables)), seed=17, bot=bot)


@pytest.mark.parametrize("variant", variant_ids())
def test_a_thousand_random_deals_come_to_their_end(variant):
    play(variant, DEALS)


@pytest.mark.parametrize("variant", variant_ids())
def test_deals_by_rules_of_thumb_come_to_their_end(variant):
    play(variant, DEALS // 5, bot="thumb")


@pytest.mark.parametrize("variant", variant_ids())
def test_bold_deals_come_to_their_end(variant):
    play(variant, DEALS // 10, bot="thumb-bold")


@pytest.mark.parametrize(("variant", "reading"), one_of_each())
def test_random_deals_of_every_reading_come_to_their_end(variant, reading):
    play(variant, OF_A_READING, [reading])


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_ids())
@pytest.mark.parametrize("bot", ["random", "thumb", "thumb-cautious", "thumb-bold"])
def test_ten_thousand_deals_come_to_their_end(variant, bot):
    play(variant, 10 * DEALS, bot=bot)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "reading"), changing())
def test_a_thousand_random_deals_of_every_reading_come_to_their_end(variant, reading):
    play(variant, 10 * OF_A_READING, [reading])


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "reading"), changing())
def test_deals_by_rules_of_thumb_of_every_reading_come_to_their_end(variant, reading):
    play(variant, OF_A_READING, [reading], bot="thumb")


def test_a_sound_variant_has_no_faults(resolved):
    assert list(play_random_deals(resolved("danish-club"))) == []


def test_a_parameter_without_a_value_is_a_fault_where_it_is_read(resolved):
    rules = resolved("english-1800s")
    name = rules.rules.session.deals.three
    parameters = dict(rules.rules.stakes.parameters)
    parameters[name] = replace(parameters[name], value=None)
    stakes = replace(rules.rules.stakes, parameters=parameters)
    broken = replace(rules, rules=replace(rules.rules, stakes=stakes))
    (fault,) = play_random_deals(broken)
    assert f"'{name}' has no value" in fault.message
    assert fault.file is not None
    assert fault.line


def test_counters_from_nowhere_are_a_fault_of_the_settlement(resolved, monkeypatch):
    real = check.close_deal

    def generous(session, facts):
        closed, lines = real(session, facts)
        balances = (closed.money.balances[0] + 5, *closed.money.balances[1:])
        return replace(closed, money=replace(closed.money, balances=balances)), lines

    monkeypatch.setattr(check, "close_deal", generous)
    faults = list(play_random_deals(resolved("danish-club"), 3))
    assert [fault.message for fault in faults] == [
        "at a table of three 5 counters have appeared from nowhere",
        "at a table of four 5 counters have appeared from nowhere",
    ]


def test_a_card_in_two_places_is_a_fault_of_the_exchange(resolved, monkeypatch):
    real = check.play_deal

    def careless(state, bots, key):
        ended = real(state, bots, key)
        return ended._replace(talon=(*ended.talon, 0))

    monkeypatch.setattr(check, "play_deal", careless)
    game = prepare(resolved("danish-club").rules)
    with pytest.raises(NotConserved, match="a card is in two places"):
        play_sessions(game, 3, 1, 1)


def test_a_card_that_is_nowhere_is_a_fault_of_the_exchange(resolved, monkeypatch):
    real = check.play_deal
    monkeypatch.setattr(check, "play_deal", lambda *of: real(*of)._replace(hands=(0, 0, 0, 0)))
    game = prepare(resolved("danish-club").rules)
    with pytest.raises(NotConserved, match="a card has vanished"):
        play_sessions(game, 3, 1, 1)
