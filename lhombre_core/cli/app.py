"""The commands put together, and what becomes of the errors they raise."""

import codecs
import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import typer
from typer.main import get_command

from lhombre_core.cli.output import flush, forsake, say

_INTERRUPTED = 130
_ESCAPED = "lhombre.escaped"
_LONG = re.compile(r"(\S{60})\S{60,}")
"""A word of a command line that is too long to be repeated, and as much of it as is."""
_NO_NUMBER = re.compile(r"is not a valid int(eger)?( range)?\b")
_HELP = "L'Hombre, executable: its historical variants played, printed, compared and simulated."
_VARIANTS = "variants"
_COMMANDS = {
    "rulebook": "A variant's rulebook.",
    "compare": "What variants share and where they part.",
    "site": "Everything as a static site.",
    "legal": "Which cards may be played, and why.",
    "auction": "Is an auction legal, and who plays what.",
    "score": "The result of a deal, and who pays whom.",
    "replay": "Verify a recorded deal or session.",
    "deal": "A seeded deal.",
    "solve": "What a deal is worth with every card in sight.",
    "simulate": "Many deals played by bots, and what became of them.",
    "results": "A run that is kept in a folder, summarised or asked in SQL.",
    "warm-up": "Compile the kernel before it is wanted.",
    "version": "The version of the package.",
    _VARIANTS: "",  # commands of its own, with their own summary
}
_PLACES = {
    "auction": "auction.command",
    "deal": "deal.command",
    "replay": "replay.command",
    "results": "simulate.results",
    "score": "score.command",
    "simulate": "simulate.command",
    "solve": "solve.command",
    _VARIANTS: "variants.command",
}
"""Where commands are that have a package, alone or together."""


def build(only: str | None = None) -> typer.Typer:
    """Return the application with all its commands, or, to start sooner, with one of them.

    Each command is a function named like its module, with an underscore for a hyphen.
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
        python = name.replace("-", "_")
        module = import_module(f"lhombre_core.cli.{_PLACES.get(name, python)}")
        if name == _VARIANTS:
            app.add_typer(module.app, name=name)
        else:
            app.command(name, short_help=_COMMANDS[name])(getattr(module, python))
    return app


def _nothing() -> None:
    # With a callback an application of one command still asks for its name.
    pass


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; no mistake of a user leaves as a traceback."""
    _print_anything()
    try:
        code = _run(arguments)
        flush()
    except BrokenPipeError:  # in rows of which the reader has seen enough, or in a help
        forsake(sys.stdout, sys.stderr)
        code = 0
    except OSError as error:  # a full disk: what a command reads and writes has its own errors
        with suppress(OSError):
            say(f"the answer cannot be written: {error.strerror or error}")
        forsake(sys.stdout, sys.stderr)
        code = 2
    return code


def _print_anything() -> None:
    """Have characters escaped that a stream cannot print, and a closed stream swallow them.

    The escapes are those of JSON, so that an answer in JSON stays one.
    """
    codecs.register_error(_ESCAPED, _escaped)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
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
    except SystemExit as error:  # typer's answer to a pipe that was closed
        raise BrokenPipeError from error
    except Exception as error:  # noqa: BLE001  what is no mistake of a user is raised again
        return _mistake(error)
    return code if isinstance(code, int) else 0


def _mistake(error: Exception) -> int:
    """Say what a user can put right and return the exit code; anything else is raised again."""
    from lhombre_core.errors import FaultError, LhombreError, visible

    if isinstance(error, LhombreError):
        text = str(error)
        say(text if isinstance(error, FaultError) else visible(text))
        return error.exit_code
    raise error


def _misuse(error: typer.TyperException) -> int:
    """Say in a sentence how the command line is wrong, or print the help that was wanted."""
    message: str = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        say(message)
        return 2
    where = "" if context is None else f" ({context.command_path} --help says more)"
    message = _NO_NUMBER.sub("is not a whole number", message.rstrip("."))
    say(_LONG.sub(r"\1…", message) + where)
    return 2
