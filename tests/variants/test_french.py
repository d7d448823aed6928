"""The French game: its defaults, and what each reading of a disputed point changes."""

from functools import cache
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load
from lhombre_core.language.coherence.apparatus import every_rule_has_a_note
from lhombre_core.language.point import Choice
from lhombre_core.rules.path import steps, value_at

ID = "french-1600s"

POINTS = {
    "FR01": ("each-3", "each-one-great-counter", "three-separate-fishes", "dealer-5"),
    "FR02.held": ("pool", "separate-largest-first", "separate-oldest-first"),
    "FR02.top-up": ("each-adds-2", "none"),
    "FR03.fee": ("each-adds-2", "passer-pays-1", "each-adds-1"),
    "FR03.deal": ("next-dealer", "same-dealer"),
    "FR04": ("only-if-forced", "never"),
    "FR05": ("off", "holder-plays"),
    "FR06": ("equal-to-pot", "marked-by-all", "opponents-divide-the-stake"),
    "FR07.count": ("1-per-card", "trio-3-then-1", "doubles-the-gain"),
    "FR07.holder": ("ombre-only", "any-hand"),
    "FR07.loss": ("paid", "not-paid"),
    "FR08": ("remise", "codille-split"),
    "FR09": ("1-9", "0-9", "1-8"),
    "FR10": ("free", "leave-five"),
    "FR11": ("3-each", "doubles-the-gain", "one-great-counter-each"),
    "FR12.commit": ("sixth-card", "announced-before-trick-5"),
    "FR12.price": ("half-pot-each", "fixed", "1-each", "sweeps-all-stakes"),
    "FR13": ("price-to-each-keep-pot", "opponents-share-board"),
    "FR14": ("no-force", "forces"),
    "FR15": ("unseen", "last-exchanger-may-look", "table-choice"),
    "FR16": ("engine-asks", "opponents-name"),
    "FR17.dealt": ("engine-forbids", "notice-before-play"),
    "FR17.drawn": ("engine-forbids", "bete", "none-if-unseen"),
    "FR17.revokes": ("engine-forbids", "one-bete-each", "one-if-found-late"),
    "FR18": ("deals-30", "tours"),
    "FR19": ("no", "yes"),
}
"""The readings of each point, the default first."""

DOCUMENTED_ONLY = {
    ("FR06", "marked-by-all"),
    ("FR15", "table-choice"),
    ("FR16", "opponents-name"),
}

REFINES = {"FR02.top-up": ("FR01",), "FR03.fee": ("FR01",), "FR19": ("FR12.commit",)}

PARAMETERS = {
    "consolation": (0, 0, 10),
    "great_counter": (12, 10, 20),
    "pass_fee": (1, 1, 5),
    "vole_price": (10, 1, 100),
    "deals": (30, 3, 300),
    "tours": (10, 1, 60),
}

DEFAULTS = {
    "stakes.unit": "jeton",
    "stakes.start_with": 110,
    "stakes.opening.stake.from": "each-player",
    "stakes.opening.stake.amount.stake.number": 3,
    "stakes.opening.stake.if.empty": "pot",
    "stakes.opening.after_loss.amount.addition.number": 2,
    "stakes.opening.after_passes.amount.addition.number": 2,
    "stakes.pools.pot.after_codille": "joins",
    "stakes.bete.first": "pot",
    "contracts.jouer.exchange.least": 1,
    "contracts.sans-prendre.exchange.most": 0,
    "contracts.sans-prendre.exchange.opponents": True,
    "contracts.sans-prendre.rank": 2,
    "contracts.jouer.concession.allowed": False,
    "deal.talon_place": "right-of-dealer",
    "settlement.sans_prendre.amount.sans_prendre.number": 3,
    "settlement.sans_prendre_lost.to": "each-opponent",
    "settlement.matadors_lost.if.run_on_loss": True,
    "settlement.consolation.amount.consolation.number": "consolation",
    "settlement.codille_pot.to": "codille-winner",
    "settlement.bete.to": "bete",
    "result.failed_vole": "adds",
    "result.run.hand": "at-first-lead",
    "result.run.least": 3,
    "result.run.lacking": False,
    "vole.needs": "first-five",
    "vole.opponents_confer": True,
    "play.inspect": "own-on-turn",
    "play.talk": "bids-only",
    "session.target_times": 1,
}

