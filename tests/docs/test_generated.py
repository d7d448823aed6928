"""The generated pages and schemas: each is current, and one command writes them."""

import pytest

from pages import __main__ as command
from tests.docs.page import ROOT


@pytest.mark.parametrize("name", command.PAGES)
def test_a_generated_file_is_current(name):
    for file, text in command.PAGES[name].items():
        written = (ROOT / file).read_text(encoding="utf-8")
        assert written == text(), f"run: PYTHONPATH=scripts/tools .venv/bin/python -m pages {name}"


@pytest.mark.parametrize("names", [["rule-language", "schema"], []], ids=["some", "all"])
def test_the_command_writes_the_named_pages_or_all_and_says_where(
    names, tmp_path, monkeypatch, capsys
):
    files = [file for name in names or command.PAGES for file in command.PAGES[name]]
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(command, "checkout", lambda: tmp_path)
    assert command.main(names) == 0
    assert capsys.readouterr().out.splitlines() == files
    assert [(tmp_path / file).read_bytes() for file in files] == [
        (ROOT / file).read_bytes() for file in files
    ]


def test_the_command_refuses_a_page_that_is_not_generated(capsys):
    assert command.main(["glosary"]) == 2
    assert "unknown page 'glosary'; expected command-line" in capsys.readouterr().err
