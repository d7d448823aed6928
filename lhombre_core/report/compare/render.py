"""A comparison as text: Markdown, a page of HTML, or JSON."""

from __future__ import annotations

import json
from typing import Final

from lhombre_core.errors import UsageError
from lhombre_core.report.compare.comparison import Comparison
from lhombre_core.report.compare.text import Text
from lhombre_core.report.words.html import document
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.rules.data.wording import unknown

FORMATS: Final = ("md", "html", "json")


def render(found: Comparison, form: str = "md", *, language: str = LANGUAGE) -> str:
    """Return a comparison as text: `md`, `html` (one page) or `json`. UsageError for others."""
    match form:
        case "json":
            return json.dumps(found.as_dict(), ensure_ascii=False, indent=2) + "\n"
        case "md":
            return Text(found, language).markdown()
        case "html":
            text = Text(found, language)
            return document(text.title, text.markdown(), description=text.title, language=language)
        case _:
            raise UsageError(unknown("format", form, FORMATS))
