"""The names that the engine is used by."""

import ast
from pathlib import Path

from lhombre_core import engine

FOLDER = Path(engine.__file__).parent


def test_every_public_name_is_there():
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert dir(engine) == sorted(engine.__all__)


def test_the_stub_has_the_same_names():
    tree = ast.parse((FOLDER / "__init__.pyi").read_text(encoding="utf-8"))
    public = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            public |= {alias.asname for alias in node.names}
        else:
            public |= {target.id for target in node.targets}
    assert public - {None} == set(engine.__all__)


def test_no_module_has_a_public_name():
    # Python would put the module in its place as soon as somebody loads it.
    modules = {file.stem for file in FOLDER.iterdir()}
    assert not modules & set(engine.__all__)
