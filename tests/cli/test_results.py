import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sim.kept import have_summary


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    from lhombre_core.cli.app import run

    out = tmp_path_factory.mktemp("kept") / "run"
    order = ["simulate", "english-1800s", "--deals", "60", "--bots", "random", "--out", str(out)]
    assert run(order) == 0
    return out


def test_results_are_what_the_simulation_printed(lhombre, kept):
    order = ("simulate", "english-1800s", "--deals", "60", "--bots", "random")
    for form in ((), ("--json",)):
        assert lhombre("results", kept, *form).out == lhombre(*order, *form).out


def test_a_query_is_answered_with_a_table(lhombre, kept):
    sql = "SELECT session, max(deal) AS last, 'a|b' AS word, NULL AS no FROM deals GROUP BY 1"
    answer = lhombre("results", kept, "--sql", f"{sql} ORDER BY 1")
    assert answer.out == (
        "session  last  word  no\n-------  ----  ----  --\n      0    29  a|b\n      1    29  a|b\n"
    )
    assert answer.code == 0


def test_a_query_that_finds_nothing_is_answered_with_the_names(lhombre, kept):
    answer = lhombre("results", kept, "--sql", "SELECT deal, result FROM deals WHERE deal < 0")
    assert answer.out == "deal  result\n----  ------\n"
    assert lhombre("results", kept, "--sql", "FROM deals WHERE deal < 0", "--json").json == []


def test_every_row_is_shown(lhombre, kept):
    lines = lhombre("results", kept, "--sql", "SELECT i FROM range(2500) t(i)").out.splitlines()
    assert [int(line) for line in lines[2:]] == [*range(2500)]


def test_a_query_is_answered_in_json(lhombre, kept):
    sql = (
        "SELECT count(*) AS n, sum(gain_0) AS gained, 0.5::DOUBLE AS half, 'x' AS text, NULL AS no,"
        " true AS yes, [1, 2] AS list, {'a': 1.5::DECIMAL(4, 2)} AS pair, 'nan'::DOUBLE AS nan,"
        " DATE '1800-01-01' AS day, 170141183460469231731687303715884105727 AS large FROM deals"
    )
    (row,) = lhombre("results", kept, "--sql", sql, "--json").json
    gained = json.loads((kept / "summary.json").read_text(encoding="utf-8"))
    assert row == {
        "n": 60,
        "gained": row["gained"],
        "half": 0.5,
        "text": "x",
        "no": None,
        "yes": True,
        "list": [1, 2],
        "pair": {"a": 1.5},
        "nan": "nan",
        "day": "1800-01-01",
        "large": 2**127 - 1,
    }
    assert isinstance(row["gained"], int)
    assert gained["deals"] == 60


def test_what_python_or_json_would_not_hold_is_had_as_text(lhombre, kept):
    found = {
        "'infinity'::DATE": "infinity",
        "'-infinity'::TIMESTAMP": "-infinity",
        "DATE '0044-03-15 (BC)'": "0044-03-15 (BC)",
        "'2020-01-02 03:04:05.123456789'::TIMESTAMP_NS": "2020-01-02 03:04:05.123456789",
        "INTERVAL 1 MONTH": "1 month",
        "INTERVAL 9999999 YEAR": "9999999 years",
        "'\\x00A'::BLOB": "\\x00A",
        "[{'size': 'infinity'::DATE, 'n': 1}]": [{"size": "infinity", "n": 1}],
        "map {'-infinity'::DATE: [1.5]}": {"-infinity": [1.5]},
        "['infinity'::DATE]::DATE[1]": ["infinity"],
        "row(1, 'infinity'::DATE)": "(1, infinity)",
        "row(1, 2)": [1, 2],
        "'-inf'::FLOAT": "-inf",
        "[1.5, 'inf'::DOUBLE]": [1.5, "inf"],
        "0.12345678901234567890": "0.12345678901234567890",
        "0.1": 0.1,
    }
    selected = ", ".join(f"{value} AS c{place}" for place, value in enumerate(found))
    for end in ("", "; -- so much for it"):
        (row,) = lhombre("results", kept, "--sql", f"SELECT {selected}{end}", "--json").json
        assert [*row.values()] == [*found.values()]
    table = lhombre("results", kept, "--sql", "SELECT 'infinity'::DATE AS d, [1.50] AS l").out
    assert table.splitlines()[2:] == ["infinity  [1.5]"]


def test_rows_of_dates_keep_their_order(lhombre, kept):
    sql = "SELECT DATE '2000-01-01' + i::INT AS day, i FROM range(5000) t(i) ORDER BY i DESC"
    rows = lhombre("results", kept, "--sql", sql, "--json").json
    assert [row["i"] for row in rows] == [*range(4999, -1, -1)]
    assert rows[-1]["day"] == "2000-01-01"


