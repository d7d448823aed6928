"""The command line: `lhombre`, one module a command, each loading what it needs when it runs."""

import sys


def main() -> int:
    """Run the command that `sys.argv` asks for and return its exit code.

    0: fine; 1: what was judged is illegal or faulty; 2: the question could not be read.
    """
    from lhombre_core.cli.app import run

    return run(sys.argv[1:])
