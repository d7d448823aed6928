"""The application of all commands, and the exit codes of the errors they raise."""

import codecs
import io
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final

import typer
from typer.main import get_command

from lhombre_core.cli.output import discard, flush, say

_INTERRUPTED = 130
_ESCAPED = "lhombre.escaped"
_LONG_WORD = re.compile(r"(\S{60})\S{60,}")
"""A word of a command line that is too long for a message, with the part that is shown."""
_NO_NUMBER = re.compile(r"is not a valid int(eger)?( range)?\b")
_HELP = "L'Hombre, executable: its historical variants played, printed, compared and simulated."
_VARIANTS = "variants"
_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "rulebook": ("rulebook", "A variant's rulebook."),
    "compare": ("compare", "What variants share and where they part."),
    "site": ("site", "Everything as a static site."),
    "legal": ("legal", "Which cards may be played, and why."),
    "auction": ("auction.command", "Is an auction legal, and who plays what."),
    "score": ("score.command", "The result of a deal, and who pays whom."),
    "replay": ("replay.command", "Verify a recorded deal or session."),
    "deal": ("deal.command", "A seeded deal."),
    "solve": ("solve.command", "What a deal is worth with every card in sight."),
    "simulate": ("simulate.command", "Many deals played by bots, and what became of them."),
    "results": (
        "simulate.results",
        "A run that is kept in a folder, summarised or asked in SQL.",
    ),
    "warm-up": ("warm_up", "Compile the kernel before it is wanted."),
    "version": ("version", "The version of the package."),
    _VARIANTS: ("variants.command", ""),  # its own commands have their summaries
}
"""The module and the summary of each command."""


def build(only: str | None = None) -> typer.Typer:
    """Return the application with all commands, or, to start sooner, with a single command.

    Each command is a function named like the command, with an underscore for a hyphen.
    """
    app = typer.Typer(
        name="lhombre",
        help=_HELP,
        callback=_nothing,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in _COMMANDS if only is None else (only,):
        path, summary = _COMMANDS[name]
        module = import_module(f"lhombre_core.cli.{path}")
        if name == _VARIANTS:
            app.add_typer(module.app, name=name)
        else:
            app.command(name, short_help=summary)(getattr(module, name.replace("-", "_")))
    return app


def _nothing() -> None:
    # With a callback an application with a single command still requires its name.
    pass


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; a mistake of a user never prints a traceback."""
    _escape_unprintable()
    try:
        code = _run(arguments)
        flush()
    except BrokenPipeError:  # the reader of rows or of a help has gone
        discard(sys.stdout, sys.stderr)
        code = 0
    except OSError as error:  # a full disk; files of a command have their own errors
        with suppress(OSError):
            say(f"the answer cannot be written: {error.strerror or error}")
        discard(sys.stdout, sys.stderr)
        code = 2
    return code


def _escape_unprintable() -> None:
    """Escape characters that a stream cannot print, and discard output to a closed stream.

    The escapes are those of JSON, so that an answer in JSON stays valid.
    """
    codecs.register_error(_ESCAPED, _escape)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4)), error.end


def _run(arguments: Sequence[str]) -> int:
    wanted = arguments[0] if arguments and arguments[0] in _COMMANDS else None
    command = get_command(build(wanted))
    try:
        code = command.main(list(arguments), prog_name="lhombre", standalone_mode=False)
    except typer.Exit as error:
        return error.exit_code
    except typer.Abort:
        return _INTERRUPTED
    except typer.TyperException as error:
        return _misuse(error)
    except SystemExit as error:  # raised by typer for a closed pipe
        raise BrokenPipeError from error
    except Exception as error:  # noqa: BLE001  raised again unless a user's mistake
        return _mistake(error)
    return code if isinstance(code, int) else 0


def _mistake(error: Exception) -> int:
    """Print an error that a user can mend and return its exit code; raise any other again."""
    from lhombre_core.errors import FaultError, LhombreError, visible

    if isinstance(error, LhombreError):
        text = str(error)
        say(text if isinstance(error, FaultError) else visible(text))
        return error.exit_code
    raise error


def _misuse(error: typer.TyperException) -> int:
    """Print in a sentence how the command line is wrong, or the help if it is empty."""
    message: str = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        say(message)
        return 2
    where = "" if context is None else f" ({context.command_path} --help says more)"
    message = _about_numbers(error, message.rstrip("."))
    say(_LONG_WORD.sub(r"\1…", message) + where)
    return 2


def _about_numbers(error: typer.TyperException, message: str) -> str:
    """Return a message with the same words for a wrong number from all versions of typer."""
    faults_of = getattr(error.__cause__, "errors", list)  # pydantic's, since typer 0.29
    for fault in faults_of():
        if fault["type"].startswith("int_"):
            return message.replace(fault["msg"], f"{fault['input']!r} is not a whole number")
    return _NO_NUMBER.sub("is not a whole number", message)
