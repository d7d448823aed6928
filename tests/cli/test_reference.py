"""The reference pages: one is made from the commands, the examples of the other are run."""

import re
from pathlib import Path

import pytest

from pages import command_line
from pages.command_line import page

_DOCS = Path(__file__).parents[2] / "docs"
_RECORDS = (_DOCS / "reference" / "record.md").read_text(encoding="utf-8")


def _blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", _RECORDS, re.DOTALL)


def test_the_page_of_the_command_line_is_current():
    written = (_DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    assert written == page(), "run: python -m pages.command_line"


def test_the_command_that_makes_the_page_writes_it_and_says_where(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    monkeypatch.setattr(command_line, "checkout", lambda: tmp_path)
    assert command_line.main() == 0
    assert capsys.readouterr().out == "docs/reference/command-line.md\n"
    written = (tmp_path / "docs/reference/command-line.md").read_text(encoding="utf-8")
    assert written == page()


@pytest.mark.parametrize("block", _blocks("yaml"))
def test_a_record_on_the_page_is_legal(lhombre, tmp_path, block):
    file = tmp_path / "record.yaml"
    file.write_text(block, encoding="utf-8")
    answer = lhombre("replay", file)
    assert answer.code == 0, answer.out + answer.err


@pytest.mark.parametrize("block", _blocks("python"))
def test_the_python_of_the_page_runs(block):
    exec(compile(block, "record.md", "exec"), {})  # noqa: S102  our own page


def test_the_page_has_a_row_for_every_key_of_a_record():
    from lhombre_core.language.record.reading import _DEAL_KEYS, _TOP_KEYS

    rows = " ".join(line for line in _RECORDS.splitlines() if line.startswith("| `"))
    missing = [key for key in (*_TOP_KEYS, *_DEAL_KEYS) if f"`{key}`" not in rows]
    assert not missing


@pytest.mark.parametrize("file", sorted((_DOCS / "examples").glob("*.yaml")), ids=lambda f: f.stem)
def test_an_example_is_verified_in_words_and_as_json(lhombre, file):
    answer = lhombre("replay", file)
    assert answer.code == 0
    assert answer.out.startswith("Legal")
    found = lhombre("replay", file, "--json").json
    assert found["legal"] is True
    assert {"variant", "hash", "deals", "totals"} <= set(found)
