"""A reader who does what a page says: writes its files, runs its Python, gives its commands."""

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from typer.main import get_command

from lhombre_core.cli.app import build, run
from tests.docs.page import Block

_GAP = "…"


class Reader:
    """Somebody in an empty folder with the documentation open before him."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {"__name__": "__docs__"}
        self.code = 0

    def write(self, block: Block) -> None:
        """Write the file that a block is, or put the block into the file of its order."""
        if block.order.startswith("into "):
            name, _, line = block.order.removeprefix("into ").partition(" before: ")
            file = self.folder / name
            text = file.read_text(encoding="utf-8")
            parts = text.split(f"\n{line}")
            assert len(parts) == 2, f"{len(parts) - 1} lines of {name} begin with {line!r}"
            file.write_text(f"{parts[0]}\n{block.text}{line}{parts[1]}", encoding="utf-8")
            return
        file = self.folder / block.name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")
        if file.suffix == ".py":
            compile(block.text, block.name, "exec")

    def python(self, block: Block, page: str) -> list[str]:
        """Run a block of Python and return the lines that it prints."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = compile("\n" * (block.first - 1) + block.text, page, "exec")
            exec(code, self.names)  # noqa: S102  the documentation is ours
        return lines_of(printed.getvalue())

    def prompt(self, block: Block, page: str) -> str:
        """Run a block that is written as in a Python prompt and return what is wrong with it."""
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, page, page, block.first - 1
        )
        told = io.StringIO()
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            test, out=told.write, clear_globs=False
        )
        self.names.update(test.globs)
        return told.getvalue()

    def command(self, line: str) -> list[str]:
        """Give a command and return the lines that a terminal shows."""
        if line == "echo $?":
            return [str(self.code)]
        line, _, target = line.partition(" > ")
        line, *pipes = line.split(" | ")
        printed = io.StringIO()
        program, *arguments = shlex.split(line, comments=True)
        if program == "cat":
            printed.write("".join(Path(name).read_text(encoding="utf-8") for name in arguments))
        else:
            assert program in {"lhombre", "scripts/lhombre"}, f"{program} cannot be run here"
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.code = run(arguments)
        if target:
            (self.folder / target).write_text(printed.getvalue(), encoding="utf-8")
            return []
        shown = lines_of(printed.getvalue())
        for pipe in pipes:
            head = re.fullmatch(r"head -n (\d+)", pipe)
            assert head, f"{pipe} cannot be run here"
            shown = shown[: int(head[1])]
        return shown


@dataclass
class Exchange:
    """A command with the lines shown below it."""

    command: str
    below: int
    """How many lines of the block stand above what is shown."""
    shown: list[str]


def exchanges(block: Block) -> list[Exchange]:
    """Return the commands of a block of the console, each with the lines shown below it."""
    found: list[Exchange] = []
    for number, line in enumerate(block.lines, 1):
        if line.startswith("$ "):
            found.append(Exchange(line.removeprefix("$ "), number, []))
        elif found[-1].command.endswith("\\"):
            found[-1] = Exchange(f"{found[-1].command[:-1].rstrip()} {line.strip()}", number, [])
        else:
            found[-1].shown.append(line)
    for one in found:
        while one.shown and not one.shown[-1]:
            one.shown.pop()
    return found


def unknown_words(words: Sequence[str]) -> list[str]:
    """Return the commands and options in the words after `lhombre` that there are not.

    A word in capitals stands for whatever a user puts in its place.
    """
    command, rest = get_command(build()), [*words]
    while rest and hasattr(command, "commands") and not rest[0].startswith("-"):
        name = rest.pop(0)
        if name in {"RECORD", "…"}:
            return []
        if name not in command.commands:
            return [name]
        command = command.commands[name]
    known = {"--help", *(option for one in command.params for option in one.opts)}
    return [word for word in rest if word.startswith("--") and word not in known]


def lines_of(text: str) -> list[str]:
    """Return printed text as lines, without blanks at their ends and empty lines after the last."""
    return [line.rstrip() for line in text.rstrip("\n").split("\n")] if text.strip() else []


def matches(expected: list[str], shown: list[str]) -> bool:
    """Return whether lines are as expected; `…` stands for anything, alone for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == _GAP else _line(line.rstrip()) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in shown)) is not None


def _line(line: str) -> str:
    return r".*".join(re.escape(part) for part in line.split(_GAP))
