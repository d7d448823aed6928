import dataclasses
import importlib.util
import json
import re
import sys
from itertools import combinations
from pathlib import Path

import html5lib
import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load, load_all, variant_ids
from lhombre_core.language.resolve.collection import slots
from lhombre_core.report.compare.comparison import compare
from lhombre_core.report.compare.difference import differences, sides_of
from lhombre_core.report.compare.render import render
from lhombre_core.report.compare.row import CONTRACT_UNITS
from lhombre_core.report.compare.text import SECTIONS, Text
from lhombre_core.report.words.html import to_html
from lhombre_core.report.words.question import differing, grouped, wording
from lhombre_core.rules.acting.difference import differing_slots
from lhombre_core.rules.acting.idleness import reason
from lhombre_core.rules.data.path import leaves
from lhombre_core.rules.settlement import Event
from lhombre_core.rules.table import Name
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Word
from tests.rules.change import with_value

VARIANTS = variant_ids()
FEW = {
    ("danish-club", "danish-tariff"),
    ("danish-club", "danish-tournament"),
    ("danish-club", "english-1800s"),
    ("danish-tariff", "pierer-free"),
    ("english-1800s", "french-1600s"),
    ("french-1600s", "pierer-pure"),
    ("pierer-free", "pierer-pure"),
}
PAIRS = [
    pair if pair in FEW else pytest.param(pair, marks=pytest.mark.slow)
    for pair in combinations(VARIANTS, 2)
]
NASTY = "1. <script>alert(1)</script> *a* _b_ [c](d) `e f` | ~g~ &amp; [^9] \\ # h"
MADE = {}


def found(*names):
    """Return the comparison of some variants, made once."""
    if names not in MADE:
        MADE[names] = compare([load(name) for name in names])
    return MADE[names]


def text(*names):
    """Return the report on some variants, made once."""
    key = ("text", *names)
    if key not in MADE:
        MADE[key] = Text(found(*names)).markdown()
    return MADE[key]


def rules_of(comparison):
    return {one.rule for one in comparison.differences}


def changed(resolved, path, value):
    """Return a variant in which one value is another."""
    steps = tuple(path.split("."))
    return dataclasses.replace(resolved, rules=with_value(resolved.rules, steps, value))


def chapter(report, heading):
    """Return a chapter of a report without its references to notes."""
    part = report.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return re.sub(r"\[\^\d+\]", "", part)


# -- as data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_does_not_differ_from_itself(variant):
    comparison = found(variant, variant)
    assert comparison.differences == ()
    assert comparison.as_dict()["differences"] == []
    assert "No rule of the two differs" in text(variant, variant)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_data_have_the_fields_that_are_promised(pair):
    data = json.loads(render(found(*pair), "json"))
    assert data["variants"] == list(pair)
    assert data["differences"]
    for one in data["differences"]:
        assert {"rule", "values", "sources"} <= one.keys()
        assert list(one["values"]) == list(pair)
        assert list(one["sources"]) == list(pair)
        assert one["values"][pair[0]] != one["values"][pair[1]]


@pytest.mark.parametrize("pair", PAIRS)
def test_a_difference_that_cannot_act_on_either_side_is_left_out(pair):
    for one in found(*pair).differences:
        assert any(one.live)
        for side, live in zip(one.sides, one.live, strict=True):
            assert not live or reason(side.rules, side.own(one.rule)) is None


@pytest.mark.parametrize("pair", PAIRS)
def test_differences_stand_in_the_order_of_the_game(pair):
    order = [field.name for field in dataclasses.fields(RuleSet)]
    places = [order.index(one.section) for one in found(*pair).differences]
    assert places == sorted(places)


@pytest.mark.parametrize("pair", PAIRS)
def test_each_value_leads_to_the_line_where_it_stands(pair):
    for one in found(*pair).as_dict()["differences"]:
        for key, source in one["sources"].items():
            if one["values"][key] is not None:
                assert source["file"].endswith(".yaml")
                assert source["line"] > 0


def test_contracts_are_compared_by_what_is_done_in_them():
    data = found("danish-club", "english-1800s").as_dict()
    prices = {
        one["rule"]: one["values"]
        for one in data["differences"]
        if one["rule"].endswith(".price.number") and None not in one["values"].values()
    }
    assert prices == {
        "contracts.name-trump-exchange.price.number": {"danish-club": 1, "english-1800s": 5},
        "contracts.turned-trump.price.number": {"danish-club": 2, "english-1800s": 7},
        "contracts.name-trump-no-exchange.price.number": {"danish-club": 3, "english-1800s": 15},
    }
    matched = {one["family"]: one["contracts"] for one in data["contracts"]}
    assert matched["turned-trump"] == {"danish-club": "tourne", "english-1800s": "vuelta"}
    assert matched["no-trick-open"] == {"danish-club": "nolo-ouvert", "english-1800s": None}


