"""Other processes, given up at any moment of their work: nothing of it is waited for."""

import os
import subprocess
import sys

import pytest

from tests.docs.page import ROOT

PROGRAM = """\
import ctypes
import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

from lhombre_core.sim.run.pool import pool


def half_sent(begun):
    def send(self, message):
        os.write(self.fileno(), bytes(message)[: len(message) // 2])
        Path(begun).touch()
        time.sleep(60)

    Connection._send = send
    return bytes(1000)


def deaf(begun):
    Path(begun).touch()
    ctypes.PyDLL(None).sleep(60)  # none of its threads can do anything


def main():
    with pool(1) as executor:
        executor.submit(globals()[sys.argv[1]], "begun")
        while not Path("begun").exists():
            time.sleep(0.01)
        raise KeyboardInterrupt


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="its pipes are not written to by `os.write`")
@pytest.mark.parametrize("work", ["half_sent", "deaf"])
def test_a_process_is_given_up_while_it_sends_a_result_or_hears_nothing(tmp_path, work):
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "program.py", work],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        shown, said = process.communicate(timeout=20)
    finally:
        process.kill()  # its processes end with it
    assert (process.returncode, shown, said) == (0, "interrupted\n", "")
