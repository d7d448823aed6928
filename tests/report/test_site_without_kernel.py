"""A site where numba is not installed: fewer deals, and the page and the command say so."""

import os
import subprocess
import sys

from lhombre_core.report.site.build import DEALS, ENGINE_DEALS
from tests.docs.page import ROOT

BLOCKER = 'import sys\n\nsys.modules["numba"] = None\n'
"""A module that Python runs at each start, and for which numba is missing."""

PAGE = """\
from lhombre_core.report.site.build import pages
print(pages(variants=["french-1600s"], jobs=1)["simulation.html"])
"""
COMMAND = "import sys; from lhombre_core.cli.app import run; sys.exit(run(sys.argv[1:]))"


def python(folder, program, *words):
    """Start Python with a program where numba cannot be imported."""
    (folder / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_page_says_how_few_deals_were_played(tmp_path):
    process = python(tmp_path, PAGE)
    page, said = process.communicate()
    assert (process.returncode, said) == (0, "")
    text = " ".join(page.split())
    assert f"until {ENGINE_DEALS:,} deals were reached, instead of {DEALS:,}" in text
    assert f"--deals {ENGINE_DEALS} --seed 1" in text


def test_the_command_says_so_before_it_plays(tmp_path):
    process = python(tmp_path, COMMAND, "site", "--out", str(tmp_path / "site"))
    try:
        said = process.stderr.readline()
    finally:
        process.kill()
        process.communicate()
    assert said == (
        "The kernel is not installed, so each game is played "
        f"{ENGINE_DEALS:,} deals, not {DEALS:,}; pip install 'lhombre[sim]' adds it.\n"
    )


def test_the_help_names_both_numbers(tmp_path):
    process = python(tmp_path, COMMAND, "site", "--help")
    text = " ".join(process.communicate()[0].replace("│", " ").split())
    assert f"usually {DEALS:,}, without numba {ENGINE_DEALS:,}" in text