def test_a_family_that_one_side_has_twice_is_compared_by_id():
    rules = rules_of(found("pierer-free", "pierer-pure"))
    assert "contracts.klein-obscur.family" in rules
    assert "contracts.gross-obscur.family" in rules


def test_explicit_nothing_and_no_rule_at_all_are_told_apart():
    values = {
        one["rule"]: one["values"]
        for one in found("danish-club", "english-1800s").as_dict()["differences"]
    }
    assert values["result.run"]["danish-club"] == "none"
    assert values["result.run"]["english-1800s"]["least"] == 1
    assert values["result.run.least"] == {"danish-club": None, "english-1800s": 1}


@pytest.mark.parametrize("pair", PAIRS)
def test_the_distance_is_that_of_the_rules(pair):
    first, second = (load(name).rules for name in pair)
    expected = differing_slots(first, second, slots())
    assert differing([first, second]) == expected
    assert list(found(*pair).questions) == expected
    assert found(*pair).distances == [[0, len(expected)], [len(expected), 0]]


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        ("danish-club", "english-1800s", "auction.procedure"),
        ("danish-club", "danish-tournament", "contracts.turned-trump.entry.named"),
        ("danish-club", "danish-tournament", "contracts.name-trump-exchange.becomes"),
        ("english-1800s", "pierer-pure", "contracts.name-trump-exchange.trump.named"),
        ("danish-club", "english-1800s", "concession.until"),
        ("danish-club", "danish-tournament", "contracts.no-trick-exchange.concession.allowed"),
        ("danish-club", "french-1600s", "contracts.name-trump-exchange.concession.allowed"),
        ("danish-club", "english-1800s", "result.failed_vole"),
        ("danish-tariff", "french-1600s", "result.one_four_four"),
        ("danish-club", "pierer-pure", "result.run"),
        ("english-1800s", "french-1600s", "result.run.lacking"),
        ("danish-tournament", "pierer-free", "result.two_in_no_trick"),
        ("danish-club", "english-1800s", "stakes.at_stake"),
        ("english-1800s", "pierer-pure", "stakes.pools.written.kind"),
        ("danish-club", "pierer-free", "table.resting.at_four"),
        ("danish-club", "danish-tariff", "settlement.win.from"),
    ],
)
def test_the_big_differences_are_found(first, second, rules):
    assert rules in rules_of(found(first, second))


def test_the_same_deals_are_settled_under_both():
    data = found("danish-club", "english-1800s").as_dict()
    tables = {one["compared_as"]: one["situations"] for one in data["payments"]}
    paid = {one["situation"]: one["payments"] for one in tables["name-trump-exchange"]}
    assert paid["won"]["danish-club"]["ombre"] == 1
    # The pot holds 5 and he held three estuches: each pays 5 + 3.
    assert paid["won"]["english-1800s"] == {
        "result": "win",
        "ombre": 21,
        "opponents": [-8, -8],
        "table": 0,
        "owed": 0,
    }
    assert paid["level"]["danish-club"]["result"] == "codille"
    assert paid["level"]["english-1800s"]["result"] == "remise"
    assert paid["vole-failed"]["english-1800s"]["result"] == "vole-failed"
    assert set(tables) == {"name-trump-exchange", "turned-trump", "name-trump-no-exchange"}


def test_a_deal_that_cannot_occur_has_no_payment():
    data = found("french-1600s", "english-1800s").as_dict()
    paid = {
        one["situation"]: one["payments"]
        for table in data["payments"]
        if table["compared_as"] == "name-trump-exchange"
        for one in table["situations"]
    }
    assert paid["given-up"]["french-1600s"] is None
    assert paid["given-up"]["english-1800s"]["ombre"] == -21


# -- as a report --------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS)
def test_each_note_is_referred_to_and_each_reference_has_its_note(pair):
    report = text(*pair)
    numbers = set(re.findall(r"\[\^(\d+)\](?!:)", report))
    notes = re.findall(r"^\[\^(\d+)\]:", report, re.MULTILINE)
    assert len(notes) == len(set(notes))
    assert set(notes) == numbers


@pytest.mark.parametrize("pair", PAIRS)
def test_notes_are_numbered_as_they_are_read(pair):
    body = re.sub(r"^\[\^\d+\]:.*$", "", text(*pair), flags=re.MULTILINE)
    seen = list(dict.fromkeys(int(number) for number in re.findall(r"\[\^(\d+)\]", body)))
    assert seen == list(range(1, len(seen) + 1))


