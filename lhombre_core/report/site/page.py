"""The frame of a page of the site, and templates that write HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from lhombre_core.report.words.html import Heading, contents, document, page, slug
from lhombre_core.report.words.lexicon import LANGUAGE
from lhombre_core.report.words.markdown import closed, curly, first_up
from lhombre_core.sim.count.statistic import hundredths, in_hundredths

if TYPE_CHECKING:
    from jinja2 import Environment

_NOTE: Final = re.compile(r'(<li id="fn\d+"[^>]*><p>)<em>([\w.-]+)</em>')
_LEAD: Final = re.compile(r"<h1[^>]*>.*?</h1>\n*(?:<p[^>]*>.*?</p>\n)?", re.DOTALL)

_COLUMNS: Final = """main table {{ width: 100%; }}
main th:not(:first-child) {{ width: {share}%; }}
"""
_CHAPTER: Final = re.compile(r'<h2 id="([^"]+)">([^<]*)</h2>')


@cache
def templates(language: str = LANGUAGE) -> Environment:
    """Return the templates that write HTML, with escaped values."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("lhombre_core.report") / "templates" / language
    made = Environment(
        loader=FunctionLoader(
            lambda name: ((folder / name).read_text(encoding="utf-8"), name, lambda: True)
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_printed,
    )
    made.filters.update(closed=closed, first_up=first_up, slug=slug)
    made.filters.update(hundredths=hundredths, in_hundredths=_in_hundredths)
    return made


def _printed(value: object) -> object:
    """Return text with typographic apostrophes; HTML is left as it is."""
    return curly(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _in_hundredths(rate: Mapping[str, int]) -> tuple[str, str, str]:
    """Return a share of a summary and the ends of its interval, with one digit after the point."""
    return in_hundredths(rate["count"], rate["of"], digits=1)


@dataclass(frozen=True)
class Shell:
    """The frame that all pages of a site share: link targets, header and style."""

    points: frozenset[str]
    """Disputed points that have a place on the page of points."""
    sources: frozenset[str]
    """Sources that have a place on the page of sources."""
    version: str
    language: str = LANGUAGE

    def header(self, path: str) -> str:
        """Return the header of the page at a path."""
        return self._render("site_header.j2", root=root(path), here=path)

    def style(self) -> str:
        """Return the additional style of site pages."""
        return (
            files("lhombre_core.report") / "templates" / self.language / "site_style.j2"
        ).read_text(encoding="utf-8")

    def of_markdown(
        self, path: str, title: str, text: str, *, description: str = "", columns: int = 0
    ) -> str:
        """Return a page of a text in Markdown; points and sources in it lead to their pages.

        `columns` is in how many equal columns its tables have something side by side.
        """
        extra = _COLUMNS.format(share=74 // columns) if columns else ""
        links = {name: f"{root(path)}points.html#{slug(name)}" for name in self.points}
        html = document(
            title,
            text,
            description=description,
            header_html=self.header(path),
            extra_style=self.style() + extra,
            links=links,
            language=self.language,
        )
        return _NOTE.sub(lambda match: self._to_source(match, root(path)), html)

    def _to_source(self, match: re.Match[str], to_root: str) -> str:
        name = match[2]
        if name not in self.sources:
            return match[0]
        return f'{match[1]}<a href="{to_root}sources.html#{slug(name)}"><em>{name}</em></a>'

    def of_template(self, path: str, title: str, template: str, values: Mapping[str, Any]) -> str:
        """Return a page rendered by an HTML template.

        Its first heading stands before the rest, its chapters in the contents.
        """
        body = self._render(template, root=root(path), **values)
        lead = _LEAD.match(body)
        return page(
            title,
            body[lead.end() :] if lead else body,
            lead_html=lead[0] if lead else "",
            nav_html=contents([Heading(2, i, unescape(t)) for i, t in _CHAPTER.findall(body)]),
            header_html=self.header(path),
            extra_style=self.style(),
            language=self.language,
        )

    def _render(self, template: str, **values: object) -> str:
        made = templates(self.language).get_template(template)
        return made.render(version=self.version, **values)


def root(path: str) -> str:
    """Return the way from a page to the folder of the site.

    >>> root("index.html"), root("rulebook/x.html")
    ('', '../')
    """
    return "../" * path.count("/")
