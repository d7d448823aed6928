"""Results from the split of tricks, what contracts are worth, and when an ending is the same."""

import random
from dataclasses import replace
from itertools import product

import pytest

from lhombre_core.engine.money.price import price, quantity
from lhombre_core.engine.money.settlement import settle
from lhombre_core.engine.phase.stop import signature
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.irregularity import remedies
from lhombre_core.engine.state.verdict import judge
from lhombre_core.errors import IllegalAction
from lhombre_core.language.catalog import variant_ids
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Goal
from lhombre_core.rules.settlement import Event, Offence, Outcome
from tests.engine.money_case import HANDS, deal_money, game_of, parts, seating_of, split

F, M, B = HANDS


def games_of(part):
    for variant in part.get("variants", variant_ids()):
        yield game_of(part | {"variant": variant})


def contracts_of(part, game):
    if "contract" in part:
        return [part["contract"]]
    most = Goal.MOST_TRICKS
    return [name for name, contract in game.contracts.items() if contract.goal is most]


def facts(contract, tricks, ombre=F, **more):
    seats = (*HANDS, Seat.MORT) if ombre is Seat.MORT else HANDS
    return Facts(contract=contract, ombre=ombre, tricks=split(tricks, ombre, seats), **more)


@pytest.mark.parametrize(
    "part", [pytest.param(part, id=name) for name, part in parts() if "splits" in part]
)
def test_a_split_of_tricks_decides_as_the_sheets_say(part):
    for game in games_of(part):
        for contract in contracts_of(part, game):
            ombres = [Seat.MORT] if contract == "mort" else HANDS
            for result, splits in part["splits"].items():
                for tricks, ombre in product(splits, ombres):
                    assert str(judge(game, facts(contract, tricks, ombre)).outcome) == result


@pytest.mark.parametrize("variant", variant_ids())
def test_of_the_55_splits_17_win_3_are_level_34_codille_and_one_is_1_4_4(variant):
    game = game_of({"variant": variant})
    counts = dict(parts())["RES-07"]["counts"]
    contract = contracts_of({}, game)[0]
    actual = {}
    for mine, first in product(range(10), repeat=2):
        if mine + first <= 9 and (mine, first) != (1, 4):
            result = judge(game, facts(contract, f"{mine}-{first}-{9 - mine - first}")).outcome
            actual[result] = actual.get(result, 0) + 1
    assert actual == counts


def closed_forms(worth):
    """Yield split, vole and what the ombre wins, for the results a tariff names."""
    splits = {"win": "5-2-2", "remise": "4-4-1", "codille": "3-4-2", "made": "9-0-0"}
    splits |= {"missed": "8-1-0", "none": "0-5-4", "one": "1-4-4", "two": "2-4-3", "nine": "9-0-0"}
    for result, amount in worth.items():
        yield splits[result], result in {"made", "missed"}, amount


@pytest.mark.parametrize(
    "part", [pytest.param(part, id=name) for name, part in parts() if "tariff" in part]
)
def test_every_contract_and_result_is_worth_its_closed_form(part):
    times = part.get("times", 1)
    for game in games_of(part):
        seating, money = seating_of({}, game), deal_money({}, game)
        for contract, worth in part["tariff"].items():
            for tricks, vole, amount in closed_forms(worth):
                deal = facts(contract, tricks, vole_undertaken=vole)
                after, _ = settle(game, money, deal, seating)
                mine = after.balances[seating.player(F)]
                others = [after.balances[seating.player(seat)] for seat in (M, B)]
                assert mine == amount * times
                assert others == ([-amount] * 2 if times == 2 else [0, 0])