@pytest.mark.parametrize("pair", PAIRS)
def test_no_value_of_python_and_no_gap_shows_in_a_report(pair):
    for trace in ("None", "Fraction(", "frozenset", "<enum", "{", "}", " .", " ,", "..", " ;"):
        assert trace not in text(*pair), trace


def _words(kind=Word):
    for one in kind.__subclasses__():
        yield from one
        yield from _words(one)


@pytest.mark.parametrize("pair", PAIRS)
def test_words_of_the_rule_language_and_paths_stand_in_code_alone(pair):
    body = text(*pair).split("\n## The sources")[0]
    prose = re.sub(r"`[^`]*`", "", body)
    for word in {word.value for word in _words() if re.search("[-_]", word.value)}:
        assert not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", prose) or word in {
            "resting-player",
            "by-lot",
        }, word
    assert not re.search(r"\b[a-z]+_[a-z]+", prose)


@pytest.mark.parametrize("pair", PAIRS)
def test_chapters_stand_in_the_order_of_the_game(pair):
    report = text(*pair)
    parts = [part for part in Text(found(*pair)).sections if part.rows or part.blocks]
    places = [report.index(f"\n## {part.label[0].upper()}{part.label[1:]}\n") for part in parts]
    assert places == sorted(places)
    assert [part.name for part in parts] == [n for n in SECTIONS if n in {p.name for p in parts}]


def test_the_opening_says_how_far_apart_two_games_are_and_over_what():
    opening = text("danish-club", "english-1800s").split("\n## ")[0]
    assert "the two answer **44** differently" in opening
    assert "nothing lies on the table" in opening
    assert "a deal is played for the pot" in opening
    assert "[^" not in opening


@pytest.mark.parametrize(
    ("pair", "cells"),
    [
        (
            ("danish-club", "english-1800s"),
            [
                ("how the auction goes", "against the third", "round the table"),
                ("whether the bid is the contract", "bid as Spil", "its own name"),
                ("what may be changed after the auction", "Tourné Respekt", "what was bid"),
                ("whether top trumps are paid for", "bring nothing", "held or lacking"),
                ("giving up", "the first trick", "the fourth trick"),
                ("a missed vole", "stays won", "draws nothing"),
                ("one trick against four and four", "codille", "remise"),
                ("two tricks where none was to be won", "codille", "no such contract"),
                ("four at the table", "faces the dealer", "only three"),
                ("who pays whom", "nobody pays", "draws the pot"),
                ("the length of a session", "30 deals", "30 deals"),
            ],
        ),
        (
            ("french-1600s", "pierer-pure"),
            [
                ("what lies on the table", "the pot", "the Blocks"),
                ("how many contracts there are", "two contracts", "four contracts"),
                ("when trumps are named", "before anybody", "after the ombre’s exchange"),
                ("giving up", "cannot be given up", "Frage"),
                ("the length of a session", "30 deals", "has been won three times"),
            ],
        ),
    ],
)
def test_the_main_points_stand_side_by_side(pair, cells):
    table = chapter(text(*pair), "The main points")
    rows = {row.split(" | ")[0].lstrip("| "): row.split(" | ")[1:] for row in table.splitlines()}
    for label, first, second in cells:
        assert first in rows[label][0]
        assert second in rows[label][1]


def test_what_is_the_same_is_no_main_point():
    assert "how the auction goes" not in text("danish-club", "danish-tournament")
    same = chapter(text("danish-club", "danish-tournament"), "What is the same")
    assert "who rests when four are at the table: the player who faces the dealer" in same


def test_names_of_contracts_make_no_difference():
    points = chapter(text("danish-club", "danish-tariff"), "The main points")
    assert "four at the table" not in points
    assert "two tricks where none was to be won" not in points


def test_contracts_are_matched_in_a_table_and_the_others_are_explained():
    part = chapter(text("danish-club", "english-1800s"), "The contracts")
    assert "| Tourné (Turned Trump) | vuelta |" in part
    assert "| Nolo Ouvert (Open Nolo) | – |" in part
    assert "Spil: 1; Tourné: 2; Solo: 3 | entrada: 5; vuelta: 7; solo: 15 |" in part
    own = part.split("### Only in Ombre, Danish club game")[1]
    assert "- **Ren Nolo**, *Pure Nolo*: without trumps" in own
    assert "level with Solo Kulør" in own


