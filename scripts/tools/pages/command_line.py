"""The reference page of the command line, generated from the commands."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from typer.main import get_command

from lhombre_core.cli.app import build

_Typer: TypeAlias = Any
"""A command or parameter of typer, which does not say its types."""

_HEAD: Final = """\
# The command line

<!-- Generated from lhombre_core/cli by `python -m pages command-line`. -->

`scripts/lhombre …` sets up what is missing on first use, then runs; `lhombre …` is the installed
command. Answers go to standard output, everything else to standard error.

| exit | means |
|---|---|
| 0 | fine |
| 1 | what was judged is illegal or faulty |
| 2 | the question could not be read, or the answer not be written |
| 130 | it was interrupted |
| 143 | it was ended by SIGTERM |

It is the same however much of an answer is read: `… | head -n 1` changes nothing.

Cards are suit then rank, as in `SA H7 DK C2`; `♠A` is accepted too, and is what a terminal shows. A
variant is named by its id, by an alias, or as a file; of a named pipe the writer is waited for.
`--reading`, `--patch` and `--set` may be given several times.
"""


def page() -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD, *_sections(get_command(build()), "lhombre")])


def _sections(command: _Typer, path: str) -> Iterator[str]:
    """Yield a section for every command below a group."""
    for name, child in sorted(command.commands.items()):
        if hasattr(child, "commands"):
            yield from _sections(child, f"{path} {name}")
        else:
            yield from _section(child, f"{path} {name}")


def _section(command: _Typer, path: str) -> Iterator[str]:
    yield f"## {path}\n"
    yield f"    {path} {' '.join(_usage(command))}\n"
    yield f"{_prose(command.help)}\n"
    yield "| | |\n|---|---|"
    for parameter in command.params:
        if parameter.name != "help":
            yield f"| {_name(parameter)} | {_cell(parameter.help or '')} |"
    yield ""


def _usage(command: _Typer) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield _metavar(parameter)
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.required:
            yield f"{parameter.opts[0]} {_metavar(parameter)}"
    yield "[OPTIONS]"


def _name(parameter: _Typer) -> str:
    if parameter.param_type_name == "argument":
        return f"`{_metavar(parameter)}`"
    names = ", ".join(f"`{name}`" for name in parameter.opts)
    value = "" if parameter.is_flag else f" `{_metavar(parameter)}`"
    return names + value.replace("|", "\\|")


def _metavar(parameter: _Typer) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _prose(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