def test_a_deal_thrown_up_costs_a_bet_in_every_contract_that_allows_it():
    for variant in ("danish-club", "danish-tournament", "danish-tariff"):
        game = game_of({"variant": variant})
        seating, money = seating_of({}, game), deal_money({}, game)
        for name, contract in game.contracts.items():
            if contract.concession.allowed:
                lost, _ = settle(game, money, facts(name, "1-4-4", conceded=True), seating)
                bet, _ = settle(game, money, facts(name, "1-4-4"), seating)
                if contract.goal is Goal.MOST_TRICKS:
                    bet, _ = settle(game, money, facts(name, "4-4-1"), seating)
                assert lost.balances == bet.balances


def test_the_price_of_a_missed_vole_and_the_contract_are_35_together():
    sheet = dict(parts())["PAY-E09"]
    for game in games_of(sheet):
        for name, amount in sheet["sums"].items():
            contract = game.contracts[name]
            assert quantity(game, contract.vole.failed) + price(game, contract, 0) == amount


def test_the_german_prices_are_those_of_the_ladder():
    sheet = dict(parts())["MAT-07"]
    for game in games_of(sheet):
        for name, amount in sheet["prices"].items():
            assert price(game, game.contracts[name], 0) == amount
            made = quantity(game, game.contracts[name].vole.made)
            assert made == (0 if name == "nullissimo" else 8)


@pytest.mark.parametrize(
    "part", [pytest.param(part, id=name) for name, part in parts() if {"fixed", "open"} & set(part)]
)
def test_a_nolo_is_over_with_its_second_trick_unless_further_tricks_cost_more(part):
    for game in games_of(part):
        splits = part.get("fixed", part.get("open"))
        signatures = {signature(game, facts(part["contract"], tricks)) for tricks in splits}
        assert len(signatures) == (1 if "fixed" in part else len(splits))


def endings(contract, ombre, rng):
    """Yield deals that differ only in who took which tricks, and in the vole."""
    others = [seat for seat in HANDS if seat is not ombre]
    for _ in range(60):
        winners = [rng.choice([ombre, ombre, *others]) for _ in range(9)]
        if rng.random() < 0.3:
            winners[:5] = [rng.choice([ombre, others[0]])] * 5
        yield Facts(
            contract=contract,
            ombre=ombre,
            tricks=tuple(winners.count(seat) for seat in (*HANDS, Seat.MORT)),
            winners=tuple(winners),
            vole_undertaken=winners[:5] == [ombre] * 5 and rng.random() < 0.5,
            runs=Runs(ombre=4, opponent=(others[1], 3), surrenderer=5),
        )


@pytest.mark.parametrize("variant", variant_ids())
def test_endings_of_one_signature_are_settled_alike(variant):
    rng = random.Random(variant)  # noqa: S311  a fixed sample
    game = game_of({"variant": variant})
    seating = seating_of({}, game)
    pools = {name: 30 for name in game.rules.stakes.pools if name in {"pot", "plate", "roc"}}
    money = deal_money({"pools": pools}, game)
    for contract in sorted(set(game.contracts) - {"mort"}):
        settled = {}
        for ombre in HANDS:
            for deal in endings(contract, ombre, rng):
                after, lines = settle(game, money, deal, seating)
                key = ombre, signature(game, deal)
                assert settled.setdefault(key, (after, lines)) == (after, lines)


def test_a_capped_nolo_is_over_when_the_cap_is_reached():
    game = game_of({"variant": "danish-tariff", "set": ["kobe_nolo_cap=5"]})
    at_cap = signature(game, facts("kobe-nolo", "4-3-2"))
    assert at_cap == signature(game, facts("kobe-nolo", "9-0-0"))
    assert at_cap != signature(game, facts("kobe-nolo", "3-3-3"))


def test_who_is_ahead_matters_only_where_he_receives_something():
    for variant, same in (("danish-tariff", True), ("english-1800s", False)):
        game = game_of({"variant": variant})
        contract = next(iter(game.contracts))
        one, other = (facts(contract, tricks) for tricks in ("3-4-2", "3-2-4"))
        assert (signature(game, one) == signature(game, other)) is same


