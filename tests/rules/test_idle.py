import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.acting.idleness import Idle, idle, reason
from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.data.path import leaves, steps, value_at
from lhombre_core.rules.settlement import Event
from tests.rules.change import with_value, without_key


def rules_of(variant, *readings):
    return load(variant, readings).rules


@pytest.mark.parametrize(
    ("variant", "path", "why"),
    [
        ("english-1800s", "table.resting.at_four", Idle.TABLE),
        ("english-1800s", "contracts.entrada.entry.cover", Idle.OVERRULED),
        ("english-1800s", "contracts.entrada.exchange.turned_card", Idle.THIS_CONTRACT),
        ("english-1800s", "contracts.entrada.stake.base", Idle.NOT_READ),
        ("english-1800s", "stakes.parameters.pass_fee.value", Idle.NOT_READ),
        ("english-1800s", "vole.earliest", Idle.OVERRULED),
        ("french-1600s", "concession.until", Idle.NO_CONTRACT),
        ("french-1600s", "settlement.consolation.to", Idle.NOTHING),
        ("pierer-pure", "contracts.mort.goal", Idle.NOT_PLAYED),
        ("pierer-pure", "table.resting.entry", Idle.NO_ENTRY),
        ("pierer-free", "stakes.pools.roc.order", Idle.KIND),
        ("danish-club", "result.run", Idle.NOT_READ),
    ],
)
def test_a_value_that_cannot_act_is_idle_with_a_reason(variant, path, why):
    assert reason(rules_of(variant), path) is why


@pytest.mark.parametrize(
    ("variant", "path"),
    [
        ("english-1800s", "contracts.entrada.price.number"),
        ("english-1800s", "concession.take_over"),
        ("french-1600s", "settlement.consolation.amount.consolation.number"),
        ("pierer-pure", "contracts.mort.entry.by"),
        ("pierer-free", "contracts.mort.goal"),
        ("pierer-free", "stakes.pools.roc.full"),
        ("danish-club", "auction.last_speaker_bound"),
    ],
)
def test_a_value_on_which_a_deal_can_depend_is_not_idle(variant, path):
    assert reason(rules_of(variant), path) is None


def test_a_reading_brings_idle_values_to_life():
    path = "contracts.mort.goal"
    assert reason(rules_of("pierer-pure"), path) is Idle.NOT_PLAYED
    assert reason(rules_of("pierer-pure", "GE10.pure=on"), path) is None


def test_what_belongs_to_something_idle_is_idle_too():
    rules = rules_of("pierer-pure")
    assert reason(rules, "contracts.mort") is Idle.NOT_PLAYED
    assert reason(rules, "contracts.mort.price.number") is Idle.NOT_PLAYED


@pytest.mark.parametrize("variant", variant_ids())
def test_idle_paths_are_paths_of_single_values(variant):
    rules = rules_of(variant)
    paths = {leaf.path for leaf in leaves(rules)}
    assert idle(rules).keys() <= paths
    assert len(idle(rules)) < len(paths) / 2


@pytest.mark.parametrize("variant", variant_ids())
def test_every_single_value_is_found_again_by_its_path(variant):
    rules = rules_of(variant)
    for leaf in leaves(rules):
        assert value_at(rules, leaf.steps) == leaf.value
        assert with_value(rules, leaf.steps, leaf.value) == rules


def test_a_value_is_replaced_and_a_key_taken_out_without_touching_the_rest():
    rules = rules_of("english-1800s")
    changed = with_value(rules, ("contracts", "solo", "price", "number"), 16)
    assert value_at(changed, steps("contracts.solo.price.number")) == 16
    assert value_at(rules, steps("contracts.solo.price.number")) == 15
    assert "win_pot" not in without_key(rules, ("settlement", "win_pot")).settlement
    with pytest.raises(KeyError):
        value_at(rules, steps("contracts.grand"))


def test_an_event_occurs_only_where_something_can_bring_it_about():
    assert Event.CONCEDED not in Scope(rules_of("french-1600s")).events
    assert Event.TAKEN_OVER in Scope(rules_of("english-1800s")).events
    assert Event.NEEDLESS_NAMING not in Scope(rules_of("danish-club")).events
    assert Event.NEEDLESS_NAMING in Scope(rules_of("danish-club", "DA07=penalised")).events
