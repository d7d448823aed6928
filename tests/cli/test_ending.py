"""Commands that are interrupted: they end what they have begun, and leave nothing half done."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from lhombre_core.cli.ending import interruptible
from lhombre_core.report.site import build as site
from tests.docs.page import ROOT

PROGRAM = """\
import sys
from lhombre_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="nobody says who its children are")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_site_that_is_interrupted_says_so_and_leaves_the_older_one(tmp_path, sent, code):
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    out = tmp_path / "site"
    site.write(out, {"index.html": "older"})
    before = sorted(tmp_path.iterdir())
    order = ["site", "--out", str(out), "--deals", "1000000000000", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "program.py", *order],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None and len(children.read_text(encoding="utf-8").split()) < 3:
        time.sleep(0.01)
    os.killpg(process.pid, sent) if sent == signal.SIGINT else process.send_signal(sent)
    shown, said = process.communicate()
    assert (process.returncode, shown, said) == (code, "", "Interrupted; no page was written.\n")
    assert sorted(tmp_path.iterdir()) == before
    assert (out / "index.html").read_text(encoding="utf-8") == "older"


def test_a_site_that_is_interrupted_while_it_is_put_in_its_place_leaves_the_older_one(
    tmp_path, monkeypatch
):
    def interrupted(self, target):
        if self.name == "new":
            raise KeyboardInterrupt
        return rename(self, target)

    site.write(tmp_path / "site", {"index.html": "older"})
    rename = Path.rename
    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        site.write(tmp_path / "site", {"index.html": "newer"})
    assert (tmp_path / "site" / "index.html").read_text(encoding="utf-8") == "older"
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_a_command_that_is_ended_twice_at_once_tidies_up_to_the_end(capsys):
    tidied = []

    def work():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGTERM)
            tidied.append("all")

    with pytest.raises(typer.Exit), interruptible("Interrupted."):
        work()
    assert tidied == ["all"]
    assert capsys.readouterr().err == "Interrupted.\n"
