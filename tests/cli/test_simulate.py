import json
import subprocess
import sys

import pytest

from lhombre_core.cli import ready
from lhombre_core.cli.simulate import answer as outcome
from lhombre_core.sim.count.statistic import share


def test_a_simulation_has_the_promised_fields(lhombre):
    answer = lhombre(
        "simulate", "english-1800s", "--deals", "20", "--seed", "3", "--bots", "random", "--json"
    )
    assert answer.code == 0
    found = answer.json
    assert {"variant", "hash", "seed", "deals", "sessions", "bots"} <= set(found)
    assert {"contracts", "results", "counters", "cut"} <= set(found)
    assert found["deals"] >= 20
    assert sum(found["results"].values()) == found["deals"]


def test_a_simulation_in_words_names_its_seed_and_its_rules(lhombre):
    answer = lhombre("simulate", "danish-club", "--deals", "9", "--seed", "3", "--bots", "random")
    assert answer.out.startswith("danish-club ")
    assert "seed 3: 30 deals in 1 session played by random." in answer.out


def test_players_who_differ_are_named_by_their_place_at_the_table(lhombre):
    answer = lhombre(
        "simulate", "danish-club", "--deals", "3", "--seed", "3", "--bots", "thumb,random,random"
    )
    assert "played by thumb (player 0), random (player 1), random (player 2)." in answer.out


@pytest.mark.parametrize(
    "order",
    [
        ("english-1800s", "--deals", "90"),
        ("pierer-free", "--deals", "100"),
        ("danish-club", "--deals", "3", "--bots", "thumb-bold,thumb-cautious,random"),
        ("french-1600s", "--deals", "30", "--bots", "random"),
    ],
)
def test_the_summary_is_that_of_the_data_and_fits_a_terminal(lhombre, order):
    shown = lhombre("simulate", *order, "--seed", "1").out
    found = lhombre("simulate", *order, "--seed", "1", "--json").json
    assert max(map(len, shown.splitlines())) <= 80
    tables = tables_of(shown)
    assert f"Deals in a session: {found['lengths']['mean']:.1f} on average, " in shown
    for name, rate in found["rates"].items():
        row = tables["of all deals" if name == "void" else "of the deals played"][name]
        assert row[:2] == [str(rate["count"]), f"{100 * rate['share']:.2f}"]
    for name, own in found["by_contract"].items():
        assert tables["of all deals"][name][0] == str(own["deals"])
        assert tables["won by their ombre"][name][0] == str(own["results"]["win"])
    for by in ("seat", "role"):
        for name, one in found["counters"][f"by_{by}"].items():
            assert tables[f"counters by {by}"][name] == [
                str(one["n"]),
                f"{one['mean']:+.3f}",
                f"{one['deviation']:.3f}",
                str(one["least"]),
                str(one["most"]),
            ]
    assert {
        name: [f"{held[when]['mean']:.3f}" for when in ("opening", "end")]
        for name, held in found["pools"].items()
    } == tables.get("pools, on average", {})


def tables_of(shown):
    """Return the rows of each table by the name in front, the head of each being its key."""
    found = {}
    head = ""
    for line in shown.splitlines():
        if line.startswith("    "):
            name, *cells = line.split()
            found[head][name] = cells
        elif line.startswith("  "):
            head = line.split("  ")[1]
            found[head] = {}
    return found


def test_a_rare_contract_is_not_shown_as_none(lhombre):
    """The shares of a summary have six digits after the point, which is too few for this one."""
    order = ("simulate", "danish-club", "--deals", "5", "--bots", "random", "--json")
    found = lhombre(*order).json
    found["rates"]["void"] = share(3, 10**8)
    found["rates"]["vole-failed"] = share(0, 10**8)
    assert found["rates"]["void"]["share"] == 0
    shown = tables_of("\n".join(outcome._lines(found)))
    assert shown["of all deals"]["void"] == [
        "3",
        "0.0000030",
        "%",
        "(0.0000010",
        "to",
        "0.0000088)",
    ]
    assert shown["of the deals played"]["vole-failed"][-2:] == ["to", "0.0000038)"]


def test_numbers_beyond_any_column_are_powers_of_ten_and_what_is_not_known_a_dash():
    number = outcome._number
    assert number(None) == "–"
    assert number(14.5219, "+") == "+14.522"
    assert number(-123456789.5, "+") == "-1.235e+08"
    assert number(10**400, digits=0) == "1e400"
    assert number(-(10**400), "+") == "-1e400"


