"""Faults that are put into a copy of the package, to see whether the comparison finds them.

A `Seed` is one fault: a function, and a change of its syntax tree. It is planted in a copy of the
package, and a process that knows this copy alone compares kernel and engine (`differential`). The
tests import this module, and such a process runs it as its program.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from differential import Case

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "lhombre_core"
TOOLS = Path(__file__).parents[2] / "scripts" / "tools"
COMPILED = ("kernel", "solve")
SEED = 1
STEPS = 9
DEALS = 40
"""So many deals are compared at first, then twice as many, and so on, `STEPS` times at most."""
SESSIONS = 20
"""In so many the engine counts."""


class Played(NamedTuple):
    """What is played by both; `bots` sit at the table over and over again until it is full."""

    variant: str
    reading: str = ""
    players: int = 3
    bots: tuple[str, ...] = ("random",)


class Change(NamedTuple):
    """A change of a syntax tree: the expression, or statement, that is replaced, and by what."""

    old: str
    new: str


def replace(old: str, new: str) -> Change:
    """Return the change that replaces an expression, or a statement, which stands there once."""
    return Change(old, new)


class Seed(NamedTuple):
    """A fault, and under which rules it must show."""

    rule: str
    module: str
    name: str
    """The function, `Class.method` or constant of the module that is changed."""
    change: Change
    played: Played
    late: bool = False
    """Whether the slow tests alone look for it."""

    @property
    def file(self) -> str:
        """The path of the module."""
        return f"{self.module.replace('.', '/')}.py"

    def put_into(self, text: str) -> str:
        """Return a source with the fault; ValueError where the seed does not fit it."""
        tree = ast.parse(text)
        replacing = _Replacing(self.change)
        scope = _definition(tree, self.name)
        if scope is not None:
            replacing.visit(scope)
        if replacing.times != 1:
            raise ValueError(
                f"the seed no longer fits: {self.module}.{self.name} has {replacing.times} times, "
                f"not once, {self.change.old!r}; change the seed of {self.rule!r} along with it"
            )
        return ast.unparse(tree)


class _Replacing(ast.NodeTransformer):
    """Replaces every node of a tree that reads like an expression or statement."""

    def __init__(self, change: Change) -> None:
        old, self.new = (_node(text) for text in change)
        self.old = ast.unparse(old)
        self.kind = ast.expr if isinstance(old, ast.expr) else ast.stmt
        self.times = 0

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, self.kind) and ast.unparse(node) == self.old:
            self.times += 1
            return self.new
        return super().generic_visit(node)


def _node(text: str) -> ast.expr | ast.stmt:
    """Return the expression or the statement of a text."""
    (statement,) = ast.parse(text, mode="exec").body
    return statement.value if isinstance(statement, ast.Expr) else statement


def _definition(node: ast.AST, name: str) -> ast.AST | None:
    """Return the definition of a function, of a method by its class, or of a constant."""
    first, _, rest = name.partition(".")
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef() | ast.FunctionDef() if child.name == first:
                return _definition(child, rest) if rest else child
            case ast.Assign(targets=[ast.Name(id=one)]) | ast.AnnAssign(target=ast.Name(id=one)):
                if one == name:
                    return child
    return None


class Answer(NamedTuple):
    """What a process has found that compared kernel and engine of a copy."""

    digest: str
    """Under which its machine code is kept."""
    deals: int
    """How many it has compared, up to the first differences."""
    differences: list[str]


class Copy:
    """A copy of the package and of the variants.

    The packages that are compiled are those of the original unless they are copied too: numba keeps
    machine code by the place of its source.
    """

    def __init__(self, folder: Path, *, compiled: bool = False) -> None:
        """Take a new folder, and whether the packages that are compiled are copied.

        Bytecode is copied too, since it takes longer to be written again than all the rest, but for
        what others are writing at this moment.
        """
        self.folder = folder
        for name in (PACKAGE, "variants"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))
        if not compiled:
            for name in COMPILED:
                shutil.rmtree(folder / PACKAGE / name)

    def source(self, seed: Seed) -> Path:
        """Return the file of a seed."""
        return self.folder / seed.file

    def plant(self, seed: Seed) -> None:
        """Put a fault into the copy; ValueError where the seed no longer fits."""
        file = self.source(seed)
        file.write_text(seed.put_into(file.read_text(encoding="utf-8")), encoding="utf-8")
        for kept in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            kept.unlink()  # it might be taken for that of the file which has now been written

    def compare(self, *cases: Played, steps: int = STEPS, cache: Path | None = None) -> Answer:
        """Return what comparing says of this copy.

        `cache` is where machine code is kept, by default where it is for the package.
        """
        return Answer(*self._asked("compare", [steps, cases], cache))

    def count(self, played: Played) -> str:
        """Return a digest of what the engine of this copy counts in a few sessions."""
        return str(self._asked("count", [SESSIONS, played], None))

    def _asked(self, what: str, about: object, cache: Path | None) -> Any:
        """Return what this file says as the program of another process."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder), str(TOOLS)])}
        if cache is not None:
            environment["XDG_CACHE_HOME"] = str(cache)
        # -P: the modules that lie beside this file are none of the copy's.
        program = [sys.executable, "-P", __file__, what, json.dumps(about)]
        done = subprocess.run(
            program, env=environment, cwd=self.folder, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, f"the comparison itself has failed:\n{done.stderr}"
        package, found = json.loads(done.stdout)
        assert Path(package).samefile(self.folder / PACKAGE)
        return found


def _case(variant: str, reading: str, players: int, bots: Sequence[str]) -> Case:
    from differential import Case

    return Case(variant, reading, players, tuple([*bots] * players)[:players])


def _compare(steps: int, played: Sequence[Played]) -> Answer:
    """Compare cases one after another, up to the first differences."""
    from differential import compare
    from lhombre_core.kernel.cache import digest

    deals, differences = 0, list[str]()
    for of, step in product(played, range(steps)):
        found = compare(_case(*of), DEALS << step, SEED + step)
        deals += found.deals
        differences += found.differences
        if differences:
            break
    return Answer(digest(), deals, differences)


def _count(sessions: int, played: Played) -> str:
    from lhombre_core.language.catalog import load
    from lhombre_core.sim.play.backend import Task
    from lhombre_core.sim.play.reference import Reference

    case = _case(*played)
    rules = load(case.variant, [case.reading] if case.reading else []).rules
    engine = Reference(Task(rules, case.players, SEED, case.bots))
    told = engine.run_block(range(sessions)).tally.as_data()
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _main(what: str, about: str) -> None:
    import lhombre_core

    lhombre_core.__path__.append(str(ROOT / PACKAGE))
    answer = {"compare": _compare, "count": _count}[what](*json.loads(about))
    print(json.dumps([str(Path(lhombre_core.__file__).parent), answer]))


if __name__ == "__main__":
    _main(*sys.argv[1:])
