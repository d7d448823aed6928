"""Sentences of the rulebook that must agree with one another."""

import pytest

from lhombre_core.language.catalog import load
from lhombre_core.report.rulebook.book import Book, rulebook
from lhombre_core.report.words.markdown import escaped
from lhombre_core.rules.table import RestingAtFive

SILENT = "- But the length of the"


def chapter(name, variant, *readings):
    """Return a chapter without footnotes and examples."""
    return Book(escaped(load(variant, readings).rules), lambda _: None).chapter(name)


@pytest.mark.parametrize(
    ("variant", "readings", "counts"),
    [
        ("pierer-pure", (), False),
        ("pierer-free", (), False),
        ("english-1800s", (), True),
        ("english-1800s", ("EN15.price=puesta-without-estuches",), False),
        ("english-1800s", ("EN15.offered=none",), True),
        ("danish-club", (), True),
    ],
)
def test_what_is_paid_for_giving_up_is_without_a_run_that_does_not_count(variant, readings, counts):
    told = chapter("settlement", variant, *readings)
    assert (SILENT in told) is not counts
    if not counts:
        given_up = told.split("has given up**:")[1].split("**If")[0]
        assert SILENT in given_up


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (("needs=first-five",), "may go on for the rest; he undertakes it by {}, the deal ends."),
        (("needs=any-five",), "may go on for the rest; he undertakes it by {}, the deal ends."),
        (
            ("needs=first-four",),
            "{}, the tout is given up, and the deal ends with his fifth trick at the latest.",
        ),
        (
            ("needs=first-four", "stop=play-out"),
            "the tout is given up, and play goes on without it.",
        ),
        (
            ("needs=first-four", "undertaken=next-card"),
            "must go on for the rest; he undertakes it by playing one more card.",
        ),
    ],
)
def test_what_follows_if_all_nine_tricks_are_not_announced_hangs_on_when_they_must_be(
    settings, told
):
    paths = [f"{'play' if 'stop' in one else 'vole'}.{one}" for one in settings]
    rules = escaped(load("danish-club", settings=paths).rules)
    said = told.format("saying so before the next lead; unsaid")
    assert said in Book(rules, lambda _: None).chapter("vole")


@pytest.mark.parametrize(
    ("variant", "reading", "told"),
    [
        ("english-1800s", "EN06=stays", "missed vole is paid; the pot stays where it lies."),
        (
            "english-1800s",
            "EN06=ombre-takes",
            "missed vole is paid. On the table he draws the pot.",
        ),
        (
            "english-1800s",
            "EN06=as-puesta",
            "On the table he puts into the pot as much as lies there",
        ),
        ("french-1600s", "FR13=opponents-share-board", "On the table each opponent draws half"),
    ],
)
def test_what_a_missed_vole_does_to_the_pot_is_told_as_it_is_paid(variant, reading, told):
    said = " ".join(chapter("vole", variant, reading).split())
    assert told in said
    assert "nothing but" not in said
    paid = chapter("settlement", variant, reading).split("undertaken and missed**:")[1]
    on_the_table = "- On the table:" in paid.split("**If")[0].split("###")[0]
    assert on_the_table is ("On the table" in said)


@pytest.mark.parametrize(
    ("readings", "others"),
    [((), True), (("DA06=none", "DA09=paid-as-bid"), False), (("DA06=none",), False)],
)
def test_there_are_other_contracts_only_where_some_were_named_before(readings, others):
    told = chapter("auction", "danish-club", *readings)
    assert ("All others are played as they were bid" in told) is others
    assert ("All contracts are played as they were bid" in told) is not others


@pytest.mark.parametrize(
    ("setting", "often"), [("rocs=1", "once"), ("rocs=3", "three times"), ("rocs=4", "four times")]
)
def test_a_session_ends_when_its_occasion_has_been_won_so_often(setting, often):
    rules = escaped(load("pierer-free", settings=[setting]).rules)
    told = Book(rules, lambda _: None).chapter("session")
    assert f"A session ends when *Roc* has been won {often} (`rocs`)." in told


def test_nobody_is_said_to_be_paid_where_points_are_only_scored():
    club, tariff = (chapter("introduction", f"danish-{name}") for name in ("club", "tariff"))
    assert "He scores for what he has promised" in club
    assert "He is paid" not in club
    assert "He is paid for what he has promised" in tariff


def test_what_is_paid_for_a_mistake_is_paid_by_the_offender():
    told = chapter("settlement", "pierer-free").split("**If something irregular has happened**")[1]
    assert "On the table: the offender lays" in told


def test_where_two_may_rest_they_are_not_called_he():
    rules = escaped(load("pierer-free").rules)
    assert rules.table.resting.at_five is RestingAtFive.TWO_LEFT_OF_DEALER
    two = Book(rules, lambda _: None).chapter("table")
    one = chapter("table", "danish-club")
    assert "A resting player neither pays nor receives" in two
    assert "Meanwhile he shuffles" in one


def test_a_hand_dealt_short_is_not_thrown_in_but_the_deal_is():
    for variant in ("danish-club", "pierer-free"):
        told = chapter("irregularities", variant)
        assert "the deal is thrown in" in told
        assert "it is thrown in" not in told


def test_each_note_under_a_disputed_point_names_its_rule():
    told = chapter("points", "pierer-free").split("### `GE06.payer`")[1].split("### ")[0]
    rest = told.split("The rules rest on this:")[1].split("Other readings:")[0]
    notes = [line for line in rest.splitlines() if line.startswith("- ")]
    assert "- Passer `settlement.pass`: Who passes lays a mark. *Stated.*" in notes
    assert all("`" in note for note in notes)


def test_lines_of_a_settled_deal_begin_alike_and_pools_have_their_names():
    told = (
        rulebook(load("pierer-free")).split("### Some deals settled")[1].split("## The session")[0]
    )
    lines = [row.split("|")[1].strip() for row in told.splitlines() if row.startswith("| ")]
    names = {name for name in lines if name}
    assert {"Stamm", "Blocks", "Written bêtes", "Price and matadors"} <= names
    assert all(name[0].isupper() for name in names)


@pytest.mark.parametrize("variant", ["danish-club", "english-1800s", "french-1600s"])
def test_an_apostrophe_is_never_a_straight_one(variant):
    assert "'" not in rulebook(load(variant))
