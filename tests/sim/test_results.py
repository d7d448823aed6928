"""A kept run read again, and asked in SQL; whatever is asked, nothing is written."""

import json
import os
import signal
from itertools import islice
from shutil import copytree

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.sim.run.simulation import Keeping, run
from lhombre_core.sim.store.results import amounts_beyond, query, read_summary
from tests.sim.kept import content, small_parts


@pytest.fixture(scope="module")
def kept(resolved, tmp_path_factory):
    """Return a run in a folder whose name is a pattern as well."""
    out = tmp_path_factory.mktemp("kept") / "it's [1] ?*"
    with pytest.MonkeyPatch.context() as patched:
        small_parts(patched, 30)
        run(resolved("danish-club"), 60, 1, ["random"], out=out)
    return out


def rows(out, sql):
    return list(query(out, sql).rows)


def test_the_summary_is_read_as_it_was_written(kept):
    assert read_summary(kept) == (kept / "summary.json").read_text(encoding="utf-8")


def test_a_query_finds_the_deals_of_all_parts_in_their_order(kept):
    assert rows(kept, "SELECT count(*), min(session), max(session) FROM deals") == [(60, 0, 1)]
    assert rows(kept, "SELECT session, deal FROM deals") == [(n // 30, n % 30) for n in range(60)]
    found = rows(kept, "SELECT result, count(*) FROM deals WHERE result <> 'void' GROUP BY ALL")
    results = json.loads(read_summary(kept))["results"]
    assert dict(found) == {name: n for name, n in results.items() if n and name != "void"}


@pytest.mark.parametrize(
    "sql",
    [
        "FROM deals LIMIT 1",
        "WITH a AS (FROM deals) SELECT * FROM a UNION ALL SELECT * FROM a",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) FROM n",
        "DESCRIBE deals",
        "SUMMARIZE deals",
        "PIVOT deals ON result IN ('win', 'remise') USING count(*) GROUP BY contract",
        "SELECT * FROM deals WHERE gain_0 > (SELECT avg(gain_0) FROM deals);",
    ],
)
def test_whatever_only_reads_may_be_asked(kept, sql):
    assert rows(kept, sql)


WRITING = "WITH a AS (COPY (SELECT 1) TO '{file}' (USE_TMP_FILE false))"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("COPY deals TO '{file}'", "only a query can be asked here"),
        (f"{WRITING} FROM a", "only a query can be asked here"),
        (f"FROM ({WRITING} FROM a)", "only a query"),
        (f"VALUES (({WRITING} FROM a))", "only a query"),
        ("EXPLAIN ANALYZE COPY deals TO '{file}'", "only a query can be asked here"),
        ("PIVOT deals ON result USING count(*)", "a PIVOT has to name its values, as in PIVOT"),
        ("COPY (PIVOT deals ON vole USING count(*)) TO '{file}'", "only a query can be asked"),
        ("CREATE TABLE a AS PIVOT deals ON vole USING count(*)", "only a query can be asked"),
        ("EXPORT DATABASE '{file}'", "only a query can be asked here"),
        ("ATTACH '{file}'", "only a query can be asked here"),
        ("DROP VIEW deals", "only a query can be asked here"),
        ("SET lock_configuration = false", "only a query can be asked here"),
        ("INSTALL httpfs", "only a query can be asked here"),
        ("SELECT 1; COPY deals TO '{file}'", "2 statements are asked; expected one query"),
        ("", "0 statements are asked; expected one query"),
        ("SELECT * FROM read_text('{summary}')", "the query fails: Cannot access file"),
        ("FROM '{summary}'", "the query fails: Cannot access file"),
        ("SELECT * FROM glob('/*')", "the query fails: Cannot access"),
        ("SELECT foo FROM deals", 'the query fails: Referenced column "foo" not found'),
        ("SELEC 1", "the query fails: syntax error"),
        ("SELECT 'a'::INT", "the query fails: Could not convert string 'a'"),
        ("SELECT repeat('x', 9999999999)", "the query fails: Cannot create a string of size"),
    ],
)
def test_anything_else_is_refused_in_a_sentence_and_touches_no_file(kept, tmp_path, sql, told):
    before = content(kept)
    for target in (tmp_path / "new", kept / "deals" / "0000" / "0000000.parquet"):
        asked = sql.replace("{file}", str(target).replace("'", "''"))
        asked = asked.replace("{summary}", str(kept / "summary.json").replace("'", "''"))
        with pytest.raises(UsageError) as caught:
            rows(kept, asked)
        assert told in str(caught.value)
        assert "\n" not in str(caught.value)
    assert content(kept) == before
    assert list(tmp_path.iterdir()) == []


