"""The English game: its defaults, and what each reading of a disputed point changes."""

from functools import cache
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load
from lhombre_core.language.coherence.apparatus import every_rule_has_a_note
from lhombre_core.language.point import Choice
from lhombre_core.rules.path import steps, value_at

ID = "english-1800s"

POINTS = {
    "EN01": ("as-dealt", "at-first-lead"),
    "EN02.minimum": ("none", "three"),
    "EN02.lacking": ("counts", "held-only"),
    "EN03": ("fixed-5", "contract-value"),
    "EN04": ("with-the-loss", "each-opponent"),
    "EN05": ("stays", "drawn-and-replaced"),
    "EN06": ("stays", "ombre-takes", "as-puesta"),
    "EN07": ("net", "gross"),
    "EN08": ("puesta", "codille-split"),
    "EN09": ("void", "pass-fee", "forced-spadille"),
    "EN10": ("continues", "hold-ends-it"),
    "EN11": ("round", "duel"),
    "EN12.ombre": ("0-9", "1-9", "0-8"),
    "EN12.first-opponent": ("all-left", "eight"),
    "EN13": ("first-drawn", "obligatory", "excluded"),
    "EN14": ("right-of-ombre", "better-placed", "left-of-ombre"),
    "EN15.offered": ("entrada-vuelta", "none"),
    "EN15.consent": ("both-accept", "always"),
    "EN15.untaken": ("puesta", "refused"),
    "EN15.price": ("puesta", "puesta-without-estuches"),
    "EN15.liability": ("taker-only", "surrenderer-owes-puesta", "tresillo-table"),
    "EN16": ("punto-4th", "stays-below-jack"),
    "EN17": ("one-of-two", "free"),
    "EN18": ("unseen", "turned-up"),
    "EN19": ("exclusive", "both"),
    "EN20": ("split", "play-on", "carry"),
    "EN21": ("never", "also"),
}
"""The readings of each point, the default first."""

DEFAULTS = {
    "stakes.opening.stake.amount.stake.number": 5,
    "stakes.opening.stake.from": "dealer",
    "stakes.start_with": 40,
    "stakes.unit": "counter",
    "contracts.entrada.price.number": 5,
    "contracts.vuelta.price.number": 7,
    "contracts.solo.price.number": 15,
    "contracts.entrada.vole.made.number": 25,
    "contracts.vuelta.vole.made.number": 25,
    "contracts.solo.vole.made.number": 25,
    "contracts.entrada.vole.failed.number": 30,
    "contracts.vuelta.vole.failed.number": 28,
    "contracts.solo.vole.failed.number": 20,
    "contracts.solo.exchange.most": 0,
    "contracts.solo.exchange.opponents": True,
    "contracts.solo.concession.allowed": False,
    "contracts.vuelta.trump.by": "turned-card",
    "concession.until": "own-fourth-card",
    "result.failed_vole": "replaces",
    "settlement.codille.to": "codille-winner",
    "settlement.vole_failed_pot": None,
    "settlement.win_primera_against": None,
    "table.direction": "anticlockwise",
    "vole.needs": "first-five",
    "vole.undertaken": "next-card",
}

EFFECTS = [
    ("EN01=at-first-lead", "result.run.hand", "at-first-lead"),
    ("EN02.minimum=three", "result.run.least", 3),
    ("EN02.lacking=held-only", "result.run.lacking", False),
    ("EN03=contract-value", "settlement.remise.amount.per_opponent.of", "price"),
    ("EN03=contract-value", "settlement.codille.amount.per_opponent.of", "price"),
    ("EN04=each-opponent", "settlement.remise.amount.estuches.to", "each-other"),
    ("EN04=each-opponent", "settlement.codille.amount.estuches.to", "each-other"),
    ("EN04=each-opponent", "settlement.codille_primera.amount.primera.to", "each-other"),
    ("EN05=drawn-and-replaced", "settlement.codille.amount.pot", None),
    ("EN05=drawn-and-replaced", "settlement.codille_pot.to", "codille-winner"),
    ("EN05=drawn-and-replaced", "settlement.codille_pot_again.from", "ombre"),
    ("EN06=ombre-takes", "settlement.vole_failed_pot.to", "ombre"),
    ("EN06=as-puesta", "settlement.vole_failed_pot.amount.per_opponent.number", 5),
    ("EN07=gross", "settlement.vole_failed.amount.value.of", "price"),
    ("EN08=codille-split", "result.one_four_four", "codille"),
    ("EN08=codille-split", "result.odd_unit", "earlier-seat"),
    ("EN09=pass-fee", "settlement.all_pass.amount.fee.number", "pass_fee"),
    ("EN09=forced-spadille", "auction.forced_play.contract", "entrada"),
    ("EN10=hold-ends-it", "auction.hold.then", "ends"),
    ("EN11=duel", "auction.procedure", "duel"),
    ("EN12.ombre=1-9", "contracts.vuelta.exchange.least", 1),
    ("EN12.ombre=0-8", "contracts.entrada.exchange.most", 8),
    ("EN12.first-opponent=eight", "exchange.first_opponent", "at-most-eight"),
    ("EN13=obligatory", "contracts.vuelta.exchange.least", 1),
    ("EN13=excluded", "contracts.vuelta.exchange.turned_card", "under-talon"),
    ("EN14=better-placed", "exchange.order", "right-may-cede"),
    ("EN14=left-of-ombre", "exchange.order", "left-first"),
    ("EN15.offered=none", "contracts.entrada.concession.allowed", False),
    ("EN15.offered=none", "contracts.vuelta.concession.allowed", False),
    ("EN15.consent=always", "contracts.vuelta.concession.consent", "nobody"),
    ("EN15.untaken=refused", "contracts.entrada.concession.untaken", "refused"),
    ("EN15.price=puesta-without-estuches", "concession.run_counts", False),
    ("EN15.liability=surrenderer-owes-puesta", "concession.take_over", "owes-remise"),
    ("EN15.liability=surrenderer-owes-puesta", "settlement.taken_over_puesta.to", "pot"),
    ("EN15.liability=tresillo-table", "concession.take_over", "by-table"),
    ("EN15.liability=tresillo-table", "settlement.taken_over_won.to", "ombre"),
    ("EN15.liability=tresillo-table", "settlement.taken_over_codille_taker.run_of", "surrenderer"),
    ("EN16=stays-below-jack", "cards.trump_red", "SA 7 CA K Q J A 2 3 4 5 6"),
    ("EN17=free", "play.matadors.pair", "free"),
    ("EN18=turned-up", "exchange.talon_rest", "turned-up"),
    ("EN19=both", "settlement.vole_made.amount.primera.number", 1),
    ("EN20=play-on", "session.overtime", "until-pot-empty"),
    ("EN20=carry", "session.leftover", "carry"),
    ("EN21=also", "settlement.win_primera_against.from", "ombre"),
]
"""What a reading changes: a path and its value then, None where nothing stands there."""


