"""Every reader of rule sets knows every rule, or refuses it by name."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from lhombre_core.cli.auction.answer import answer_auction
from lhombre_core.cli.score.scoring import ScoreOptions, score_deal
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.errors import UsageError
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.space import Unencodable
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report.compare.comparison import compare
from lhombre_core.report.rulebook.book import Book
from lhombre_core.resource import checkout
from lhombre_core.rules.acting import idleness
from lhombre_core.rules.consumer import require as check
from lhombre_core.rules.consumer.require import places, refusal, require
from lhombre_core.rules.consumer.stance import Consumer, Kind, Place
from lhombre_core.rules.consumer.table import entries, table
from lhombre_core.rules.word import UNSET
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.play.reference import Reference
from lhombre_core.solve.kernel import Kernel as KernelSolver
from lhombre_core.solve.solver import Solver
from pages.consumers import page
from tests.rules.model_word import model_kinds


def unknown(known):
    """Return every reader with every value that it has no stance on."""
    return [
        f"{one}: {place}"
        for place in places()
        for one in Consumer
        if one not in known.get(place, {})
    ]


def test_every_reader_has_a_stance_on_every_value_of_the_language():
    assert unknown(table()) == []


def test_a_value_without_a_stance_is_named_with_the_readers():
    place = Place("play.stop", "play-out")
    known = {one: profile for one, profile in table().items() if one != place}
    assert unknown(known) == [f"{one}: play.stop: play-out" for one in Consumer]


def test_the_table_lists_what_the_language_has_and_each_value_once():
    counts = Counter(place for place, _, _ in entries())
    assert [str(place) for place in counts if place not in places()] == []
    assert [str(place) for place, number in counts.items() if number > 1] == []


def test_every_list_of_words_stands_in_the_language():
    words = {place.word for place in places()}
    outside = {"Canonical", "Certainty", "Status"}  # for readers
    for kind in model_kinds():
        assert kind.__name__ in outside or {word.value for word in kind} <= words, kind


def test_a_reader_that_does_without_a_rule_says_why():
    for profile in set(map(id, table().values())):
        known = next(one for one in table().values() if id(one) == profile)
        for one, held in known.items():
            assert (held.kind is Kind.HONOURS) == (not held.reason), one


def is_judged(pattern):
    """Return whether idleness has a test for a field, or for something that it belongs to."""
    node = idleness._TREE
    for step in pattern.split("."):
        node = node.below.get(step) or node.below.get("*")
        if node is None:
            return False
        if node.tests:
            return True
    return False


def test_a_field_always_acts_or_has_a_test_of_when_it_is_idle():
    wrong = {place.pattern for place, _, acts in entries() if acts == is_judged(place.pattern)}
    assert wrong == set()


@pytest.mark.parametrize("variant", variant_ids())
@pytest.mark.parametrize("one", Consumer)
def test_every_reader_reads_every_variant(one, variant):
    assert refusal(one, load(variant).rules) is None


# -- refusals -------------------------------------------------------------------------------------


@pytest.fixture
def forget(monkeypatch):
    """Return how one reader, or all, forget a field of the language."""

    def forget(pattern, *readers, neutral=UNSET):
        known = {
            place: {one: held for one, held in profile.items() if one not in readers}
            if place.pattern == pattern
            else profile
            for place, profile in table().items()
        }
        fields = dict(places())
        fields |= {place: neutral for place in fields if place.pattern == pattern}
        monkeypatch.setattr(check, "table", lambda: known)
        monkeypatch.setattr(check, "places", lambda: fields)
        check.unmet.cache_clear()

    yield forget
    monkeypatch.undo()
    check.unmet.cache_clear()


def test_a_value_that_is_neutral_is_no_obstacle(forget):
    forget("play.stop", Consumer.KERNEL, neutral="when-fixed")
    assert refusal(Consumer.KERNEL, load("danish-club").rules) is None
    changed = load("danish-club", settings=["play.stop=play-out"]).rules
    assert refusal(Consumer.KERNEL, changed) == "the kernel cannot play play.stop: play-out"
    require(Consumer.ENGINE, changed)


def test_a_value_that_is_idle_is_no_obstacle(forget):
    forget("contracts.*.trump.turned_ace", Consumer.ENGINE)
    require(Consumer.ENGINE, load("french-1600s").rules)
    with pytest.raises(UsageError, match=r"play contracts\.\w+\.trump\.turned_ace: printed-suit"):
        require(Consumer.ENGINE, load("danish-club").rules)


def test_a_default_is_neutral(forget):
    neutral = places()[Place("settlement.*.if.first_five", "ombre")]
    forget("settlement.*.if.first_five", Consumer.SCORE, neutral=neutral)
    assert neutral is None
    require(Consumer.SCORE, load("danish-club").rules)
    with pytest.raises(
        UsageError, match=r"score cannot judge settlement\.win_primera\.if\.first_five"
    ):
        require(Consumer.SCORE, load("english-1800s").rules)


def test_a_word_of_a_set_and_a_party_are_refused(forget):
    forget("settlement.*.on", Consumer.ENGINE)
    with pytest.raises(UsageError, match=r"cannot play settlement\.\w+\.on"):
        require(Consumer.ENGINE, load("danish-club").rules)


def task(rules, bot="thumb"):
    return Task(rules, 3, 1, (bot,) * 3)


def legal(resolved):
    from lhombre_core.cli.legal import legal

    legal(resolved.id, contract="solo", hand="SA", trump="S")


ASKED = {
    Consumer.ENGINE: lambda it: Game(it.rules),
    Consumer.KERNEL: lambda it: new_book(prepare(it.rules)),
    Consumer.SOLVER: lambda it: KernelSolver(prepare(it.rules)),
    Consumer.REFERENCE: lambda it: Solver(prepare(it.rules), with_kernel=False),
    Consumer.LEGAL: legal,
    Consumer.AUCTION: lambda it: answer_auction(it, "forehand solo", 3),
    Consumer.SCORE: lambda it: score_deal(it, ScoreOptions("solo", "5-2-2", trump="S")),
    Consumer.PLAYERS: lambda it: backend_for(task(it.rules), 9),
    Consumer.RULEBOOK: lambda it: Book(it.rules, lambda _: None),
    Consumer.COMPARISON: lambda it: compare([it, it]),
}


@pytest.mark.parametrize("one", ASKED)
def test_every_reader_refuses_a_rule_that_it_does_not_know(one, forget):
    resolved = load("danish-club")
    prepare(resolved.rules)
    forget("play.stop", one)
    with pytest.raises((UsageError, Unencodable), match=r"play\.stop: when-fixed"):
        ASKED[one](resolved)


def test_every_reader_but_idleness_is_asked():
    assert set(Consumer) - set(ASKED) == {Consumer.IDLENESS}


def test_what_the_kernel_does_not_know_the_engine_plays(forget):
    rules = load("danish-club").rules
    assert isinstance(backend_for(task(rules), 9999), Kernel)
    forget("play.stop", Consumer.KERNEL)
    assert isinstance(backend_for(task(rules), 9999), Reference)


def test_what_the_kernel_solver_does_not_know_the_reference_solver_judges(forget):
    forget("play.stop", Consumer.SOLVER)
    solver = Solver(prepare(load("danish-club").rules))
    assert solver.name(SimpleNamespace(order=(0, 1, 2))) == "reference"


def test_the_page_of_readers_is_the_one_that_the_table_makes():
    assert Path(checkout(), "docs/reference/consumers.md").read_text(encoding="utf-8") == page()
