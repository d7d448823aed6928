"""Starting, stopping and writing: what holds for every command."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.main import get_command

from lhombre_core import __version__
from lhombre_core.cli.app import build
from lhombre_core.cli.output import write_file
from lhombre_core.errors import UsageError

_HEAVY = (
    "lhombre_core.rules",
    "lhombre_core.engine",
    "yaml",
    "jinja2",
    "rich",
    "lhombre_core.cards",
)
_NEEDLESS = (
    "importlib.resources",
    "jinja2",
    "jsonschema",
    "llvmlite",
    "lhombre_core.bots",
    "lhombre_core.kernel",
    "lhombre_core.language.check",
    "lhombre_core.language.yaml.dump",
    "lhombre_core.language.record.reading",
    "lhombre_core.language.schema",
    "lhombre_core.report",
    "lhombre_core.rules.acting.idleness",
    "lhombre_core.sim",
    "lhombre_core.solve",
    "markdown_it",
    "numba",
    "numpy",
    "rich",
)
_MONEY = (
    "lhombre_core.engine.deal",
    "lhombre_core.engine.money.table",
    "lhombre_core.engine.money.settlement",
)
_APART = ("play.check", "run.cluster", "store.folder", "store.parquet")
_STARTED = "from lhombre_core.cli import main; import sys; sys.exit(main())"
_LOADED = """
import sys
sys.argv = ["lhombre", *sys.argv[1:]]
from lhombre_core.cli import main
code = main()
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def start(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", _LOADED, *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_help_loads_nothing_but_typer_and_the_signatures():
    started = start("--help")
    assert started.returncode == 0
    assert "Usage: lhombre" in started.stdout
    loaded = set(started.stderr.split())
    assert not {name for name in loaded if name.startswith(_HEAVY)}


@pytest.mark.skipif(
    version("typer").split(".") >= ["0", "29"], reason="this typer loads pydantic, and more by it"
)
@pytest.mark.parametrize(
    ("arguments", "besides"),
    [
        (["legal", "danish-club", "--contract", "spil", "--trump", "H", "--hand", "SA"], _MONEY),
        (["variants", "show", "danish-club"], ("lhombre_core.engine",)),
    ],
    ids=["legal", "variants show"],
)
def test_a_question_loads_only_what_its_answer_needs(arguments, besides):
    started = start(*arguments)
    assert started.returncode == 0
    loaded = set(started.stderr.split())
    assert "lhombre_core.rules.variant" in loaded
    assert not {name for name in loaded if name.startswith((*_NEEDLESS, *besides))}


def test_a_simulation_loads_neither_a_cluster_nor_processes_nor_a_folder():
    started = start("simulate", "danish-club", "--deals", "30")
    assert started.returncode == 0
    needless = ("asyncio", "multiprocessing", *(f"lhombre_core.sim.{name}" for name in _APART))
    assert not {name for name in started.stderr.split() if name.startswith(needless)}


def test_a_simulation_of_few_deals_needs_no_compiler():
    started = start("simulate", "danish-club", "--deals", "30", "--seed", "1")
    assert started.returncode == 0
    assert not {"numba", "llvmlite"} & set(started.stderr.split())


def test_a_command_starts_without_the_others():
    loaded = set(start("version").stderr.split())
    assert not {name for name in loaded if name.startswith("lhombre_core.cli.")} - {
        f"lhombre_core.cli.{name}" for name in ("app", "option", "output", "version")
    }


def test_a_command_is_the_same_alone_and_among_the_others():
    among = get_command(build()).commands
    assert list(among)[-1] == "variants"
    for name, command in among.items():
        alone = get_command(build(name)).commands
        assert list(alone) == [name]
        assert alone[name].short_help == command.short_help
        assert alone[name].help == command.help
        assert [one.name for one in alone[name].params] == [one.name for one in command.params]


def test_the_search_for_rubbish_waits_while_a_command_starts():
    asked = "from lhombre_core.cli import main; import gc; main(); print(gc.get_threshold()[0])"
    found = subprocess.run(
        [sys.executable, "-c", asked, "version"], capture_output=True, text=True, check=True
    )
    assert int(found.stdout.split()[-1]) > 10_000


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["variants", "show", "danish-club"], 0),
        (["--help"], 0),
        (["variants", "check", "danish-club.yaml"], 0),
        (["variants", "check", "faulty.yaml"], 1),
        (["auction", "danish-club", "forehand spil; forehand solo"], 1),
        (["auction", "danish-club", "nobody"], 2),
    ],
    ids=["long", "help", "fine", "faulty", "illegal", "unreadable"],
)
@pytest.mark.parametrize("closed", ["stdout", "both"])
def test_a_closed_pipe_is_silent_and_the_verdict_stands(arguments, code, closed, tmp_path):
    (tmp_path / "danish-club.yaml").write_bytes(Path("variants/danish-club.yaml").read_bytes())
    (tmp_path / "faulty.yaml").write_text("id: x", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    started = subprocess.run(
        [sys.executable, "-c", _STARTED, *arguments],
        cwd=tmp_path,
        stdout=writing,
        stderr=writing if closed == "both" else subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert started.returncode == code
    assert closed == "both" or b"Traceback" not in started.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
def test_a_full_disk_is_said_in_one_sentence():
    with Path("/dev/full").open("w") as full:
        started = subprocess.run(
            [sys.executable, "-c", _STARTED, "variants", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "the answer cannot be written: No space left on device\n"
    assert (started.returncode, started.stderr) == (2, said)


@pytest.mark.skipif(os.name == "nt", reason="a stream is closed by the shell")
@pytest.mark.parametrize(
    ("closed", "arguments", "code"),
    [(">&-", "variants list", 0), ("2>&-", "legal x --contract y --hand SA", 2)],
)
def test_a_closed_stream_is_no_error(closed, arguments, code):
    started = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {arguments} {closed}', sys.executable, _STARTED],
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == code
    assert "Traceback" not in started.stderr


def test_json_stays_json_where_letters_are_escaped():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    started = start("compare", "danish-club", "danish-tariff", "--json", env=environment)
    assert json.loads(started.stdout)["variants"] == ["danish-club", "danish-tariff"]


def test_a_terminal_without_our_letters_gets_them_escaped():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    started = start(
        "score", "danish-club", "--contract", "spil", "--tricks", "5-2-2", env=environment
    )
    assert (started.returncode, "\\u2192" in started.stdout) == (0, True)


def test_no_colour_is_printed_whatever_the_terminal():
    environment = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "1"}
    started = start("variants", "list", env=environment)
    assert "\x1b" not in started.stdout


def test_the_version_is_that_of_the_package(lhombre):
    assert lhombre("version").out.startswith(f"lhombre {__version__}, ")
    assert lhombre("version", "--json").json["version"] == __version__


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["legall"], "No such command 'legall'. Did you mean 'legal'"),
        (["legal"], "Missing argument 'ID'"),
        (["legal", "danish-club", "--hnd", "SA"], "No such option: --hnd"),
        (["score", "danish-club", "--contract", "spil", "--run", "x"], "'x' is not a whole number"),
        (["simulate", "danish-club", "--deals", "1e6"], "'1e6' is not a whole number ("),
        (["warm-up", "--jobs", "two"], "'two' is not a whole number ("),
    ],
)
def test_a_wrong_command_line_is_answered_in_one_sentence(refused, arguments, said):
    assert said in refused(*arguments)


def test_what_a_user_types_cannot_steer_the_terminal(refused):
    said = refused("variants", "show", "danish-club", "--set", "contracts.\x1b[31m.price=1")
    assert "\x1b" not in said
    assert "\\x1b[31m" in said


def test_without_a_command_the_help_is_printed(lhombre):
    answer = lhombre()
    assert answer.code == 2
    assert "Usage: lhombre" in answer.err


def test_a_file_is_written_whole_and_not_over_another(tmp_path):
    file = tmp_path / "out.txt"
    write_file(file, "one\n", force=False)
    with pytest.raises(UsageError, match="is there already; add --force"):
        write_file(file, "two\n", force=False)
    assert file.read_text(encoding="utf-8") == "one\n"
    write_file(file, "two\n", force=True)
    assert file.read_text(encoding="utf-8") == "two\n"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(tmp_path / "nowhere" / "out.txt", "one\n", force=False)
    with pytest.raises(UsageError, match="is a folder"):
        write_file(tmp_path, "one\n", force=True)
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(tmp_path / ("x" * 300), "one\n", force=False)
    assert list(Path(tmp_path).iterdir()) == []
