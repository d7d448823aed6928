import dataclasses
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report.rulebook.book import CHAPTERS, Book, book, rulebook
from lhombre_core.report.words.lexicon import is_latin
from lhombre_core.report.words.markdown import code, escape, escaped
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.play import Gano
from lhombre_core.rules.table import Canonical, Cutter, Name, Status
from tests.report.passages import passages
from tests.rules.change import with_value

GOLDEN = Path(__file__).parents[1] / "golden" / "rulebook"
VARIANTS = variant_ids()
WHOLE = "english-1800s"
NEAREST = {
    "danish-tariff": "danish-club",
    "danish-tournament": "danish-club",
    "pierer-free": "danish-club",
    "pierer-pure": "pierer-free",
}
"""The book that another one is compared with, where it is not the whole one."""
NASTY = "1. <script>alert(1)</script> *a* _b_ [c](d) `e f` | ~g~ &amp; [^9] \\ # h"


@cache
def whole_text(variant):
    return rulebook(load(variant))


def plain_book(rules):
    """Return a book without footnotes and examples."""
    return Book(rules, lambda _: None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rulebook_is_the_golden_one(variant, updates_golden):
    """One golden book is whole, the others have what another book has not."""
    text, path = whole_text(variant), GOLDEN / f"{variant}.md"
    if variant != WHOLE:
        other = NEAREST.get(variant, WHOLE)
        text = passages(text, whole_text(other), other)
    if updates_golden:
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_there_is_no_golden_rulebook_without_a_variant():
    assert sorted(path.stem for path in GOLDEN.iterdir()) == VARIANTS


def test_the_passages_of_a_book_are_its_own_lines_between_counts_of_the_others():
    text = "# A\n\nShared[^1].\nOwn[^2].\n\n## B\n\nShared, too.\n"
    other = "# A\n\nShared[^7].\nAnother.\n\n## B\n\nNot here.\nShared, too.\n"
    assert passages(text, other, "other") == (
        "# A\n… 2 as in other\nOwn[^].\n\n## B\n… 2 as in other\n"
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_value_of_python_and_no_gap_shows_in_a_rulebook(variant):
    text = rulebook(load(variant)).split("## What is disputed")[0]
    for trace in ("None", "Fraction(", "frozenset", "<enum", "{", "}", " .", " ,", "..", "  and"):
        assert trace not in text, trace


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_note_is_referred_to_and_each_reference_has_its_note(variant):
    made = book(load(variant))
    text = made.text()
    for one in made.footnotes.footnotes:
        assert text.count(f"[^{one.number}]:") == 1
        assert text.count(f"[^{one.number}]") > 1
    assert f"[^{len(made.footnotes.footnotes) + 1}]" not in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_own_word_of_a_variant_changes_its_rulebook(variant):
    rules = escaped(load(variant).rules)
    words = plain_book(rules).chapter("terms")
    for word in rules.terms:
        changed = with_value(rules, ("terms", word), "thingummy")
        assert plain_book(changed).chapter("terms") != words


def test_a_word_that_the_book_uses_is_used_wherever_the_thing_is_meant():
    rules = escaped(load("english-1800s").rules)
    changed = with_value(rules, ("terms", Canonical.REMISE), "thingummy")
    book = plain_book(changed)
    others = {"introduction", "points", "sources"}
    told = "".join(book.chapter(name) for name in CHAPTERS if name not in others)
    assert "thingummy" in told
    assert "puesta" not in told
    assert "remise" not in told.replace("| remise |", "")


def test_a_word_that_no_variant_has_is_used_where_a_game_has_it():
    rules = escaped(load("english-1800s").rules)
    named = replace(rules, terms=Keyed({**rules.terms, Canonical.PRIMERA: "thingummy"}))
    assert "thingummy" in plain_book(named).chapter("settlement")


def test_a_variant_without_a_rule_has_no_sentence_about_it():
    danish = rulebook(load("danish-club")).split("## What is disputed")[0]
    for absent in ("pot", "privileged", "Codille", "primera", "taken over", "matadors for payment"):
        assert absent not in danish, absent
    french = rulebook(load("french-1600s")).split("### Open numbers")[0]
    for absent in ("without trumps", "## Giving up", "gano", "resting", "turned", "consolation"):
        assert absent not in french, absent


@pytest.mark.parametrize(
    ("path", "word", "chapter", "told"),
    [
        ("play.gano", Gano.RECORDED, "play", "let a trick go, which they call *gano*"),
        ("deal.cut", Cutter.RIGHT_OF_DEALER, "deal", "right-hand neighbour cuts"),
    ],
)
def test_a_custom_that_no_variant_has_is_told_where_a_game_has_it(path, word, chapter, told):
    rules = escaped(load("french-1600s").rules)
    changed = with_value(rules, tuple(path.split(".")), word)
    assert told not in plain_book(rules).chapter(chapter)
    assert told in plain_book(changed).chapter(chapter)


def test_a_game_that_was_seen_played_is_said_to_have_been():
    rules = escaped(load("french-1600s").rules)
    seen = replace(rules, identity=replace(rules.identity, status=Status.OBSERVED))
    assert "was seen played so" in plain_book(seen).chapter("introduction")
    assert "was seen played so" not in plain_book(rules).chapter("introduction")


def test_a_chapter_with_nothing_to_say_is_left_out():
    assert "concession" in CHAPTERS
    assert plain_book(escaped(load("french-1600s").rules)).chapter("concession") == ""


def test_a_reading_that_was_chosen_changes_the_book_and_is_named_in_it():
    usual, chosen = (rulebook(load("english-1800s", r)) for r in ([], ["EN11=duel"]))
    assert "until one of them passes" in chosen
    assert "until one of them passes" not in usual
    assert "EN11=duel" in chosen.split("## At the table")[0]


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reading_leaves_a_book_that_can_be_written(variant):
    for name, point in load(variant).rules.apparatus.points.items():
        for reading, one in point.readings.items():
            if one.documented_only is None:
                assert rulebook_of(variant, f"{name}={reading}")


def rulebook_of(variant, reading):
    made = book(load(variant, [reading]), examples=False)
    return all(made.chapter(name) or True for name in CHAPTERS)


def test_text_of_a_variant_file_is_shown_letter_by_letter():
    assert escape("# *a*\n<b>") == "\\# \\*a\\* \\<b\\>"
    assert escape("an id: `EN06=ombre-takes`") == "an id: `EN06=ombre-takes`"
    assert code("a`b|c") == "`` a`b\\|c ``"


def spoiled(value):
    """Return a rule set in which every text for readers is made nasty."""

    def walk(value, prose, name=""):
        if isinstance(value, str) and not hasattr(value, "doc"):
            return f"{value} {NASTY}" if prose else value
        if isinstance(value, Keyed):
            return Keyed({key: walk(part, prose) for key, part in value.items()})
        if isinstance(value, tuple):
            return tuple(walk(part, prose) for part in value)
        if dataclasses.is_dataclass(value):
            skipped = {"source", "point", "default", "refines", "set", "remove", "language"}
            return type(value)(
                **{
                    part.name: getattr(value, part.name)
                    if part.name in skipped
                    else walk(getattr(value, part.name), prose or part.metadata["prose"])
                    for part in dataclasses.fields(value)
                }
            )
        return value

    return walk(value, False)


def test_nothing_in_the_texts_of_a_variant_becomes_html_or_structure():
    html5lib = pytest.importorskip("html5lib")
    from lhombre_core.report.words.html import to_html

    rules = load("english-1800s").rules
    good = plain_book(escaped(rules)).text()
    bad = plain_book(escaped(spoiled(rules))).text()
    trees = [html5lib.parse(to_html(text), namespaceHTMLElements=False) for text in (good, bad)]
    counts = [
        {
            tag: len(tree.findall(f".//{tag}"))
            for tag in ("script", "table", "tr", "td", "h2", "h3", "sup")
        }
        for tree in trees
    ]
    assert counts[0] == counts[1]
    assert "<script>alert(1)</script> *a* _b_ [c](d) `e f` | ~g~ &amp;" in "".join(
        trees[1].itertext()
    )


def test_names_in_another_script_are_named_and_not_used():
    assert is_latin("Købe Nolo")
    assert not is_latin("Простая игра")
    text = rulebook(load("danish-tariff"))
    assert "**Simple Game**, *Простая игра*" in text
    assert "plays Простая" not in text


def test_a_new_variant_gets_a_book_from_its_values_alone(tmp_path):
    path = tmp_path / "house.yaml"
    path.write_text(
        "identity:\n"
        "  id: house\n"
        "  extends: english-1800s\n"
        "  name: {own: House, en: House ombre}\n"
        "  period: today\n"
        "  region: here\n"
        "  status: observed\n"
        "  language: en\n"
        "  summary: Our own.\n"
        "  aliases: {}\n"
        "  patches: []\n"
        "deal: {packets: [4, 5]}\n",
        encoding="utf-8",
    )
    text = rulebook(load(path))
    assert "# House ombre" in text
    assert "4, then 5 at a time" in text
    assert Name("House", "House ombre").own in text
