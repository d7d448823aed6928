"""`lhombre version`."""

from lhombre_core import __version__
from lhombre_core.cli.option import AsJson
from lhombre_core.cli.output import show, show_json


def version(*, json: AsJson = False) -> None:
    """Print the version of the package and of its rule language."""
    from lhombre_core.rules.variant import LANGUAGE

    if json:
        show_json({"version": __version__, "language": LANGUAGE})
    else:
        show(f"lhombre {__version__}, rule language {LANGUAGE}")
