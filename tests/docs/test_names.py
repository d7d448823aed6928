"""The names that users of the package import from its root."""

import ast
import subprocess
import sys

import lhombre_core
from tests.docs.page import ROOT

HEAVY = ("yaml", "jinja2", "jsonschema", "typer", "numpy", "lhombre_core.")


def test_every_public_name_is_there():
    for name in lhombre_core.__all__:
        assert getattr(lhombre_core, name) is not None
    assert dir(lhombre_core) == sorted(lhombre_core.__all__)


def test_the_stub_has_the_same_names():
    tree = ast.parse((ROOT / "lhombre_core" / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported | {"__version__"} == set(lhombre_core.__all__)


def test_every_public_name_is_explained_in_the_reference():
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    assert [name for name in lhombre_core.__all__ if name not in page] == ["__version__"]


def test_the_package_itself_loads_nothing_but_what_hands_out_its_names():
    code = "import lhombre_core, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [name for name in loaded if name.startswith(HEAVY)] == ["lhombre_core.facade"]
