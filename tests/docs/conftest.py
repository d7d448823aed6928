import sys

import pytest

from lhombre_core.solve.solver import Solver
from tests.docs.page import ROOT
from tests.docs.reader import Reader

_SHOWN = ("docs", "scripts", "variants")


@pytest.fixture
def reader(tmp_path, monkeypatch):
    """Somebody in a folder of his own that has what a checkout shows."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    # He has solved before: nothing is said of compiling, whatever was compiled here.
    monkeypatch.setattr(Solver, "must_compile", lambda _solver, _position: False)
    for name in _SHOWN:
        (tmp_path / name).symlink_to(ROOT / name)
    known = set(sys.modules)
    yield Reader(tmp_path)
    for name, module in [*sys.modules.items()]:
        if name not in known and str(tmp_path) in str(getattr(module, "__file__", "")):
            del sys.modules[name]
