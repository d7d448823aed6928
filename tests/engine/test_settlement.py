"""The payments after a deal: the worked cases of the sheets, and the parts of payments."""

import random
from dataclasses import replace

import pytest

from lhombre_core.engine.money.settlement import settle
from lhombre_core.engine.money.stake import open_deal
from lhombre_core.engine.state.verdict import judge
from tests.engine.money_case import (
    HANDS,
    cases,
    conserved,
    deal_money,
    facts_of,
    game_of,
    moved,
    numbers,
    parts,
    seating_of,
)
from tests.engine.random_deal import random_facts

CASES = [pytest.param(case, id=f"{name}-{case['variant']}") for name, case in cases()]


def by_role(case, facts, seating, balances):
    """Return balances of the ombre, the other seats in order, then the resting players."""
    mort = facts.mort
    seats = [facts.ombre, *(seat for seat in HANDS if seat is not facts.ombre)]
    players = [seating.player(seat, mort) for seat in seats]
    players += [player for player in range(seating.players) if player not in players]
    return [balances[player] for player in players]


def played(case, game):
    """Return the facts of a case and who sits where."""
    seating = seating_of(case, game)
    mort = seating.resting[0] if case.get("ombre") == "mort" else None
    return facts_of(case | {"mort": mort}, game), seating


@pytest.mark.parametrize("case", CASES)
def test_a_worked_case_of_the_sheets_is_paid_as_it_says(case):
    game = game_of(case)
    facts, seating = played(case, game)
    before = deal_money(case, game)
    after, lines = settle(game, before, facts, seating)
    assert str(judge(game, facts).outcome) == case.get("result", str(judge(game, facts).outcome))
    assert by_role(case, facts, seating, after.balances) == numbers(case["pays"])
    assert {name: after.held(name) for name in case.get("after", {})} == case.get("after", {})
    assert conserved(game, before)
    assert conserved(game, after)
    assert moved(game, before, lines) == after.balances
    if "next" in case:
        following, _ = open_deal(game, after, replace(seating, dealer=1), 1)
        assert {name: following.held(name) for name in case["next"]} == case["next"]


def test_every_line_names_a_rule_of_the_variant_and_one_of_its_terms():
    for _, case in cases():
        game = game_of(case)
        _, lines = settle(game, deal_money(case, game), *played(case, game))
        for line in lines:
            section, key = line.rule.split(".")
            assert section == "settlement"
            assert line.term in game.rules.settlement[key].amount


def asked(question):
    """Yield the variants of which a question is asked, and what the sheet says."""
    return [
        pytest.param(variant, part, id=f"{name}-{variant}")
        for name, part in parts()
        if question in part
        for variant in part["variants"]
    ]


@pytest.mark.parametrize(("variant", "part"), asked("opponents"))
def test_the_opponents_neither_win_nor_lose_points(variant, part):
    seen = set()
    for name, case in cases():
        if case["variant"] == variant and name in part["in"]:
            game = game_of(case)
            facts, seating = played(case, game)
            after, _ = settle(game, deal_money(case, game), facts, seating)
            _, *others = by_role(case, facts, seating, after.balances)
            assert set(others) == {part["opponents"]}, name
            seen.add(name)
    assert seen == set(part["in"])


@pytest.mark.parametrize(("variant", "part"), asked("sum"))
def test_what_all_players_get_comes_to_a_sum(variant, part):
    game = game_of({"variant": variant})
    deals = [played(case, game) for _, case in cases() if _by_default(case, variant)]
    assert len(deals) > 15
    rng, seating = random.Random(7), seating_of({}, game)  # noqa: S311  a fixed sample
    deals += [(random_facts(game, seating, rng), seating) for _ in range(300)]
    for facts, seats in deals:
        after, _ = settle(game, deal_money({}, game), facts, seats)
        assert sum(after.balances) == part["sum"]


def _by_default(case, variant):
    return case["variant"] == variant and not case.get("readings") and not case.get("set")
