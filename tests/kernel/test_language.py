"""Kernel and engine under every word of the language and several values of every other field."""

from collections import defaultdict
from dataclasses import dataclass

import pytest

from differential import Case, compare
from lhombre_core.engine.state.game import prepare
from lhombre_core.rules.consumer.require import places
from lhombre_core.rules.variant import RuleSet
from lhombre_core.sim.play.check import sizes
from tests.rules.met import changes, met, rules_of, shared

PLAYERS = ("random", "thumb-bold", "random", "thumb", "thumb-cautious")
QUICK = 5
"""Of so many rule sets one is played in the quick tests."""

NEVER = {
    "table.resting.entry: never": "idle with it: no resting player enters",
    "settlement.*.on: session-end": "the settlement of a deal has no such event",
    "settlement.*.phase: opening": "the phase of what is paid when a deal opens",
    "settlement.*.to: speaker": "he pays, and would pay himself",
    "settlement.*.to: offender": "he pays, and would pay himself",
}
"""Values that act in no rule set of the file, and why."""

SINGLE = {
    "cards.out": "the pack has forty cards",
    "cards.plain_black": "the order of the game",
    "cards.plain_red": "the order of the game",
    "cards.trump_black": "the order of the game",
    "cards.trump_red": "the order of the game",
    "cards.no_trump_black": "the order of the game",
    "cards.no_trump_red": "the order of the game",
    "deal.packets": "a deal is a function of its numbers",
    "deal.talon": "what is left of forty cards",
    "auction.forced_play.card": "in one reading",
    "auction.forced_play.contract": "in one reading",
    "auction.privilege.suit": "in one reading",
    "contracts.*.trump.counts_as.*": "the one contract in spades",
    "settlement.*.amount.*.transfer": "read with `amount-of` alone",
    "stakes.pools.*.full": "one cup has a limit",
    "stakes.pools.*.with_first_bete": "stated where it holds",
    **dict.fromkeys(
        (
            "settlement.*.if.stopped",
            "settlement.*.if.vole_undertaken",
            "settlement.*.if.run_counts",
            "settlement.*.if.run_on_loss",
            "settlement.*.if.others",
            "settlement.*.if.empty",
            "settlement.*.if.filled",
            "settlement.*.if.has_bid",
        ),
        "the condition is tried both ways by random changes of the money",
    ),
}
"""Fields with one value in all rule sets of the file, and why."""


@dataclass(frozen=True)
class Changed(Case):
    """A case of the file of changes."""

    settings: tuple[str, ...] = ()

    def rules(self) -> RuleSet:
        return rules_of((self.variant, (self.reading,) if self.reading else (), self.settings))

    def __str__(self) -> str:
        return f"{super().__str__()} under {' '.join(self.settings)}"


def cases():
    for number, (variant, readings, settings) in enumerate(changes()):
        tables = list(sizes(prepare(rules_of((variant, readings, settings)))))
        players = tables[number % len(tables)]
        bots = ("random",) * players if number % 3 == 0 else PLAYERS[:players]
        yield Changed(variant, "".join(readings), players, bots, settings)


def test_every_value_of_the_language_acts_in_a_rule_set_that_both_play():
    values = defaultdict(set)
    for line in changes():
        for place, value in met(rules_of(line)):
            values[place].add(value)
    wanted = dict.fromkeys(map(shared, places()))
    assert [str(one) for one in wanted if one not in values and str(one) not in NEVER] == []
    assert [one for one in NEVER if any(str(place) == one for place in values)] == []
    single = {str(place) for place, held in values.items() if not place.word and len(held) < 2}
    assert single == SINGLE.keys()


@pytest.mark.parametrize("number", range(0, len(list(changes())), QUICK))
def test_kernel_and_engine_agree_under_rules_that_no_variant_has(number):
    agree(list(cases())[number], 30, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(list(changes()))))
def test_kernel_and_engine_agree_under_every_rule(number):
    agree(list(cases())[number], 400, number)


def agree(case, deals, seed):
    record = compare(case, deals, seed)
    assert record.differences == ()
    assert record.followed > 0


def test_who_exchanges_depends_on_the_contract_that_is_played_in_the_end():
    changed = ("contracts.solo-spar.exchange.opponents=false",)
    agree(Changed("danish-club", "", 3, ("thumb",) * 3, changed), 300, 1)
