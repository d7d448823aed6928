"""Other processes of this machine. They load this module before their work, and little with it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeAlias, TypeVar

from lhombre_core.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

P = ParamSpec("P")
T = TypeVar("T")
Call: TypeAlias = tuple[Future[Any], bytes]
"""A future and, pickled, the function and the arguments that its result comes from."""

_ENDED: Final = (
    "a process that worked was ended from outside, perhaps for want of memory; "
    "give the command again, with fewer --jobs"
)


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Yield an executor of processes that are started afresh, and kill them at the end.

    They end with this process, however it ends. A future raises UsageError where its process was
    ended from outside.
    """
    executor = Processes()
    try:
        with signals_blocked():
            executor.start(workers)
        yield executor
    finally:
        with signals_blocked():  # a second Ctrl-C would leave processes behind
            executor.end()


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Hold back SIGINT and SIGTERM, also from threads and processes that are started meanwhile.

    This process alone answers Ctrl-C. A process that hears SIGTERM while it starts would complain.
    """
    if sys.platform == "win32":
        yield
        return
    blocked = {signal.SIGINT, signal.SIGTERM}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    is_main = threading.current_thread() is threading.main_thread()
    handlers = {one: signal.getsignal(one) for one in blocked if is_main}
    received: list[int] = []  # by another thread, which does not block them
    for one in handlers:
        signal.signal(one, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number in received:
            signal.raise_signal(number)


class Processes(Executor):
    """Processes that take their calls from one queue, each by a pipe and a thread of its own.

    A pipe has two ends and two owners, so a process may be killed while it sends a result: its
    thread reads the end of the pipe, and no other process waits for a lock.
    """

    def __init__(self) -> None:
        """Make an empty queue; `start` starts the processes."""
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._processes: list[BaseProcess] = []
        self._threads: list[threading.Thread] = []

    def start(self, workers: int) -> None:
        """Start processes and the threads that send them calls."""
        from multiprocessing import get_context

        context = get_context("spawn")
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,))
            thread = threading.Thread(target=self._serve, args=(ours,), daemon=True)
            self._processes.append(process)
            self._threads.append(thread)
            process.start()
            theirs.close()
            thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        self._calls.put((future, pickle.dumps((fn, args, kwargs))))
        return future

    def end(self) -> None:
        """Kill the processes at once, whatever they do, and fail the calls that wait."""
        started = [process for process in self._processes if process.pid is not None]
        for process in started:
            process.kill()
        self._calls.put(None)
        for process in started:
            process.join()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _serve(self, pipe: Connection) -> None:
        """Send calls of the queue to a process, one after another, and set their futures.

        None ends the queue.
        """
        with pipe:
            while (call := self._calls.get()) is not None:
                future, packed = call
                try:
                    pipe.send_bytes(packed)
                    result, error = pickle.loads(pipe.recv_bytes())  # noqa: S301  it is our own
                except (EOFError, OSError):
                    result, error = None, UsageError(_ENDED)
                except Exception as unreadable:  # noqa: BLE001  the caller raises it
                    result, error = None, unreadable
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        self._calls.put(None)  # for the other threads


def _work(pipe: Connection) -> None:
    """Call in this process what a pipe brings, and send back each result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it was not blocked
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, calls), daemon=True).start()
    while True:
        pipe.send_bytes(_answer(calls.get()))


def _receive(pipe: Connection, calls: SimpleQueue[bytes]) -> None:
    """Put the calls of a pipe into a queue; end this process when the other end is closed."""
    with suppress(EOFError, OSError):
        while True:
            calls.put(pipe.recv_bytes())
    os._exit(0)


def _answer(packed: bytes) -> bytes:
    """Return, pickled, the result of a pickled call and None, or None and its error."""
    try:
        function, args, kwargs = pickle.loads(packed)  # noqa: S301  it is our own
        return pickle.dumps((function(*args, **kwargs), None))
    except BaseException as error:  # noqa: BLE001  the caller raises it
        error.add_note(traceback.format_exc())
        try:
            return pickle.dumps((None, error))
        except Exception:  # noqa: BLE001  it cannot be pickled
            return pickle.dumps((None, RuntimeError(traceback.format_exc())))
