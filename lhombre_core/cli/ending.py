"""Commands that can be interrupted: they tidy up, and say so in a sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

_ENDED = 143
"""The exit code of a command ended by SIGTERM, as in a shell: 128 and the number of the signal."""


@contextmanager
def interruptible(text: str, close: Callable[[], None] | None = None) -> Iterator[None]:
    """Run a block that SIGTERM interrupts as Ctrl-C does, and print `text` if it was interrupted.

    `close` is called in any case, before the text is printed.
    """
    from lhombre_core.cli.output import say

    def closed() -> None:
        if close is not None:
            close()

    try:
        with _sigterm_interrupts():
            yield
    except (KeyboardInterrupt, typer.Exit):
        closed()
        say(text)
        raise
    finally:
        closed()


@contextmanager
def _sigterm_interrupts() -> Iterator[None]:
    """Run a block that SIGTERM interrupts as Ctrl-C does, but with an exit code of its own.

    Clusters and machines end their processes by SIGTERM. A process that ignores it goes on to
    ignore it, and only the main thread may handle signals. A second SIGTERM within a second is
    ignored: `timeout` sends it to a process and to its group, and would cut the tidying short.
    """
    import signal
    import threading
    import time

    received = 0.0

    def interrupt(*_: object) -> None:
        nonlocal received
        before, now = received, time.monotonic()
        if before and now - before < 1:
            return
        received = now
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt as error:
        if received:
            raise typer.Exit(_ENDED) from error
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
