"""HTML from Markdown, and self-contained pages of it.

A page has its style inside and asks for no script, font or picture. Tables stand in boxes of their
own that scroll on a narrow screen. Headings that begin with a code span have its text as their id,
other headings their words; a code span that is such an id leads there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.markdown import curly, environment

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LEAD: Final = re.compile(r"<h1[^>]*>.*?</h1>\n(?:<p>.*?</p>\n)?", re.DOTALL)
_WORDS: Final = re.compile(r"\w+")


def escape(text: str) -> str:
    """Return text as it may stand in HTML, in an attribute too.

    >>> escape('<a "b">')
    '&lt;a &quot;b&quot;&gt;'
    """
    from html import escape as escaped

    return escaped(text)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a text: its level, its id and its words."""

    level: int
    id: str
    text: str


@dataclass(slots=True)
class Rendered:
    """A text as HTML."""

    html: str
    headings: list[Heading] = field(default_factory=list)


def to_html(markdown: str) -> str:
    """Return Markdown as HTML, without the page around it. HTML in it is shown, not used."""
    return render(markdown).html


def render(markdown: str, links: Mapping[str, str] | None = None) -> Rendered:
    """Return Markdown as HTML, with its headings.

    A code span that is a key of `links` leads where that says, unless its heading is in the text.
    """
    parser = _parser()
    env: dict[str, Any] = {"links": links or {}}
    tokens = parser.parse(markdown, env)
    headings = _name_headings(tokens)
    env["ids"] = {heading.id for heading in headings}
    return Rendered(parser.renderer.render(tokens, parser.options, env), headings)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    parser.use(footnote_plugin)
    for rule in (
        "code_inline",
        "table_open",
        "table_close",
        "footnote_caption",
        "footnote_block_open",
        "footnote_block_close",
    ):
        parser.add_render_rule(rule, globals()[f"_{rule}"])
    return parser


def _code_inline(
    _: object, tokens: Sequence[Token], idx: int, __: object, env: dict[str, Any]
) -> str:
    text = tokens[idx].content
    code = f"<code>{escape(text)}</code>"
    target = slug(text)
    if tokens[idx].meta.get("heading") or "=" in text:
        return code
    if target not in env.get("ids", ()):
        address = env["links"].get(text)
        return code if address is None else f'<a href="{escape(address)}">{code}</a>'
    return f'<a href="#{target}">{code}</a>'


def _table_open(*_: object) -> str:
    return '<div class="table" role="region" tabindex="0" aria-label="table"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


def _footnote_caption(_: object, tokens: Sequence[Token], idx: int, *__: object) -> str:
    return str(tokens[idx].meta["id"] + 1)


def _footnote_block_open(*_: object) -> str:
    return '<section class="notes" role="doc-endnotes">\n<ol>\n'


def _footnote_block_close(*_: object) -> str:
    return "</ol>\n</section>\n"


def _name_headings(tokens: list[Token]) -> list[Heading]:
    """Give every heading an id, no two the same, and return them."""
    found: list[Heading] = []
    taken: set[str] = set()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        children = inline.children or []
        text = "".join(child.content for child in children)
        first = children[0] if children else None
        if first is not None and first.type == "code_inline":
            first.meta["heading"] = True
            name = slug(first.content)
        else:
            name = slug(text)
        unique = _unused(name or "part", taken)
        opening.attrSet("id", unique)
        found.append(Heading(int(opening.tag[1:]), unique, text))
    return found


def _unused(name: str, taken: set[str]) -> str:
    number, unique = 1, name
    while unique in taken:
        number += 1
        unique = f"{name}-{number}"
    taken.add(unique)
    return unique


def slug(text: str) -> str:
    """Return text as the id of a part of a page.

    >>> slug("What is played for"), slug("EN02.minimum")
    ('what-is-played-for', 'en02-minimum')
    """
    return "-".join(_WORDS.findall(text.casefold()))


def contents(headings: Sequence[Heading], *, level: int = 2) -> str:
    """Return a table of contents of the headings of one level."""
    items = "\n".join(
        f'<li><a href="#{one.id}">{escape(one.text)}</a></li>'
        for one in headings
        if one.level == level
    )
    return f"<ol>\n{items}\n</ol>" if items else ""


@cache
def style(language: str = LANGUAGE) -> str:
    """Return the style sheet of a page."""
    return (files("lhombre_core.report") / "templates" / language / "style.css").read_text(
        encoding="utf-8"
    )


def page(
    title: str,
    body_html: str,
    *,
    lead_html: str = "",
    nav_html: str = "",
    header_html: str = "",
    description: str = "",
    extra_style: str = "",
    language: str = LANGUAGE,
) -> str:
    """Return a whole page of HTML that needs nothing from outside.

    `title` and `description` are text, `extra_style` is added to the style sheet, the rest is HTML.
    `header_html` stands above everything,
    `lead_html` (a heading of the page) before the contents `nav_html`, which stand beside the
    text where there is room.
    """
    template = environment(language).get_template("page.html.j2")
    return template.render(
        title=escape(curly(title)),
        description=escape(curly(description)),
        style=style(language) + extra_style,
        header=header_html,
        lead=lead_html,
        nav=nav_html,
        body=body_html,
        language=escape(language),
    )


def document(
    title: str,
    markdown: str,
    *,
    description: str = "",
    header_html: str = "",
    extra_style: str = "",
    links: Mapping[str, str] | None = None,
    language: str = LANGUAGE,
) -> str:
    """Return a text as a page with a table of contents of its chapters.

    Its first heading and the paragraph after that stand before the contents. `links` are those of
    `render`, the rest is that of `page`.
    """
    made = render(markdown, links)
    lead, body = _parted(made.html)
    return page(
        title,
        body,
        lead_html=lead,
        nav_html=contents(made.headings),
        header_html=header_html,
        description=description,
        extra_style=extra_style,
        language=language,
    )


def _parted(html: str) -> tuple[str, str]:
    """Return the first heading with the paragraph that follows, and the rest."""
    found = _LEAD.match(html)
    return (found[0], html[found.end() :]) if found else ("", html)
