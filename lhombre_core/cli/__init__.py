"""The command line: `lhombre`, one module a command, each loading what it needs when it runs."""

import gc
import sys

_YOUNG = 500_000
"""How many objects are made before the first search for rubbish: more than a start makes, the
compiler's included, since hardly any is rubbish. Python's own 700 would have them all searched
again and again."""


def main() -> int:
    """Run the command that `sys.argv` asks for and return its exit code.

    0: fine; 1: what was judged is illegal or faulty; 2: the question could not be read, or the
    answer not be written; 130: it was interrupted; 143: it was ended by SIGTERM.
    """
    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
    from lhombre_core.cli.app import run

    return run(sys.argv[1:])
