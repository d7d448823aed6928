"""Kernel and engine followed act by act: all of it is compared, and whatever differs is told."""

import json
import re
from types import SimpleNamespace

import pytest

from bench import command
from bench.page import page
from differential import Case, compare, follow, purse
from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel.encode.money.column import TAG_OWNER, lots_at
from lhombre_core.kernel.encode.money.money import new_till
from lhombre_core.kernel.layout import (
    BALANCES,
    CHOICES,
    COUNT,
    HELD,
    KIND,
    LEGAL,
    MISFIT,
    TRICKS,
    VOLE,
    WHAT,
    WHO,
)
from lhombre_core.language.catalog import variant_ids
from lhombre_core.sim.play.check import sizes

CASE = Case("french-1600s", "", 3, ("random", "thumb", "thumb-bold"))
PLACE = re.escape(f"{CASE}: ") + r"session 0, deal \d+: "


@pytest.fixture
def change(monkeypatch):
    """Return how something is changed after each call of a stage of deals that are followed."""

    def change(name, do):
        stage = getattr(purse.block, name)
        stages = ("start_sessions", "deal_out", "find_ombres", "exchange_cards", "play_deals")
        known = {one: getattr(purse.block, one) for one in (*stages, "turn_over")}

        def changed(*arguments):
            stage(*arguments)
            do([getattr(one, "held", one) for one in arguments])

        for module in (follow, purse):
            monkeypatch.setattr(module, "block", SimpleNamespace(**{**known, name: changed}))

    return change


def in_trace(column, by):
    """Return what changes the eighth act in a trace; the play knows only of deals with an ombre."""

    def do(arguments):
        arguments[7]["acts"][7, column] += by

    return do


def in_facts(arguments):
    arguments[4][0]["facts"][TRICKS] += 1


def in_cards(arguments):
    arguments[0][0]["talon"][:2] = arguments[0][0]["talon"][1::-1]


def in_verdict(arguments):
    arguments[7][VOLE] += 1


def in_balance(arguments):
    arguments[1][BALANCES + 1] += 1


def in_lot(arguments):
    arguments[2][0, lots_at(1) + 1] ^= 1 << TAG_OWNER


def without_lot(arguments):
    arguments[1][HELD + COUNT] -= 1


@pytest.mark.parametrize(("number", "variant"), [*enumerate(variant_ids())])
def test_every_variant_is_played_side_by_side_as_by_the_engine(number, variant, resolved):
    others = [size for size in sizes(prepare(resolved(variant).rules)) if size != 3] or [3]
    size = others[number % len(others)]  # four or five in turn, where there are both
    mixed = ("thumb-bold", "random", "thumb-cautious", "thumb", "random")[:size]
    for case in (Case(variant, "", 3, ("thumb",) * 3), Case(variant, "", size, mixed)):
        found = compare(case, 150, 3)
        assert found.differences == ()
        assert found.deals >= 150
        assert found.followed > 0


def test_every_deal_is_followed_and_the_counts_say_of_how_much():
    found = compare(CASE, 60, 3)
    assert found.differences == ()
    assert found.followed == found.deals >= 60
    assert found.moments == 2 * (found.deals + found.sessions)
    assert found.acts > 15 * found.deals
    assert found.lots > found.deals


@pytest.mark.parametrize(
    ("stage", "do", "told"),
    [
        ("deal_out", in_cards, "other cards are dealt"),
        ("play_deals", in_trace(WHO, 1), r"act 7 \(\w+ by seat \d\): who acts is \d, not \d"),
        ("play_deals", in_trace(KIND, -15), r"act 7 \(\w+ .*\): what kind of act is \w+, not \w+"),
        ("play_deals", in_trace(WHAT, 1), r"act 7 \(\w+ by seat \d\): what is \d+, not \d+"),
        ("play_deals", in_trace(CHOICES, 1), r"act 7 .*: how many choices is \d+, not \d+"),
        ("play_deals", in_trace(LEGAL, 1), r"act 7 .*: what is legal is 0x\w+, not 0x\w+"),
        ("play_deals", in_facts, r"tricks of seat 0 is \d, not \d"),
        ("turn_over", in_verdict, r"the vole is -?\d, not -?\d"),
        ("turn_over", in_balance, r"the balance of player 1 is -?\d+, not -?\d+"),
        ("turn_over", in_lot, r"lot 0 in pot is \(\w+ of \w+ by .*\), not \(.*\)"),
        ("turn_over", without_lot, r"\d lots in pot, not \d"),
    ],
)
def test_what_differs_in_the_following_alone_is_told_with_its_place(change, stage, do, told):
    change(stage, do)
    (found,) = compare(CASE, 1, 3).differences
    assert re.fullmatch(PLACE + told, found), found


def test_acts_that_are_missing_are_told(change):
    change("play_deals", lambda arguments: arguments[4][0]["asked"].__isub__(1))
    (found,) = compare(CASE, 1, 3).differences
    assert re.fullmatch(PLACE + r"act (\d+): there are \1 acts, not \d+", found), found


def test_a_session_that_differs_is_followed_no_further_and_the_next_one_is(change):
    change("play_deals", in_facts)
    found = compare(CASE, 60, 3)
    assert found.sessions > 1
    assert len(found.differences) == found.sessions
    assert found.deals >= 60 > found.followed


def test_a_session_that_does_not_fit_must_fit_neither_way(change, monkeypatch):
    change("turn_over", lambda arguments: arguments[1].__setitem__(MISFIT, 1))
    (found,) = compare(CASE, 1, 3).differences
    assert found == f"{CASE}: 1 sessions do not fit, but 0 side by side"
    monkeypatch.undo()
    for module in ("lhombre_core.sim.play.kernel", "differential.purse"):
        name = f"{module}.new_till"
        monkeypatch.setattr(name, lambda book, _=None: new_till(book, 8))
    found = compare(Case("pierer-free", "", 4, ("thumb",) * 4), 300, 3)
    assert found.differences == ()
    assert found.by_engine > found.deals - found.followed > 0


def test_the_page_says_what_was_compared_act_by_act():
    data = json.loads(command.DATA.read_text(encoding="utf-8"))
    counts = {"followed": 1234, "acts": 56789, "moments": 2469, "lots": 98765}
    shown = page(data | {"differential": data["differential"] | counts})
    for told in ("56,789 acts of 1,234 deals", "2,469 times", "98,765 lots"):
        assert told in shown
    assert "Both together: **no difference**." in shown