def test_a_failure_in_the_middle_is_told_as_well(kept):
    late = "SELECT CASE WHEN i > 50000 THEN error('too far') ELSE i END FROM range(60000) t(i)"
    with pytest.raises(UsageError, match="the query fails: too far"):
        rows(kept, late)


def test_ctrl_c_ends_a_query_that_would_go_on_for_ever(kept):
    """An alarm stands for it: it comes while duckdb looks for rows that there are not."""

    def interrupt(*_):
        raise KeyboardInterrupt

    found = query(kept, "SELECT i FROM range(1_000_000_000_000_000_000) t(i) WHERE i < 4096").rows
    assert [number for (number,) in islice(found, 4000)] == [*range(4000)]
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            list(found)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_folder_without_a_finished_run_is_told_so(tmp_path, kept):
    def told(out):
        with pytest.raises(UsageError) as caught:
            read_summary(out)
        return str(caught.value)

    assert "there is no folder" in told(tmp_path / "none")
    assert "holds no run; expected a folder of simulate --out" in told(tmp_path)
    (tmp_path / "manifest.json").write_bytes((kept / "manifest.json").read_bytes())
    assert "has not ended; its own command goes on with it" in told(tmp_path)
    (tmp_path / "summary.json").write_bytes((kept / "summary.json").read_bytes())
    assert "tally.json in " in told(tmp_path)
    with pytest.raises(UsageError, match=r"tally.json in .* is missing or damaged"):
        query(tmp_path, "FROM deals")


def test_a_summary_is_told_only_as_it_was_kept(kept, tmp_path):
    copytree(kept, tmp_path, dirs_exist_ok=True)
    text = (kept / "summary.json").read_text(encoding="utf-8")
    for changed in ("", "{}", text[:-9], text.replace('"deals": 60', '"deals": 61'), "\udcff"):
        (tmp_path / "summary.json").write_text(changed, "utf-8", "surrogateescape")
        with pytest.raises(
            UsageError, match=r"summary.json in .* is damaged; its own command makes"
        ):
            read_summary(tmp_path)
    (tmp_path / "summary.json").write_text(text, encoding="utf-8")
    assert read_summary(tmp_path) == text
    tally = (tmp_path / "tally.json").read_text(encoding="utf-8")
    for changed in ("", "[]", tally.replace('"parts": 2', '"parts": 1')):
        (tmp_path / "tally.json").write_text(changed, encoding="utf-8")
        with pytest.raises(UsageError, match=r"tally.json in .* is missing or damaged; its own"):
            read_summary(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "is missing; its own command makes it again"),
        ("", "manifest.json:1:1: Expecting value; expected the manifest of a run; its own"),
        ('{\n  "format": 2,\n  ver', "manifest.json:3:3: Expecting property name"),
        ('{\n "\udcff"', "manifest.json:2:3: no UTF-8; expected"),
        ("[" * 100_000, "manifest.json:1:1: brackets without end; expected"),
        ("{}", "manifest.json:1:1: another file; expected the manifest of a run; its own"),
    ],
)
def test_a_manifest_that_is_lost_is_told_with_its_place(kept, tmp_path, text, told):
    copytree(kept, tmp_path, dirs_exist_ok=True)
    (tmp_path / "manifest.json").unlink()
    if text is not None:
        (tmp_path / "manifest.json").write_text(text, "utf-8", "surrogateescape")
    with pytest.raises(UsageError) as caught:
        read_summary(tmp_path)
    assert told in str(caught.value)


def test_a_manifest_that_was_changed_is_not_believed(kept, tmp_path):
    copytree(kept, tmp_path, dirs_exist_ok=True)
    text = (kept / "manifest.json").read_text(encoding="utf-8")
    (tmp_path / "manifest.json").write_text(text.replace('"seed": 1', '"seed": 2'))
    with pytest.raises(UsageError, match=r"not that of its tally\.json, so that one was changed"):
        read_summary(tmp_path)


