"""The bot `thumb`: rules of thumb, by the kind of contract and never by the variant.

Its choices and their order are in `docs/reference/players.md`. It uses whole numbers, draws
nothing and does not look at pools. The names below are loaded when they are first asked for; their
types are in `__init__.pyi`.
"""

from lhombre_core.facade import facade

_PLACES = {".player": ("Thumb",), ".style": ("BOLD", "CAUTIOUS", "NORMAL", "Style")}

__getattr__, __dir__ = facade(__name__, _PLACES)
__all__ = __dir__()  # noqa: PLE0605  they are names
