"""Every block of Python and every command in the documentation, run; what it shows, compared."""

import importlib.util
import re
import shlex
from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.docs.page import PAGES, ROOT, Block, blocks, name_of
from tests.docs.reader import exchanges, matches, unknown_words

KINDS = {
    "console",
    "json",
    "markdown",
    "python",
    "quotation",
    "sh",
    "text",
    "yaml",
}
WITH_BLOCKS = [page for page in PAGES if blocks(page.read_text(encoding="utf-8"))]
_INLINE = re.compile(r"`((?:scripts/)?lhombre [^`]+)`")
"""Commands named in a sentence or table."""
_NOTE = re.compile(r"\[\^\d+\]")
"""References to notes, which a quotation leaves out."""
ELSEWHERE = {"python3", "../renew/bin/pip"}
"""Programs that are not ours."""


@dataclass
class Wrong:
    """What a page shows otherwise than it is; the lines to put right, if it is only lines."""

    line: int
    message: str
    number: int = 0
    shown: list[str] | None = None


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_what_a_page_shows_is_what_a_reader_sees(page, reader, updates_golden):
    text = page.read_text(encoding="utf-8")
    found = blocks(text)
    wrong = [
        one
        for block, after in pairwise([*found, Block("", "", [], 0)])
        for one in _done(block, after, reader, name_of(page))
    ]
    if updates_golden:
        lines = text.split("\n")
        for one in reversed(wrong):
            if one.shown is not None:
                lines[one.line - 1 : one.line - 1 + one.number] = one.shown
        page.write_text("\n".join(lines), encoding="utf-8")
        wrong = [one for one in wrong if one.shown is None]
    assert not wrong, "\n".join(f"{name_of(page)}:{one.line}: {one.message}" for one in wrong)


def _done(block, after, reader, name):
    """Do what a block says and return what is wrong with it or with the output after it."""
    if block.kind == "python" and ">>> " in block.text:
        if told := reader.prompt(block, name):
            yield Wrong(block.first, told)
    elif block.kind in {"python", "yaml"} and (block.name or block.order):
        reader.write(block)
    elif block.kind == "python":
        expected = after.lines if after.kind == "text" and after.follows else []
        shown = reader.python(block, name)
        if not matches(expected, shown):
            told = _told("this prints", shown, expected)
            yield Wrong(after.first, told, len(expected), shown)
    elif block.kind == "console":
        for one in exchanges(block):
            shown = reader.command(one.command)
            if not matches(one.shown, shown):
                told = _told(f"`{one.command}` prints", shown, one.shown)
                yield Wrong(block.first + one.below, told, len(one.shown), shown)
    elif block.kind == "quotation":
        command = block.order.removeprefix("printed by ")
        shown = [_NOTE.sub("", line) for line in reader.command(command)]
        if not matches(["…", *block.lines, "…"], shown):
            yield Wrong(block.first, f"`{command}` does not print this")


def _told(what, shown, expected):
    return "\n".join([f"{what}:", *shown, "expected:", *expected, ""])


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_every_block_says_what_it_is(page):
    for block in blocks(page.read_text(encoding="utf-8")):
        assert block.kind in KINDS, f"{name_of(page)}:{block.first}"


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_a_command_that_is_not_run_here_is_there(page):
    for block in blocks(page.read_text(encoding="utf-8")):
        for line in block.lines if block.kind == "sh" else ():
            if words := shlex.split(line, comments=True):
                assert not _missing(*words), line


def _missing(program, *arguments):
    """Return the words of a command that name nothing, variables first: NAME=FOLDER."""
    variable, equals, path = program.partition("=")
    if equals:
        return [*([] if (ROOT / path).is_dir() else [variable]), *_missing(*arguments)]
    if program == "scripts/lhombre":
        return unknown_words(arguments)
    if program.endswith("/python"):
        found = importlib.util.find_spec(arguments[arguments.index("-m") + 1])
        return [] if found else [program]
    known = program in ELSEWHERE or program.startswith(".venv/bin/") or (ROOT / program).is_file()
    paths = [word for word in arguments if word.startswith(("docs/", "tests/", "variants/"))]
    return [*([] if known else [program]), *(path for path in paths if not (ROOT / path).exists())]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_command_named_in_a_sentence_is_there(page):
    for command in _INLINE.findall(page.read_text(encoding="utf-8")):
        _, *words = shlex.split(command)
        assert not unknown_words(words), command


@pytest.mark.parametrize(
    "command", _INLINE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
)
def test_a_command_named_in_the_readme_does_its_work(reader, command):
    assert reader.command(command)
    assert reader.code == 0


def test_what_is_left_out_is_not_compared_and_everything_else_is():
    shown = ["one", "two", "three"]
    assert matches(["one", "…"], shown)
    assert matches(["…", "t…o", "three"], shown)
    assert not matches(["one", "three"], shown)
    assert not matches(["one", "two"], shown)
