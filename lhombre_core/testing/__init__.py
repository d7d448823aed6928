"""Contract checkers for variants and bots of your own, to be called in your own tests.

    from lhombre_core.bots import make_bot
    from lhombre_core.language.catalog import load
    from lhombre_core.testing import check_bot, check_variant

    assert check_variant(load("my-variant.yaml")) == []
    assert check_bot(make_bot("my_module:MyBot"), load("my-variant.yaml")) == []

Each plays deals of the random stream and returns the faults as sentences. The same call returns the
same faults. `docs/reference/testing.md` lists what is promised and what is checked.
"""

from lhombre_core.testing.bot import check_bot
from lhombre_core.testing.finding import DealPlace, Finding
from lhombre_core.testing.unseen import redealt, seen
from lhombre_core.testing.variant import check_variant, examine

__all__ = ["DealPlace", "Finding", "check_bot", "check_variant", "examine", "redealt", "seen"]
