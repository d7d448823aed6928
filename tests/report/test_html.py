import re

import html5lib
import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report import document, page, rulebook_html, to_html
from lhombre_core.report.words.html import slug

PAGES = {}


def made(variant):
    """Return the rulebook page of a variant, made once."""
    if variant not in PAGES:
        PAGES[variant] = rulebook_html(load(variant))
    return PAGES[variant]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("variant", variant_ids())
def test_a_rulebook_page_is_valid_html(variant):
    html5lib.HTMLParser(strict=True).parse(made(variant))


@pytest.mark.parametrize("variant", variant_ids())
def test_a_rulebook_page_needs_nothing_from_outside(variant):
    text = made(variant)
    assert not re.search(r"<(script|img|iframe|link|object)\b", text)
    assert not re.search(r"(src|href)=\"(?!#)", text)
    assert "url(" not in text
    assert "@import" not in text


@pytest.mark.parametrize("variant", variant_ids())
def test_every_link_leads_to_one_place_of_the_page(variant):
    text = made(variant)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_a_page_has_one_title_one_main_part_and_its_contents():
    text = made("english-1800s")
    assert text.count("<h1") == text.count("<main") == text.count("<nav") == 1
    assert '<html lang="en">' in text
    assert '<a href="#the-cards">The cards</a>' in text
    assert "<title>Ombre, English, nineteenth century</title>" in text


def test_tables_scroll_in_their_own_box():
    text = made("danish-club")
    assert text.count("<table>") == text.count('<div class="table"') > 0


def test_a_point_is_linked_where_it_is_named():
    assert '<a href="#en01"><code>EN01</code></a>' in made("english-1800s")
    assert to_html("`EN99`") == "<p><code>EN99</code></p>\n"


def test_html_in_markdown_is_shown_and_not_used():
    assert "<b>" not in to_html("a <b>b</b> c")
    assert "&lt;b&gt;" in to_html("a <b>b</b> c")


def test_two_headings_of_the_same_words_have_two_ids():
    text = document("T", "# T\n\n## A\n\n## A\n")
    assert 'id="a"' in text
    assert 'id="a-2"' in text


def test_a_page_is_made_of_the_parts_that_are_given():
    text = page("A & B", "<p>x</p>", description='say "so"')
    assert "<title>A &amp; B</title>" in text
    assert 'content="say &quot;so&quot;"' in text
    assert "<nav" not in text


def test_an_id_has_letters_and_hyphens_only():
    assert slug("What is it? EN02.minimum") == "what-is-it-en02-minimum"
