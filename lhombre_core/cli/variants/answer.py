"""The answers of `lhombre variants`: the list, the rules of a variant, the faults of a file."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lhombre_core.cli import output
from lhombre_core.cli.question import cite
from lhombre_core.errors import Fault, UsageError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.data.path import leaves, path_fault, steps, value_at
from lhombre_core.rules.data.plain import plain, plain_of
from lhombre_core.rules.data.shape import Shape, Value
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.variant import RuleSet

_NO_RULES = ("apparatus",)
_SCREEN = 60
"""The most rules that are printed before an overview takes their place."""


def show_list(*, as_json: bool) -> None:
    """Print the variants."""
    listed = [load(name).rules for name in variant_ids()]
    if as_json:
        output.show_json([_entry(rules) for rules in listed], as_written=True)
        return
    for rules in listed:
        identity = rules.identity
        output.show(f"{identity.id}: {identity.name.en}. {identity.region}, {identity.period}.")
        output.show(f"  {', '.join(rules.contracts)}")


def _entry(rules: RuleSet) -> dict[str, object]:
    identity = rules.identity
    return {
        "id": identity.id,
        "name": identity.name.en,
        "own_name": identity.name.own,
        "period": identity.period,
        "region": identity.region,
        "status": str(identity.status),
        "contracts": list(rules.contracts),
    }


def show_rules(
    resolved: Resolved, path: str | None, *, origins: bool, complete: bool, as_json: bool
) -> None:
    """Print the rules of a variant, or those at a path.

    An overview takes the place of more than a screen of rules, unless they are `complete` or with
    their origins.
    """
    wanted = None if path is None else _required(resolved.rules, path)
    shown = [
        leaf
        for leaf in leaves(resolved.rules, unset=True, prose=True)
        if leaf.steps[0] not in _NO_RULES and _inside(leaf.path, wanted)
    ]
    if as_json:
        data: dict[str, object] = {
            "id": resolved.id,
            "hash": resolved.hash,
            "rules": _nested(resolved, wanted),
        }
        if origins:
            data["origins"] = {leaf.path: cite(resolved, leaf.path).as_json() for leaf in shown}
        output.show_json(data, as_written=True)
        return
    lines = [f"# {resolved.id} {resolved.hash}"] if wanted is None else []
    if len(shown) > _SCREEN and not complete and not origins:
        lines += _overview([leaf.steps for leaf in shown], 0 if path is None else len(steps(path)))
        shown = []
    for leaf in shown:
        lines.append(f"{leaf.path}: {_written(leaf.shape, leaf.value)}")
        if origins:
            lines.append(f"    {_origin(resolved, leaf.path)}")
    output.show("\n".join(lines))


def _overview(rules: Sequence[tuple[str, ...]], depth: int) -> list[str]:
    """Return the parts below a path of `depth` steps, with the number of rules in each."""
    parts = Counter(".".join(rule[: depth + 1]) for rule in rules)
    lines = [f"{part}: {output.count(number, 'rule')}" for part, number in parts.items()]
    return [*lines, f"{len(rules)} rules; name a part to see its rules, or add --all."]


def _required(rules: RuleSet, path: str) -> str:
    """Return the path of a rule. UsageError with the nearest for a rule that is not there."""
    fault = path_fault(steps(path))
    if fault is None:
        try:
            value_at(rules, steps(path))
        except (KeyError, IndexError, ValueError):
            *start, last = steps(path)
            known = _keys(rules, start)
            fault = f"{unknown('rule', last, known)}" if known else f"there is no rule {path} here"
    if fault is not None:
        raise UsageError(fault)
    return path


def _keys(rules: RuleSet, start: Sequence[str]) -> list[str]:
    try:
        value = value_at(rules, tuple(start))
    except (KeyError, IndexError, ValueError):
        return []
    return list(map(str, value)) if isinstance(value, Iterable) else []


def _inside(leaf: str, wanted: str | None) -> bool:
    return (
        wanted is None
        or leaf == wanted
        or leaf.startswith(wanted + ".")
        or wanted.startswith(leaf + ".")
    )


def _nested(resolved: Resolved, wanted: str | None) -> dict[str, Any]:
    """Return the rules as plain data, or only those at a path, in their place."""
    data: dict[str, Any] = plain(resolved.rules)
    for key in _NO_RULES:
        data.pop(key, None)
    if wanted is None:
        return data
    value: Any = data
    way: list[str] = []
    for step in steps(wanted):
        if not isinstance(value, dict) or step not in value:
            break
        value = value[step]
        way.append(step)
    for step in reversed(way):
        value = {step: value}
    return value if isinstance(value, dict) else {}


def _written(shape: Shape, value: Value) -> str:
    data = plain_of(shape, value)
    if isinstance(data, dict | list):
        return ", ".join(map(str, data)) or "none"
    if isinstance(data, bool):
        return "true" if data else "false"
    return str(data)


def _origin(resolved: Resolved, leaf: str) -> str:
    ruling = cite(resolved, leaf)
    return str(ruling).removeprefix(f"{ruling.path}  ")


def _fine(name: str, resolved: Resolved | None) -> str:
    """Return the verdict on a file without faults, by the kind of the file."""
    if resolved is not None:
        return f"fine ({resolved.hash[:12]})"
    kinds = {"patches": "a patch", "base": "a parent"}
    kind = kinds.get(Path(name).resolve().parent.name)
    if kind is None:
        return "fine"
    if kind == "a patch":
        return "a patch, and well formed; a variant with it is checked when it is chosen"
    return "a parent, and fine so far; what extends it is checked as a whole"


def check(variants: Sequence[str], *, as_json: bool) -> int:
    """Print the faults of variants, each by file or id, and return the exit code."""
    from lhombre_core.language.check import check as checked
    from lhombre_core.sim.play.check import play_random_deals

    faults: list[Fault] = []
    for name in variants:
        verdict = checked(name, extra=play_random_deals)
        faults.extend(verdict.faults)
        if as_json:
            continue
        if verdict.faults:
            output.show(str(verdict))
        else:
            output.show(f"{name}: {_fine(name, verdict.resolved)}")
    if as_json:
        output.show_json([fault.as_json() for fault in faults], as_written=True)
    return 1 if faults else 0
