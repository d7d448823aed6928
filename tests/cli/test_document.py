"""Documents: rulebooks, comparisons and the site, printed or written."""

import json

import pytest


def test_a_rulebook_is_markdown_or_a_page(lhombre):
    assert lhombre("rulebook", "danish-club").out.startswith("# ")
    assert lhombre("rulebook", "danish-club", "--format", "html").out.startswith("<!DOCTYPE html>")


def test_a_rulebook_is_of_the_readings_chosen(lhombre):
    plain = lhombre("rulebook", "english-1800s").out
    assert lhombre("rulebook", "english-1800s", "--reading", "EN01=at-first-lead").out != plain


def test_a_comparison_names_the_rules_in_which_variants_differ(lhombre):
    answer = lhombre("compare", "danish-club", "danish-tournament", "--json")
    assert answer.json["variants"] == ["danish-club", "danish-tournament"]
    assert all({"rule", "values", "sources"} <= set(one) for one in answer.json["differences"])
    printed = lhombre("compare", "danish-club", "danish-tournament").out
    assert printed.startswith("# ")


def test_a_document_is_written_and_not_over_another(lhombre, tmp_path):
    file = tmp_path / "club.md"
    answer = lhombre("rulebook", "danish-club", "--out", file)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"Written to {file}.\n"
    assert lhombre("rulebook", "danish-club", "--out", file).code == 2
    assert lhombre("compare", "danish-club", "danish-tariff", "--out", file, "--force").code == 0


def test_json_may_be_written_to_a_file(lhombre, tmp_path):
    file = tmp_path / "c.json"
    order = ("compare", "danish-club", "danish-tariff", "--json", "--out", file)
    assert lhombre(*order).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["variants"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rulebook", "danish-club", "--format", "pfd"], "unknown format 'pfd'"),
        (["rulebook", "danish-clubb"], "did you mean 'danish-club'?"),
        (["compare", "danish-club"], "two or more variants"),
        (["compare", "danish-club", "danish-tariff", "--reading", "ZZ9=x"], "unknown point 'ZZ9'"),
    ],
)
def test_a_document_that_cannot_be_made_is_refused(refused, arguments, said):
    assert said in refused(*arguments)


def test_a_site_leaves_a_folder_alone_that_is_not_its_own(lhombre, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    answer = lhombre("site", "--out", tmp_path)
    assert answer.code == 2
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"


def test_a_site_goes_to_build_site_where_it_is_asked_for(lhombre, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build" / "site").mkdir(parents=True)
    (tmp_path / "build" / "site" / "thesis.txt").write_text("mine", encoding="utf-8")
    answer = lhombre("site")
    assert answer.code == 2
    assert "build/site" in answer.err
