"""The reference page of records: its examples are run."""

import re
from pathlib import Path

import pytest

_DOCS = Path(__file__).parents[2] / "docs"
_RECORDS = (_DOCS / "reference" / "record.md").read_text(encoding="utf-8")


def _blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", _RECORDS, re.DOTALL)


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
    from lhombre_core.language.record.key import claim_keys, deal_keys, names, record_keys

    rows = " ".join(line for line in _RECORDS.splitlines() if line.startswith("| `"))
    keys = [*record_keys(()), *deal_keys(()), *claim_keys(())]
    missing = [key for key in ("deals", *names(keys)) if f"`{key}`" not in rows]
    assert not missing


@pytest.mark.parametrize("file", sorted((_DOCS / "examples").glob("*.yaml")), ids=lambda f: f.stem)
def test_an_example_is_verified_in_words_and_as_json(lhombre, file):
    answer = lhombre("replay", file)
    assert answer.code == 0
    assert answer.out.startswith("Legal")
    found = lhombre("replay", file, "--json").json
    assert found["legal"] is True
    assert {"variant", "hash", "deals", "totals"} <= set(found)
