"""The folder in which a run is kept."""

import json
from hashlib import sha256

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.sim.folder import refuse_folder, write_folder
from lhombre_core.sim.run import run


@pytest.fixture(scope="module")
def summary(resolved):
    return run(resolved("danish-club"), 30, 1, ["random"])


def test_a_folder_holds_the_summary_and_a_manifest_of_it(summary, tmp_path):
    out = tmp_path / "new" / "run"
    write_folder(out, summary)
    assert sorted(file.name for file in out.iterdir()) == ["manifest.json", "summary.json"]
    assert (out / "summary.json").read_text(encoding="utf-8") == summary.as_json()
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["variant"] == "danish-club"
    assert manifest["seed"] == 1
    assert manifest["asked"] == 30
    data = (out / "summary.json").read_bytes()
    assert manifest["files"] == {"summary.json": sha256(data).hexdigest()}


def test_the_same_run_gives_the_same_bytes(summary, tmp_path):
    for name in ("a", "b"):
        write_folder(tmp_path / name, summary)
    for file in ("summary.json", "manifest.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_folder_that_is_not_empty_is_refused_unless_forced(summary, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is not empty; add --force"):
        write_folder(tmp_path, summary)
    write_folder(tmp_path, summary, force=True)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"
    write_folder(tmp_path, summary, force=True)


def test_a_file_is_no_folder_to_write_to(summary, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        refuse_folder(tmp_path / ("x" * 300), force=False)
    with pytest.raises(UsageError, match="is a file; expected a folder"):
        refuse_folder(file, force=True)
    with pytest.raises(UsageError, match="cannot be written"):
        write_folder(file / "below", summary)


def test_nothing_half_written_is_left_behind(summary, tmp_path, monkeypatch):
    def fail(*_of):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(UsageError, match="No space left on device"):
        write_folder(tmp_path / "run", summary)
    assert list((tmp_path / "run").iterdir()) == []
