"""The command that writes generated pages and schemas: `python -m pages [NAME …]`.

Without a name it writes all of them, each into its file of the checkout.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from lhombre_core.language.schema import patch_schema, variant_schema
from lhombre_core.resource import checkout
from pages import command_line, consumers, glossary, rule_language

_WRONG_USAGE: Final = 2


def _as_text(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


PAGES: Final[Mapping[str, Mapping[str, Callable[[], str]]]] = {
    "command-line": {"docs/reference/command-line.md": command_line.page},
    "consumers": {"docs/reference/consumers.md": consumers.page},
    "glossary": {"docs/reference/glossary.md": glossary.page},
    "rule-language": {"docs/reference/rule-language.md": rule_language.page},
    "schema": {
        "variants/schema/variant.schema.json": lambda: _as_text(variant_schema()),
        "variants/schema/patch.schema.json": lambda: _as_text(patch_schema()),
    },
}
"""The files of each name, and the functions that return their texts."""


def main(names: Sequence[str]) -> int:
    """Write the named pages, or all, print their files and return the exit code."""
    unknown = [name for name in names if name not in PAGES]
    if unknown:
        sys.stderr.write(f"unknown page {unknown[0]!r}; expected {', '.join(PAGES)}\n")
        return _WRONG_USAGE
    for name in names or PAGES:
        for file, text in PAGES[name].items():
            Path(checkout(), file).write_text(text(), encoding="utf-8")
            sys.stdout.write(f"{file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
