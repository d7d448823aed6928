"""Check that Python files use other packages by their public names alone.

Run `python -m check_private PATH …` with files, or folders of files.

A name is private if it begins with an underscore, or lies in a module that its package does not
document. Such names change without notice, so an update of the package would break ours.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGES: Final = (
    *("click", "concurrent.futures", "dask", "distributed", "duckdb", "jinja2", "jsonschema"),
    *("llvmlite", "markdown_it", "multiprocessing", "numba", "numpy", "typer", "yaml"),
)
"""The packages whose private names are refused."""

INTERNAL: Final = ("numba.core", "numba.cpython", "numba.misc", "numba.np", "numba.parfors")
"""Modules that have public names and are not documented."""

SETTINGS: Final = ("numba.config",)
"""Modules whose attributes are meant to be assigned."""

_IMPORTS: Final = ("import_module", "need")
"""Functions that return the module that their first argument names."""

_ASSIGNING: Final = ("setattr", "delattr")


@dataclass(frozen=True, slots=True)
class Fault:
    """A use of a private name."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        """Return place and text, as compilers print them."""
        return f"{self.file}:{self.line}: {self.text}"


def faults(source: str, file: str = "") -> list[Fault]:
    """Return the uses of private names in a source text, in the order of their lines."""
    tree = ast.parse(source, file)
    names = _Names(tree)
    texts = {(line, text) for node in ast.walk(tree) for line, text in _uses(node, names)}
    return [Fault(file, line, text) for line, text in sorted(texts)]


class _Names:
    """What the names of a file stand for in other packages, as dotted paths.

    A file is looked at as a whole: a variable has one meaning in all its functions.
    """

    def __init__(self, tree: ast.AST) -> None:
        """Read the imports, then the assignments that use them."""
        self._paths: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._paths |= {name: path for name, path in _imported(node) if _is_foreign(path)}
        for node in ast.walk(tree):
            for target, value in _bindings(node):
                path = self.path(value)
                if path and isinstance(target, ast.Name | ast.Attribute):
                    self._paths.setdefault(ast.unparse(target), path)

    def path(self, node: ast.expr | None) -> str:
        """Return the path of an expression; empty where it is of no other package.

        A call adds `()`: what it returns is an object of the package.
        """
        if node is None:
            return ""
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in self._paths:
            return self._paths[ast.unparse(node)]
        match node:
            case ast.Attribute(value=value, attr=attr) if owner := self.path(value):
                return f"{owner}.{attr}"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_]) if (
                name in _IMPORTS and isinstance(first, ast.Constant)
            ):
                return str(first.value) if _is_foreign(str(first.value)) else ""
            case ast.Call(func=function) if called := self.path(function):
                return f"{called}()"
        return ""


def _uses(node: ast.AST, names: _Names) -> Iterator[tuple[int, str]]:
    """Yield the line and the description of each use of a private name that a node is."""
    match node:
        case ast.Import() | ast.ImportFrom():
            for _, path in _imported(node):
                if _is_foreign(path) and _is_private(path):
                    yield node.lineno, f"{path} is private"
        case ast.Attribute(value=owner, attr=attr) if path := names.path(owner):
            assigned = not isinstance(node.ctx, ast.Load)
            if _is_private(f"{path}.{attr}") and not _is_private(path):
                yield node.lineno, f"{path}.{attr} is private"
            elif assigned and "()" not in path and not _is_in(path, SETTINGS):
                yield node.lineno, f"{path}.{attr} is assigned"
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _ASSIGNING:
            if path := names.path(first):
                yield node.lineno, f"{name} on {path}"
        case ast.Call() if _is_private(path := names.path(node)) and "()" not in path:
            yield node.lineno, f"{path} is private"


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield each name that a statement imports, with its path."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        elif alias.asname:
            yield alias.asname, alias.name
        else:
            yield alias.name, alias.name
            yield alias.name.partition(".")[0], alias.name.partition(".")[0]


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield each target of an assignment with its value, or with the class it is annotated with."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            yield from zip(targets, values, strict=False)
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            yield target, value
            yield target, ast.Call(annotation, [], [])
        case ast.arg(arg=name, annotation=annotation) if annotation is not None:
            yield ast.Name(name), ast.Call(annotation, [], [])
        case ast.withitem(context_expr=value, optional_vars=named) if named is not None:
            yield named, value


def _is_foreign(path: str) -> bool:
    return _is_in(path, PACKAGES)


def _is_private(path: str) -> bool:
    parts = path.replace("()", "").split(".")
    hidden = any(part.startswith("_") and not part.endswith("__") for part in parts)
    return hidden or _is_in(path, INTERNAL)


def _is_in(path: str, modules: Sequence[str]) -> bool:
    return any(f"{path}.".startswith(f"{module}.") for module in modules)


def main(paths: Sequence[str]) -> int:
    """Print the faults of all Python files below some paths; return 1 if there are any."""
    found = [
        fault
        for path in map(Path, paths)
        for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))
        for fault in faults(file.read_text(encoding="utf-8"), str(file))
    ]
    for fault in found:
        sys.stdout.write(f"{fault}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
