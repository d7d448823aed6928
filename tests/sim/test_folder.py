"""The folder in which a run is kept, and how it is gone on with."""

import errno
import json
import os
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.run.simulation import Keeping, run
from tests.sim.kept import BOTS, LAST, content, have_manifest, small_parts, with_bots


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    return with_bots(tmp_path_factory.mktemp("bots"))


@pytest.fixture
def play(resolved, tmp_path, monkeypatch, bots):
    """Keep a run of small parts in a folder, and return what was said."""
    small_parts(monkeypatch, 30)

    def call(out, deals=75, seed=1, names=LAST, rules=None, jobs=1, heard=None, table=3, **keeping):
        said = [] if heard is None else heard
        keep = Keeping(tmp_path / out, say=said.append, **keeping)
        rules = resolved("danish-club") if rules is None else rules
        run(rules, deals, seed, names, jobs, table=table, folder=bots, out=keep)
        return said

    return call


@pytest.fixture(scope="module")
def finished(resolved, tmp_path_factory, bots):
    """Return a folder in which the run that is played by default has ended."""
    out = tmp_path_factory.mktemp("finished")
    with pytest.MonkeyPatch.context() as patched:
        small_parts(patched, 30)
        run(resolved("danish-club"), 75, 1, LAST, folder=bots, out=out)
    return out


@pytest.fixture
def done(finished, tmp_path):
    """Return a copy of it."""
    return copytree(finished, tmp_path / "run")


def test_a_folder_holds_what_made_it_and_what_was_found(play, tmp_path, resolved, bots):
    play("new/run")
    found = content(tmp_path / "new" / "run")
    parts = [f"parts/0000/000000{number}.json" for number in range(3)]
    deals = [f"deals/0000/000000{number}.parquet" for number in range(3)]
    assert [*found] == [*deals, "manifest.json", *parts, "summary.json", "tally.json"]
    manifest = json.loads(found["manifest.json"])
    assert manifest["variant"] == "danish-club"
    assert manifest["hash"] == resolved("danish-club").hash
    assert (manifest["seed"], manifest["asked"], manifest["table"]) == (1, 75, 3)
    assert manifest["bots"] == [*LAST] * 3
    assert manifest["language"] == 1
    wanted = run(resolved("danish-club"), 75, 1, LAST, folder=bots)
    assert found["summary.json"].decode() == wanted.as_json()
    assert Tally.from_data(json.loads(found["tally.json"])["tally"]) == wanted.tally


def test_the_log_has_a_line_for_every_stage(play, tmp_path):
    play("run", command="lhombre simulate …")
    play("run")
    lines = (tmp_path / "run" / "run.log").read_text(encoding="utf-8").splitlines()
    stages = [line.split("  ", 1)[1].partition(":")[0] for line in lines]
    assert stages[:5] == ["begun", "machine", "playing", "played", "ended"]
    assert stages[5:] == ["begun", "machine", "found", "ended"]
    assert lines[0].endswith("begun: lhombre simulate …")


def test_who_plays_changes_no_byte(play, tmp_path, done):
    play("two", jobs=2)
    assert content(tmp_path / "two") == content(done)


def test_sessions_of_any_length_are_cut_at_the_same_one(play, tmp_path, resolved):
    """Nobody knows beforehand how long they are, so that some parts are played in vain."""
    rules = resolved("pierer-pure")
    play("one", 250, rules=rules, names=["random"])
    play("two", 250, rules=rules, names=["random"], jobs=2)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    summary = json.loads((tmp_path / "one" / "summary.json").read_text(encoding="utf-8"))
    assert summary["deals"] >= 250


def test_a_run_that_has_ended_is_found_so(play, tmp_path):
    assert play("run") == []
    before = content(tmp_path / "run")
    assert play("run") == ["The run has ended already; nothing was played."]
    assert content(tmp_path / "run") == before


def test_a_run_can_be_kept_without_its_deals(play, tmp_path, finished):
    play("run", columns=False)
    found = content(tmp_path / "run")
    assert [name for name in found if name.endswith(".parquet")] == []
    assert json.loads(found["manifest.json"])["columns"] == []
    assert found["summary.json"] == content(finished)["summary.json"]


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("deals/0000/0000001.parquet", lambda data: data[:-1]),
        ("deals/0000/0000001.parquet", lambda data: b"\0" + data[1:]),
        ("parts/0000/0000001.json", lambda data: data[: len(data) // 2]),
        ("parts/0000/0000001.json", lambda data: data.replace(b'"void":', b'"void":1')),
        ("parts/0000/0000001.json", lambda _: b"[]"),
        ("parts/0000/0000002.json", lambda _: b""),
        ("deals/0000/0000002.parquet", None),
        ("parts/0000/0000000.json", None),
    ],
)
def test_a_damaged_part_is_played_again(play, done, file, change):
    before = content(done)
    damaged = done / file
    if change is None:
        damaged.unlink()
    else:
        damaged.write_bytes(change(before[file]))
    lost = file.startswith("parts") and change is None
    (said,) = play("run")
    assert ("1 damaged part is played again" in said) != lost
    assert content(done) == before


