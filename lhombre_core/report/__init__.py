"""Texts for readers: rulebooks and what other reports share with them.

`label` and `phrase` say paths and values in words; `rulebook` writes the book of a variant as
Markdown, `rulebook_html` as one page; `to_html` and `page` serve every other report.
"""

from lhombre_core.report.rulebook.book import Book, book, rulebook, rulebook_html
from lhombre_core.report.words.footnote import Footnote, Footnotes
from lhombre_core.report.words.html import document, escape, page, to_html
from lhombre_core.report.words.lexicon import label, lexicon
from lhombre_core.report.words.markdown import environment, escaped
from lhombre_core.report.words.speech import Speech, phrase

__all__ = [
    "Book",
    "Footnote",
    "Footnotes",
    "Speech",
    "book",
    "document",
    "environment",
    "escape",
    "escaped",
    "label",
    "lexicon",
    "page",
    "phrase",
    "rulebook",
    "rulebook_html",
    "to_html",
]