def test_the_outcome_is_kept_in_a_folder_and_not_over_another(lhombre, tmp_path):
    folder = tmp_path / "run"
    order = ("simulate", "danish-club", "--deals", "5", "--bots", "random", "--out", folder)
    first = lhombre(*order)
    assert (first.code, first.err) == (0, f"Written to {folder}.\n")
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["variant"] == "danish-club"
    again = lhombre(*order)
    assert (again.code, again.out) == (0, first.out)
    assert again.err.startswith("The run has ended already; nothing was played.")
    other = lhombre(*order, "--seed", "2")
    assert other.code == 2
    assert "seed 1, not 2" in other.err
    assert lhombre(*order, "--seed", "2", "--force").code == 0


def test_a_run_that_was_broken_off_says_what_was_there(lhombre, tmp_path):
    order = (
        "simulate",
        "danish-club",
        "--deals",
        "5",
        "--bots",
        "random",
        "--out",
        tmp_path / "run",
    )
    lhombre(*order)
    (tmp_path / "run" / "summary.json").unlink()
    found = f"Going on with '{tmp_path / 'run'}': 30 deals were played before."
    assert lhombre(*order).err.startswith(found[:30])


def test_jobs_may_be_as_many_as_there_are_processors(lhombre):
    order = ("simulate", "danish-club", "--deals", "60", "--bots", "random", "--json")
    alone = lhombre(*order)
    assert lhombre(*order, "--jobs", "auto").out == alone.out


WITHOUT = """\
import sys
for name in ("numpy", "duckdb", "dask", "distributed"):
    sys.modules[name] = None
from lhombre_core.cli.app import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ([], 0, ""),
        (["--out", "run", "--columns", "none"], 0, "Written to run.\n"),
        (
            ["--out", "run"],
            2,
            "columns need numpy and duckdb (--columns none does without): pip install",
        ),
        (["--cluster", "tcp://head:8786"], 2, "a cluster needs dask.distributed: pip install"),
    ],
)
def test_what_an_extra_is_needed_for_is_told_in_a_sentence(tmp_path, options, code, told):
    order = ["simulate", "danish-club", "--deals", "1", "--bots", "random", *options]
    found = subprocess.run(
        [sys.executable, "-c", WITHOUT, *order],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == code, found.stderr
    assert found.stderr.startswith(told)
    assert found.stderr.count("\n") == bool(told)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "0"], "0 deals cannot be played"),
        (["--bots", "randm"], "did you mean 'random'?"),
        (["--bots", "random,thumb"], "2 bots are named"),
        (["--table", "5"], "expected 3"),
        (["--seed", "-1"], "out of range"),
        (["--deals", "1099511627777"], "expected 1 to 1,099,511,627,776"),
        (["--deals", "9" * 400], "deals cannot be played"),
        (["--jobs", "-1"], "-1 processes cannot work"),
        (["--jobs", "0"], "0 processes cannot work; expected 1 to 1000, or auto"),
        (["--jobs", "9" * 40], "9999 processes cannot work"),
        (["--jobs", "many"], "--jobs 'many' is no number; expected one, or auto"),
        (["--cluster", "tcp://head:8786", "--jobs", "2"], "leave --jobs out"),
        (["--cluster", "head"], "no scheduler answers at 'head'"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(refused, arguments, said):
    few = () if "--deals" in arguments else ("--deals", "30")
    assert said in refused("simulate", "english-1800s", *few, *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "/proc/run"], "'/proc/run' cannot be written"),
        (["--out", "taken"], "'taken' is not empty"),
        (["--table", "5"], "5 cannot be at the table"),
        (["--bots", "random,thumb"], "2 bots are named"),
    ],
)
def test_nothing_is_compiled_for_a_run_that_is_refused(
    refused, monkeypatch, tmp_path, arguments, said
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.txt").touch()
    compiled = []
    monkeypatch.setattr(ready, "make_ready", lambda *given: compiled.append(given))
    assert said in refused("simulate", "english-1800s", "--deals", "600", *arguments)
    assert not compiled


def test_the_kernel_is_made_ready_once_before_a_run_and_not_for_one_that_has_ended(
    lhombre, monkeypatch, tmp_path
):
    compiled = []
    monkeypatch.setattr(ready, "make_ready", lambda *given: compiled.append(given))
    order = ("simulate", "english-1800s", "--deals", "30", "--bots", "random")
    for _ in range(2):
        assert lhombre(*order, "--out", tmp_path / "run").code == 0
        assert compiled == [(30, ["random"])]
    assert lhombre(*order).code == 0
    assert len(compiled) == 2