def test_a_part_of_another_run_is_not_taken_for_one_of_this(play, done):
    before = content(done)
    play("other", seed=2)
    for name, data in content(done.parent / "other").items():
        if name.startswith(("parts", "deals")):
            (done / name).write_bytes(data)
    play("run")
    assert content(done) == before


def test_what_lies_among_the_parts_goes(play, done):
    before = content(done)
    parts = done / "parts"
    (parts / "0007").mkdir()
    for name in ("0000/.0000001.json.new", "0000/0000009.parquet", "0007/0002500.json"):
        (parts / name).write_bytes(b"half")
    play("run")
    assert content(done) == before


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 2}, "holds another run: seed 1, not 2; choose another folder"),
        ({"deals": 76}, "another run: deals 75, not 76;"),
        ({"names": ["random"]}, "bots quick_bot:Last, not random; code of the bots;"),
        ({"columns": False}, "holds another run: columns written by duckdb"),
        ({"table": 4}, "another run: players 3, not 4; choose another folder"),
        ({"table": 4, "names": ["random"]}, "players 3, not 4; bots quick_bot:Last, not random;"),
    ],
)
def test_a_folder_of_another_run_is_refused_in_words(play, done, changes, told):
    before = content(done)
    with pytest.raises(UsageError) as caught:
        play("run", **changes)
    assert told in str(caught.value)
    assert "add --force to replace it" in str(caught.value)
    assert content(done) == before


def test_the_same_bots_in_other_seats_are_named_seat_by_seat(play):
    play("seats", names=["random", *LAST, *LAST])
    with pytest.raises(UsageError) as caught:
        play("seats", names=["random", "random", *LAST])
    last, told = LAST[0], str(caught.value)
    assert f"another run: bots random, {last}, {last}, not random, random, {last}; choose" in told


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        (["DA34=bet"], "readings none, not DA34=bet; choose"),
        ([], "rules with the hash 0123456789ab, not "),
    ],
)
def test_a_folder_of_other_rules_is_refused_in_words(play, done, resolved, readings, told):
    if not readings:
        have_manifest(done, hash="0123456789abcdef")
    with pytest.raises(UsageError) as caught:
        play("run", rules=resolved("danish-club", readings))
    assert told in str(caught.value)


def test_a_folder_of_another_version_is_refused_in_words(play, done):
    have_manifest(done, version="0.0.9")
    with pytest.raises(UsageError, match=r"another run: lhombre 0\.0\.9, not "):
        play("run")


def test_a_manifest_that_was_changed_is_refused_in_words(play, done):
    have_manifest(done, settings=[[1]])
    with pytest.raises(UsageError, match=r"another run: settings \[1\], not none"):
        play("run")


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize(
    "lose",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-9]),
        lambda file: file.write_bytes(b"{}"),
        lambda file: file.write_bytes(file.read_bytes().replace(b'"seed": 1', b'"seed": 2')),
        lambda file: file.write_bytes(file.read_bytes().replace(b'"seed": 1', b'"seed": 1.0')),
        lambda file: file.write_bytes(file.read_bytes().replace(b'"seed": 1', b'"seed": true')),
        lambda file: file.write_bytes(file.read_bytes().replace(b'"seed": 1', b'"seed":  1')),
    ],
    ids=["gone", "empty", "cut", "another's", "changed", "a float", "truth", "another space"],
)
def test_a_run_whose_manifest_is_lost_goes_on_with_its_own_command(play, done, lose, ended):
    before = content(done)
    if not ended:
        for name in ("summary.json", "tally.json", "parts/0000/0000001.json"):
            (done / name).unlink()
    lose(done / "manifest.json")
    said = play("run")
    assert said[0].startswith("The manifest of '")
    assert said[0].endswith("' is written again.")
    assert ("nothing was played" in said[1]) == ended
    assert ("60 deals were played before" in said[1]) != ended
    assert content(done) == before


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("foreign", ["parts/0000/0000000.json", "tally.json"])
def test_a_file_of_another_run_makes_no_other_run_of_one_whose_manifest_is_lost(
    play, done, foreign, ended
):
    before = content(done)
    play("other", seed=2)
    if not ended:
        for name in ("summary.json", "tally.json"):
            (done / name).unlink()
    (done / "manifest.json").unlink()
    (done / foreign).write_bytes((done.parent / "other" / foreign).read_bytes())
    with pytest.raises(UsageError, match="are of another run than this"):
        play("run", seed=2)
    play("run")
    assert content(done) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "is missing, and the parts beside it are of another run than this"),
        (b"", "manifest.json:1:1: Expecting value; expected the manifest of a run, and the parts"),
    ],
)
def test_a_run_whose_manifest_is_lost_is_kept_from_other_commands(play, done, text, told):
    (done / "manifest.json").unlink()
    if text is not None:
        (done / "manifest.json").write_bytes(text)
    before = content(done)
    with pytest.raises(UsageError) as caught:
        play("run", seed=2)
    assert told in str(caught.value)
    assert str(caught.value).endswith("(run.log has it), or choose another folder")
    assert content(done) == before


