"""What holds for every page of documentation, whatever stands on it."""

import re
from urllib.parse import unquote

import pytest

from tests.docs.page import PAGES, ROOT, blocks, name_of

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_WRITTEN = re.compile(r"^\$ lhombre .*--out (\S+)", re.MULTILINE)
_FOREIGN = re.compile(
    r"/(?:home|root|work|Users)/|pypi\.|://(?:localhost|127\.)|\bissue \d|\bsession \d+ of",
    re.IGNORECASE,
)
INDEX = ROOT / "docs" / "index.md"


def prose(page):
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


def links(page):
    return [link for link in _LINK.findall(prose(page)) if "://" not in link]


def anchors(page):
    """Return the anchors of a page as they are made from its headings."""
    names = (re.sub(r"[`*_]", "", name).lower() for name in _HEADING.findall(prose(page)))
    return {re.sub(r"[^\w -]", "", name).replace(" ", "-") for name in names}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page):
    for link in links(page):
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_every_page_is_listed_in_the_index():
    listed = {(INDEX.parent / link).resolve() for link in links(INDEX)}
    pages = {page for page in PAGES if page.is_relative_to(INDEX.parent)} - {INDEX}
    assert {name_of(page) for page in pages - listed} == set()


def test_every_page_but_the_index_begins_with_its_title():
    for page in PAGES:
        assert page.read_text(encoding="utf-8").startswith("# "), name_of(page)


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_a_decision_is_short():
    for page in (ROOT / "docs" / "decisions").glob("*.md"):
        assert len(page.read_text(encoding="utf-8").splitlines()) <= 40, page.name


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_names_no_place_on_a_machine_and_nothing_about_its_making(page):
    assert _FOREIGN.findall(page.read_text(encoding="utf-8")) == []


def test_no_two_pages_have_their_reader_write_a_file_of_the_same_name():
    pages = {}
    for page in PAGES:
        for block in blocks(page.read_text(encoding="utf-8")):
            names = _WRITTEN.findall(block.text) if block.kind == "console" else []
            names += [block.name] if block.kind in {"python", "yaml"} and block.name else []
            for name in names:
                pages.setdefault(name, set()).add(name_of(page))
    assert "deal.yaml" in pages
    assert {name: found for name, found in pages.items() if len(found) > 1} == {}
