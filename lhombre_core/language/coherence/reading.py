"""Every reading of a file laid over it by itself: a sound rule set, and the default no change."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault, FaultError, UsageError
from lhombre_core.language.coherence import of_rules
from lhombre_core.language.resolve.point import Choice
from lhombre_core.language.resolve.resolution import Combined, Resolved
from lhombre_core.language.yaml.tree import Tree
from lhombre_core.rules.acting.difference import differing_paths
from lhombre_core.rules.data.wording import one_of


def of_readings(combined: Combined, resolved: Resolved) -> Iterator[Fault]:
    """Return what is wrong with rule sets under one reading other than the file's own.

    The rule set without any is taken to be sound.
    """
    for name, point in resolved.rules.apparatus.points.items():
        for key, reading in point.readings.items():
            if reading.documented_only is None:
                node = combined.points.points[name].keyed["readings"].keyed[key]
                choice = Choice(name, key)
                yield from _alone(combined, resolved, choice, node, default=key == point.default)


def _alone(
    combined: Combined, resolved: Resolved, choice: Choice, node: Tree, *, default: bool
) -> Iterator[Fault]:
    rule = f"apparatus.points.{choice.point}.readings.{choice.reading}"
    try:
        changed = combined.resolve([choice])
        faults = list(of_rules(changed))
    except FaultError as error:
        faults = list(error.faults)
    except UsageError as error:
        yield node.fault(f"under {choice}: {error}", rule, key=True)
        return
    for fault in faults:
        message = fault.message.removeprefix(f"{fault.rule}: ")
        yield node.fault(f"under {choice}: {fault.rule}: {message}", rule, key=True)
    if default and not faults and changed.hash != resolved.hash:
        paths = [path for path, _, _ in differing_paths(resolved.rules, changed.rules)]
        what = one_of(paths, "and") if paths else "the order of entries"
        message = f"{choice} is the default, but it changes {what}"
        yield node.fault(message, rule, key=True)