def test_payments_are_told_and_worked_out():
    part = chapter(text("danish-club", "english-1800s"), "The payments")
    assert "- *Ombre, Danish club game*: He scores the price of the contract." in part
    assert "He draws the pot." in part
    assert "| five tricks against two and two | **+1** (0, 0) | **+21** (−8, −8);" in part
    assert "codille: **−2** (0, 0) | remise: **−21** (0, 0); 26 on the table |" in part


def test_what_all_entries_have_alike_is_named_and_not_repeated():
    part = chapter(text("pierer-free", "pierer-pure"), "What is played for")
    assert "Alike: plate, written bêtes, Blocks and Roc cup." in part
    assert "a list of debts" not in part


def test_what_is_the_same_for_all_bids_is_qualified_where_contracts_have_rules_of_their_own():
    said = "nothing else; it is played as it was bid"
    own = f"{said}, unless the rule of his contract says otherwise"
    assert own in chapter(text("danish-club", "english-1800s"), "What is the same")
    plain = chapter(text("english-1800s", "french-1600s"), "What is the same")
    assert said in plain
    assert own not in plain


def test_a_number_of_deals_that_is_open_is_named_after_the_deals():
    assert "30 deals (`deals`)" in text("danish-club", "english-1800s")


def test_where_nobody_can_give_up_it_is_said_and_not_that_nothing_is_paid():
    report = text("english-1800s", "french-1600s")
    part = report.split("**If the ombre gives up**")[1].split("**")[0]
    assert "The ombre cannot give up." in part


@pytest.mark.parametrize("other", ["english-1800s", "danish-tournament"])
def test_what_is_paid_for_giving_up_is_without_a_run_that_does_not_count(other):
    report = text("pierer-pure", other)
    silent = "But the length of the run does not count."
    german, theirs = report.split("**If the ombre gives up**\n\n")[1].split("\n")[:2]
    assert "the run less 2." in german
    assert silent in re.sub(r"\[\^\d+\]", "", german)
    assert silent not in re.sub(r"\[\^\d+\]", "", theirs)


def test_a_run_that_does_not_count_is_a_difference_in_what_is_paid_for_giving_up():
    silent = load("english-1800s", ["EN15.price=puesta-without-estuches"])
    report = render(compare([load("english-1800s"), silent]))
    part = report.split("**If the ombre gives up**")[1].split("\n\n")[1]
    assert part.count("But the length of the run does not count.") == 1


@pytest.mark.parametrize(
    ("variant", "reading", "cell"),
    [
        ("english-1800s", "EN06=ombre-takes", "and the ombre draws from the pot"),
        ("english-1800s", "EN06=as-puesta", "and the ombre pays into the pot"),
        ("french-1600s", "FR13=opponents-share-board", "and each opponent draws from the pot"),
    ],
)
def test_what_a_missed_vole_moves_on_the_table_is_a_main_point(variant, reading, cell):
    report = render(compare([load(variant), load(variant, [reading])]))
    rows = chapter(report, "The main points").splitlines()
    (row,) = (row for row in rows if row.startswith("| a missed vole |"))
    assert f"it takes the place of the win, {cell}" in row.split(" | ")[2]


@pytest.mark.parametrize(
    ("first", "rule", "said"),
    [
        ("danish-club", "vole.needs", "the first five tricks"),
        ("french-1600s", "vole.undertaken", "by playing one more card"),
    ],
)
def test_what_follows_if_the_vole_is_not_announced_is_told(first, rule, said):
    four = load("french-1600s", ["FR12.commit=announced-before-trick-5"])
    rows = chapter(render(compare([load(first), four])), "All nine tricks").splitlines()
    (row,) = (row for row in rows if f"`{rule}`" in row)
    assert said in row.split(" | ")[1]
    assert "; unsaid, the vole is given up, and the deal ends" in row.split(" | ")[2]


def test_a_vole_that_must_be_announced_with_five_tricks_ends_the_deal_if_it_is_not():
    part = chapter(text("danish-club", "english-1800s"), "All nine tricks")
    assert "by saying so before the next lead; unsaid, the deal ends" in part


def test_the_words_stand_side_by_side_where_they_differ():
    part = chapter(text("danish-club", "english-1800s"), "The words of the games")
    assert "| codille | *kruk* | *cadilla* |" in part
    assert "| Spadille |" not in part
    assert "*Spadille*" in part


def test_more_than_two_variants_stand_in_columns():
    names = ("danish-club", "english-1800s", "pierer-free")
    report = text(*names)
    assert report.startswith("# Ombre, Danish club game · Ombre, English, nineteenth century · ")
    heads = re.findall(r"^\| *\|(.*)$", report, re.MULTILINE)
    assert heads
    assert all(head.count("|") == 3 for head in heads)
    for row in re.findall(r"^\|.*$", report, re.MULTILINE):
        assert row.replace("\\|", "").count("|") == 5, row
    assert "| `danish-club` | – | 44 | 48 |" in report
    data = json.loads(render(found(*names), "json"))
    assert data["variants"] == list(names)
    assert all(list(one["values"]) == list(names) for one in data["differences"])


