"""The typed rule set of a tree, built section by section; an unchanged section is built once."""

from __future__ import annotations

from lhombre_core.errors import Fault
from lhombre_core.frozen import frozen
from lhombre_core.language.resolve.layer import Layer
from lhombre_core.language.resolve.like import expand
from lhombre_core.language.yaml.tree import Steps, Tree
from lhombre_core.rules.data.build import Problem, build_shape, keys_amiss
from lhombre_core.rules.data.shape import RecordShape, Value, shape_of
from lhombre_core.rules.variant import RuleSet


@frozen
class _Section:
    """A section as the files have it, with every `like` written out, and as a value."""

    stated: Tree
    expanded: Tree
    value: Value
    faults: tuple[Fault, ...]


class Builder:
    """Builds rule sets of one file under different readings, patches and settings."""

    def __init__(self, top: Layer) -> None:
        self._top = top
        self._first: dict[str, _Section] = {}

    def build(self, tree: Tree) -> tuple[RuleSet | None, Tree, list[Fault]]:
        """Return the rule set, the tree with every `like` written out, and the faults.

        With faults there is no rule set, nor for a file of `base/`, which may lack rules.
        """
        shape = shape_of(RuleSet)
        if not isinstance(shape, RecordShape) or not tree.is_mapping:
            return None, tree, [tree.fault("expected the sections of a variant", "")]
        sections = {key: self._section(key, tree.keyed[key], shape) for key in tree.keyed}
        faults = [
            self._placed(tree, p) for p in keys_amiss(shape, tree.keyed, (), self._top.is_base)
        ]
        faults += [fault for section in sections.values() for fault in section.faults]
        expanded = Tree(tree.origin, {key: part.expanded for key, part in sections.items()})
        if faults or self._top.is_base:
            return None, expanded, faults
        values = {shape.fields[key].name: part.value for key, part in sections.items()}
        return RuleSet(**values), expanded, []

    def _section(self, key: str, stated: Tree, shape: RecordShape) -> _Section:
        first = self._first.get(key)
        if first is not None and first.stated is stated:
            return first
        expansion = expand(key, stated)
        expanded, faults = expansion.section, expansion.faults
        value = None
        if key in shape.fields:
            part = shape.fields[key].shape
            value, problems = build_shape(part, expanded.data(), (key,), partial=self._top.is_base)
            missing = {_place(problem) for problem in problems if problem.missing}
            faults += [
                self._placed(expanded, problem, 1)
                for problem in problems
                if not problem.missing or not expansion.repeats(_place(problem), missing)
            ]
        section = _Section(stated, expanded, value, tuple(faults))
        self._first.setdefault(key, section)
        return section

    def _placed(self, tree: Tree, problem: Problem, skipped: int = 0) -> Fault:
        """Return a problem as a fault; a missing key is a fault of the file that is being built.

        The tree begins `skipped` steps down the path.
        """
        path = tuple(map(str, problem.path))
        if problem.missing:
            return self._top.document.fault(problem.path, problem.message, key=True)
        node, taken = tree.nearest(path[skipped:])
        here = problem.at_key and taken == len(path) - skipped
        return node.fault(problem.message, path, key=here)


def _place(problem: Problem) -> Steps:
    """Return the path of a problem, with the key if it is missing."""
    return tuple(map(str, problem.path)) + ((problem.key,) if problem.missing else ())
