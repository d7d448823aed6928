"""Coherence of the disputed points: readings, witnesses, refinements and refusals."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.coherence.apparatus import long_quotation
from lhombre_core.language.resolve.collection import sources
from lhombre_core.language.resolve.point import Points
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.resolve.write import write_fault, writes_of
from lhombre_core.language.yaml.tree import Tree
from lhombre_core.rules.apparatus import Point, Reading
from lhombre_core.rules.data.shape import NONE
from lhombre_core.rules.data.wording import unknown

_POINTS = ("apparatus", "points")


def _points(resolved: Resolved) -> Iterator[tuple[str, Point, Tree]]:
    for name, node in resolved.tree.mapping_at(_POINTS).items():
        yield name, resolved.rules.apparatus.points[name], node


def _readings(resolved: Resolved) -> Iterator[tuple[str, str, Reading, Tree]]:
    for name, point, node in _points(resolved):
        listed = node.keyed["readings"].keyed
        for key, reading in point.readings.items():
            yield name, key, reading, listed[key]


def the_default_is_a_reading(resolved: Resolved) -> Iterator[Fault]:
    """Check that the default of a point is one of its readings, or none without readings."""
    for name, point, node in _points(resolved):
        if point.default not in point.readings and (point.readings or point.default != NONE):
            message = unknown("reading", point.default, point.readings or [NONE])
            yield node.keyed["default"].fault(message, f"apparatus.points.{name}.default")


def a_reading_has_witnesses_or_says_none(resolved: Resolved) -> Iterator[Fault]:
    """Check that a list of witnesses is not empty, and that each witness is a source."""
    known = sources()
    for point, key, reading, node in _readings(resolved):
        rule = f"apparatus.points.{point}.readings.{key}"
        if reading.witnesses is None:
            continue
        if not reading.witnesses:
            message = "no witness; expected one, or none if no text has this reading"
            yield node.keyed["witnesses"].fault(message, rule)
        for index, witness in enumerate(reading.witnesses):
            entry = node.keyed["witnesses"].part(str(index)) or node
            if known and witness.source not in known:
                at = entry.keyed.get("source", entry)
                yield at.fault(unknown("source", witness.source, known), rule)
            if witness.at is not None and (message_at := long_quotation(witness.at)) is not None:
                yield entry.keyed["at"].fault(message_at, rule)


def a_reading_writes_rules(resolved: Resolved) -> Iterator[Fault]:
    """Check that a reading writes rules, and nothing if it is only documented."""
    for point, key, reading, node in _readings(resolved):
        for write in writes_of(node, f"{point}={key}", point):
            if (fault := write_fault(write)) is not None:
                yield fault
        if reading.documented_only is not None and (reading.set or reading.remove):
            message = "a reading that is only documented writes nothing; expected no set or remove"
            yield node.fault(message, f"apparatus.points.{point}.readings.{key}", key=True)


def a_point_refines_others(resolved: Resolved) -> Iterator[Fault]:
    """Check that a point refines other points, and not in a circle."""
    points = Points(resolved.tree, resolved.id)
    known = _all_points(resolved)
    for name, point, node in _points(resolved):
        for index, other in enumerate(point.refines):
            entry = node.keyed["refines"].part(str(index)) or node
            rule = f"apparatus.points.{name}.refines"
            parts = [key for key in known if key == other or key.startswith(other + ".")]
            if other == name:
                yield entry.fault("a point cannot refine itself", rule)
            elif not parts:
                others = [key for key in known if key != name]
                yield entry.fault(unknown("point", other, others), rule)
            elif any(name in points.refined(part) for part in parts):
                yield entry.fault(f"a circle: {other} refines {name}", rule)


def _all_points(resolved: Resolved) -> list[str]:
    """Return the points of the variant and those of its parents that do not concern it."""
    names = dict.fromkeys(resolved.rules.apparatus.points)
    for layer in resolved.layers:
        names.update(dict.fromkeys(layer.tree.mapping_at(_POINTS)))
    return list(names)


def a_refusal_names_readings(resolved: Resolved) -> Iterator[Fault]:
    """Check that a refusal names readings of points of the variant."""
    points = resolved.rules.apparatus.points
    everywhere = _all_points(resolved)
    for name, point, node in _points(resolved):
        for reading, others in (point.refused_with or {}).items():
            entry = node.keyed["refused_with"].keyed[reading]
            rule = f"apparatus.points.{name}.refused_with"
            if reading not in point.readings:
                message = unknown("reading", reading, point.readings)
                yield entry.fault(message, rule, key=True)
            for other in others.split():
                other_point, equals, other_reading = other.partition("=")
                if not equals:
                    yield entry.fault(f"{quoted(other)}; expected POINT=READING", rule)
                elif other_point not in everywhere:
                    yield entry.fault(unknown("point", other_point, everywhere), rule)
                elif other_point in points and other_reading not in points[other_point].readings:
                    known = points[other_point].readings
                    yield entry.fault(unknown("reading", other_reading, known), rule)


CHECKS = (
    the_default_is_a_reading,
    a_reading_has_witnesses_or_says_none,
    a_reading_writes_rules,
    a_point_refines_others,
    a_refusal_names_readings,
)
