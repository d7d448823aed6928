"""What determines the outcome of a run, as its folder says it, and how two differ, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path
from typing import Any, Final

import lhombre_core
from lhombre_core.bots.registry import BUILT_IN, Guarded, make_bot
from lhombre_core.errors import cut
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.variant import LANGUAGE
from lhombre_core.sim.count.columns import schema
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.store.parquet import BEYOND_COLUMN, writer

FORMAT: Final = 2
"""The number of the layout of the folder."""

MADE_BY: Final = "lhombre simulate"

_SAID: Final = {
    "format": "layout",
    "version": "lhombre",
    "language": "rule language",
    "variant": "variant",
    "readings": "readings",
    "patches": "patches",
    "settings": "settings",
    "hash": "rules with the hash",
    "seed": "seed",
    "asked": "deals",
    "table": "players",
    "bots": "bots",
    "bot_code": "code of the bots",
    "columns": "columns",
    "writer": "columns written by",
    "sessions_of_part": "sessions in a part",
}
_HASH: Final = 12
"""The digits of a hash that are shown."""

Manifest = Mapping[str, Any]


def manifest(
    resolved: Resolved, task: Task, asked: int, size: int, *, columns: bool
) -> dict[str, Any]:
    """Return everything that the files of a run depend on; `size` is the sessions of a part."""
    names = [column.name for column in schema(task.rules, task.players)]
    return {
        "format": FORMAT,
        "made_by": MADE_BY,
        "version": lhombre_core.__version__,
        "language": LANGUAGE,
        "variant": resolved.id,
        "hash": resolved.hash,
        "readings": list(resolved.readings),
        "patches": list(resolved.patches),
        "settings": list(resolved.settings),
        "seed": task.seed,
        "asked": asked,
        "table": task.players,
        "bots": list(task.bots),
        "bot_code": _code(task),
        "columns": [*names, BEYOND_COLUMN] if columns else [],
        "writer": writer() if columns else None,
        "sessions_of_part": size,
    }


def _code(task: Task) -> dict[str, str | None]:
    """Return the digest of the file of each bot that does not come with the package."""
    digests: dict[str, str | None] = {}
    for name in dict.fromkeys(task.bots):
        if name not in BUILT_IN:
            bot = make_bot(name, task.folder)
            file = getsourcefile(type(bot.bot if isinstance(bot, Guarded) else bot))
            digests[name] = None if file is None else sha256(Path(file).read_bytes()).hexdigest()
    return digests


def as_bytes(data: object) -> bytes:
    """Return data as the text of a file of JSON."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def name_of(manifest: Manifest) -> str:
    """Return what a run is known by: the digest of its manifest."""
    return sha256(as_bytes(manifest)).hexdigest()


def stamp(manifest: Manifest) -> dict[str, Any]:
    """Return what a file that was taken out of its folder needs to be understood."""
    said = (
        "version",
        "variant",
        "hash",
        "readings",
        "patches",
        "settings",
        "seed",
        "table",
        "bots",
    )
    return {name: manifest[name] for name in said}


def differences(there: Manifest, here: Manifest) -> str:
    """Return how a run that is there differs from the one that is wanted; empty: in nothing."""
    return "; ".join(_differences(there, here))


def _differences(there: Manifest, here: Manifest) -> Iterator[str]:
    chosen = ("variant", "readings", "patches", "settings")
    same_choice = all(there.get(name) == here[name] for name in chosen)
    for name, word in _SAID.items():
        if there.get(name) == here[name] or (name == "hash" and not same_choice):
            continue
        if name == "bot_code":
            yield word
        elif name == "bots":
            yield from _other_bots(there, here)
        elif name not in {"columns", "sessions_of_part"} or not _follows(there, here):
            yield f"{word} {_said(name, there.get(name))}, not {_said(name, here[name])}"


def _other_bots(there: Manifest, here: Manifest) -> Iterator[str]:
    """Yield how the bots differ; where it is in nothing but how many sit there, it has been said.

    At a table as large, the same bots in other seats are named seat by seat.
    """
    said = [_said("bots", manifest.get("bots")) for manifest in (there, here)]
    if said[0] == said[1]:
        if there.get("table") != here["table"]:
            return
        said = [cut(", ".join(map(str, manifest["bots"]))) for manifest in (there, here)]
    yield f"{_SAID['bots']} {said[0]}, not {said[1]}"


def _follows(there: Manifest, here: Manifest) -> bool:
    """Return whether the shape of the files differs because of something else that is said."""
    shaping = ("format", "version", "variant", "hash", "asked", "table", "writer")
    return any(there.get(name) != here[name] for name in shaping)


def _said(name: str, value: object) -> str:
    if name == "hash":
        return cut(str(value)[:_HASH])
    if isinstance(value, list):
        return cut(", ".join(dict.fromkeys(map(str, value))) or "none")
    return "none" if value is None else cut(value)
