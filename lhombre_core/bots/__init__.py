"""Players that choose among legal actions from what their seat can see.

The names below are loaded when they are first asked for. Their types are in `__init__.pyi`.
"""

from lhombre_core.facade import facade

_PLACES = {".protocol": ("Bot", "Draw", "View"), ".registry": ("BUILT_IN", "make_bot")}

__getattr__, __dir__ = facade(__name__, _PLACES)
__all__ = __dir__()  # noqa: PLE0605  they are names
