"""What is written down of every deal, and the Parquet file that it becomes."""

import json

import duckdb
import numpy as np
import pytest

from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.count.columns import BEYOND, LARGEST, Column, Columns, Kind, Rows, schema
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.reference import Reference
from lhombre_core.sim.store import parquet
from lhombre_core.sim.store.parquet import to_parquet, writer
from tests.engine.table import VARIANTS


@pytest.fixture(scope="module")
def played(resolved):
    def call(variant, players=3, bot="random", sessions=range(2, 4), deals=60):
        rules = resolved(variant).rules
        backend = Reference(Task(rules, players, 7, (bot,) * players))
        return schema(rules, players), backend.run_block(sessions, deals, columns=True)

    return call


@pytest.fixture
def table(tmp_path):
    """Return rows of a Parquet file as duckdb reads them."""

    def call(data, query="FROM deals"):
        file = tmp_path / "deals.parquet"
        file.write_bytes(data)
        with duckdb.connect() as connection:
            connection.execute(f"CREATE VIEW deals AS FROM '{file}'")
            found = connection.execute(query)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    return call


@pytest.mark.parametrize(
    ("variant", "players"), [(name, 3) for name in VARIANTS] + [("pierer-free", 4)]
)
def test_columns_and_tally_tell_the_same_story(played, table, variant, players):
    columns, block = played(variant, players)
    assert list(block.columns.arrays) == [column.name for column in columns]
    for column in columns:
        assert block.columns.arrays[column.name].dtype == column.dtype
    rows, tally = table(to_parquet(block.columns, columns, {})), block.tally
    assert len(rows) == len(block.columns) == tally.deals
    assert [row["session"] for row in rows] == sorted(row["session"] for row in rows)
    assert (rows[0]["session"], rows[0]["deal"], rows[1]["deal"]) == (2, 0, 1)
    for name, own in tally.contracts.items():
        mine = [row for row in rows if row["contract"] == name]
        assert len(mine) == own.deals
        for outcome in Outcome:
            found = sum(row["result"] == outcome for row in mine)
            assert found == own.results.get(outcome, 0)
        assert sum(row["vole_undertaken"] for row in mine) == own.vole_undertaken
        assert sum(row["vole"] == 1 for row in mine) == own.vole_made
        assert sum(row["stopped"] for row in mine) == own.stopped
        assert sum(row["conceded"] for row in mine) == own.conceded
        assert sum(row["surrenderer"] is not None for row in mine) == own.taken_over
        assert sum(row["first_five"] == 1 for row in mine) == own.first_five
        assert sum(row["first_five"] == -1 for row in mine) == own.first_five_against
        assert sum(row[f"gain_{row['ombre']}"] for row in mine) == own.counters.total
        tricks = (row[f"tricks_{row['ombre_seat']}"] for row in mine if not row["conceded"])
        assert sum(tricks) == own.tricks.total
    void = [row for row in rows if row["contract"] is None]
    assert len(void) == tally.void
    assert all(row["result"] == "void" and row["ombre"] is row["trump"] is None for row in void)
    for name, held in tally.pools.items():
        assert sum(row[f"{name}_opening"] for row in rows) == held.opening.total
        assert sum(row[f"{name}_end"] for row in rows) == held.end.total
    gains = sum(row[f"gain_{player}"] for row in rows for player in range(players))
    assert gains == sum(spread.total for spread in tally.seats.values())


def test_the_same_columns_give_the_same_bytes(played):
    columns, block = played("english-1800s")
    _, again = played("english-1800s")
    made = {"variant": "english-1800s", "seed": 7, "settings": ["it's"]}
    assert to_parquet(block.columns, columns, made) == to_parquet(again.columns, columns, made)


TYPES = {"bool": "BOOLEAN", "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER"}


def test_words_are_text_and_numbers_as_wide_as_they_must_be(played, table):
    columns, block = played("pierer-free", deals=1)
    data = to_parquet(block.columns, columns, {})
    found = {row["column_name"]: row["column_type"] for row in table(data, "DESCRIBE deals")}
    assert found.pop("beyond") == "VARCHAR"
    assert found == {
        column.name: "VARCHAR" if column.words else TYPES.get(column.dtype, "BIGINT")
        for column in columns
    }
    assert b"ENUM" not in data


def test_blocks_may_be_joined_anywhere(played):
    columns, whole = played("french-1600s", sessions=range(3), deals=None)
    parts = [played("french-1600s", sessions=range(n, n + 1), deals=None)[1] for n in range(3)]
    joined = Columns.join([part.columns for part in parts])
    assert to_parquet(joined, columns, {}) == to_parquet(whole.columns, columns, {})


class Disturbed:
    """A connection whose work fails."""

    def __init__(self, words):
        self.words = words

    def execute(self, *_):
        raise RuntimeError(self.words)


@pytest.mark.parametrize(
    ("words", "error"),
    [("Query interrupted", KeyboardInterrupt), ("something else", RuntimeError)],
)
def test_an_interruption_while_columns_are_written_is_one(played, monkeypatch, words, error):
    columns, block = played("french-1600s", deals=1)
    monkeypatch.setattr(parquet, "_connection", lambda: Disturbed(words))
    with pytest.raises(error):
        to_parquet(block.columns, columns, {})


def test_a_file_says_what_made_it(played):
    columns, block = played("french-1600s", deals=1)
    made = {"variant": "french-1600s", "readings": ["it's"]}
    data = to_parquet(block.columns, columns, made)
    assert json.dumps(made).encode() in data


COLUMNS = (Column("session", Kind.COUNT, "int64"), Column("gain_0", Kind.AMOUNT, "int64"))
EDGES = [5, BEYOND, BEYOND + 1, BEYOND - 1, LARGEST, LARGEST + 1, 10**60, -(10**60), 0]


def edges():
    rows = Rows(COLUMNS)
    for number, amount in enumerate(EDGES):
        rows.add((number, amount))
    return rows.columns()


def test_an_amount_of_any_size_is_kept_exactly(table):
    for columns in (edges(), Columns.join([edges(), edges()])):
        found = [
            row["gain_0"] if row["beyond"] is None else json.loads(row["beyond"])["gain_0"]
            for row in table(to_parquet(columns, COLUMNS, {}))
        ]
        assert found == EDGES * (len(columns) // len(EDGES))
        assert all(
            row["gain_0"] is None
            for row in table(
                to_parquet(columns, COLUMNS, {}), "FROM deals WHERE beyond IS NOT NULL"
            )
        )


def test_words_are_written_as_they_are(table):
    words = ("plain", "it's", "dé")
    columns = (Column("session", Kind.COUNT, "int64"), Column("word", Kind.WORD, "int8", words))
    arrays = {"session": np.arange(4), "word": np.array([2, -1, 0, 1], "int8")}
    found = table(to_parquet(Columns(arrays, {}), columns, {}))
    assert [row["word"] for row in found] == ["dé", None, "plain", "it's"]


def test_the_writer_is_known_by_its_version():
    assert writer() == f"duckdb {duckdb.__version__}"
