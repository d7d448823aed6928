"""Values given on the command line: `--set PATH=VALUE`, typed by the model."""

from __future__ import annotations

from collections.abc import Iterable

from lhombre_core.errors import FaultError, UsageError, quoted
from lhombre_core.language.resolve.like import inside_like
from lhombre_core.language.resolve.write import Write
from lhombre_core.language.yaml import document
from lhombre_core.language.yaml.tree import Steps, Tree, grow
from lhombre_core.rules.data.build import build_shape
from lhombre_core.rules.data.path import path_fault, shape_at, steps
from lhombre_core.rules.data.shape import MappingShape, part_of, shape_of
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet

SETTING = "--set "
"""The beginning of the place of a value from the command line."""

_PARAMETERS: Steps = ("stakes", "parameters")


def setting_writes(tree: Tree, settings: Iterable[str]) -> list[Write]:
    """Return the writes of settings to a tree of rules. UsageError for a setting that is wrong."""
    writes = [_write(tree, setting) for setting in settings]
    for number, first in enumerate(writes):
        for second in writes[number + 1 :]:
            same = first.path == second.path
            if same and first.source.data() != second.source.data():
                raise UsageError(f"{first.by} and {second.by} exclude each other")
    return writes


def _write(tree: Tree, setting: str) -> Write:
    name, equals, text = setting.partition("=")
    if not equals or not name.strip() or not text.strip():
        raise UsageError(f"{quoted(setting)} is no setting; expected PATH=VALUE")
    by = SETTING + setting.strip()
    path = _path(tree, steps(name.strip()))
    try:
        value = grow(document.load(text.strip(), by))
    except FaultError as error:
        raise UsageError(f"{by}: {error.faults[0].message}") from error
    shape = shape_at(path)
    _, problems = (None, []) if shape is None else build_shape(shape, value.data(), partial=True)
    if problems:
        raise UsageError(f"{by}: {problems[0].message}")
    return Write(path, value, value, by)


def _path(tree: Tree, path: Steps) -> Steps:
    """Return the full path: `stamm` and `stakes.stamm` are short for a parameter's value."""
    parameters = tree.mapping_at(_PARAMETERS)
    short = path[:-1] == ("stakes",) and shape_at(path) is None
    if path[-1] in parameters and (short or path[:-1] in {(), _PARAMETERS}):
        return (*_PARAMETERS, path[-1], "value")
    sections = shape_of(RuleSet)
    if len(path) == 1 and part_of(sections, path[0]) is None:
        raise UsageError(unknown("parameter", path[0], parameters))
    if path[0] in {"identity", "apparatus"}:
        raise UsageError(f"'{path[0]}' cannot be set; expected a rule or a parameter")
    message = path_fault(path) or _absent(tree, path)
    if message is not None:
        raise UsageError(message)
    return path


def _absent(tree: Tree, path: Steps) -> str | None:
    """Return a message if an entry on the way to a path is not in this rule set, or None."""
    node, taken = tree.nearest(path)
    if taken >= len(path) - 1 or inside_like(tree, path):
        return None
    if not isinstance(shape_at(path[:taken]), MappingShape):
        return None
    where = f"in {'.'.join(path[:taken])}"
    return unknown("entry", path[taken], node.keyed, where=where)