def test_a_long_query_draws_no_bar_among_its_answer(lhombre, kept, monkeypatch):
    """duckdb draws one, after a while, where it thinks that somebody watches."""
    import duckdb

    def watched(**settings):
        connection = connect(**settings)
        connection.execute("SET enable_progress_bar = true")
        return connection

    connect = duckdb.connect
    monkeypatch.setattr(duckdb, "connect", watched)
    sql = "SELECT current_setting('enable_progress_bar') AS bar"
    assert lhombre("results", kept, "--sql", sql, "--json").json == [{"bar": False}]


def test_a_value_is_printed_whole_where_a_stream_takes_so_much_at_a_time(kept, monkeypatch):
    from lhombre_core.cli.app import run

    class Narrow(io.StringIO):
        def write(self, text):
            return super().write(text[: 1 << 20])

    monkeypatch.setattr(sys, "stdout", Narrow())
    assert run(["results", str(kept), "--sql", "SELECT repeat('x', 3000000) AS word"]) == 0
    assert sys.stdout.getvalue().count("x") == 3_000_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing says what is used")
@pytest.mark.parametrize("sql", ["SELECT repeat('x', 900000000) AS word", "SELECT 1 AS one"])
def test_a_query_that_needs_more_memory_than_there_is_is_told_so(refused, kept, monkeypatch, sql):
    """The bound is what the process has and a little more; the second query is easily answered."""
    import resource

    from lhombre_core.cli.simulate import results as command
    from lhombre_core.sim.store import results

    (used,) = re.findall(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text("utf-8"))
    before = resource.getrlimit(resource.RLIMIT_DATA)
    monkeypatch.setattr(results, "_memory", lambda: 1024 * int(used) + 300_000_000)
    monkeypatch.setattr(command, "_table", lambda answer: [bytes(10**9) for _ in answer.rows])
    assert "needs more memory than there is" in refused("results", str(kept), "--sql", sql)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_columns_of_one_name_are_told_apart(lhombre, kept):
    sql = "SELECT 1 AS n, 2 AS n, 3 AS n_1, 4 AS n"
    names = ["n", "n_2", "n_1", "n_3"]
    assert lhombre("results", kept, "--sql", sql, "--json").json == [
        dict(zip(names, [1, 2, 3, 4], strict=True))
    ]
    assert lhombre("results", kept, "--sql", sql).out.split("\n", maxsplit=1)[0].split() == names


def test_a_query_ends_when_nobody_reads_on(kept):
    asked = ["results", str(kept), "--sql", "SELECT i FROM range(100_000_000_000) t(i)"]
    program = "from lhombre_core.cli import main; import sys; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdout.readline().strip() == b"i"
        started.stdout.close()
        assert started.wait() == 0
        assert started.stderr.read() == b""


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT nothing FROM deals", 'the query fails: Referenced column "nothing" not found'),
        ("COPY deals TO 'deals.csv'", "only a query can be asked here"),
        ("SELECT '\udcff'", "the query has bytes that are not UTF-8"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(refused, kept, sql, told):
    assert told in refused("results", str(kept), "--sql", sql)


def test_a_folder_without_a_run_is_told_in_a_sentence(refused, tmp_path):
    assert "there is no folder" in refused("results", str(tmp_path / "none"))
    assert "holds no run" in refused("results", str(tmp_path))


@pytest.mark.parametrize(
    "change",
    [{"counters": 4}, {"counters": {"by_seat": {"forehand": {}}}}, {"pools": [1]}, {"hash": 0}],
    ids=str,
)
def test_a_summary_that_was_changed_is_told_in_a_sentence(refused, kept, tmp_path, change):
    from shutil import copytree

    out = copytree(kept, tmp_path / "run")
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    have_summary(out, json.dumps(summary | change))
    assert "is damaged; its own command makes it again" in refused("results", str(out))
    if "hash" not in change:
        assert "is damaged" in refused("results", str(out), "--sql", "SELECT 1 AS one")


def test_amounts_that_the_columns_cannot_hold_are_mentioned(lhombre, kept, tmp_path):
    from shutil import copytree

    out = copytree(kept, tmp_path / "run")
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    summary["pools"]["pot"]["end"]["most"] = 2**63
    have_summary(out, json.dumps(summary))
    answer = lhombre("results", out, "--sql", "SELECT 1 AS one")
    assert answer.err == (
        "Some amounts are outside of 64 bits: they are null, and stand in the column beyond.\n"
    )
