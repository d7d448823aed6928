"""A starting file for a new variant, with comments on how to change rules."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.language.catalog import canonical_id, load, variant_ids
from lhombre_core.language.resolve.layer import BASE
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.yaml.dump import dump
from lhombre_core.resource import below, variants
from lhombre_core.rules.table import Status
from lhombre_core.rules.variant import RuleSet

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SCHEMA_FILE: Final = "schema/variant.schema.json"
_WITHOUT_NOTES = {"identity", "terms", "apparatus"}

_SCHEMA = """\
# yaml-language-server: $schema={schema}
"""

_NO_SCHEMA = """\
# An editor completes the keys of this file if a comment at its top, `yaml-language-server:
# $schema=…`, names the way from here to schema/variant.schema.json below the variants.
"""

_HEAD = """\
# A variant states only what it does otherwise than its parent; this file plays exactly like
# {parent}. `lhombre variants show {id}.yaml --origins` prints every rule with its path, and
# `lhombre variants check` says what is wrong or missing.
"""

_CHANGES = """
# --- what is done otherwise ---------------------------------------------------------------
# The keys of a path, each on a line of its own, set one rule:
#
# contracts:
#   {contract}:
#     price: {{number: {price}}}
#
# Rules of the parent are taken out by their paths, before anything is added:
#
# removes: [{removed}]
#
# An entry can be written as another with changes:
#
# settlement:
#   new_payment:
#     like: {transfer}
#     says: what the line of a score is called
"""

_APPARATUS = """
# --- where the rules come from --------------------------------------------------------------
# Every rule has a source: the note with the longest path stands. A rule that you change needs a
# note of your own, such as
#
# contracts.{contract}.price: {{source: my-book, at: six words of it, certainty: stated}}
#
# with certainty stated, implied, inferred, conjectured or editorial (then source may be none).
# Disputed points stand under `points`, each with its readings and their witnesses.
"""


def schema_beside(file: Path) -> str | None:
    """Return the path from the folder of a file to the schema of variant files.

    None if there is no such path: the schema lies in an archive or on another drive, or the path
    cannot be written in a comment.
    """
    try:
        schema = below(variants(), _SCHEMA_FILE)
        if not isinstance(schema, Path):
            return None
        way = Path(os.path.relpath(schema.resolve(), file.resolve().parent)).as_posix()
    except (OSError, ValueError):
        return None
    return None if any(letter.isspace() for letter in way) else way


def skeleton(name: str, parent: str, *, schema: str | None = None) -> str:
    """Return the text of a file for the variant `name`, which plays like its parent and is sound.

    `schema` is where an editor finds the schema, as seen from the file. UsageError if the name
    cannot be an id or is taken, or the parent is no complete variant.
    """
    if not _ID.fullmatch(name):
        raise UsageError(
            f"{quoted(name)} cannot be an id; expected small letters and digits, parted by -"
        )
    if name in variant_ids() or canonical_id(name) != name:
        raise UsageError(f"{quoted(name)} is taken; expected a new id")
    if parent.startswith(BASE):
        raise UsageError(f"{parent} lacks rules that its children add; expected a variant")
    resolved = load(parent)
    first = _NO_SCHEMA if schema is None else _SCHEMA.format(schema=schema)
    return "".join([first, _head(name, resolved), _changes(resolved.rules), _apparatus(resolved)])


def _head(name: str, parent: Resolved) -> str:
    identity = parent.rules.identity
    title = name.replace("-", " ").capitalize()
    stated = {
        "identity": {
            "id": name,
            "aliases": {},
            "name": {"own": title, "en": title},
            "language": identity.language,
            "period": identity.period,
            "region": identity.region,
            "status": str(Status.OBSERVED),
            "extends": parent.layers[-1].id,
            "patches": [],
            "summary": f"As {identity.name.en}.",
        }
    }
    return _HEAD.format(id=name, parent=identity.id) + dump(stated)


def _changes(rules: RuleSet) -> str:
    contract, values = next(iter(rules.contracts.items()))
    transfer = next(iter(rules.settlement), "win")
    return _CHANGES.format(
        contract=contract,
        price=values.price.number,
        removed=f"settlement.{transfer}",
        transfer=transfer,
    )


def _apparatus(parent: Resolved) -> str:
    contract = next(iter(parent.rules.contracts))
    note = {
        "source": "none",
        "certainty": "editorial",
        "says": f"Taken over from {parent.id}; no text of its own was compared.",
    }
    sections = [key for key in parent.tree.keyed if key not in _WITHOUT_NOTES]
    rules = {section: dict(note) for section in sections}
    stated = dump({"apparatus": {"rules": rules, "points": {}}})
    return _APPARATUS.format(contract=contract) + stated
