"""The command line `lhombre`: a module for each command, which imports the rest when it runs."""

import gc
import sys

_FIRST_COLLECTION = 500_000
"""The number of new objects before the garbage collector runs first.

A start creates fewer, the compiler's included, and hardly any of them is garbage. With Python's own
threshold of 700 all of them would be searched many times.
"""


def main() -> int:
    """Run the command that `sys.argv` asks for and return its exit code.

    0: fine; 1: an illegal or faulty input was judged; 2: the question cannot be read, or the answer
    not written; 130: interrupted; 143: ended by SIGTERM.
    """
    gc.set_threshold(_FIRST_COLLECTION, *gc.get_threshold()[1:])
    from lhombre_core.cli.app import run

    return run(sys.argv[1:])
