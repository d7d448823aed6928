"""What becomes of a command that is interrupted: it tidies up, and says so in a sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

_ENDED = 143
"""The exit code of what SIGTERM has ended, as a shell has it: 128 and the number of the signal."""


@contextmanager
def told_of_interruption(text: str, close: Callable[[], None] | None = None) -> Iterator[None]:
    """Have SIGTERM interrupt what is done, as Ctrl-C does, and say what became of it.

    `close` is called in any case, before anything is said.
    """
    from lhombre_core.cli.output import say

    def closed() -> None:
        if close is not None:
            close()

    try:
        with _ended_as_interrupted():
            yield
    except (KeyboardInterrupt, typer.Exit):
        closed()
        say(text)
        raise
    finally:
        closed()


@contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """Have SIGTERM interrupt what is done, as Ctrl-C does, but with an exit code of its own.

    So end clusters and machines what runs on them. Where it is ignored it stays so, and only the
    main thread may say what a signal does. A second one within a second is the same: `timeout`
    sends it to a process and to its group, and tidying that had just begun would be skipped.
    """
    import signal
    import threading
    import time

    came = 0.0

    def interrupt(*_: object) -> None:
        nonlocal came
        before, now = came, time.monotonic()
        if before and now - before < 1:
            return
        came = now
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt as error:
        if came:
            raise typer.Exit(_ENDED) from error
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