EFFECTS = [
    ("FR01=each-one-great-counter", "stakes.opening.stake.amount.stake.number", "great_counter"),
    ("FR01=three-separate-fishes", "stakes.opening.stake.lots", "one-each"),
    ("FR01=dealer-5", "stakes.opening.stake.from", "dealer"),
    ("FR01=dealer-5", "stakes.opening.stake.if.empty", None),
    ("FR01=dealer-5", "stakes.opening.after_loss", None),
    ("FR01=dealer-5", "stakes.opening.after_passes", None),
    ("FR02.held=separate-largest-first", "stakes.pools.pot.in_play", "largest"),
    ("FR02.held=separate-largest-first", "stakes.pools.pot.after_remise", "apart"),
    ("FR02.held=separate-oldest-first", "stakes.pools.pot.after_codille", "last"),
    ("FR02.top-up=none", "stakes.opening.after_loss", None),
    ("FR03.fee=passer-pays-1", "settlement.pass.amount.fee.number", "pass_fee"),
    ("FR03.fee=passer-pays-1", "stakes.opening.after_passes", None),
    ("FR03.fee=each-adds-1", "stakes.opening.after_passes.amount.addition.number", 1),
    ("FR03.deal=same-dealer", "auction.after_all_pass", "same-dealer"),
    ("FR04=never", "auction.overbid", "is-out"),
    ("FR05=holder-plays", "auction.forced_play.contract", "jouer"),
    ("FR06=opponents-divide-the-stake", "settlement.remise_pot.to", "each-opponent"),
    ("FR07.count=trio-3-then-1", "settlement.matadors.amount.matadors.by", "great_counter"),
    ("FR07.count=doubles-the-gain", "settlement.matadors_lost.amount.matadors.of", "pool"),
    ("FR07.holder=any-hand", "settlement.matadors_opponent.to", "opponent-with-run"),
    ("FR07.holder=any-hand", "settlement.matadors_opponent_lost.from", "opponent-with-run"),
    ("FR07.loss=not-paid", "result.run.paid_on_loss", False),
    ("FR08=codille-split", "result.one_four_four", "codille"),
    ("FR09=0-9", "contracts.jouer.exchange.least", 0),
    ("FR09=1-8", "contracts.jouer.exchange.most", 8),
    ("FR10=leave-five", "exchange.first_opponent", "leave-five"),
    ("FR11=doubles-the-gain", "settlement.sans_prendre_lost.amount.sans_prendre.of", "pool"),
    (
        "FR11=one-great-counter-each",
        "settlement.sans_prendre.amount.sans_prendre.number",
        "great_counter",
    ),
    ("FR12.commit=announced-before-trick-5", "vole.needs", "first-four"),
    ("FR12.commit=announced-before-trick-5", "vole.undertaken", "announced"),
    ("FR12.price=fixed", "settlement.vole_made.amount.price.number", "vole_price"),
    ("FR12.price=1-each", "settlement.vole_failed.amount.price.number", 1),
    ("FR12.price=sweeps-all-stakes", "settlement.vole_made.if.others", False),
    ("FR12.price=sweeps-all-stakes", "settlement.vole_others.amount.others.view", "others"),
    ("FR13=opponents-share-board", "result.failed_vole", "replaces"),
    ("FR13=opponents-share-board", "settlement.vole_failed.if.deal", "lost"),
    ("FR13=opponents-share-board", "settlement.vole_failed_pot.if.deal", "won"),
    (
        "FR13=opponents-share-board",
        "settlement.matadors_lost.on",
        {"remise", "codille", "vole-failed"},
    ),
    ("FR14=forces", "play.matadors.second", "forces"),
    ("FR15=last-exchanger-may-look", "exchange.talon_rest", "last-may-look"),
    ("FR17.dealt=notice-before-play", "irregularities.long_deal", "notice"),
    ("FR17.dealt=notice-before-play", "settlement.ten_cards.if.offence", "too-many-cards"),
    ("FR17.drawn=bete", "irregularities.wrong_draw", "lays-bete"),
    ("FR17.drawn=none-if-unseen", "irregularities.wrong_draw", "lays-bete-if-seen"),
    ("FR17.revokes=one-bete-each", "irregularities.revoke", "lays-bete"),
    ("FR17.revokes=one-if-found-late", "irregularities.revoke", "lays-one-bete-if-late"),
    ("FR18=tours", "session.ends", "marks"),
    ("FR18=tours", "session.target", "tours"),
    ("FR18=tours", "session.target_times", 3),
    ("FR19=yes", "contracts.vole.vole.by", "bid"),
    ("FR19=yes", "contracts.vole.rank", 3),
    ("FR19=yes", "settlement.sans_prendre_lost.if.contracts", {"sans-prendre", "vole"}),
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
    return [(n, r) for n, readings in POINTS.items() for r in readings if _runs(n, r)]


def _runs(name, reading):
    return (name, reading) not in DOCUMENTED_ONLY


def test_points_and_readings_are_those_of_the_sheet():
    points = default_rules().rules.apparatus.points
    assert {name: tuple(point.readings) for name, point in points.items()} == POINTS
    assert {name: point.default for name, point in points.items()} == {
        name: readings[0] for name, readings in POINTS.items()
    }
    assert {name: point.refines for name, point in points.items() if point.refines} == REFINES


@pytest.mark.parametrize(("name", "reading"), sorted(DOCUMENTED_ONLY))
def test_what_is_documented_only_is_not_run(name, reading):
    points = default_rules().rules.apparatus.points
    assert points[name].readings[reading].documented_only
    with pytest.raises(UsageError, match="printed, not run"):
        load(ID, [f"{name}={reading}"])


def test_all_other_readings_can_be_run():
    points = default_rules().rules.apparatus.points
    documented = {
        (name, reading)
        for name, point in points.items()
        for reading, patch in point.readings.items()
        if patch.documented_only is not None
    }
    assert documented == DOCUMENTED_ONLY


def test_the_open_numbers_are_those_of_the_sheet():
    parameters = default_rules().rules.stakes.parameters
    assert {name: (p.value, p.least, p.most) for name, p in parameters.items()} == PARAMETERS


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


@pytest.mark.parametrize("place", [0, 1, 2, -1])
def test_readings_of_all_points_can_be_combined(place):
    chosen = []
    for name, readings in POINTS.items():
        can = [reading for reading in readings if _runs(name, reading)]
        chosen.append(f"{name}={can[min(place, len(can) - 1)]}")
    assert load(ID, chosen).rules


def test_what_is_added_after_a_loss_can_go_with_the_dealers_five():
    rules = load(ID, ["FR01=dealer-5", "FR02.top-up=each-adds-2"]).rules
    assert list(rules.stakes.opening) == ["stake", "after_loss"]


def test_matadors_of_an_opponent_are_paid_for_as_those_of_the_ombre():
    rules = load(ID, ["FR07.holder=any-hand", "FR07.count=trio-3-then-1"]).rules
    for key in ("matadors_opponent", "matadors_opponent_lost"):
        assert value(rules, f"settlement.{key}.amount.matadors.by") == "great_counter"
        assert value(rules, f"settlement.{key}.if.run_counts") is True


def test_matadors_of_an_opponent_are_his_when_the_opponents_share_the_board():
    rules = load(ID, ["FR07.holder=any-hand", "FR13=opponents-share-board"]).rules
    assert "vole-failed" in value(rules, "settlement.matadors_opponent.on")
    assert value(rules, "settlement.matadors_opponent.if.run_on_loss") is None


def test_every_rule_has_its_source():
    assert list(every_rule_has_a_note(default_rules())) == []
