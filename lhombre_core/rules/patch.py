"""A patch: a few values that are laid over a rule set by name, for house rules and experiments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import rule


@frozen
class Patch:
    """A house rule or an experiment, in a file of its own below `patches/`."""

    id: str = rule("kebab-case id, the name of its file", prose=True)
    summary: str = rule("what it changes, in a sentence", prose=True)
    requires: tuple[str, ...] = rule("rule paths that the variant must have", default=())
    conflicts: tuple[str, ...] = rule("patches with which it cannot be combined", default=())
    set: Mapping[str, Any] | None = rule("path to value", default=None)
    remove: tuple[str, ...] = rule("paths that are taken out", default=())