def test_a_damaged_manifest_without_parts_is_nobodys(play, done):
    rmtree(done / "parts")
    (done / "tally.json").unlink()
    (done / "manifest.json").write_bytes(b"{\n")
    before = content(done)
    with pytest.raises(UsageError) as caught:
        play("run")
    assert "manifest.json:2:1: Expecting property name" in str(caught.value)
    assert "or whole parts to know it by; choose another folder, or add --force" in str(
        caught.value
    )
    assert content(done) == before


def test_bots_whose_code_has_changed_make_another_run(play, done, bots):
    code = bots / "quick_bot.py"
    code.write_text(f"{BOTS}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="another run: code of the bots;"):
        play("run")
    code.write_text(BOTS, encoding="utf-8")


def test_another_run_is_replaced_where_that_is_wanted(play, done):
    play("run", 60, seed=2, force=True)
    play("fresh", 60, seed=2)
    assert content(done) == content(done.parent / "fresh")


def test_a_folder_of_other_things_is_refused_unless_forced(play, tmp_path):
    out = tmp_path / "run"
    out.mkdir()
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is not empty; add --force"):
        play("run")
    assert [file.name for file in out.iterdir()] == ["mine.txt"]
    play("run", force=True)
    assert (out / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert (out / "summary.json").exists()


def test_a_file_is_no_folder_to_write_to(play, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        play("x" * 300)
    with pytest.raises(UsageError, match="is a file; expected a folder"):
        play("file")
    with pytest.raises(UsageError, match="cannot be written"):
        play("file/below")


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.parametrize(
    "name",
    [
        *("manifest.json", "run.log", "summary.json", "tally.json"),
        *("parts/0000/0000001.json", "deals/0000/0000001.parquet"),
    ],
)
@pytest.mark.parametrize("put", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_told_with_its_place_and_not_waited_for(play, done, name, put):
    (done / name).unlink()
    put(done / name)
    said = []
    with pytest.raises(UsageError) as caught:
        play("run", heard=said)
    assert str(caught.value) == f"{name} in {quoted(done)} is no file; remove it"
    assert not any("ended already" in text for text in said)


@pytest.mark.parametrize("name", ["parts", "deals", "parts/0000", "deals/0000"])
def test_what_is_no_folder_is_told_with_its_place(play, done, name):
    before = content(done)
    rmtree(done / name)
    (done / name).write_bytes(b"mine")
    with pytest.raises(UsageError) as caught:
        play("run")
    assert str(caught.value) == f"{name} in {quoted(done)} is no folder; remove it"
    (done / name).unlink()
    play("run")
    assert content(done) == before


def test_a_link_to_a_folder_is_one_and_a_link_to_nothing_is_not(play, done, tmp_path):
    before = content(done)
    (tmp_path / "link").symlink_to(done)
    assert play("link") == ["The run has ended already; nothing was played."]
    assert content(done) == before
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is a link to nothing; expected a folder"):
        play("broken")


@pytest.mark.parametrize("unread", ["parts", "parts/0000", "deals/0000"])
def test_parts_that_cannot_be_seen_are_not_thought_to_be_missing(play, done, monkeypatch, unread):
    def listed(self):
        if self == done / unread:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return listing(self)

    before, listing = content(done), Path.iterdir
    with monkeypatch.context() as patched:
        patched.setattr(Path, "iterdir", listed)
        with pytest.raises(UsageError, match=f"^{unread} in '.*: Permission denied; what was"):
            play("run")
    assert content(done) == before


@pytest.mark.parametrize("replaced", [False, True])
def test_a_folder_that_is_moved_while_it_is_worked_in_is_not_begun_anew(
    play, done, resolved, tmp_path, bots, replaced
):
    out, moved = tmp_path / "new", tmp_path / "moved"

    def progress(played, _):
        if played and not moved.exists():
            out.rename(moved)
            if replaced:
                out.mkdir()

    with pytest.raises(UsageError, match="moved or removed while the run was at work"):
        run(resolved("danish-club"), 75, 1, LAST, 1, progress, folder=bots, out=Keeping(out))
    assert not out.exists() or not any(out.iterdir())
    play("moved")
    assert content(moved) == content(done)


def test_two_processes_in_one_folder_are_one_too_many(play, resolved, tmp_path, bots):
    told = []

    def progress(done, deals):
        if done and not told:
            with pytest.raises(UsageError) as caught:
                play("run")
            told.append(str(caught.value))

    keep = Keeping(tmp_path / "run")
    run(resolved("danish-club"), 75, 1, LAST, 1, progress, folder=bots, out=keep)
    assert "is at work: another process plays this run" in told[0]
    assert (tmp_path / "run" / "summary.json").exists()
