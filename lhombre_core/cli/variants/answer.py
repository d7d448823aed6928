"""What `lhombre variants` prints."""

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


def show_list(*, as_json: bool) -> None:
    """Print the variants."""
    found = [load(name).rules for name in variant_ids()]
    if as_json:
        output.show_json([_entry(rules) for rules in found], as_written=True)
        return
    for rules in found:
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


def show_rules(resolved: Resolved, path: str | None, *, origins: bool, as_json: bool) -> None:
    """Print the rules of a variant, or those at a path."""
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
    for leaf in shown:
        lines.append(f"{leaf.path}: {_written(leaf.shape, leaf.value)}")
        if origins:
            lines.append(f"    {_origin(resolved, leaf.path)}")
    output.show("\n".join(lines))


def _required(rules: RuleSet, path: str) -> str:
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
    taken: list[str] = []
    for step in steps(wanted):
        if not isinstance(value, dict) or step not in value:
            break
        value = value[step]
        taken.append(step)
    for step in reversed(taken):
        value = {step: value}
    return value if isinstance(value, dict) else {}


def _written(shape: Shape, value: Value) -> str:
    data = plain_of(shape, value)
    if isinstance(data, dict):
        return ", ".join(map(str, data)) or "none"
    if isinstance(data, list):
        return ", ".join(map(str, data)) or "none"
    if isinstance(data, bool):
        return "true" if data else "false"
    return str(data)


def _origin(resolved: Resolved, leaf: str) -> str:
    ruling = cite(resolved, leaf)
    return str(ruling).removeprefix(f"{ruling.path}  ")


def _fine(name: str, resolved: Resolved | None) -> str:
    """Return what is said of what has no faults, by what kind of file it is."""
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
    """Print what is wrong with variants, each by file or id, and return the exit code."""
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
