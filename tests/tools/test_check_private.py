"""Which uses of other packages are refused: private names, and assignments to public ones."""

import pytest

import check_private

KILLS_PROCESSES = """\
from concurrent.futures import ProcessPoolExecutor
class Own:
    def __init__(self):
        self.pool = ProcessPoolExecutor()
    def end(self):
        self.pool._processes.clear()
"""


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("from numba.core import config", "numba.core.config is private"),
        ("import numba.np.arrayobj", "numba.np.arrayobj is private"),
        ("import numba\nnumba.core.config", "numba.core is private"),
        ("from distributed import _version", "distributed._version is private"),
        ("from dask._task_spec import Task", "dask._task_spec.Task is private"),
        ("duckdb = need('duckdb', 'sim')\nduckdb._clean", "duckdb._clean is private"),
        ("import_module('numba.core.types')", "numba.core.types is private"),
        (
            KILLS_PROCESSES,
            "concurrent.futures.ProcessPoolExecutor()._processes is private",
        ),
        (
            "from concurrent import futures\ndef end(pool: futures.Executor):\n    pool._queue = 1",
            "concurrent.futures.Executor()._queue is private",
        ),
        (
            "from numba import njit\nwith njit(f) as compiled:\n    compiled._cache",
            "numba.njit()._cache is private",
        ),
        ("import duckdb\nduckdb.sql = print", "duckdb.sql is assigned"),
        ("import llvmlite.binding as llvm\nsetattr(llvm, name, 1)", "setattr on llvmlite.binding"),
        ("from duckdb._x import Y\nclass Own(Y): pass", "duckdb._x.Y is private"),
    ],
)
def test_a_private_name_of_another_package_is_a_fault(source, text):
    assert text in [fault.text for fault in check_private.faults(source)]


@pytest.mark.parametrize(
    "source",
    [
        "from numba import config, njit\nconfig.CACHE_DIR = 'folder'",
        "import numba\nnumba.config.LOOP_VECTORIZE = 1",
        "import numba\nnumba.__version__",
        "from concurrent.futures import Executor\nclass Own(Executor):\n    _own = 1",
        "import duckdb\nclass Own:\n    def set(self):\n        self._duckdb = duckdb",
        "import lhombre_core\nlhombre_core._kept",
    ],
)
def test_public_names_and_our_own_are_none(source):
    assert check_private.faults(source) == []


def test_the_command_prints_each_fault_with_its_place(tmp_path, capsys):
    file = tmp_path / "own.py"
    file.write_text("import numba\n\nnumba._helperlib\n", encoding="utf-8")
    assert check_private.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{file}:3: numba._helperlib is private\n"
    file.write_text("import numba\n", encoding="utf-8")
    assert check_private.main([str(tmp_path)]) == 0