def test_the_first_five_tricks_matter_only_where_primera_is_paid():
    lost = (M,) * 5 + (F,) * 3 + (M,)
    late = (M,) * 4 + (F,) * 3 + (M,) * 2
    for variant, same in (("pierer-pure", True), ("english-1800s", False)):
        game = game_of({"variant": variant})
        deal = facts(next(iter(game.contracts)), "3-6-0", winners=lost)
        assert (signature(game, deal) == signature(game, replace(deal, winners=late))) is same


def test_a_missed_vole_replaces_the_win_or_adds_to_it_or_makes_it_a_remise():
    for variant, readings, result, fired in (
        ("english-1800s", [], "vole-failed", {Event.VOLE_FAILED}),
        ("french-1600s", [], "win", {Event.WIN, Event.VOLE_FAILED}),
        ("danish-club", ["DA43=contract-lost"], "remise", {Event.REMISE}),
    ):
        game = game_of({"variant": variant, "readings": readings})
        deal = facts(next(iter(game.contracts)), "8-1-0", vole_undertaken=True)
        assert judge(game, deal).outcome == result
        assert judge(game, deal).events == fired


def test_a_deal_nobody_bid_on_is_void():
    game = game_of({"variant": "french-1600s"})
    assert judge(game, Facts(all_pass=True)).outcome is Outcome.VOID
    assert judge(game, Facts(all_pass=True)).events == {Event.ALL_PASS}


def test_a_deal_that_was_taken_over_has_no_vole():
    game = game_of({"variant": "english-1800s"})
    deal = facts("entrada", "9-0-0", vole_undertaken=True, surrenderer=M)
    assert judge(game, deal).events == {Event.WIN, Event.TAKEN_OVER}


def test_an_irregular_act_without_remedy_is_refused_with_the_rule():
    game = game_of({"variant": "danish-tournament"})
    acts = (Irregularity(Offence.REVOKE, M),)
    with pytest.raises(IllegalAction, match="revoke") as caught:
        judge(game, facts("solo", "5-2-2", irregularities=acts))
    assert caught.value.rule == "irregularities.revoke"


def test_the_first_act_that_decides_a_deal_is_the_last_that_matters():
    game = game_of({"variant": "pierer-pure"})
    acts = (Irregularity(Offence.REVOKE, M), Irregularity(Offence.WRONG_DRAW, F))
    remedy = remedies(game.rules.irregularities, acts, F)
    assert remedy.decided_by == acts[0]
    assert remedy.charged == acts[:1]
    assert judge(game, facts("frage", "0-5-4", irregularities=acts)).outcome is Outcome.WIN


def test_a_short_hand_is_thrown_in_and_nothing_is_paid():
    game = game_of({"variant": "pierer-pure"})
    acts = (Irregularity(Offence.TOO_FEW_CARDS, M),)
    deal = facts("frage", "5-2-2", irregularities=acts)
    money = deal_money({"pools": {"plate": 14}}, game)
    assert judge(game, deal).outcome is Outcome.VOID
    assert settle(game, money, deal, seating_of({}, game)) == (money, ())


def test_ten_cards_stand_with_an_ombre_who_buys_one_fewer_and_are_thrown_in_by_the_reading():
    acts = (Irregularity(Offence.TOO_MANY_CARDS, M),)
    for readings, thrown_in in (([], False), (["GE33=redeal"], True)):
        game = game_of({"variant": "pierer-pure", "readings": readings})
        rules = game.rules.irregularities
        assert remedies(rules, acts, F).thrown_in is thrown_in
        assert not remedies(rules, acts, M).thrown_in


def test_an_unknown_run_does_not_matter_where_it_does_not_count():
    game = game_of({"variant": "pierer-pure"})
    money, seating = deal_money({"pools": {"plate": 14}}, game), seating_of({}, game)
    deal = facts("tourne", "4-4-1", conceded=True, runs=Runs())
    after, _ = settle(game, money, deal, seating)
    assert after.balances[seating.player(F)] == -22