def test_a_reading_can_be_compared_with_the_edition():
    chosen = load("english-1800s", ["EN08=codille-split"])
    comparison = compare([load("english-1800s"), chosen])
    assert comparison.as_dict()["variants"] == ["english-1800s", "english-1800s (2)"]
    assert rules_of(comparison) == {"result.one_four_four", "result.odd_unit"}
    assert "with `EN08=codille-split`" in Text(comparison).markdown()


def test_a_report_is_the_same_when_made_again():
    resolved = load_all(["danish-club", "french-1600s"])
    assert render(compare(resolved)) == render(compare(resolved))


def test_texts_of_a_variant_are_shown_and_not_used():
    first = load("english-1800s")
    nasty = Name(own=NASTY, en=NASTY)
    second = changed(first, "identity.name", nasty)
    second = changed(second, "contracts.vuelta.name", nasty)
    second = changed(second, "stakes.pools.pot.name", nasty)
    second = changed(second, "contracts.vuelta.price.number", 9)
    second = changed(second, "terms.win", NASTY)
    html = to_html(Text(compare([load("danish-club"), second])).markdown())
    assert "<script" not in html
    assert "<em>a</em>" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_page_is_valid_html_and_needs_nothing_from_outside():
    html = render(found("danish-club", "english-1800s"), "html")
    html5lib.HTMLParser(strict=True).parse(html)
    assert not re.search(r"(src|href)=\"(?!#)", html)
    assert "<script" not in html


def test_fewer_than_two_variants_cannot_be_compared():
    with pytest.raises(UsageError, match="two or more"):
        compare([load("danish-club")])


def test_an_unknown_format_is_refused():
    with pytest.raises(UsageError, match="unknown format 'pdff'"):
        render(found("danish-club", "english-1800s"), "pdff")


# -- nothing is passed over ---------------------------------------------------------------------


def _mutations():
    path = Path(__file__).with_name("mutation.py")
    spec = importlib.util.spec_from_file_location("mutation_of_rules", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.mutations


def _live_changes(variant, every):
    """Yield variants in which one value that can act is another."""
    resolved = load(variant)
    for place, (mutation, rules) in enumerate(_mutations()(resolved.rules)):
        acts = reason(resolved.rules, mutation.path) is None
        if place % every == 0 and acts and mutation.new != "amount-of":
            yield mutation, resolved, dataclasses.replace(resolved, rules=rules)


def _assert_said(variant, every):
    for mutation, one, other in _live_changes(variant, every):
        comparison = compare([one, other])
        assert comparison.differences, mutation
        report = Text(comparison)
        contracts = report.contracts.rows or report.contracts.own
        assert contracts or any(part.rows or part.blocks for part in report.sections), mutation


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_change_of_a_value_that_can_act_is_said(variant):
    _assert_said(variant, 211)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_change_of_a_value_that_can_act_is_said(variant):
    _assert_said(variant, 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reading_can_be_compared_with_the_edition(variant):
    resolved = load(variant)
    for point, one in resolved.rules.apparatus.points.items():
        for name, reading in one.readings.items():
            if reading.documented_only is None and name != one.default:
                render(compare([resolved, load(variant, [f"{point}={name}"])]))


def test_every_rule_of_a_contract_is_compared():
    units = [pattern for unit in CONTRACT_UNITS for pattern in unit.patterns]
    elsewhere = {"family", "rank"}
    for variant in VARIANTS:
        for leaf in leaves(load(variant).rules):
            if leaf.steps[0] == "contracts":
                below = ".".join(leaf.steps[2:])
                known = any(below == unit or below.startswith(unit + ".") for unit in units)
                assert known or below in elsewhere, leaf.path


def test_every_question_and_every_event_has_its_words():
    words = wording()
    assert words["questions"].keys() == slots().keys()
    assert words["events"].keys() == {event.value for event in Event}
    assert {slot.partition(".")[0] for slot in slots()} == words["question_groups"].keys()
    groups = grouped(slots())
    assert sum(group.of for group in groups) == sum(group.count for group in groups) == 100


def test_a_contract_that_cannot_act_is_no_difference():
    pure = load("pierer-pure")
    other = changed(pure, "contracts.mort.price.number", 7)
    assert differences(sides_of([pure, other])) == ()
