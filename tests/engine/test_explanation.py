"""Every act, allowed or refused, is explained by a rule that exists and a sentence."""

import pytest

from lhombre_core.cards import CARDS, Suit
from lhombre_core.engine.deal import apply_action, is_legal, legal_actions
from lhombre_core.engine.state.action import (
    NAMES,
    PASS,
    PLAYS,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    DealCards,
    Declare,
    Discard,
    Enter,
    Look,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
)
from lhombre_core.engine.why.explanation import explain
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.language.catalog import load
from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.notation import parse_cards, parse_hand
from lhombre_core.rules.data.path import value_at
from tests.engine.script import Script
from tests.engine.table import VARIANTS, chooser, dealt, sizes

ANSWERS = [
    PASS,
    Cede(),
    Concede(),
    PlayOn(),
    Announce(),
    Stop(),
    TurnSecondPack(Suit.H),
    *(kind(yes=yes) for kind in (Enter, Look, Agree, TakeOver) for yes in (False, True)),
]


def acts(state):
    """Return acts of every kind, some of them legal."""
    game = state.game
    names = [*game.contracts, "grandissimo"]
    yield from ANSWERS
    yield from NAMES
    yield from PLAYS
    yield from (Bid(name, colour) for name in names for colour in range(3))
    yield from (Declare(name) for name in game.contracts)
    hand = state.hands[max(state.actor, 0) % 4]
    yield from (Discard(hand), Discard(0), Discard(hand & -hand), Discard(1 | 1 << 30))
    yield DealCards((0, 0, 0), ())


def check(state):
    """Return the rules by which acts of every kind are allowed or refused, checked one by one."""
    rules = set()
    for action in acts(state):
        why = explain(state, action)
        assert why.legal is is_legal(state, action), (action, why)
        assert why.message[0] == why.message[0].upper(), why
        assert why.message.endswith("."), why
        value_at(state.game.rules, why.rule.split("."))
        rules.add(why.rule)
    return rules


def without_source(rules, variant, readings=()):
    """Return the rules for which the apparatus has neither a source nor an editorial note."""
    notes = attributions(load(variant, readings))
    return {rule for rule in rules if notes.note(rule) is None}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_explained_as_legal_is_legal_and_the_rule_exists_and_has_a_source(
    game, variant, seed
):
    ready, rules = game(variant), set()
    for players in sizes(ready):
        state = dealt(ready, seed, players)
        choose = chooser(seed)
        while state.actor is not None:
            rules |= check(state)
            state = apply_action(state, choose(state, legal_actions(state)))
    assert without_source(rules, variant) == set()


@pytest.mark.parametrize(
    ("variant", "readings"),
    [
        ("english-1800s", ("EN14=better-placed", "EN12.first-opponent=eight")),
        ("english-1800s", ("EN15.consent=always", "EN10=hold-ends-it")),
        ("french-1600s", ("FR15=last-exchanger-may-look", "FR10=leave-five")),
        ("french-1600s", ("FR12.commit=announced-before-trick-5", "FR19=yes")),
        ("pierer-free", ("GE28=before-play", "GE21=after-pass-round-only")),
        ("pierer-free", ("GE27=declarer-chooses", "GE16.set-by=fixed-suit")),
        ("danish-club", ("DA19=any-time-before-lead-6", "DA07=penalised")),
    ],
)
def test_readings_are_explained_too(game, variant, readings):
    ready, rules = game(variant, readings), set()
    for seed in range(3):
        state = dealt(ready, 100 + seed)
        choose = chooser(seed)
        while state.actor is not None:
            rules |= check(state)
            state = apply_action(state, choose(state, legal_actions(state)))
    assert without_source(rules, variant, readings) == set()


@pytest.mark.parametrize(
    ("hand", "led", "card", "legal", "rule", "reason"),
    [
        ("SA CA D3", "H7", "CA", True, "play.matadors.pair", "matador-forced"),
        ("SA CA D3", "H7", "SA", True, "play.matadors.pair", "higher-matador-allowed"),
        ("SA CA D3", "H7", "D3", False, "play.matadors.pair", "matador-must-be-played"),
        ("CA D3", "SA", "CA", True, "play.matadors.privilege", "matador-forced"),
        ("CA D3", "SA", "D3", False, "play.matadors.privilege", "matador-must-be-played"),
        ("CA D3", "HK", "CA", True, "play.matadors.privilege", "matador-not-forced"),
        ("CA D3", "HK", "D3", True, "play.matadors.privilege", "matador-kept-back"),
        ("CA H5 D3", "HK", "CA", True, "play.matadors.privilege", "allowed-not-forced"),
        ("CA H5 D3", "HK", "H5", True, "play.follow", "follows-trump"),
        ("CA H5 D3", "HK", "D3", False, "play.follow", "must-follow-trump"),
        ("SA S3 D4", "SK", "SA", False, "cards.trump_red", "is-a-trump"),
        ("SA D4", "SK", "D4", True, "cards.trump_red", "void-but-for-a-trump"),
        ("DK H3", "D2", "H3", False, "play.follow", "must-follow"),
        ("DK H3", "D2", "DK", True, "play.follow", "follows"),
        ("C3 H3", "D2", "C3", True, "play.renounce", "void"),
        ("C3 H3", "", "C3", True, "play.follow", "leads"),
        ("C3 H3", "D2", "D3", False, "play.follow", "not-held"),
        ("H7 D4", "H4 SA", "D4", True, "play.matadors.second", "matador-kept-back"),
        ("H7 D4", "H4 D5", "D4", True, "play.matadors.privilege", "matador-kept-back"),
    ],
)
def test_a_card_is_explained_by_the_rule_that_decides_it(
    game, hand, led, card, legal, rule, reason
):
    ready = game("danish-tournament")
    why = card_why(ready, Suit.H, parse_hand(hand), parse_cards(led), parse_cards(card)[0])
    assert (why.legal, why.rule, why.reason) == (legal, rule, reason)


def test_a_forced_matador_names_the_higher_matador_that_was_led(game):
    why = card_why(
        game("danish-tournament"), Suit.H, parse_hand("SA CA D3"), parse_cards("H7"), CARDS[30]
    )
    assert why.message == "Forced: ♣A is a matador, but a higher one, ♥7, was led."


def test_a_seat_that_is_not_to_act_is_refused_by_the_rule_of_turns(game):
    state = Script(game("danish-club")).run(["F spil"]).state
    assert explain(state, PASS, seat=2).rule == "auction.procedure"
    assert explain(state, PASS, seat=0).reason == "stands"
    state = Script(game("danish-club")).run(["F pass; M spil"]).state
    assert explain(state, PASS, seat=0).rule == "auction.pass_final"
    state = Script(game("danish-club")).run(["F ren-nolo; M pass; B pass"]).state
    assert explain(state, PLAYS[0], seat=1).reason == "not-his-turn"
