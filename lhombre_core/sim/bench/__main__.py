"""`python -m lhombre_core.sim.bench`, for `scripts/bench`."""

import sys

from lhombre_core.sim.bench.command import main

if __name__ == "__main__":
    sys.exit(main())