def value(rules, path):
    try:
        return value_at(rules, steps(path))
    except KeyError:
        return None


@cache
def default_rules():
    return load(ID)


def runnable():
    points = default_rules().rules.apparatus.points
    return [
        (name, reading)
        for name, point in points.items()
        for reading, patch in point.readings.items()
        if patch.documented_only is None
    ]


def test_points_and_readings_are_those_of_the_sheet():
    points = default_rules().rules.apparatus.points
    assert {name: tuple(point.readings) for name, point in points.items()} == POINTS
    assert {name: point.default for name, point in points.items()} == {
        name: readings[0] for name, readings in POINTS.items()
    }


def test_only_the_turned_card_refines_another_point():
    points = default_rules().rules.apparatus.points
    assert {n: p.refines for n, p in points.items() if p.refines} == {"EN13": ("EN12.ombre",)}


def test_the_open_numbers_are_the_fee_for_three_passes_and_the_deals():
    parameters = default_rules().rules.stakes.parameters
    assert {name: (p.value, p.least, p.most) for name, p in parameters.items()} == {
        "pass_fee": (1, 1, 5),
        "deals": (30, 3, 300),
    }


@pytest.mark.parametrize(("path", "expected"), DEFAULTS.items())
def test_the_defaults_are_those_of_the_sheet(path, expected):
    assert value(default_rules().rules, path) == expected


@pytest.mark.parametrize("choice", [f"{name}={r[0]}" for name, r in POINTS.items()])
def test_a_default_reading_changes_nothing(choice):
    assert load(ID, [choice]).hash == default_rules().hash


@pytest.mark.parametrize(("choice", "path", "expected"), EFFECTS)
def test_a_reading_changes_what_it_says(choice, path, expected):
    changed = load(ID, [choice])
    assert value(changed.rules, path) == expected
    assert value(default_rules().rules, path) != expected
    assert changed.hash != default_rules().hash


def test_every_other_reading_is_a_change_of_its_own():
    changed = [f"{name}={r}" for name, r in runnable() if r != POINTS[name][0]]
    assert {choice for choice, _, _ in EFFECTS} == set(changed)
    assert len({load(ID, [choice]).hash for choice in changed}) == len(changed)


@pytest.mark.slow
def test_any_two_readings_of_different_points_can_be_combined():
    combined = find(ID)
    for first, second in combinations(runnable(), 2):
        if first[0] != second[0]:
            assert combined.resolve([Choice(*first), Choice(*second)]).rules


def test_all_readings_that_are_no_default_can_be_combined():
    for place in (1, -1):
        assert load(ID, [f"{name}={r[place]}" for name, r in POINTS.items()]).rules


def test_an_obligatory_turned_card_prevails_over_the_number_exchanged():
    rules = load(ID, ["EN12.ombre=0-8", "EN13=obligatory"]).rules
    assert value(rules, "contracts.vuelta.exchange.least") == 1
    assert value(rules, "contracts.vuelta.exchange.most") == 8
    assert value(rules, "contracts.entrada.exchange.least") == 0


def test_a_puesta_after_a_missed_vole_follows_the_reading_of_the_five():
    rules = load(ID, ["EN06=as-puesta", "EN03=contract-value"]).rules
    assert value(rules, "settlement.vole_failed_pot.amount.per_opponent.of") == "price"
    assert set(value(rules, "settlement.vole_failed_pot.amount")) == {"pot", "per_opponent"}


def test_a_reading_that_is_not_there_is_refused():
    with pytest.raises(UsageError):
        load(ID, ["EN15=puesta"])


def test_every_rule_has_its_source():
    assert list(every_rule_has_a_note(default_rules())) == []