def test_a_tally_of_another_run_is_told_as_such_and_not_the_manifest(resolved, kept, tmp_path):
    out = copytree(kept, tmp_path / "run")
    run(resolved("danish-club"), 30, 2, ["random"], out=tmp_path / "other")
    for name in ("tally.json", "summary.json"):
        (out / name).write_bytes((tmp_path / "other" / name).read_bytes())
        with pytest.raises(UsageError, match=r"^tally\.json in .* is that of another run; its own"):
            read_summary(out)


def test_only_the_parts_that_the_run_counts_are_asked_and_all_of_them(kept, tmp_path):
    for name, data in content(kept).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    deals = rows(kept, "SELECT count(*) FROM deals")
    first, *_, last = sorted((tmp_path / "deals").glob("*/*"))
    (last.parent / "9999999.parquet").write_bytes(last.read_bytes())
    assert rows(tmp_path, "SELECT count(*) FROM deals") == deals
    first.unlink()
    with pytest.raises(UsageError, match=r"^deals/0000/0000000\.parquet in .* is missing; its own"):
        rows(tmp_path, "SELECT count(*) FROM deals")
    (tmp_path / "parts" / "0000" / "0000000.json").unlink()
    with pytest.raises(UsageError, match=r"^parts/0000/0000000\.json in .* is missing; its own"):
        rows(tmp_path, "SELECT count(*) FROM deals")


def flipped(data):
    """Return bytes of which one, in the middle, is another."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("damage", [lambda data: data[:200], flipped], ids=["cut", "flipped"])
@pytest.mark.parametrize("damaged", ["deals/0000/0000001.parquet", "parts/0000/0000001.json"])
def test_a_part_that_is_not_as_it_was_kept_is_not_asked(kept, tmp_path, damage, damaged):
    """Neither its columns nor what was kept of them may have changed."""
    for name, data in content(kept).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(damage(data) if name == damaged else data)
    with pytest.raises(UsageError, match=f"^{damaged} in .* is not as the run kept it; its own"):
        rows(tmp_path, "SELECT count(*) FROM deals")


def test_parts_of_another_run_are_not_asked(resolved, kept, tmp_path, monkeypatch):
    small_parts(monkeypatch, 30)
    run(resolved("danish-club"), 60, 2, ["random"], out=tmp_path)
    for place in ("parts", "deals"):
        for file in (kept / place).glob("*/0000000*"):
            (tmp_path / place / "0000" / file.name).write_bytes(file.read_bytes())
    with pytest.raises(UsageError, match=r"parts/0000/0000000\.json in .* is not as the run"):
        rows(tmp_path, "SELECT count(*) FROM deals")


def test_a_part_that_cannot_be_read_is_told_in_a_sentence(kept, tmp_path):
    for name, data in content(kept).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    name = "parts/0000/0000000.json"
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(UsageError, match=f"{name} in .* is no file; remove it; its own"):
        rows(tmp_path, "FROM deals")


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.parametrize("name", ["manifest.json", "summary.json", "tally.json"])
def test_a_pipe_is_not_read(kept, tmp_path, name):
    copytree(kept, tmp_path, dirs_exist_ok=True)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(UsageError, match=f"^{name} in .* is no file; remove it"):
        read_summary(tmp_path)


def test_a_folder_that_duckdb_cannot_name_is_told_so(kept, tmp_path):
    try:
        out = copytree(kept, tmp_path / "\udcff")
    except OSError:
        pytest.skip("there are no such names here")
    assert read_summary(out) == read_summary(kept)
    with pytest.raises(UsageError, match="the path has bytes that are not UTF-8; give the folder"):
        query(out, "FROM deals")


def test_a_run_without_columns_cannot_be_asked(resolved, tmp_path):
    out = tmp_path / "run"
    run(resolved("danish-club"), 30, 1, ["random"], out=Keeping(out, columns=False))
    assert json.loads(read_summary(out))["deals"] == 30
    with pytest.raises(UsageError, match="was made without columns"):
        query(out, "FROM deals")


def test_a_run_is_known_to_have_amounts_outside_of_64_bits(kept):
    summary = json.loads(read_summary(kept))
    assert not amounts_beyond(summary)
    summary["pools"] = {"pot": {"opening": {"least": 0, "most": 2**63}, "end": {}}}
    summary["pools"]["pot"]["end"] = {"least": None, "most": None}
    assert amounts_beyond(summary)
