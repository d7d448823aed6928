import sys

import pytest

from tests.docs.page import ROOT
from tests.docs.reader import Reader

_SHOWN = ("docs", "scripts", "variants")


@pytest.fixture
def reader(tmp_path, monkeypatch):
    """Somebody in a folder of his own that has what a checkout shows."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in _SHOWN:
        (tmp_path / name).symlink_to(ROOT / name)
    known = set(sys.modules)
    yield Reader(tmp_path)
    for name, module in [*sys.modules.items()]:
        if name not in known and str(tmp_path) in str(getattr(module, "__file__", "")):
            del sys.modules[name]
